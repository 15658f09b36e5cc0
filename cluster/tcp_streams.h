// TcpStreams: the streams between the nodes of a cluster, one TCP connection from each gateway to
// each host. Both ends prove that they have the cluster's key, and every frame is sealed under a
// key of its connection: nobody else can read, change, repeat or reorder one.
#pragma once

#include <mlf/flow/result.h>
#include "cluster/host_streams.h"
#include "cluster/membership.h"
#include "cluster/reception.h"
#include "server/journal/seal.h"
#include "server/world/world.h"

#include <memory>
#include <string>

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): Boost's name
}

namespace mlf::server {

class TcpStreams final : public HostStreams {
 public:
  struct Parts {
    boost::asio::io_context& io;
    World world;
    Membership& membership;
    SecretKey key;         // equal at all nodes
    Reception* reception;  // null: this node runs no desks
  };

  explicit TcpStreams(const Parts& parts);
  ~TcpStreams() override;

  // Takes streams of other nodes at "ADDRESS:PORT"; the real address. Fault G01: it cannot.
  Result<std::string> Listen(const std::string& where);

  void Use(Listener& listener) override;
  bool up(const std::string& node) const override;
  void Send(const std::string& node, const ToHost& frame) override;

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace mlf::server
