// SimAccounts: accounts in memory; passwords are compared as they are. A simulated hash costs only
// simulated time, and as many run at a time as in a real server.
#pragma once

#include "server/journal/accounts.h"

#include <map>
#include <string>

namespace mlf::server {

class SimAccounts final : public Accounts {
 public:
  explicit SimAccounts(World world) : world_(world) {}

  void NewGuest(const std::string& name, Done done) override;
  void Register(const std::string& name, const std::string& password, Done done) override;
  void Name(const std::string& user, const std::string& name, const std::string& password,
            Done done) override;
  void ByPassword(const std::string& name, const std::string& password, Done done) override;
  void ByToken(const std::string& token, Done done) override;
  void DropToken(const std::string& token, std::function<void()> done) override;
  void Look(const std::string& name, std::function<void(std::optional<NameUse>)> done) override;
  std::optional<User> Find(const std::string& id) override;

  void SetHashTime(Ms ms) { hash_ms_ = ms; }
  int hashes() const { return hashes_; }  // since the start

  // The server has died; pending calls are not answered.
  void Crash(World world);

 private:
  void Later(LoggedIn result, Done done);
  void AfterHash(std::function<LoggedIn()> result, Done done);
  LoggedIn WithToken(const User& user);

  World world_;
  int generation_ = 0;
  Ms hash_ms_ = 1;
  std::size_t hashing_ = 0;
  int hashes_ = 0;
  std::uint64_t last_ = 0;
  std::map<std::string, std::pair<std::string, User>> named_;  // name -> password, user
  std::map<std::string, User> users_, tokens_;
};

}  // namespace mlf::server
