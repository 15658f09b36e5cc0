// SimNetwork: the streams between the nodes of a simulated cluster. Each frame is written and read
// as on a wire.
#pragma once

#include "server/cluster/host_streams.h"
#include "server/cluster/reception.h"
#include "tests/server_cluster/node_world.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace mlf::server::test {

class SimNetwork {
 public:
  class Streams final : public HostStreams {
   public:
    Streams(SimNetwork& network, std::string name) : network_(network), name_(std::move(name)) {}
    void Use(Listener& listener) override { network_.nodes_[name_].user = &listener; }
    bool up(const std::string& node) const override {
      return network_.streams_.contains({name_, node});
    }
    void Send(const std::string& node, const ToHost& frame) override {
      network_.ToHostOf(name_, node, frame);
    }

   private:
    SimNetwork& network_;
    const std::string name_;
  };

  // `reception` may be null: a gateway alone. Call it when the node is complete.
  void Join(const std::string& name, NodeWorld& time, Reception* reception) {
    Node& node = nodes_[name];
    node.time = &time;
    node.reception = reception;
    for (auto& [other, there] : nodes_) {
      if (there.time == nullptr) continue;
      Connect(name, other);
      if (other != name) Connect(other, name);
    }
  }
  // The node's process is gone, or it is cut off.
  void Leave(const std::string& name) {
    for (auto& [other, there] : nodes_) {
      if (there.time == nullptr) continue;
      Break(name, other);
      if (other != name) Break(other, name);
    }
    nodes_[name].time = nullptr;
  }
  // One stream breaks and comes back at once.
  void Cut(const std::string& gateway, const std::string& host) {
    Break(gateway, host);
    Connect(gateway, host);
  }

 private:
  struct Node {
    HostStreams::Listener* user = nullptr;
    Reception* reception = nullptr;
    NodeWorld* time = nullptr;
  };
  using Pair = std::pair<std::string, std::string>;  // gateway, host

  void Later(const std::string& node, std::function<void()> what) {
    NodeWorld* const time = nodes_[node].time;
    if (time != nullptr) time->At(time->world().clock.Steady() + 1, std::move(what));
  }
  bool Is(const Pair& pair, int number) const {
    const auto found = streams_.find(pair);
    return found != streams_.end() && found->second == number;
  }
  void Connect(const std::string& gateway, const std::string& host) {
    if (nodes_[gateway].user == nullptr || nodes_[host].reception == nullptr) return;
    const Pair pair{gateway, host};
    const int number = streams_[pair] = ++last_;
    nodes_[host].reception->Up(gateway, [this, pair, number](const ToGateway& frame) {
      const std::string text = FrameText(frame);
      Later(pair.first, [this, pair, number, text] {
        if (!Is(pair, number)) return;
        auto read = ReadToGateway(text);
        ASSERT_TRUE(read) << text;
        nodes_[pair.first].user->Received(pair.second, *std::move(read));
      });
    });
    Later(gateway, [this, pair, number] {
      if (Is(pair, number)) nodes_[pair.first].user->StreamUp(pair.second);
    });
  }
  void Break(const std::string& gateway, const std::string& host) {
    if (streams_.erase({gateway, host}) == 0) return;
    if (nodes_[host].reception != nullptr && nodes_[host].time != nullptr)
      nodes_[host].reception->Down(gateway);
    Later(gateway, [this, gateway, host] {
      if (nodes_[gateway].user != nullptr) nodes_[gateway].user->StreamDown(host);
    });
  }
  void ToHostOf(const std::string& gateway, const std::string& host, const ToHost& frame) {
    const Pair pair{gateway, host};
    const auto found = streams_.find(pair);
    if (found == streams_.end()) return;
    Later(host, [this, pair, number = found->second, text = FrameText(frame)] {
      if (!Is(pair, number)) return;
      auto read = ReadToHost(text);
      ASSERT_TRUE(read) << text;
      nodes_[pair.second].reception->Received(pair.first, *std::move(read));
    });
  }

  int last_ = 0;
  std::map<std::string, Node> nodes_;
  std::map<Pair, int> streams_;
};

}  // namespace mlf::server::test
