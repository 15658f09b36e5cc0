// SimNode: a whole server of a simulated cluster, as cluster/node/cluster_node.h joins it, without
// sockets.
#pragma once

#include "cluster/archiver.h"
#include "cluster/cluster_accounts.h"
#include "cluster/cluster_journal.h"
#include "cluster/hosted_desks.h"
#include "cluster/membership.h"
#include "cluster/placement.h"
#include "cluster/reception.h"
#include "cluster/router.h"
#include "cluster/sim/memory_cluster.h"
#include "cluster/sim/node_world.h"
#include "cluster/sim/sim_archive.h"
#include "cluster/sim/sim_network.h"
#include "cluster/store_watch.h"
#include "server/config/config.h"
#include "server/host/variant_shelf.h"
#include "server/journal/pool.h"
#include "server/journal/seal.h"
#include "server/lobby/lobby.h"

#include <map>
#include <memory>
#include <string>

namespace mlf::server {

// What a simulation puts between the parts of a node. By itself it changes nothing.
class Between {
 public:
  virtual ~Between() = default;
  virtual std::unique_ptr<ClusterStore> Store(std::unique_ptr<ClusterStore> store, NodeWorld&) {
    return store;
  }
  virtual std::size_t takes_at_once() const { return Placement::kAtOnce; }
  virtual bool counts_coming() const { return true; }
  virtual bool waits_for_archive() const { return false; }
  virtual Journal& JournalOf(ClusterJournal& journal, NodeWorld&) { return journal; }
  virtual std::unique_ptr<HostStreams> Streams(std::unique_ptr<HostStreams> streams) {
    return streams;
  }
};

class SimNode {
 public:
  struct Parts {
    MemoryCluster& cluster;
    SimNetwork& network;
    World outer;
    const ServerConfig& config;
    VariantShelf& shelf;
    // See NodeInfo.
    std::map<std::string, std::string> fingerprints;
    SimArchive* archive = nullptr;
  };

  SimNode(const Parts& parts, std::string name, bool is_host,
          std::unique_ptr<Between> between = std::make_unique<Between>());
  ~SimNode();
  SimNode(const SimNode&) = delete;
  SimNode& operator=(const SimNode&) = delete;

  // kill -9. Others notice after so long that its streams are silent.
  void Kill(Ms noticed = 0);

  const std::string name;
  NodeWorld time;

 private:
  const Parts parts_;
  const std::unique_ptr<Between> between_;
  const std::unique_ptr<Pool> passwords_;
  const Seal seal_{SecretKey{}};
  SimArchivePool archive_pool_;
  std::unique_ptr<Archive> archive_;  // null: there is none
  bool killed_ = false;

 public:
  // ---- its parts, in the order in which a server makes them ----
  const std::unique_ptr<ClusterStore> store;
  ClusterJournal journal;
  ClusterAccounts accounts;
  Lobby lobby;
  Membership membership;
  Placement placement;
  // Null at a node that runs no desks.
  const std::unique_ptr<HostedDesks> desks;
  const std::unique_ptr<Reception> reception;
  const std::unique_ptr<HostStreams> streams;
  Router router;
  StoreWatch watch;
  Archiver archiver;
};

}  // namespace mlf::server
