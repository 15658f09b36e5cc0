#include "server/cluster/store_watch.h"

#include "server/cluster/cluster_keys.h"
#include "server/cluster/partition.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mlf::server {

StoreWatch::StoreWatch(World world, std::vector<ClusterStore*> stores, Membership& membership,
                       std::int64_t quota)
    : world_(world),
      stores_(std::move(stores)),
      membership_(membership),
      quota_(quota),
      sizes_(stores_.size()),
      seen_(stores_.size()),
      answers_(stores_.size()) {
  Look();
  Forget();
}

StoreWatch::~StoreWatch() {
  *alive_ = false;
  world_.timers.Cancel(look_);
  world_.timers.Cancel(forget_);
}

// What is free inside the file is used again, so only what is used counts.
bool StoreWatch::HasRoom(const std::string& desk) const {
  return sizes_[PartitionOf(desk, stores_.size())].used < quota_ / 100 * kFull;
}

bool StoreWatch::TakesWrites() const { return std::ranges::none_of(sizes_, &StoreSize::full); }

StoreSize StoreWatch::size() const {
  return *std::ranges::max_element(sizes_, {}, &StoreSize::used);
}

void StoreWatch::Look() {
  look_ = world_.timers.At(world_.clock.Steady() + kEvery, [this] { Look(); });
  for (std::size_t i = 0; i < stores_.size(); ++i) {
    stores_[i]->Size([this, alive = alive_, i,
                      asked = world_.clock.Steady()](const std::optional<StoreSize>& size) {
      if (!*alive) return;
      answers_[i] = world_.clock.Steady() - asked;
      if (!size) return;
      const std::int64_t limit = quota_ / 100 * kFull;
      if (size->used >= limit && sizes_[i].used < limit)
        world_.log.Warning({}, fmt::format("the store of the cluster has {} of {} bytes: no new "
                                           "desks until hands are archived",
                                           size->used, quota_));
      if (size->full && !sizes_[i].full)
        world_.log.Error({},
                         "etcd has reached its quota and takes no writes (alarm NOSPACE): raise "
                         "its quota, or compact and defragment it, and disarm the alarm");
      if (!size->full && sizes_[i].full) world_.log.Warning({}, "etcd takes writes again");
      sizes_[i] = *size;
    });
  }
}

// Only the first live node; where two believe that they are it, both do no harm.
void StoreWatch::Forget() {
  forget_ = world_.timers.At(world_.clock.Steady() + kForget, [this] { Forget(); });
  const auto& nodes = membership_.nodes();
  const bool ours = !nodes.empty() && nodes.begin()->first == membership_.name();
  for (std::size_t i = 0; i < stores_.size(); ++i) {
    if (ours && seen_[i] != 0) stores_[i]->Compact(seen_[i]);
    stores_[i]->List(keys::kMeta, 1, {},
                     [this, alive = alive_, i](const std::optional<Listing>& now) {
                       if (*alive && now) seen_[i] = now->revision;
                     });
  }
}

}  // namespace mlf::server
