// StoreWatch: the size of the store of a cluster, and its history. A store that is nearly full gets
// no new desks, and one node at a time makes it forget old changes. People are told when it takes
// no writes.
#pragma once

#include "cluster/cluster_store.h"
#include "cluster/membership.h"
#include "server/protocol/messages.h"
#include "server/world/world.h"

#include <functional>
#include <memory>
#include <optional>

namespace mlf::server {

class StoreWatch {
 public:
  static constexpr Ms kEvery = 5000;  // between two looks at the size
  static constexpr Ms kEveryInTrouble = 1000;
  static constexpr Ms kForget = 60'000;      // changes are kept at least so long
  static constexpr std::int64_t kFull = 70;  // percent of the quota

  // `quota`: bytes of the store. All outlive it.
  StoreWatch(World world, ClusterStore& store, Membership& membership, std::int64_t quota);
  ~StoreWatch();
  StoreWatch(const StoreWatch&) = delete;
  StoreWatch& operator=(const StoreWatch&) = delete;

  // Whether the store has room for a new desk. What is free inside its file is used again, so only
  // what is used counts.
  bool HasRoom() const { return size_.used < quota_ / 100 * kFull; }
  // False: the store has reached its quota, and nothing can be acknowledged.
  bool TakesWrites() const { return !size_.full; }
  // Gets what people are to know when the store begins or ceases to take no writes.
  void OnTrouble(std::function<void(const push::Notice&)> tell) { tell_ = std::move(tell); }
  // As it was last seen.
  const StoreSize& size() const { return size_; }
  // How long the store took for its last answer.
  Ms answer_ms() const { return answer_ms_; }

 private:
  void Look();
  void Looked(const std::optional<StoreSize>& size);
  void Noted(bool takes_writes);
  void Forget();

  const World world_;
  ClusterStore& store_;
  Membership& membership_;
  const std::int64_t quota_;
  StoreSize size_;
  Revision seen_ = 0;  // kForget ago
  Ms answer_ms_ = 0;
  bool in_trouble_ = false;
  std::function<void(const push::Notice&)> tell_;
  Timers::Id look_ = 0, forget_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
