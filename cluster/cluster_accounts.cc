#include "cluster/cluster_accounts.h"

#include "cluster/cluster_keys.h"
#include "server/journal/skeleton.h"
#include "server/protocol/hex.h"

#include <mlf/flow/json.h>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <utility>

namespace mlf::server {
namespace {

using Field = Comparison::Field;

std::string TokenKey(const std::string& token) {
  const std::string hash = TokenHash(token);
  return keys::Token(Hex({reinterpret_cast<const std::uint8_t*>(hash.data()), hash.size()}));
}

}  // namespace

std::string TextOf(const AccountRow& row) {
  return Json{{"id", row.user.id},
              {"name", row.user.name},
              {"guest", row.user.guest},
              {"password", row.password},
              {"used", row.used}}
      .dump();
}
std::optional<AccountRow> ReadAccount(const std::string& text) {
  const Result<Json> json = ParseJson(text);
  if (!json) return std::nullopt;
  try {
    return AccountRow{{json->at("id").get<std::string>(), json->at("name").get<std::string>(),
                       json->at("guest").get<bool>()},
                      json->at("password").get<std::string>(),
                      json->at("used").get<Ms>()};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

ClusterAccounts::ClusterAccounts(ClusterStore& store, Pool& pool, World world, PasswordCost cost)
    : store_(store), pool_(pool), world_(world), cost_(cost), swept_(keys::kTokens) {
  sweep_ = world_.timers.At(world_.clock.Steady() + kSweepEvery, [this] { Sweep(); });
}

ClusterAccounts::~ClusterAccounts() {
  *alive_ = false;
  world_.timers.Cancel(sweep_);
}

void ClusterAccounts::Answer(Done done, LoggedIn answer) {
  world_.timers.At(world_.clock.Steady(),
                   [alive = alive_, done = std::move(done), answer = std::move(answer)] {
                     if (*alive) done(answer);
                   });
}

void ClusterAccounts::Read(const std::string& key,
                           std::function<void(bool ok, const StoredKey* found)> done) {
  store_.List(
      key, 1, {}, [alive = alive_, key, done = std::move(done)](std::optional<Listing> listing) {
        if (!*alive) return;
        const bool found = listing && !listing->keys.empty() && listing->keys.front().key == key;
        done(listing.has_value(), found ? &listing->keys.front() : nullptr);
      });
}

void ClusterAccounts::WithLease(std::function<void(std::optional<LeaseId>)> then) {
  const Ms asked = world_.clock.Steady();
  if (lease_ != 0 && asked < lease_until_) return then(lease_);
  waiting_.push_back(std::move(then));
  if (waiting_.size() > 1) return;
  store_.Grant(kTokenLife + kShares, [this, alive = alive_, asked](std::optional<LeaseId> lease) {
    if (!*alive) return;
    lease_ = lease.value_or(0);
    lease_until_ = asked + kShares;
    for (const auto& next : std::exchange(waiting_, {})) next(lease);
  });
}

void ClusterAccounts::AskLease(LeaseId lease, std::function<void(std::optional<bool>)> ended) {
  store_.HasLease(
      lease, [this, alive = alive_, lease, ended = std::move(ended)](std::optional<bool> there) {
        if (!*alive) return;
        if (there && !*there && lease == lease_) lease_ = 0;
        ended(there ? std::optional(!*there) : std::nullopt);
      });
}

// Stores a new token, and the account itself where it is new.
void ClusterAccounts::LogIn(User user, const std::string& password_hash, bool is_new, Done done) {
  WithLease([this, user = std::move(user), password_hash, is_new,
             done = std::move(done)](std::optional<LeaseId> lease) {
    if (!lease) return done({LoginResult::kBusy, {}, {}});
    Store(user, password_hash, is_new, *lease, done);
  });
}

void ClusterAccounts::Store(const User& user, const std::string& password_hash, bool is_new,
                            LeaseId lease, Done done) {
  const LoggedIn answer{LoginResult::kOk, user, NewToken(world_.entropy)};
  const std::string token = TokenKey(answer.token);
  const AccountRow row{user, password_hash, world_.clock.Wall()};
  Transaction transaction;
  transaction.writes.push_back({token, TextOf(AccountRow{user, "", row.used}), lease});
  if (is_new) {
    transaction.comparisons.push_back({keys::User(user.id), Field::kCreated, 0});
    transaction.writes.push_back({keys::User(user.id), TextOf(row)});
    if (!user.guest) {
      transaction.comparisons.push_back({keys::Name(user.name), Field::kCreated, 0});
      transaction.writes.push_back({keys::Name(user.name), user.id});
      const std::string look = keys::Look(NameSkeleton(user.name));
      transaction.comparisons.push_back({look, Field::kCreated, 0});
      transaction.writes.push_back({look, user.id});
    }
  }
  store_.Commit(std::move(transaction), [this, alive = alive_, token, answer, password_hash, is_new,
                                         lease, done = std::move(done)](Committed committed) {
    if (!*alive) return;
    switch (committed.outcome) {
      case Committed::Outcome::kWritten: return done(answer);
      case Committed::Outcome::kRefused:
        return AskLease(lease,
                        [this, answer, password_hash, is_new, done](std::optional<bool> ended) {
                          if (!ended) return done({LoginResult::kBusy, {}, {}});
                          if (!*ended) return done({LoginResult::kNameTaken, {}, {}});
                          LogIn(answer.user, password_hash, is_new, done);
                        });
      case Committed::Outcome::kUnknown:
      case Committed::Outcome::kNoSpace:
        // What comes too late is a token that nobody has, or the user's own name.
        return Read(token, [answer, done](bool, const StoredKey* found) {
          done(found != nullptr ? answer : LoggedIn{LoginResult::kBusy, {}, {}});
        });
    }
  });
}

void ClusterAccounts::NewGuest(const std::string& name, Done done) {
  LogIn({NewUserId('g', world_.entropy), name, true}, "", true, std::move(done));
}

void ClusterAccounts::Register(const std::string& name, const std::string& password, Done done) {
  const bool started = HashPassword(
      pool_, password, cost_, [this, alive = alive_, name, done](const std::string& hash) {
        if (!*alive) return;
        if (hash.empty()) return done({LoginResult::kBusy, {}, {}});
        LogIn({NewUserId('u', world_.entropy), name, false}, hash, true, done);
      });
  if (!started) Answer(std::move(done), {LoginResult::kBusy, {}, {}});
}

// The router refuses the request before.
void ClusterAccounts::Name(const std::string&, const std::string&, const std::string&, Done done) {
  Answer(std::move(done), {LoginResult::kBusy, {}, {}});
}

void ClusterAccounts::ByPassword(const std::string& name, const std::string& password, Done done) {
  const auto check = [this, password, done](bool ok, const std::optional<AccountRow>& row) {
    if (!ok) return done({LoginResult::kBusy, {}, {}});
    const bool started =
        CheckPassword(pool_, password, row ? std::optional(row->password) : std::nullopt, cost_,
                      [this, alive = alive_, row, done](bool right) {
                        if (!*alive) return;
                        if (!right) return done({LoginResult::kBadLogin, {}, {}});
                        const std::string look = keys::Look(NameSkeleton(row->user.name));
                        store_.Commit({{{look, Field::kCreated, 0}}, {{look, row->user.id}}},
                                      [](const Committed&) {});
                        LogIn(row->user, "", false, done);
                      });
    if (!started) done({LoginResult::kBusy, {}, {}});
  };
  Read(keys::Name(name), [this, check](bool ok, const StoredKey* id) {
    if (id == nullptr) return check(ok, std::nullopt);
    Read(keys::User(id->value), [check](bool read, const StoredKey* user) {
      check(read, user == nullptr ? std::nullopt : ReadAccount(user->value));
    });
  });
}

void ClusterAccounts::ByToken(const std::string& token, Done done) {
  Read(TokenKey(token), [this, token, done = std::move(done)](bool ok, const StoredKey* found) {
    if (!ok) return done({LoginResult::kBusy, {}, {}});
    std::optional<AccountRow> row = found == nullptr ? std::nullopt : ReadAccount(found->value);
    if (!row) return done({LoginResult::kBadLogin, {}, {}});
    // A clock that is wrong notes more often, or another clock is.
    const Ms now = world_.clock.Wall();
    if (std::abs(now - row->used) >= kNoteUseAfter) {
      row->used = now;
      Renew(*found, TextOf(*row));
    }
    done({LoginResult::kOk, row->user, token});
  });
}

// The token gets a new lease. One that was dropped meanwhile stays away.
void ClusterAccounts::Renew(const StoredKey& token, const std::string& value) {
  WithLease([this, token, value](std::optional<LeaseId> lease) {
    if (!lease) return;
    store_.Commit({{{token.key, Field::kModified, token.modified}}, {{token.key, value, *lease}}},
                  [this, alive = alive_, lease](const Committed& committed) {
                    if (*alive && committed.outcome == Committed::Outcome::kRefused)
                      AskLease(*lease, [](std::optional<bool>) {});
                  });
  });
}

void ClusterAccounts::DropToken(const std::string& token, std::function<void()> done) {
  store_.Commit({{}, {{.key = TokenKey(token), .value = std::nullopt}}},
                [this, alive = alive_, token, done = std::move(done)](Committed committed) {
                  if (!*alive) return;
                  if (committed.outcome == Committed::Outcome::kWritten) return done();
                  // A dropped token must not come back.
                  world_.timers.At(world_.clock.Steady() + kDropAgain, [this, alive, token, done] {
                    if (*alive) DropToken(token, done);
                  });
                });
}

void ClusterAccounts::Look(const std::string& name,
                           std::function<void(std::optional<NameUse>)> done) {
  Read(keys::Name(name), [this, name, done = std::move(done)](bool ok, const StoredKey* id) {
    if (!ok) return done(std::nullopt);
    Read(keys::Look(NameSkeleton(name)),
         [named = id != nullptr, done](bool read, const StoredKey* look) {
           done(read ? std::optional(NameUse{named, look != nullptr}) : std::nullopt);
         });
  });
}

std::optional<User> ClusterAccounts::Find(const std::string& id) {
  const auto listing = store_.ListNow(keys::User(id), 1);
  if (!listing || listing->keys.empty() || listing->keys.front().key != keys::User(id))
    return std::nullopt;
  const auto row = ReadAccount(listing->keys.front().value);
  return row ? std::optional(row->user) : std::nullopt;
}

// Tokens without a lease are those of an earlier version, and those that were moved here. They get
// one, a page at a time.
void ClusterAccounts::Sweep() {
  sweep_ = world_.timers.At(world_.clock.Steady() + kSweepEvery, [this] { Sweep(); });
  store_.List(keys::kTokens, kSwept, swept_, [this, alive = alive_](std::optional<Listing> page) {
    if (!*alive || !page) return;
    swept_ = page->keys.size() < kSwept ? keys::kTokens : page->keys.back().key;
    for (const StoredKey& key : page->keys) {
      if (key.lease == 0) Renew(key, key.value);
    }
  });
}

}  // namespace mlf::server
