// SimNetwork: the streams between the nodes of a simulated cluster. What a frame carries is written
// and read as on a wire. What a node gets waits while the node is stopped.
#pragma once

#include "cluster/host_streams.h"
#include "cluster/sim/node_world.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

class SimNetwork {
 public:
  class Streams final : public HostStreams {
   public:
    Streams(SimNetwork& network, std::string name) : network_(network), name_(std::move(name)) {}
    void Use(Listener& listener) override { network_.nodes_[name_].user = &listener; }
    bool up(const std::string& node) const override {
      return network_.at_gateway_.contains({name_, node});
    }
    void Send(const std::string& node, const ToHost& frame) override {
      network_.SendToHost({name_, node}, frame);
    }

   private:
    SimNetwork& network_;
    const std::string name_;
  };

  static constexpr Ms kSilent = 2000;  // as long as GrpcStreams waits for a message

  explicit SimNetwork(World world) : world_(world) {}

  // `reception` may be null: a gateway alone. Call it when the node is complete.
  void Join(const std::string& name, NodeWorld& time, HostEntrance* reception);
  // The node's process is gone, or it is cut off. The others notice it after so long.
  void Leave(const std::string& name, Ms after = 0);
  // One stream breaks and comes back at once.
  void Cut(const std::string& gateway, const std::string& host);

  // Nothing comes from one node to the other any more. Their streams break when the silence is
  // noticed; before that, what was sent arrives late.
  void Hold(const std::string& from, const std::string& to);
  void Release(const std::string& from, const std::string& to);
  // A stopped node is silent too.
  void Stopped(const std::string& name);
  void Continued(const std::string& name);
  // How long a frame takes.
  void SetDelay(const std::string& from, const std::string& to, Ms delay) {
    ways_[{from, to}].delay = delay;
  }

 private:
  struct Node {
    HostStreams::Listener* user = nullptr;
    HostEntrance* reception = nullptr;
    NodeWorld* time = nullptr;
  };
  using Pair = std::pair<std::string, std::string>;  // gateway, host; or from, to
  struct Way {
    bool held = false;
    Ms delay = 1;
    std::uint64_t change = 0;  // of `held`
    Ms last = 0;               // when the newest frame arrives
    std::vector<std::function<void()>> waiting;
  };

  // Runs it at the node, behind all that has reached the node before.
  void At(const std::string& node, std::function<void()> what);
  void Travel(const std::string& from, const std::string& to, std::function<void()> what);
  void Arrive(const Pair& way, std::function<void()> what);
  static bool Is(const std::map<Pair, int>& streams, const Pair& pair, int number);
  void Connect(const std::string& gateway, const std::string& host);
  void Break(const std::string& gateway, const std::string& host, Ms after = 0);
  void BreakBoth(const std::string& a, const std::string& b);
  void ConnectBoth(const std::string& a, const std::string& b);
  bool Joined(const std::string& a, const std::string& b);
  void SendToHost(const Pair& pair, const ToHost& frame);
  void SendToGateway(const Pair& pair, int number, const ToGateway& frame);

  const World world_;
  int last_ = 0;
  std::map<std::string, Node> nodes_;
  std::map<Pair, Way> ways_;
  std::map<std::string, std::uint64_t> stops_;  // of stopped nodes
  std::uint64_t changes_ = 0;
  // Streams as they are, and as each end sees them.
  std::map<Pair, int> streams_, at_gateway_, at_host_;
};

}  // namespace mlf::server
