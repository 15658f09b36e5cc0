// The parts of a node, joined to what a server has from its cluster (server/serve/shared.h).
#pragma once

#include "cluster/archiver.h"
#include "cluster/cluster_accounts.h"
#include "cluster/cluster_journal.h"
#include "cluster/etcd_store.h"
#include "cluster/grpc_streams.h"
#include "cluster/hosted_desks.h"
#include "cluster/membership.h"
#include "cluster/node/certificates.h"
#include "cluster/placement.h"
#include "cluster/reception.h"
#include "cluster/router.h"
#include "cluster/store_watch.h"
#include "server/config/config.h"
#include "server/serve/shared.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mlf::server {

// How the settings say that etcd is reached, without endpoints. Fault S06: a file of them.
Result<EtcdOptions> EtcdOptionsOf(const ServerConfig& config);

// ClusterStorage: what all nodes keep in their store.
class ClusterStorage final : public SharedStorage {
 public:
  explicit ClusterStorage(SharedParts parts) : parts_(std::move(parts)) {}
  // Waits for the store, and warns that it does: etcd may start later, or have no leader yet.
  // Faults: those of OpenEtcd and of JoinCluster but for a silent store.
  static Result<std::unique_ptr<SharedStorage>> Open(const SharedParts& parts);

  ClusterStore& store() { return *store_; }
  ClusterJournal& cluster_journal() { return *journal_; }
  Journal& journal() override { return *journal_; }
  Accounts& accounts() override { return *accounts_; }
  Result<std::unique_ptr<SharedNode>> Begin(Lobby& lobby, VariantShelf& variants) override;

 private:
  const SharedParts parts_;
  std::unique_ptr<ClusterStore> store_;
  std::optional<ClusterJournal> journal_;
  std::optional<ClusterAccounts> accounts_;
};

class ClusterNode final : public SharedNode {
 public:
  struct Parts : SharedParts {
    ClusterStorage& storage;
    Lobby& lobby;
    VariantShelf& variants;
  };

  // Fault G01: it cannot take streams of other nodes. D02, D11, D12: its archive cannot be used.
  static Result<std::unique_ptr<SharedNode>> Begin(const Parts& parts);

  RequestHandler& router() override { return *router_; }
  const std::string& address() const override { return address_; }
  // A node that is not in its cluster cannot even log anybody in. One that drains has no use of new
  // people, who can go to any other node.
  bool ready() const override {
    return membership_->joined() && !membership_->draining() && store_watch_->TakesWrites();
  }
  void WhenJoined(std::function<void()> then) override { entry_->joined = std::move(then); }
  void Drain() override;
  void Leave(const std::function<void()>& done) override { membership_->Leave(done); }
  void Count(Tables::Counts& counts) const override;

 private:
  // The first time that the node joins.
  struct Entry final : Membership::Listener {
    explicit Entry(const Parts& parts) : name(parts.config.name), warn(parts.warn) {}
    void Joined() override {
      if (const auto then = std::exchange(joined, nullptr)) then();
    }
    void Fenced(LeaseId) override {}
    void NodesChanged() override {}
    void NameTaken() override;
    const std::string name;
    const std::function<void(const std::string&)> warn;
    std::function<void()> joined;
  };

  Faults OpenArchive(const Parts& parts);

  std::int64_t quota_ = 0;
  std::string address_;
  std::optional<Entry> entry_;
  std::optional<Membership> membership_;
  std::optional<Placement> placement_;
  std::optional<StoreWatch> store_watch_;
  std::unique_ptr<Archive> archive_;  // null: finished hands stay in the store
  std::optional<ThreadPool> archive_pool_, reading_pool_;
  std::optional<Archiver> archiver_;
  std::optional<HostedDesks> desks_;
  std::optional<Reception> reception_;
  std::optional<CertificateWatch> certificates_;
  std::unique_ptr<NodeStreams> streams_;
  std::optional<Router> router_;
};

}  // namespace mlf::server
