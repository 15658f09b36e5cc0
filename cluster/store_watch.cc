#include "cluster/store_watch.h"

#include "cluster/cluster_keys.h"
#include "cluster/partition.h"

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
      answers_(stores_.size()),
      in_trouble_(stores_.size()) {
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
  const bool trouble = std::ranges::find(in_trouble_, true) != in_trouble_.end();
  look_ = world_.timers.At(world_.clock.Steady() + (trouble ? kEveryInTrouble : kEvery),
                           [this] { Look(); });
  for (std::size_t i = 0; i < stores_.size(); ++i) {
    stores_[i]->Size(
        [this, alive = alive_, i, asked = world_.clock.Steady()](std::optional<StoreSize> size) {
          if (*alive) Looked(i, asked, size);
        });
  }
}

void StoreWatch::Looked(std::size_t store, Ms asked, const std::optional<StoreSize>& size) {
  answers_[store] = world_.clock.Steady() - asked;
  Noted(store, size && !size->full);
  if (!size) return;
  StoreSize& before = sizes_[store];
  const std::int64_t limit = quota_ / 100 * kFull;
  if (size->used >= limit && before.used < limit)
    world_.log.Warning({}, fmt::format("the store of the cluster has {} of {} bytes: no new "
                                       "desks until hands are archived",
                                       size->used, quota_));
  if (size->full && !before.full)
    world_.log.Warning({},
                       "etcd has reached its quota and takes no writes (alarm NOSPACE): raise "
                       "its quota, or compact and defragment it, and disarm the alarm");
  if (!size->full && before.full) world_.log.Warning({}, "etcd takes writes again");
  before = *size;
}

void StoreWatch::Noted(std::size_t store, bool takes_writes) {
  if (in_trouble_[store] == !takes_writes) return;
  in_trouble_[store] = !takes_writes;
  if (!tell_) return;
  if (takes_writes)
    tell_(
        {"store_back", "服务器恢复了，牌局继续", "the server can store moves again; play goes on"});
  else
    tell_({"store_silent", "服务器暂时无法保存出牌；牌局会保留，恢复后自动继续",
           "the server cannot store moves now; the table is kept, and play goes on by itself"});
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
