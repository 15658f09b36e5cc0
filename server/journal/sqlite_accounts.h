// SqliteAccounts: accounts in the database of the journal, so that both are durable in one order.
#pragma once

#include "server/journal/accounts.h"
#include "server/journal/credentials.h"
#include "server/journal/storage.h"
#include "server/world/world.h"

#include <memory>
#include <string>

namespace mlf::server {

// Its arguments must outlive it.
class SqliteAccounts final : public Accounts {
 public:
  SqliteAccounts(Storage& storage, Pool& pool, World world,
                 PasswordCost cost = PasswordCost::Interactive())
      : storage_(storage), pool_(pool), world_(world), cost_(cost) {}
  ~SqliteAccounts() override { *alive_ = false; }

  void NewGuest(const std::string& name, Done done) override;
  void Register(const std::string& name, const std::string& password, Done done) override;
  void Name(const std::string& user, const std::string& name, const std::string& password,
            Done done) override;
  void ByPassword(const std::string& name, const std::string& password, Done done) override;
  void ByToken(const std::string& token, Done done) override;
  void DropToken(const std::string& token, std::function<void()> done) override;
  void Look(const std::string& name, std::function<void(std::optional<NameUse>)> done) override;
  std::optional<User> Find(const std::string& id) override;

 private:
  void Answer(Done done, LoggedIn answer);
  std::optional<NameUse> UseOf(const std::string& name);
  void StoreName(const std::string& user, const std::string& name, const std::string& hash,
                 const Done& done);
  void LogIn(User user, std::string password_hash, bool is_new, Done done);

  Storage& storage_;
  Pool& pool_;
  const World world_;
  const PasswordCost cost_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
