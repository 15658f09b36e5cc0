#include "server/serve/cluster_node.h"

#include "server/cluster/cluster_meta.h"
#include "server/cluster/etcd_store.h"
#include "server/config/settings.h"

#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

namespace mlf::server {

Result<std::unique_ptr<ClusterStorage>> ClusterStorage::Open(const Parts& parts) {
  EtcdOptions options;
  options.endpoints = ClusterEndpoints(parts.config.cluster);
  options.post = parts.post;
  auto store = OpenEtcd(std::move(options), parts.world);
  if (!store) return store.faults();
  auto storage = std::make_unique<ClusterStorage>();
  storage->store_ = std::move(*store);
  std::optional<Faults> joined;
  JoinCluster(*storage->store_, parts.seal,
              [&joined](Faults faults) { joined = std::move(faults); });
  const auto work = boost::asio::make_work_guard(parts.io);
  while (!joined) parts.io.run_one();
  if (!joined->empty()) return *std::move(joined);
  storage->journal_.emplace(std::vector<ClusterStore*>{storage->store_.get()}, parts.seal,
                            parts.world);
  storage->accounts_.emplace(*storage->store_, parts.passwords, parts.world);
  return storage;
}

Result<std::unique_ptr<ClusterNode>> ClusterNode::Begin(const Parts& parts) {
  const ServerConfig& config = parts.config;
  ClusterStore& store = parts.storage.store();
  auto node = std::make_unique<ClusterNode>();
  NodeInfo self;
  self.name = config.name;
  self.gateway = config.roles.find("gateway") != std::string::npos;
  self.host = config.roles.find("host") != std::string::npos;
  for (const std::string& id : parts.variants.ids()) {
    if (const auto flow = parts.variants.FlowFor(id, {}))
      self.fingerprints[id] = (*flow)->fingerprint_text();
  }
  node->membership_.emplace(parts.world, store, self);
  node->placement_.emplace(parts.world, store, *node->membership_);
  if (self.host) {
    node->desks_.emplace(parts.world, *node->membership_, *node->placement_,
                         parts.storage.journal(), parts.lobby, self.fingerprints);
    node->reception_.emplace(parts.world, parts.lobby);
  }
  node->streams_.emplace(TcpStreams::Parts{parts.io, parts.world, *node->membership_, parts.key,
                                           node->reception_ ? &*node->reception_ : nullptr});
  const auto address = node->streams_->Listen(config.advertise);
  if (!address) return address.faults();
  node->address_ = *address;
  node->membership_->SetAddress(node->address_);
  node->router_.emplace(Router::Parts{config, parts.world, store, *node->membership_,
                                      *node->placement_, parts.storage.accounts(), parts.variants,
                                      *node->streams_});
  return node;
}

void ClusterNode::Drain() {
  if (desks_)
    desks_->Drain();
  else
    membership_->SetDraining();
}

}  // namespace mlf::server
