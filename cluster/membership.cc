#include "cluster/membership.h"

#include "cluster/cluster_keys.h"
#include "server/protocol/messages.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace mlf::server {
std::string NodeText(const NodeInfo& node) {
  Json roles = Json::array();
  if (node.gateway) roles.push_back("gateway");
  if (node.host) roles.push_back("host");
  return Json{{"address", node.address},   {"roles", std::move(roles)},
              {"draining", node.draining}, {"desks", node.desks},
              {"matches", node.matches},   {"fingerprints", node.fingerprints},
              {"wall", node.wall}}
      .dump();
}

std::optional<NodeInfo> ReadNode(const std::string& name, const std::string& text) {
  const Result<Json> parsed = ParseJson(text);
  if (!parsed) return std::nullopt;
  try {
    NodeInfo node;
    node.name = name;
    node.address = parsed->at("address").get<std::string>();
    node.gateway = node.host = false;
    for (const Json& role : parsed->at("roles")) {
      if (role == "gateway") node.gateway = true;
      if (role == "host") node.host = true;
    }
    node.draining = parsed->at("draining").get<bool>();
    node.desks = parsed->at("desks").get<std::int64_t>();
    node.matches = parsed->at("matches").get<std::int64_t>();
    node.wall = parsed->value("wall", Ms{0});
    node.fingerprints = parsed->at("fingerprints").get<std::map<std::string, std::string>>();
    return node;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

Membership::Membership(World world, ClusterStore& store, NodeInfo self, LeaseTimes times)
    : world_(world),
      store_(store),
      self_(std::move(self)),
      tenure_(world, store, times,
              {.begun = [this] { Announce(); },
               .renewing =
                   [this] {
                     const bool old = world_.clock.Steady() - written_at_ >= kWriteAgain;
                     if (!joined_ || old || !(written_ == self_)) Announce();
                   },
               .lost = [this](LeaseId lease, const char* why) { Lost(lease, why); }}),
      mirror_(world, store_, keys::kNodes,
              [this](const std::string& name, const StoredKey& now, bool deleted) {
                Changed(name, now, deleted);
              }) {}

Membership::~Membership() { *alive_ = false; }

void Membership::Changed(const std::string& name, const StoredKey& now, bool deleted) {
  const auto node = deleted ? std::nullopt : ReadNode(name, now.value);
  // The first value may be older than this node.
  const bool known = nodes_.contains(name);
  if (node)
    nodes_[name] = *node;
  else
    nodes_.erase(name);
  if (!node) ahead_.erase(name);
  if (node && known && name != self_.name && node->wall != 0) {
    ahead_[name] = node->wall - world_.clock.Wall();
    CompareClocks();
  }
  for (Listener* listener : listeners_) listener->NodesChanged();
}

Ms Membership::clock_off() const {
  std::vector<Ms> ahead;
  for (const auto& [name, by] : ahead_) ahead.push_back(by);
  if (ahead.empty()) return 0;
  std::ranges::sort(ahead);
  const Ms low = ahead[(ahead.size() - 1) / 2], high = ahead[ahead.size() / 2];
  return std::abs(low) <= std::abs(high) ? low : high;
}

void Membership::CompareClocks() {
  const Ms off = clock_off();
  const bool wrong = std::abs(off) >= kClockOff;
  if (wrong && !clock_warned_)
    world_.log.Warning(
        {}, fmt::format("the clock of node {} is {} s {} those of the other nodes: check its "
                        "synchronization",
                        self_.name, std::abs(off) / 1000, off < 0 ? "ahead of" : "behind"));
  clock_warned_ = wrong;
}

// Two nodes of one name would share everything that a name owns.
void Membership::Announce() {
  const LeaseId lease = tenure_.lease();
  if (announcing_ || lease == 0) return;
  announcing_ = true;
  self_.wall = world_.clock.Wall();
  written_at_ = world_.clock.Steady();
  const std::string key = keys::kNodes + self_.name;
  Transaction transaction;
  if (!joined_) transaction.comparisons.push_back({key, Comparison::Field::kCreated, 0});
  transaction.writes.push_back({key, NodeText(self_), lease});
  store_.Commit(std::move(transaction), [this, alive = alive_, lease,
                                         written = self_](const Committed& committed) {
    if (!*alive) return;
    announcing_ = false;
    if (lease != tenure_.lease()) return;
    switch (committed.outcome) {
      case Committed::Outcome::kWritten:
        written_ = written;
        if (std::exchange(joined_, true)) return;
        world_.log.Info({}, fmt::format("node {} has joined the cluster", self_.name));
        for (Listener* listener : listeners_) listener->Joined();
        return;
      case Committed::Outcome::kRefused:
        if (joined_ || std::exchange(name_taken_, true)) return;
        for (Listener* listener : listeners_) listener->NameTaken();
        return;
      // Written, it is our own lease's; the next attempt is refused until that ends.
      case Committed::Outcome::kUnknown:
      case Committed::Outcome::kNoSpace:
        if (!joined_) tenure_.Fence("its key may or may not be written");
        return;
    }
  });
}

void Membership::Lost(LeaseId lease, const char* why) {
  world_.log.Warning({}, fmt::format("node {} gives up its desks: {}", self_.name, why));
  if (!std::exchange(joined_, false)) return;
  for (Listener* listener : listeners_) listener->Fenced(lease);
}

void Membership::SetLoad(std::int64_t desks, std::int64_t matches) {
  self_.desks = desks;
  self_.matches = matches;
}

void Membership::SetAddress(const std::string& address) { self_.address = address; }

void Membership::SetDraining() {
  self_.draining = true;
  if (joined_) Announce();
}

void Membership::Leave(const std::function<void()>& done) {
  const LeaseId lease = tenure_.lease();
  if (std::exchange(joined_, false)) {
    for (Listener* listener : listeners_) listener->Fenced(lease);
  }
  tenure_.Leave(done);
}

}  // namespace mlf::server
