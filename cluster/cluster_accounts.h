// ClusterAccounts: accounts in the store of a cluster, so that a user may log in at any node. A
// name belongs to whoever creates its key first.
//
// A token has a lease of the store, and a newer one when it is used. So the store ends a token that
// nobody uses, by its own time, and a node whose clock is wrong ends none.
#pragma once

#include "cluster/cluster_store.h"
#include "server/journal/accounts.h"
#include "server/journal/credentials.h"
#include "server/journal/pool.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

// What is stored of a user and of a token; `password` is empty for a guest and in a token.
struct AccountRow {
  User user;
  std::string password;
  Ms used = 0;  // of a token
};
std::string TextOf(const AccountRow& row);
// Nothing where it was altered.
std::optional<AccountRow> ReadAccount(const std::string& text);

// Its arguments must outlive it.
class ClusterAccounts final : public Accounts {
 public:
  static constexpr Ms kSweepEvery = 60'000;   // a page of tokens is searched for those without one
  static constexpr std::size_t kSwept = 500;  // tokens of a page
  static constexpr Ms kShares = Ms{3600} * 1000;  // tokens used within this time have one lease
  static constexpr Ms kDropAgain = 1000;          // where the store was silent

  ClusterAccounts(ClusterStore& store, Pool& pool, World world,
                  PasswordCost cost = PasswordCost::Interactive());
  ~ClusterAccounts() override;

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
  void Read(const std::string& key, std::function<void(bool ok, const StoredKey* found)> done);
  void LogIn(User user, const std::string& password_hash, bool is_new, Done done);
  void Store(const User& user, const std::string& password_hash, bool is_new, LeaseId lease,
             Done done);
  // The lease of tokens that are used now; nothing where the store does not answer.
  void WithLease(std::function<void(std::optional<LeaseId>)> then);
  // After a refused transaction: whether its lease has ended.
  void AskLease(LeaseId lease, std::function<void(std::optional<bool>)> ended);
  void Renew(const StoredKey& token, const std::string& value);
  void Sweep();

  ClusterStore& store_;
  Pool& pool_;
  const World world_;
  const PasswordCost cost_;
  LeaseId lease_ = 0;
  Ms lease_until_ = 0;  // then the next tokens get another one
  std::vector<std::function<void(std::optional<LeaseId>)>> waiting_;  // for a lease
  std::string swept_;  // the last token that was looked at
  Timers::Id sweep_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
