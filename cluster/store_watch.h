// StoreWatch: the size of the stores of a cluster, and their history. A store that is nearly full
// gets no new desks, and one node at a time makes the stores forget old changes. People are told
// when a store takes no writes.
#pragma once

#include "cluster/cluster_store.h"
#include "cluster/membership.h"
#include "server/protocol/messages.h"
#include "server/world/world.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlf::server {

class StoreWatch {
 public:
  static constexpr Ms kEvery = 5000;  // between two looks at the sizes
  static constexpr Ms kEveryInTrouble = 1000;
  static constexpr Ms kForget = 60'000;      // changes are kept at least so long
  static constexpr std::int64_t kFull = 70;  // percent of the quota

  // `quota`: bytes of each store. All outlive it.
  StoreWatch(World world, std::vector<ClusterStore*> stores, Membership& membership,
             std::int64_t quota);
  ~StoreWatch();
  StoreWatch(const StoreWatch&) = delete;
  StoreWatch& operator=(const StoreWatch&) = delete;

  // Whether the store of this desk has room for it.
  bool HasRoom(const std::string& desk) const;
  // False: a store has reached its quota, and nothing can be acknowledged in it.
  bool TakesWrites() const;
  // Gets what people are to know when a store begins or ceases to take no writes.
  void OnTrouble(std::function<void(const push::Notice&)> tell) { tell_ = std::move(tell); }
  // Of the fullest store, as it was last seen.
  StoreSize size() const;
  // How long the slowest store took for its last answer.
  Ms answer_ms() const { return *std::ranges::max_element(answers_); }

 private:
  void Look();
  void Looked(std::size_t store, Ms asked, const std::optional<StoreSize>& size);
  void Noted(std::size_t store, bool takes_writes);
  void Forget();

  const World world_;
  const std::vector<ClusterStore*> stores_;
  Membership& membership_;
  const std::int64_t quota_;
  std::vector<StoreSize> sizes_;
  std::vector<Revision> seen_;  // of each store, kForget ago
  std::vector<Ms> answers_;     // how long each took for its last one
  std::vector<bool> in_trouble_;
  std::function<void(const push::Notice&)> tell_;
  Timers::Id look_ = 0, forget_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
