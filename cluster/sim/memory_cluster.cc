#include "cluster/sim/memory_cluster.h"

#include <mlf/flow/check.h>

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kLate = MemoryCluster::kTimeout * 3 / 2;
constexpr std::size_t kMostOperations = 128;

void CheckLimits(const Transaction& transaction) {
  MLF_CHECK(transaction.comparisons.size() <= kMostOperations &&
                transaction.writes.size() <= kMostOperations,
            "a transaction has more than 128 comparisons or writes");
  std::set<std::string> keys;
  for (const Write& write : transaction.writes) {
    MLF_CHECK(keys.insert(write.key).second, "a transaction writes a key twice");
  }
}

}  // namespace

// Reports changes in their order, one batch at a time.
struct MemoryCluster::Watcher {
  std::string prefix;
  Revision next = 0;
  std::function<void(const Change&)> change;
  std::function<void()> lost;
  bool busy = false;   // a batch is on its way
  bool ended = false;  // nothing may be called
};

class MemoryCluster::Node final : public ClusterStore {
 public:
  Node(MemoryCluster& cluster, std::string name, World world, World beside)
      : cluster_(cluster), name_(std::move(name)), world_(world), beside_(beside) {
    cluster_.nodes_.push_back(this);
  }
  ~Node() override {
    std::erase(cluster_.nodes_, this);
    *alive_ = false;
    for (auto& [id, watcher] : watchers_) watcher->ended = true;
    for (const auto& [id, keeping] : keeping_) beside_.timers.Cancel(keeping.timer);
  }

  void Commit(Transaction transaction, std::function<void(Committed)> done) override {
    CheckLimits(transaction);
    if (transaction.Bytes() > Transaction::kMostBytes) {
      world_.log.Error({}, "a transaction is too large for the store");
      world_.timers.At(world_.clock.Steady(), [alive = alive_, done = std::move(done)] {
        if (*alive) done({Committed::Outcome::kRefused, 0});
      });
      return;
    }
    const Fate fate = cluster_.fate_ ? cluster_.fate_(name_, transaction) : Fate::kInTime;
    Ask<Committed>(fate,
                   [transaction = std::move(transaction), fate](MemoryCluster& cluster) {
                     const Committed served = cluster.Apply(transaction);
                     return fate == Fate::kSaysFull
                                ? Committed{Committed::Outcome::kNoSpace, served.revision}
                                : served;
                   },
                   std::move(done), {});
  }
  void List(const std::string& prefix, std::size_t limit, const std::string& after,
            std::function<void(std::optional<Listing>)> done) override {
    Ask<std::optional<Listing>>(
        cluster_.read_fate_ ? cluster_.read_fate_(name_) : Fate::kInTime,
        [prefix, limit, after](MemoryCluster& cluster) {
          return cluster.Read(prefix, limit, after);
        },
        std::move(done), std::nullopt);
  }
  std::optional<Listing> ListNow(const std::string& prefix, std::size_t limit,
                                 const std::string& after) override {
    const Link& link = cluster_.LinkOf(name_);
    if (!link.requests || !link.answers || !cluster_.available_) return std::nullopt;
    return cluster_.Read(prefix, limit, after);
  }
  void Grant(Ms ttl, std::function<void(std::optional<LeaseId>)> done) override {
    Ask<std::optional<LeaseId>>(
        Fate::kInTime,
        [ttl](MemoryCluster& cluster) {
          return cluster.full_ ? std::nullopt : std::optional(cluster.Grant(ttl));
        },
        std::move(done), std::nullopt);
  }
  void Keep(LeaseId lease, Ms every, Ms until) override {
    Keeping& keeping = keeping_[lease];
    keeping.every = every;
    keeping.until = until;
    if (keeping.timer == 0) RenewLater(lease);
  }
  Kept HowKept(LeaseId lease) const override {
    const auto found = keeping_.find(lease);
    return found == keeping_.end() ? Kept{} : found->second.kept;
  }
  void HasLease(LeaseId lease, std::function<void(std::optional<bool>)> done) override {
    Ask<std::optional<bool>>(
        Fate::kInTime,
        [lease](MemoryCluster& cluster) { return cluster.leases_.count(lease) != 0; },
        std::move(done), std::nullopt);
  }
  void Revoke(LeaseId lease, std::function<void(bool)> done) override {
    if (const auto keeping = keeping_.extract(lease)) beside_.timers.Cancel(keeping.mapped().timer);
    Ask<bool>(
        Fate::kInTime, [lease](MemoryCluster& cluster) { return cluster.Revoke(lease); },
        std::move(done), false);
  }

  void Size(std::function<void(std::optional<StoreSize>)> done) override {
    Ask<std::optional<StoreSize>>(
        Fate::kInTime, [](MemoryCluster& cluster) { return cluster.Size(); }, std::move(done),
        std::nullopt);
  }
  void Compact(Revision upto) override {
    Ask<bool>(
        Fate::kInTime,
        [upto](MemoryCluster& cluster) {
          if (upto <= cluster.revision_) cluster.compacted_ = std::max(cluster.compacted_, upto);
          return true;
        },
        [](bool) {}, false);
  }

  WatchId Watch(const std::string& prefix, Revision from, std::function<void(const Change&)> change,
                std::function<void()> lost) override {
    const WatchId id = ++last_watch_;
    watchers_[id] = std::make_shared<Watcher>(
        Watcher{prefix, std::max<Revision>(1, from), std::move(change), std::move(lost)});
    Pump(watchers_[id]);
    return id;
  }
  void Unwatch(WatchId watch) override {
    const auto found = watchers_.find(watch);
    if (found == watchers_.end()) return;
    found->second->ended = true;
    watchers_.erase(found);
  }

  // Something has changed in the store, or on the way to it.
  void PumpAll() {
    for (const auto& [id, watcher] : watchers_) Pump(watcher);
  }

 private:
  struct Keeping {
    Ms every = 0, until = 0;
    Timers::Id timer = 0;
    Kept kept{};
  };

  void RenewLater(LeaseId lease) {
    Keeping& keeping = keeping_.at(lease);
    keeping.timer = beside_.timers.At(beside_.clock.Steady() + keeping.every, [this, lease] {
      Keeping& now = keeping_.at(lease);
      now.timer = 0;
      if (now.kept.ended || beside_.clock.Steady() >= now.until) return;
      Renew(lease);
      RenewLater(lease);
    });
  }
  void Renew(LeaseId lease) {
    const Ms asked = beside_.clock.Steady();
    Ask<std::optional<bool>>(
        Fate::kInTime, [lease](MemoryCluster& cluster) { return cluster.Renew(lease); },
        [this, lease, asked](std::optional<bool> renewed) {
          const auto found = keeping_.find(lease);
          if (found == keeping_.end() || !renewed) return;
          Kept& kept = found->second.kept;
          *renewed ? kept.asked = std::max(kept.asked, asked) : kept.ended = true;
        },
        std::nullopt, &beside_);
  }

  // Sends a request. `serve` runs in the store, `done` once, with its answer or with `silence`, on
  // the timers of `on`; null: those of the server.
  template <typename Answer>
  void Ask(Fate fate, std::function<Answer(MemoryCluster&)> serve, std::function<void(Answer)> done,
           Answer silence, const World* on = nullptr) {
    Timers& ways = cluster_.world_.timers;
    const Clock& clock = cluster_.world_.clock;
    struct Open {
      std::function<void(Answer)> done;
      Timers::Id timeout = 0;
    };
    const auto open = std::make_shared<Open>(Open{std::move(done)});
    const World* const back = on == nullptr ? &world_ : on;
    const auto settle = [back, alive = alive_, open, &ways](Answer answer) {
      if (!*alive || !open->done) return;
      ways.Cancel(open->timeout);
      back->timers.At(back->clock.Steady(), [alive, answer = std::move(answer),
                                             done = std::exchange(open->done, nullptr)] {
        if (*alive) done(answer);
      });
    };
    open->timeout = ways.At(clock.Steady() + kTimeout,
                            [settle, silence = std::move(silence)] { settle(silence); });
    const Link& link = cluster_.LinkOf(name_);
    if (fate == Fate::kRequestLost || !link.requests) return;
    const Ms way = link.delay + (fate == Fate::kRequestLate ? kLate : 0);
    ways.At(clock.Steady() + way, [&cluster = cluster_, up = cluster_.alive_, name = name_, fate,
                                   serve = std::move(serve), settle, &ways, &clock] {
      if (!*up || !cluster.available_) return;
      Answer answer = serve(cluster);
      const Link& home = cluster.LinkOf(name);
      if (fate == Fate::kAnswerLost || !home.answers) return;
      ways.At(clock.Steady() + home.delay,
              [settle, answer = std::move(answer)] { settle(answer); });
    });
  }

  void Pump(const std::shared_ptr<Watcher>& watcher) {
    const Link& link = cluster_.LinkOf(name_);
    if (watcher->busy || watcher->ended || !link.requests || !link.answers || !cluster_.available_)
      return;
    const auto batch = std::make_shared<std::vector<Change>>();
    const bool lost = watcher->next <= cluster_.compacted_;
    const auto begin =
        std::ranges::lower_bound(cluster_.history_, watcher->next, {},
                                 [](const Change& change) { return change.now.modified; });
    for (auto change = begin; change != cluster_.history_.end(); ++change) {
      if (change->now.key.starts_with(watcher->prefix)) batch->push_back(*change);
    }
    const Revision next = cluster_.revision_ + 1;
    if (batch->empty() && !lost) {
      watcher->next = std::max(watcher->next, next);
      return;
    }
    watcher->busy = true;
    cluster_.world_.timers.At(
        cluster_.world_.clock.Steady() + link.delay,
        [this, alive = alive_, watcher, batch, lost, next] {
          if (!*alive || watcher->ended) return;
          if (!cluster_.LinkOf(name_).answers) {  // sent again when the link is there
            watcher->busy = false;
            return;
          }
          world_.timers.At(world_.clock.Steady(), [this, alive, watcher, batch, lost, next] {
            if (lost) return EndLost(alive, watcher);
            for (const Change& change : *batch) {
              if (!*alive || watcher->ended) return;
              watcher->change(change);
            }
            if (!*alive || watcher->ended) return;
            watcher->next = next;
            watcher->busy = false;
            Pump(watcher);
          });
        });
  }
  void EndLost(const std::shared_ptr<bool>& alive, const std::shared_ptr<Watcher>& watcher) {
    if (!*alive || watcher->ended) return;
    watcher->ended = true;
    std::erase_if(watchers_, [&](const auto& one) { return one.second == watcher; });
    watcher->lost();
  }

  MemoryCluster& cluster_;
  const std::string name_;
  const World world_, beside_;
  std::map<LeaseId, Keeping> keeping_;
  WatchId last_watch_ = 0;
  std::map<WatchId, std::shared_ptr<Watcher>> watchers_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

MemoryCluster::~MemoryCluster() {
  *alive_ = false;
  for (const auto& [id, lease] : leases_) world_.timers.Cancel(lease.end);
}

std::unique_ptr<ClusterStore> MemoryCluster::Join(const std::string& node, World world,
                                                  World beside) {
  return std::make_unique<Node>(*this, node, world, beside);
}

void MemoryCluster::SetLink(const std::string& node, Link link) {
  links_[node] = link;
  for (Node* one : nodes_) one->PumpAll();
}

void MemoryCluster::SetAvailable(bool available) {
  if (available == available_) return;
  available_ = available;
  for (auto& [id, lease] : leases_) world_.timers.Cancel(lease.end);
  if (!available) return;
  for (const auto& [id, lease] : leases_) Renew(id);
  Changed();
}

// ---- what is kept ----

bool MemoryCluster::Holds(const Comparison& comparison) const {
  const auto found = keys_.find(comparison.key);
  if (found == keys_.end()) return comparison.equals == 0;
  return comparison.equals == (comparison.field == Comparison::Field::kCreated
                                   ? found->second.created
                                   : found->second.modified);
}

Committed MemoryCluster::Apply(const Transaction& transaction) {
  const bool leases_live = std::ranges::all_of(transaction.writes, [&](const Write& write) {
    return write.lease == 0 || leases_.contains(write.lease);
  });
  if (!leases_live || !std::ranges::all_of(transaction.comparisons,
                                           [&](const Comparison& one) { return Holds(one); })) {
    return {Committed::Outcome::kRefused, revision_};
  }
  if (full_ && std::ranges::any_of(transaction.writes,
                                   [](const Write& write) { return write.value.has_value(); }))
    return {Committed::Outcome::kNoSpace, revision_};
  ++revision_;
  bool changed = false;
  for (const Write& write : transaction.writes) {
    if (write.value) {
      Put(write.key, *write.value, write.lease);
      changed = true;
    } else {
      changed |= write.prefix ? DeleteAll(write.key) : Delete(write.key);
    }
  }
  if (!changed) --revision_;
  if (changed) Changed();
  return {Committed::Outcome::kWritten, revision_};
}

void MemoryCluster::Put(const std::string& key, const std::string& value, LeaseId lease) {
  StoredKey& stored = keys_[key];
  if (stored.created == 0) stored.created = revision_;
  if (stored.lease != 0) leases_[stored.lease].keys.erase(key);
  stored.key = key;
  stored.value = value;
  stored.modified = revision_;
  stored.lease = lease;
  if (lease != 0) leases_[lease].keys.insert(key);
  Note({stored, false});
}

bool MemoryCluster::Delete(const std::string& key) {
  const auto found = keys_.find(key);
  if (found == keys_.end()) return false;
  if (found->second.lease != 0) leases_[found->second.lease].keys.erase(key);
  keys_.erase(found);
  Note({{.key = key, .value = {}, .modified = revision_}, true});
  return true;
}

void MemoryCluster::Note(Change change) {
  history_.push_back(std::move(change));
  if (saw_) saw_(history_.back());
}

bool MemoryCluster::DeleteAll(const std::string& prefix) {
  std::vector<std::string> keys;
  for (const StoredKey& stored : Keys(prefix)) keys.push_back(stored.key);
  for (const std::string& key : keys) Delete(key);
  return !keys.empty();
}

Listing MemoryCluster::Read(const std::string& prefix, std::size_t limit,
                            const std::string& after) const {
  Listing listing{{}, revision_};
  for (auto key = after < prefix ? keys_.lower_bound(prefix) : keys_.upper_bound(after);
       key != keys_.end() && key->first.starts_with(prefix); ++key) {
    listing.keys.push_back(key->second);
    if (listing.keys.size() == limit) break;
  }
  return listing;
}

StoreSize MemoryCluster::Size() {
  std::int64_t used = 0;
  for (const auto& [key, stored] : keys_)
    used += static_cast<std::int64_t>(key.size() + stored.value.size());
  largest_ = std::max(largest_, used);
  return {largest_, used, full_};
}

LeaseId MemoryCluster::Grant(Ms ttl) {
  leases_[++last_lease_].ttl = ttl;
  Renew(last_lease_);
  return last_lease_;
}

bool MemoryCluster::Renew(LeaseId lease) {
  const auto found = leases_.find(lease);
  if (found == leases_.end()) return false;
  world_.timers.Cancel(found->second.end);
  found->second.end =
      world_.timers.At(world_.clock.Steady() + found->second.ttl, [this, lease] { Revoke(lease); });
  return true;
}

bool MemoryCluster::Revoke(LeaseId lease) {
  const auto found = leases_.find(lease);
  if (found == leases_.end()) return true;
  world_.timers.Cancel(found->second.end);
  const std::set<std::string> keys = found->second.keys;
  if (!keys.empty()) ++revision_;
  for (const std::string& key : keys) Delete(key);
  leases_.erase(found);
  if (!keys.empty()) Changed();
  return true;
}

void MemoryCluster::Changed() {
  for (Node* node : nodes_) node->PumpAll();
}

}  // namespace mlf::server
