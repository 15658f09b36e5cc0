#include "server/journal/sqlite_accounts.h"

#include <sodium.h>

#include <array>
#include <utility>

namespace mlf::server {

namespace {

std::string TokenHash(const std::string& token) {
  std::string hash(crypto_generichash_BYTES, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(token.data()), token.size(), nullptr,
                     0);
  return hash;
}

// A password during hashing; wiped afterwards.
struct Secret {
  explicit Secret(std::string value) : text(std::move(value)) {}
  ~Secret() { sodium_memzero(text.data(), text.size()); }
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  std::string text;
};

// Empty if memory does not suffice.
std::string HashOf(const std::string& password, PasswordCost cost) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  if (crypto_pwhash_str_alg(hash.data(), password.data(), password.size(), cost.passes, cost.bytes,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    return {};
  return hash.data();
}

struct Known {
  User user;
  std::string password;
};

std::optional<Known> FindNamed(Connection& db, const std::string& name) {
  Rows row = db.Run("SELECT id, password FROM users WHERE name = ? AND password <> ''", name);
  if (!row.Next()) return std::nullopt;
  return Known{{row.Text(0), name, false}, row.Text(1)};
}

}  // namespace

PasswordCost PasswordCost::Interactive() {
  return {crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE};
}
PasswordCost PasswordCost::Least() {
  return {crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN};
}

void SqliteAccounts::Answer(Done done, LoggedIn answer) {
  storage_.Later([alive = alive_, done = std::move(done), answer = std::move(answer)] {
    if (*alive) done(answer);
  });
}

std::string SqliteAccounts::NewId(char kind) {
  static constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  std::array<std::byte, 16> random;
  world_.entropy.Fill(random);
  std::string id(1, kind);
  for (const std::byte byte : random) id += kLetters[std::to_integer<std::size_t>(byte) % 32];
  return id;
}

std::string SqliteAccounts::NewToken() {
  std::array<std::byte, 32> random;
  world_.entropy.Fill(random);
  constexpr int kForm = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::array<char, sodium_base64_ENCODED_LEN(32, kForm)> text;
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(random.data()),
                    random.size(), kForm);
  sodium_memzero(random.data(), random.size());
  return text.data();
}

// Stores a new token, and the account itself where it is new.
void SqliteAccounts::LogIn(User user, std::string password_hash, bool is_new, Done done) {
  const auto taken = std::make_shared<bool>(false);
  LoggedIn answer{LoginResult::kOk, user, NewToken()};
  std::string hash = TokenHash(answer.token);
  const Ms now = world_.clock.Wall();
  storage_.Submit(
      [user, password_hash = std::move(password_hash), is_new, now, taken,
       hash = std::move(hash)](Connection& db) {
        if (is_new) {
          db.Do(
              "INSERT INTO users(id, name, password, created) VALUES(?, ?, ?, ?) "
              "ON CONFLICT(name) WHERE password <> '' DO NOTHING",
              user.id, user.name, password_hash, now);
          *taken = db.changes() == 0;
          if (*taken) return;
        }
        db.Do("INSERT INTO tokens(hash, user, used) VALUES(?, ?, ?)", Blob{hash}, user.id, now);
        db.Do("DELETE FROM tokens WHERE used < ?", now - kTokenLife);
      },
      [alive = alive_, taken, answer = std::move(answer), done = std::move(done)](Outcome outcome) {
        if (!*alive) return;
        if (outcome != Outcome::kDurable) return done({LoginResult::kBusy, {}, {}});
        if (*taken) return done({LoginResult::kNameTaken, {}, {}});
        done(answer);
      });
}

void SqliteAccounts::NewGuest(const std::string& name, Done done) {
  LogIn({NewId('g'), name, true}, "", true, std::move(done));
}

void SqliteAccounts::Register(const std::string& name, const std::string& password, Done done) {
  if (IsNamed(name)) return Answer(std::move(done), {LoginResult::kNameTaken, {}, {}});
  const auto hash = std::make_shared<std::string>();
  const auto secret = std::make_shared<Secret>(password);
  const bool started =
      pool_.Start([secret, hash, cost = cost_] { *hash = HashOf(secret->text, cost); },
                  [this, alive = alive_, name, hash, done] {
                    if (!*alive) return;
                    if (hash->empty()) return done({LoginResult::kBusy, {}, {}});
                    LogIn({NewId('u'), name, false}, std::move(*hash), true, done);
                  });
  if (!started) Answer(std::move(done), {LoginResult::kBusy, {}, {}});
}

void SqliteAccounts::ByPassword(const std::string& name, const std::string& password, Done done) {
  std::optional<Known> known;
  try {
    known = storage_.Read([&](Connection& db) { return FindNamed(db, name); });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    return Answer(std::move(done), {LoginResult::kBusy, {}, {}});
  }
  const auto right = std::make_shared<bool>(false);
  const auto secret = std::make_shared<Secret>(password);
  const bool started = pool_.Start(
      [secret, right, known, cost = cost_] {
        // An unknown name takes as long as a wrong password, so the time does not reveal it.
        if (!known) {
          HashOf(secret->text, cost);
        } else {
          *right = crypto_pwhash_str_verify(known->password.c_str(), secret->text.data(),
                                            secret->text.size()) == 0;
        }
      },
      [this, alive = alive_, known, right, done] {
        if (!*alive) return;
        if (!*right) return done({LoginResult::kBadLogin, {}, {}});
        LogIn(known->user, "", false, done);
      });
  if (!started) Answer(std::move(done), {LoginResult::kBusy, {}, {}});
}

void SqliteAccounts::ByToken(const std::string& token, Done done) {
  const std::string hash = TokenHash(token);
  const Ms now = world_.clock.Wall();
  LoggedIn answer;
  Ms used = 0;
  try {
    storage_.Read([&](Connection& db) {
      Rows row = db.Run(
          "SELECT id, name, password = '', used FROM tokens JOIN users ON users.id = tokens.user "
          "WHERE hash = ?",
          Blob{hash});
      if (!row.Next()) return;
      used = row.Int<Ms>(3);
      if (now - used >= kTokenLife) return;
      answer = {LoginResult::kOk, {row.Text(0), row.Text(1), row.Int<int>(2) != 0}, token};
    });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    answer.result = LoginResult::kBusy;
  }
  if (answer.result == LoginResult::kOk && now - used >= kNoteUseAfter) {
    storage_.Submit(
        [hash, now](Connection& db) {
          db.Do("UPDATE tokens SET used = ? WHERE hash = ?", now, Blob{hash});
        },
        [](Outcome) {});
  }
  Answer(std::move(done), std::move(answer));
}

void SqliteAccounts::DropToken(const std::string& token, std::function<void()> done) {
  storage_.Submit(
      [hash = TokenHash(token)](Connection& db) {
        db.Do("DELETE FROM tokens WHERE hash = ?", Blob{hash});
      },
      [this, alive = alive_, token, done = std::move(done)](Outcome outcome) {
        if (!*alive) return;
        if (outcome == Outcome::kDurable) return done();
        // A dropped token must not come back. The next attempt follows when writes may work.
        world_.timers.At(world_.clock.Steady() + Storage::kHealAfter, [this, alive, token, done] {
          if (*alive) DropToken(token, done);
        });
      });
}

bool SqliteAccounts::IsNamed(const std::string& name) {
  try {
    return storage_.Read([&](Connection& db) { return FindNamed(db, name).has_value(); });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    return true;  // nobody gets a name that may be another's
  }
}

std::optional<User> SqliteAccounts::Find(const std::string& id) {
  try {
    return storage_.Read([&](Connection& db) -> std::optional<User> {
      Rows row = db.Run("SELECT name, password = '' FROM users WHERE id = ?", id);
      if (!row.Next()) return std::nullopt;
      return User{id, row.Text(0), row.Int<int>(1) != 0};
    });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    return std::nullopt;
  }
}

}  // namespace mlf::server
