#include "cluster/sim/sim_node.h"

#include <utility>

namespace mlf::server {
namespace {

constexpr std::int64_t kQuota = std::int64_t{1} << 40;

NodeInfo InfoOf(const std::string& name, bool is_host, const SimNode::Parts& parts) {
  NodeInfo self;
  self.name = name;
  self.host = is_host;
  self.fingerprints = parts.fingerprints;
  return self;
}

// Hashes passwords at once.
class Hasher final : public Pool {
 public:
  explicit Hasher(NodeWorld& time) : time_(time) {}
  bool Start(std::function<void()> work, std::function<void()> done) override {
    work();
    time_.Soon(std::move(done));
    return true;
  }

 private:
  NodeWorld& time_;
};

}  // namespace

SimNode::SimNode(const Parts& parts, std::string called, bool is_host,
                 std::unique_ptr<Between> between)
    : name(std::move(called)),
      time(parts.outer),
      parts_(parts),
      between_(std::move(between)),
      passwords_(std::make_unique<Hasher>(time)),
      archive_pool_(parts.archive, parts.outer, time, between_->waits_for_archive()),
      archive_(parts.archive == nullptr
                   ? nullptr
                   : std::make_unique<SimArchiveAccess>(*parts.archive, archive_pool_)),
      store(between_->Store(parts.cluster.Join(name, time.world(), time.beside()), time)),
      journal(*store, seal_, time.world()),
      accounts(*store, *passwords_, time.world()),
      lobby(parts.config, time.world(), between_->JournalOf(journal, time), accounts, parts.shelf,
            [this](std::span<const std::byte> bytes) { return seal_.KeyedHash(bytes); }),
      membership(time.world(), *store, InfoOf(name, is_host, parts)),
      placement(time.world(), *store, membership, between_->takes_at_once()),
      desks(is_host ? std::make_unique<HostedDesks>(time.world(), membership, placement, journal,
                                                    lobby, parts.fingerprints)
                    : nullptr),
      reception(is_host ? std::make_unique<Reception>(time.world(), lobby, placement) : nullptr),
      streams(between_->Streams(std::make_unique<SimNetwork::Streams>(parts.network, name))),
      router({parts.config, time.world(), *store, membership, placement, accounts, parts.shelf,
              *streams, between_->counts_coming()}),
      watch(time.world(), *store, membership, kQuota),
      archiver(time.world(), *store, membership, archive_.get()) {
  if (archive_)
    journal.UseArchive(
        [archive = archive_.get()](const std::string& key) { return archive->Get(key); },
        archive_pool_);
  watch.OnTrouble([this](const push::Notice& notice) { router.Tell(notice); });
  parts_.cluster.SetLink(name, {});
  parts_.network.Join(name, time, reception.get());
}

// What it has sent before is on its way.
void SimNode::Kill(Ms noticed) {
  if (std::exchange(killed_, true)) return;
  parts_.cluster.SetLink(name, {.requests = false, .answers = false});
  parts_.network.Leave(name, noticed);
  time.Kill();
}

SimNode::~SimNode() { Kill(); }

}  // namespace mlf::server
