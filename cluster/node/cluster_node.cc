#include "cluster/node/cluster_node.h"

#include "cluster/cluster_meta.h"
#include "server/config/secret_file.h"
#include "server/config/settings.h"

#include <tuple>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <fmt/format.h>

namespace mlf::server {
namespace {

constexpr std::size_t kArchiveReads = 4;  // at a time; more are refused

}  // namespace

Result<EtcdOptions> EtcdOptionsOf(const ServerConfig& config) {
  EtcdOptions options;
  for (const auto& [file, text, is_private] :
       {std::tuple(&config.cluster_ca, &options.ca, false),
        std::tuple(&config.cluster_cert, &options.cert, false),
        std::tuple(&config.cluster_key, &options.key, true)}) {
    if (file->empty()) continue;
    Result<std::string> read = ReadSecretFile(*file, is_private);
    if (!read) return read.faults();
    *text = *std::move(read) + "\n";
  }
  return options;
}

namespace {

constexpr Ms kStoreAgain = 1000;  // a store that was silent

void Wait(const SharedParts& parts, Ms time) {
  bool over = false;
  parts.world.timers.At(parts.world.clock.Steady() + time, [&over] { over = true; });
  while (!over) parts.io.run_one();
}

Faults JoinWhenItAnswers(const SharedParts& parts, ClusterStore& store) {
  for (bool warned = false;; Wait(parts, kStoreAgain)) {
    std::optional<Faults> joined;
    JoinCluster(store, parts.seal, [&joined](Faults faults) { joined = std::move(faults); });
    while (!joined) parts.io.run_one();
    if (joined->empty() || joined->front().code != kSilentStore) return *std::move(joined);
    if (!std::exchange(warned, true))
      parts.warn(joined->front().Text() + "; waiting until it does");
  }
}

}  // namespace

Result<std::unique_ptr<SharedStorage>> ClusterStorage::Open(const SharedParts& parts) {
  auto options = EtcdOptionsOf(parts.config);
  if (!options) return options.faults();
  options->post = parts.post;
  auto storage = std::make_unique<ClusterStorage>(parts);
  const auto work = boost::asio::make_work_guard(parts.io);
  options->endpoints = ClusterEndpoints(parts.config.cluster);
  auto store = OpenEtcd(*options, parts.world);
  if (!store) return store.faults();
  storage->store_ = std::move(*store);
  if (Faults faults = JoinWhenItAnswers(parts, storage->store()); !faults.empty()) return faults;
  storage->journal_.emplace(storage->store(), parts.seal, parts.world);
  storage->accounts_.emplace(storage->store(), parts.passwords, parts.world);
  return std::unique_ptr<SharedStorage>(std::move(storage));
}

Result<std::unique_ptr<SharedNode>> ClusterStorage::Begin(Lobby& lobby, VariantShelf& variants) {
  return ClusterNode::Begin({parts_, *this, lobby, variants});
}

Result<std::unique_ptr<SharedNode>> ClusterNode::Begin(const Parts& parts) {
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
  node->entry_.emplace(parts);
  node->membership_.emplace(parts.world, store, self);
  node->membership_->Add(*node->entry_);
  node->placement_.emplace(parts.world, store, *node->membership_);
  if (self.host) {
    node->desks_.emplace(parts.world, *node->membership_, *node->placement_,
                         parts.storage.cluster_journal(), parts.lobby, self.fingerprints);
    node->reception_.emplace(parts.world, parts.lobby, *node->placement_);
  }
  if (!config.certs.empty()) {
    if (const auto end = CertificatesEnd(config.certs, config.name); !end) return end.faults();
    node->certificates_.emplace(parts.world, config.certs, config.name, parts.warn);
  }
  auto streams = OpenNodeStreams({.world = parts.world,
                                  .membership = *node->membership_,
                                  .reception = node->reception_ ? &*node->reception_ : nullptr,
                                  .certs = config.certs,
                                  .post = parts.post});
  if (!streams) return streams.faults();
  node->streams_ = std::move(*streams);
  node->quota_ = config.cluster_quota_mb << 20;
  node->store_watch_.emplace(parts.world, store, *node->membership_, node->quota_);
  if (Faults faults = node->OpenArchive(parts); !faults.empty()) return faults;
  if (self.host) {
    node->desks_->AskRoom([&watch = *node->store_watch_] { return watch.HasRoom(); });
    node->archiver_.emplace(parts.world, store, *node->membership_, node->archive_.get());
  }
  const auto address = node->streams_->Listen(config.advertise);
  if (!address) return address.faults();
  node->address_ = *address;
  node->membership_->SetAddress(node->address_);
  node->router_.emplace(Router::Parts{config, parts.world, store, *node->membership_,
                                      *node->placement_, parts.storage.accounts(), parts.variants,
                                      *node->streams_});
  node->store_watch_->OnTrouble(
      [&router = *node->router_](const push::Notice& notice) { router.Tell(notice); });
  return std::unique_ptr<SharedNode>(std::move(node));
}

void ClusterNode::Entry::NameTaken() {
  warn(
      fmt::format("a node {} is in the cluster; waiting until its lease ends: stop it, or give "
                  "this one another --name",
                  name));
}

Faults ClusterNode::OpenArchive(const Parts& parts) {
  const std::string& place = parts.config.archive;
  if (place.empty()) {
    parts.warn(
        "finished hands stay in etcd until it is full; give them an archive that all nodes reach, "
        "by --archive");
    return {};
  }
  archive_pool_.emplace(1, parts.post);
  auto opened = mlf::server::OpenArchive(place, *archive_pool_);
  if (!opened) return opened.faults();
  archive_ = std::move(*opened);
  reading_pool_.emplace(kArchiveReads, parts.post);
  parts.storage.cluster_journal().UseArchive(
      [archive = archive_.get()](const std::string& key) { return archive->Get(key); },
      *reading_pool_);
  return {};
}

void ClusterNode::Count(Tables::Counts& counts) const {
  const StoreSize& size = store_watch_->size();
  counts.store_bytes = size.file;
  counts.store_used = size.used;
  counts.store_quota = quota_;
  counts.store_answer_ms = store_watch_->answer_ms();
  counts.lease_left_ms = membership_->lease_left();
  counts.clock_off_ms = membership_->clock_off();
  counts.takeovers = placement_->taking();
  counts.desks_without_host = placement_->orphans();
  if (!archiver_) return;
  counts.hands_waiting = archiver_->waiting();
  counts.hands_archived = archiver_->moved();
}

void ClusterNode::Drain() {
  if (desks_)
    desks_->Drain();
  else
    membership_->SetDraining();
}

}  // namespace mlf::server
