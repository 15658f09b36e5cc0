#include "server/journal/sqlite_accounts.h"

#include "server/journal/skeleton.h"

#include <utility>

namespace mlf::server {

namespace {

struct Known {
  User user;
  std::string password;
};

std::optional<Known> FindNamed(Connection& db, const std::string& name) {
  Rows row = db.Run("SELECT id, password FROM users WHERE name = ? AND password <> ''", name);
  if (!row.Next()) return std::nullopt;
  return Known{{row.Text(0), name, false}, row.Text(1)};
}

bool IsLook(Connection& db, const std::string& look) {
  return db.Run("SELECT 1 FROM users WHERE look = ? AND look <> '' LIMIT 1", look).Next();
}

}  // namespace

void SqliteAccounts::Answer(Done done, LoggedIn answer) {
  storage_.Later([alive = alive_, done = std::move(done), answer = std::move(answer)] {
    if (*alive) done(answer);
  });
}

// Stores a new token, and the account itself where it is new. A known user may have been deleted
// since it was looked up.
void SqliteAccounts::LogIn(User user, std::string password_hash, bool is_new, Done done) {
  const auto result = std::make_shared<LoginResult>(LoginResult::kOk);
  LoggedIn answer{LoginResult::kOk, user, NewToken(world_.entropy)};
  std::string hash = TokenHash(answer.token);
  const Ms now = world_.clock.Wall();
  storage_.Submit(
      [user = std::move(user), password_hash = std::move(password_hash), is_new, now, result,
       hash = std::move(hash)](Connection& db) {
        if (is_new) {
          const std::string look = password_hash.empty() ? "" : NameSkeleton(user.name);
          if (!look.empty() && IsLook(db, look)) {
            *result = LoginResult::kNameTaken;
            return;
          }
          db.Do("INSERT INTO users(id, name, password, created, look) VALUES(?, ?, ?, ?, ?)",
                user.id, user.name, password_hash, now, look);
        }
        db.Do(
            "INSERT INTO tokens(hash, user, used) SELECT ?, id, ? FROM users WHERE id = ? AND "
            "name <> ''",
            Blob{hash}, now, user.id);
        if (db.changes() == 0) *result = LoginResult::kBadLogin;
        db.Do("DELETE FROM tokens WHERE used < ?", now - kTokenLife);
      },
      [alive = alive_, result, answer = std::move(answer),
       done = std::move(done)](Outcome outcome) {
        if (!*alive) return;
        if (outcome != Outcome::kDurable) return done({LoginResult::kBusy, {}, {}});
        if (*result != LoginResult::kOk) return done({*result, {}, {}});
        done(answer);
      });
}

void SqliteAccounts::NewGuest(const std::string& name, Done done) {
  LogIn({NewUserId('g', world_.entropy), name, true}, "", true, std::move(done));
}

void SqliteAccounts::Register(const std::string& name, const std::string& password, Done done) {
  const auto use = UseOf(name);
  if (!use) return Answer(std::move(done), {LoginResult::kBusy, {}, {}});
  if (use->looks_taken) return Answer(std::move(done), {LoginResult::kNameTaken, {}, {}});
  const bool started =
      HashPassword(pool_, password, cost_, [this, alive = alive_, name, done](std::string hash) {
        if (!*alive) return;
        if (hash.empty()) return done({LoginResult::kBusy, {}, {}});
        LogIn({NewUserId('u', world_.entropy), name, false}, std::move(hash), true, done);
      });
  if (!started) Answer(std::move(done), {LoginResult::kBusy, {}, {}});
}

void SqliteAccounts::Name(const std::string& user, const std::string& name,
                          const std::string& password, Done done) {
  const auto use = UseOf(name);
  if (!use) return Answer(std::move(done), {LoginResult::kBusy, {}, {}});
  if (use->looks_taken) return Answer(std::move(done), {LoginResult::kNameTaken, {}, {}});
  const bool started = HashPassword(
      pool_, password, cost_, [this, alive = alive_, user, name, done](const std::string& hash) {
        if (!*alive) return;
        if (hash.empty()) return done({LoginResult::kBusy, {}, {}});
        StoreName(user, name, hash, done);
      });
  if (!started) Answer(std::move(done), {LoginResult::kBusy, {}, {}});
}

void SqliteAccounts::StoreName(const std::string& user, const std::string& name,
                               const std::string& hash, const Done& done) {
  const auto result = std::make_shared<LoginResult>(LoginResult::kOk);
  storage_.Submit(
      [user, name, hash, result](Connection& db) {
        const std::string look = NameSkeleton(name);
        if (!look.empty() && IsLook(db, look)) {
          *result = LoginResult::kNameTaken;
          return;
        }
        db.Do(
            "UPDATE users SET name = ?, password = ?, look = ? WHERE id = ? AND password = '' AND "
            "name <> ''",
            name, hash, look, user);
        *result = db.changes() == 1 ? LoginResult::kOk : LoginResult::kBadLogin;
      },
      [alive = alive_, user, name, result, done](Outcome outcome) {
        if (!*alive) return;
        if (outcome != Outcome::kDurable) return done({LoginResult::kBusy, {}, {}});
        if (*result != LoginResult::kOk) return done({*result, {}, {}});
        done({LoginResult::kOk, {user, name, false}, {}});
      });
}

void SqliteAccounts::ByPassword(const std::string& name, const std::string& password, Done done) {
  std::optional<Known> known;
  try {
    known = storage_.Read([&](Connection& db) { return FindNamed(db, name); });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    return Answer(std::move(done), {LoginResult::kBusy, {}, {}});
  }
  const bool started =
      CheckPassword(pool_, password, known ? std::optional(known->password) : std::nullopt, cost_,
                    [this, alive = alive_, known, done](bool right) {
                      if (!*alive) return;
                      if (!right) return done({LoginResult::kBadLogin, {}, {}});
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

std::optional<NameUse> SqliteAccounts::UseOf(const std::string& name) {
  try {
    return storage_.Read([&](Connection& db) {
      return NameUse{FindNamed(db, name).has_value(), IsLook(db, NameSkeleton(name))};
    });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    return std::nullopt;
  }
}

void SqliteAccounts::Look(const std::string& name,
                          std::function<void(std::optional<NameUse>)> done) {
  storage_.Later([alive = alive_, use = UseOf(name), done = std::move(done)] {
    if (*alive) done(use);
  });
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
