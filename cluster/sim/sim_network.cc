#include "cluster/sim/sim_network.h"

#include "server/protocol/json_wire.h"

#include <mlf/flow/check.h>
#include <mlf/flow/json.h>

#include <algorithm>

namespace mlf::server {
namespace {

constexpr Ms kDialAgain = 200;

// As the other end reads it.
ToHost Sent(ToHost frame) {
  if (!frame.body) return frame;
  const std::string text = RequestObject(*frame.body).dump();
  Incoming incoming = ReadRequest(std::string_view(text));
  MLF_CHECK(std::holds_alternative<Request>(incoming.content), "a request");
  frame.body = std::get<Request>(std::move(incoming.content));
  return frame;
}
ToGateway Sent(ToGateway frame) {
  if (!frame.push) return frame;
  const auto json =
      ParseJson(frame.push->Bytes(Wire::kJson, [](const Push& body) { return PushText(body); }));
  auto push = json ? ReadPush(*json) : std::nullopt;
  MLF_CHECK(push, "a push");
  frame.push = MakeMessage(*std::move(push));
  return frame;
}

}  // namespace

void SimNetwork::At(const std::string& node, std::function<void()> what) {
  const auto found = nodes_.find(node);
  if (found == nodes_.end() || found->second.time == nullptr) return;
  found->second.time->Soon(std::move(what));
}

void SimNetwork::Travel(const std::string& from, const std::string& to,
                        std::function<void()> what) {
  const Pair way{from, to};
  Way& one = ways_[way];
  one.last = std::max(one.last, world_.clock.Steady() + one.delay);
  world_.timers.At(one.last,
                   [this, way, what = std::move(what)]() mutable { Arrive(way, std::move(what)); });
}

void SimNetwork::Arrive(const Pair& way, std::function<void()> what) {
  Way& one = ways_[way];
  if (one.held)
    one.waiting.push_back(std::move(what));
  else
    At(way.second, std::move(what));
}

bool SimNetwork::Is(const std::map<Pair, int>& streams, const Pair& pair, int number) {
  const auto found = streams.find(pair);
  return found != streams.end() && found->second == number;
}

// ---- streams ----

void SimNetwork::Join(const std::string& name, NodeWorld& time, HostEntrance* reception) {
  Node& node = nodes_[name];
  node.time = &time;
  node.reception = reception;
  for (const auto& [other, there] : nodes_) ConnectBoth(name, other);
}

void SimNetwork::Leave(const std::string& name, Ms after) {
  nodes_[name] = {};
  stops_.erase(name);
  for (const auto& [other, there] : nodes_) {
    Break(name, other, after);
    if (other != name) Break(other, name, after);
    at_gateway_.erase({name, other});
    at_host_.erase({other, name});
  }
}

void SimNetwork::Cut(const std::string& gateway, const std::string& host) {
  Break(gateway, host);
  Connect(gateway, host);
}

bool SimNetwork::Joined(const std::string& a, const std::string& b) {
  return nodes_[a].time != nullptr && nodes_[b].time != nullptr && !ways_[{a, b}].held &&
         !ways_[{b, a}].held && !stops_.contains(a) && !stops_.contains(b);
}

void SimNetwork::ConnectBoth(const std::string& a, const std::string& b) {
  if (!Joined(a, b)) return;
  if (!streams_.contains({a, b})) Connect(a, b);
  if (!streams_.contains({b, a})) Connect(b, a);
}

void SimNetwork::BreakBoth(const std::string& a, const std::string& b) {
  Break(a, b);
  if (a != b) Break(b, a);
}

void SimNetwork::Connect(const std::string& gateway, const std::string& host) {
  if (nodes_[gateway].user == nullptr || nodes_[host].reception == nullptr) return;
  const Pair pair{gateway, host};
  const int number = streams_[pair] = ++last_;
  Travel(gateway, host, [this, pair, number] {
    if (!Is(streams_, pair, number)) return;
    at_host_[pair] = number;
    nodes_[pair.second].reception->Up(pair.first, [this, pair, number](const ToGateway& frame) {
      SendToGateway(pair, number, frame);
    });
    Travel(pair.second, pair.first, [this, pair, number] {
      if (!Is(streams_, pair, number)) return;
      at_gateway_[pair] = number;
      nodes_[pair.first].user->StreamUp(pair.second);
    });
  });
}

void SimNetwork::Break(const std::string& gateway, const std::string& host, Ms after) {
  const Pair pair{gateway, host};
  const auto found = streams_.find(pair);
  if (found == streams_.end()) return;
  const int number = found->second;
  streams_.erase(found);
  world_.timers.At(world_.clock.Steady() + after, [this, pair, number] {
    At(pair.second, [this, pair, number] {
      if (!Is(at_host_, pair, number)) return;
      at_host_.erase(pair);
      nodes_[pair.second].reception->Down(pair.first);
    });
    At(pair.first, [this, pair, number] {
      if (!Is(at_gateway_, pair, number)) return;
      at_gateway_.erase(pair);
      nodes_[pair.first].user->StreamDown(pair.second);
    });
  });
}

// ---- frames ----

void SimNetwork::SendToHost(const Pair& pair, const ToHost& frame) {
  const auto found = at_gateway_.find(pair);
  if (found == at_gateway_.end() || !Is(streams_, pair, found->second)) return;
  Travel(pair.first, pair.second, [this, pair, number = found->second, sent = Sent(frame)] {
    if (Is(at_host_, pair, number)) nodes_[pair.second].reception->Received(pair.first, sent);
  });
}

void SimNetwork::SendToGateway(const Pair& pair, int number, const ToGateway& frame) {
  if (!Is(streams_, pair, number)) return;
  Travel(pair.second, pair.first, [this, pair, number, sent = Sent(frame)] {
    if (Is(at_gateway_, pair, number)) nodes_[pair.first].user->Received(pair.second, sent);
  });
}

// ---- silence ----

void SimNetwork::Hold(const std::string& from, const std::string& to) {
  Way& way = ways_[{from, to}];
  if (way.held) return;
  way.held = true;
  const std::uint64_t change = way.change = ++changes_;
  world_.timers.At(world_.clock.Steady() + kSilent, [this, from, to, change] {
    if (ways_[{from, to}].change == change) BreakBoth(from, to);
  });
}

void SimNetwork::Release(const std::string& from, const std::string& to) {
  Way& way = ways_[{from, to}];
  if (!way.held) return;
  way.held = false;
  way.change = ++changes_;
  for (std::function<void()>& what : std::exchange(way.waiting, {})) At(to, std::move(what));
  world_.timers.At(world_.clock.Steady() + kDialAgain, [this, from, to] { ConnectBoth(from, to); });
}

void SimNetwork::Stopped(const std::string& name) {
  const std::uint64_t change = stops_[name] = ++changes_;
  world_.timers.At(world_.clock.Steady() + kSilent, [this, name, change] {
    const auto found = stops_.find(name);
    if (found == stops_.end() || found->second != change) return;
    for (const auto& [other, there] : nodes_) {
      if (other != name) BreakBoth(name, other);
    }
  });
}

void SimNetwork::Continued(const std::string& name) {
  stops_.erase(name);
  world_.timers.At(world_.clock.Steady() + kDialAgain, [this, name] {
    for (const auto& [other, there] : nodes_) ConnectBoth(name, other);
  });
}

}  // namespace mlf::server
