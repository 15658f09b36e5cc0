#include "cluster/store_watch.h"

#include "cluster/cluster_keys.h"

#include <utility>

#include <fmt/format.h>

namespace mlf::server {

StoreWatch::StoreWatch(World world, ClusterStore& store, Membership& membership, std::int64_t quota)
    : world_(world), store_(store), membership_(membership), quota_(quota) {
  Look();
  Forget();
}

StoreWatch::~StoreWatch() {
  *alive_ = false;
  world_.timers.Cancel(look_);
  world_.timers.Cancel(forget_);
}

void StoreWatch::Look() {
  look_ = world_.timers.At(world_.clock.Steady() + (in_trouble_ ? kEveryInTrouble : kEvery),
                           [this] { Look(); });
  store_.Size(
      [this, alive = alive_, asked = world_.clock.Steady()](const std::optional<StoreSize>& size) {
        if (!*alive) return;
        answer_ms_ = world_.clock.Steady() - asked;
        Looked(size);
      });
}

void StoreWatch::Looked(const std::optional<StoreSize>& size) {
  Noted(size && !size->full);
  if (!size) return;
  const std::int64_t limit = quota_ / 100 * kFull;
  if (size->used >= limit && size_.used < limit)
    world_.log.Warning({}, fmt::format("the store of the cluster has {} of {} bytes: no new "
                                       "desks until hands are archived",
                                       size->used, quota_));
  if (size->full && !size_.full)
    world_.log.Warning({},
                       "etcd has reached its quota and takes no writes (alarm NOSPACE): raise "
                       "its quota, or compact and defragment it, and disarm the alarm");
  if (!size->full && size_.full) world_.log.Warning({}, "etcd takes writes again");
  size_ = *size;
}

void StoreWatch::Noted(bool takes_writes) {
  if (in_trouble_ == !takes_writes) return;
  in_trouble_ = !takes_writes;
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
  if (ours && seen_ != 0) store_.Compact(seen_);
  store_.List(keys::kMeta, 1, {}, [this, alive = alive_](const std::optional<Listing>& now) {
    if (*alive && now) seen_ = now->revision;
  });
}

}  // namespace mlf::server
