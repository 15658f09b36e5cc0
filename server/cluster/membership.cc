#include "server/cluster/membership.h"

#include "server/protocol/messages.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>

#include <utility>

namespace mlf::server {
namespace {

constexpr const char* kNodes = "mlf/nodes/";
constexpr Ms kGrantAgain = 300;

}  // namespace

std::string NodeText(const NodeInfo& node) {
  Json roles = Json::array();
  if (node.gateway) roles.push_back("gateway");
  if (node.host) roles.push_back("host");
  return Json{{"address", node.address},   {"roles", std::move(roles)},
              {"draining", node.draining}, {"desks", node.desks},
              {"matches", node.matches},   {"fingerprints", node.fingerprints},
              {"archive", node.archive}}
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
    node.archive = parsed->value("archive", "");
    node.fingerprints = parsed->at("fingerprints").get<std::map<std::string, std::string>>();
    return node;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

Membership::Membership(World world, ClusterStore& store, NodeInfo self, LeaseTimes times)
    : world_(world),
      store_(store),
      times_(times),
      self_(std::move(self)),
      mirror_(world, store, kNodes,
              [this](const std::string& name, const StoredKey& now, bool deleted) {
                const auto node = deleted ? std::nullopt : ReadNode(name, now.value);
                if (node)
                  nodes_[name] = *node;
                else
                  nodes_.erase(name);
                for (Listener* listener : listeners_) listener->NodesChanged();
              }) {
  Grant();
}

Membership::~Membership() {
  *alive_ = false;
  world_.timers.Cancel(next_);
  world_.timers.Cancel(fence_);
}

void Membership::Later(Ms after, void (Membership::*what)()) {
  world_.timers.Cancel(next_);
  next_ = world_.timers.At(world_.clock.Steady() + after, [this, what] {
    next_ = 0;
    (this->*what)();
  });
}

void Membership::Grant() {
  const Ms asked = world_.clock.Steady();
  store_.Grant(times_.ttl, [this, alive = alive_, asked](std::optional<LeaseId> lease) {
    if (!*alive || left_) return;
    if (!lease) return Later(kGrantAgain, &Membership::Grant);
    lease_ = *lease;
    fence_ = world_.timers.At(asked + times_.fence, [this] {
      fence_ = 0;
      Fence("its lease could not be renewed in time");
    });
    Announce();
    Later(times_.renew, &Membership::Renew);
  });
}

// Two nodes of one name would share everything that a name owns.
void Membership::Announce() {
  if (announcing_ || lease_ == 0) return;
  announcing_ = true;
  const std::string key = kNodes + self_.name;
  Transaction transaction;
  if (!joined_) transaction.comparisons.push_back({key, Comparison::Field::kCreated, 0});
  transaction.writes.push_back({key, NodeText(self_), lease_});
  store_.Commit(std::move(transaction), [this, alive = alive_, lease = lease_,
                                         written = self_](const Committed& committed) {
    if (!*alive) return;
    announcing_ = false;
    if (lease != lease_) return;
    switch (committed.outcome) {
      case Committed::Outcome::kWritten:
        written_ = written;
        if (std::exchange(joined_, true)) return;
        world_.log.Info({}, fmt::format("node {} has joined the cluster", self_.name));
        for (Listener* listener : listeners_) listener->Joined();
        return;
      case Committed::Outcome::kRefused:
        if (!joined_ && !std::exchange(name_taken_, true))
          world_.log.Info({}, fmt::format("a node {} is in the cluster still: waiting until its "
                                          "lease ends, or give this one another --name",
                                          self_.name));
        return;
      // Written, it is our own lease's; the next attempt is refused until that ends.
      case Committed::Outcome::kUnknown:
        if (!joined_) Fence("its key may or may not be written");
        return;
    }
  });
}

void Membership::Renew() {
  if (!joined_ || !(written_ == self_)) Announce();
  const Ms asked = world_.clock.Steady();
  store_.Renew(lease_, [this, alive = alive_, lease = lease_, asked](std::optional<bool> renewed) {
    if (!*alive || lease != lease_ || !renewed) return;
    if (!*renewed) return Fence("its lease has ended");
    world_.timers.Cancel(fence_);
    fence_ = world_.timers.At(asked + times_.fence, [this] {
      fence_ = 0;
      Fence("its lease could not be renewed in time");
    });
  });
  Later(times_.renew, &Membership::Renew);
}

void Membership::Fence(const char* why) {
  const LeaseId lease = std::exchange(lease_, 0);
  if (lease == 0) return;
  world_.timers.Cancel(std::exchange(fence_, 0));
  world_.timers.Cancel(std::exchange(next_, 0));
  world_.log.Warning({}, fmt::format("node {} gives up its desks: {}", self_.name, why));
  // What it held goes to others at once, where the store can be reached.
  store_.Revoke(lease, [](bool) {});
  if (std::exchange(joined_, false)) {
    for (Listener* listener : listeners_) listener->Fenced(lease);
  }
  if (!left_) Later(kGrantAgain, &Membership::Grant);
}

void Membership::SetLoad(std::int64_t desks, std::int64_t matches) {
  self_.desks = desks;
  self_.matches = matches;
}

void Membership::SetAddress(const std::string& address) { self_.address = address; }

void Membership::SetArchive(const std::string& address) { self_.archive = address; }

void Membership::SetDraining() {
  self_.draining = true;
  if (joined_) Announce();
}

void Membership::Leave(std::function<void()> done) {
  left_ = true;
  const LeaseId lease = std::exchange(lease_, 0);
  world_.timers.Cancel(std::exchange(fence_, 0));
  world_.timers.Cancel(std::exchange(next_, 0));
  if (std::exchange(joined_, false)) {
    for (Listener* listener : listeners_) listener->Fenced(lease);
  }
  if (lease == 0) {
    if (done) world_.timers.At(world_.clock.Steady(), std::move(done));
    return;
  }
  store_.Revoke(lease, [alive = alive_, done = std::move(done)](bool) {
    if (*alive && done) done();
  });
}

}  // namespace mlf::server
