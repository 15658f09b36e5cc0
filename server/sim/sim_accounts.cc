#include "server/sim/sim_accounts.h"
#include "server/journal/credentials.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace mlf::server {

void SimAccounts::Later(LoggedIn result, Done done) {
  world_.timers.At(world_.clock.Steady() + 1, [this, generation = generation_,
                                               result = std::move(result), done = std::move(done)] {
    if (generation == generation_) done(result);
  });
}

void SimAccounts::AfterHash(std::function<LoggedIn()> result, Done done) {
  if (hashing_ >= kPasswordHashes) return Later({LoginResult::kBusy, {}, {}}, std::move(done));
  ++hashing_;
  ++hashes_;
  world_.timers.At(
      world_.clock.Steady() + hash_ms_,
      [this, generation = generation_, result = std::move(result), done = std::move(done)] {
        if (generation != generation_) return;
        --hashing_;
        done(result());
      });
}

LoggedIn SimAccounts::WithToken(const User& user) {
  const std::string token = fmt::format("{:043}", ++last_);
  tokens_[token] = user;
  users_[user.id] = user;
  return {LoginResult::kOk, user, token};
}

void SimAccounts::NewGuest(const std::string& name, Done done) {
  Later(WithToken({fmt::format("g{}", ++last_), name, true}), std::move(done));
}

void SimAccounts::Register(const std::string& name, const std::string& password, Done done) {
  if (named_.contains(name)) return Later({LoginResult::kNameTaken, {}, {}}, std::move(done));
  AfterHash(
      [this, name, password]() -> LoggedIn {
        if (named_.contains(name)) return {LoginResult::kNameTaken, {}, {}};
        const User user{fmt::format("u{}", ++last_), name, false};
        named_[name] = {password, user};
        return WithToken(user);
      },
      std::move(done));
}

void SimAccounts::Name(const std::string& user, const std::string& name,
                       const std::string& password, Done done) {
  AfterHash(
      [this, user, name, password]() -> LoggedIn {
        const auto known = users_.find(user);
        if (named_.contains(name)) return {LoginResult::kNameTaken, {}, {}};
        if (known == users_.end() || !known->second.guest) return {};
        known->second = {user, name, false};
        for (auto& [token, of] : tokens_) {
          if (of.id == user) of = known->second;
        }
        named_[name] = {password, known->second};
        return {LoginResult::kOk, known->second, {}};
      },
      std::move(done));
}

void SimAccounts::ByPassword(const std::string& name, const std::string& password, Done done) {
  AfterHash(
      [this, name, password] {
        const auto found = named_.find(name);
        const bool fits = found != named_.end() && found->second.first == password;
        return fits ? WithToken(found->second.second) : LoggedIn{};
      },
      std::move(done));
}

void SimAccounts::ByToken(const std::string& token, Done done) {
  const auto found = tokens_.find(token);
  Later(found == tokens_.end() ? LoggedIn{} : LoggedIn{LoginResult::kOk, found->second, token},
        std::move(done));
}

void SimAccounts::DropToken(const std::string& token, std::function<void()> done) {
  tokens_.erase(token);
  world_.timers.At(world_.clock.Steady() + 1, [this, generation = generation_, done] {
    if (generation == generation_) done();
  });
}

void SimAccounts::Look(const std::string& name, std::function<void(std::optional<NameUse>)> done) {
  const bool named = named_.contains(name);
  world_.timers.At(world_.clock.Steady(),
                   [this, generation = generation_, named, done = std::move(done)] {
                     if (generation == generation_) done(NameUse{named, named});
                   });
}

std::optional<User> SimAccounts::Find(const std::string& id) {
  const auto found = users_.find(id);
  if (found == users_.end()) return std::nullopt;
  return found->second;
}

void SimAccounts::Crash(World world) {
  ++generation_;
  hashing_ = 0;
  std::destroy_at(&world_);
  std::construct_at(&world_, world);
}

}  // namespace mlf::server
