// What a server has in a cluster in place of its own database, and beyond its lobby.
#pragma once

#include "cluster/archive_peers.h"
#include "cluster/archiver.h"
#include "cluster/cluster_accounts.h"
#include "cluster/cluster_journal.h"
#include "cluster/etcd_store.h"
#include "cluster/hosted_desks.h"
#include "cluster/membership.h"
#include "cluster/placement.h"
#include "cluster/reception.h"
#include "cluster/router.h"
#include "cluster/store_watch.h"
#include "cluster/tcp_streams.h"
#include "server/config/config.h"
#include "server/http/tables.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mlf::server {

// How the settings say that etcd is reached, without endpoints. Fault S06: a file of them.
Result<EtcdOptions> EtcdOptionsOf(const ServerConfig& config);

// ClusterStorage: what all nodes keep in their stores.
class ClusterStorage {
 public:
  struct Parts {
    const ServerConfig& config;
    boost::asio::io_context& io;
    World world;
    const Seal& seal;
    Pool& passwords;
    std::function<void(std::function<void()>)> post;
    std::function<void(const std::string&)> warn;
  };

  // Waits for the stores, and warns that it does: etcd may start later, or have no leader yet.
  // Faults: those of OpenEtcd and of JoinCluster but for a silent store.
  static Result<std::unique_ptr<ClusterStorage>> Open(const Parts& parts);

  const std::vector<ClusterStore*>& stores() const { return stores_; }
  ClusterJournal& journal() { return *journal_; }
  Accounts& accounts() { return *accounts_; }

 private:
  std::vector<std::unique_ptr<ClusterStore>> owned_;
  std::vector<ClusterStore*> stores_;
  std::optional<ClusterJournal> journal_;
  std::optional<ClusterAccounts> accounts_;
};

// ClusterNode: a server as one of several. It takes desks from its first moment on.
class ClusterNode {
 public:
  struct Parts {
    const ServerConfig& config;
    boost::asio::io_context& io;
    World world;
    const SecretKey& key;  // of the streams between nodes
    const std::string& folder;
    std::function<void(std::function<void()>)> post;
    ClusterStorage& storage;
    Lobby& lobby;
    VariantShelf& variants;
    std::function<void(const std::string&)> warn;
  };

  // Fault G01: it cannot take streams of other nodes. D02, D11, D12: its archive cannot be used.
  static Result<std::unique_ptr<ClusterNode>> Begin(const Parts& parts);

  RequestHandler& router() { return *router_; }
  // Where other nodes reach this one.
  const std::string& address() const { return address_; }
  bool joined() const { return membership_->joined(); }
  bool draining() const { return membership_->draining(); }
  bool TakesWrites() const { return store_watch_->TakesWrites(); }
  // Calls `then` once, when the node has joined.
  void WhenJoined(std::function<void()> then) { entry_->joined = std::move(then); }
  // Gives its desks to other nodes, between hands.
  void Drain();
  // Gives them up now; others take them at once.
  void Leave(const std::function<void()>& done) { membership_->Leave(done); }
  // Sets what is the cluster's.
  void Count(Tables::Counts& counts) const;

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
  ClusterJournal::ArchiveRead ReadArchive(const std::string& key,
                                          const std::vector<std::string>& holders) const;

  std::string name_;
  SecretKey key_{};
  std::int64_t quota_ = 0;
  std::string address_;
  std::optional<Entry> entry_;
  std::optional<Membership> membership_;
  std::optional<Placement> placement_;
  std::optional<StoreWatch> store_watch_;
  std::unique_ptr<Archive> archive_;  // null: this node runs no desks, and reads those of others
  std::optional<ThreadPool> archive_pool_, reading_pool_;
  std::unique_ptr<ArchiveServer> archive_server_;
  std::optional<Archiver> archiver_;
  std::optional<HostedDesks> desks_;
  std::optional<Reception> reception_;
  std::optional<TcpStreams> streams_;
  std::optional<Router> router_;
};

}  // namespace mlf::server
