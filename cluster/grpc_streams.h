// The streams between the nodes of a cluster by gRPC (nodes.proto): one from each gateway to each
// host. Both ends show a certificate of the cluster's CA, and a node's certificate has its name.
#pragma once

#include "cluster/host_streams.h"
#include "cluster/membership.h"
#include "server/world/world.h"

#include <mlf/flow/result.h>

#include <functional>
#include <memory>
#include <string>

namespace mlf::server {

class NodeStreams : public HostStreams {
 public:
  // Takes streams of other nodes at "ADDRESS:PORT"; the real address. Fault G01: it cannot.
  virtual Result<std::string> Listen(const std::string& where) = 0;
};

struct NodeStreamParts {
  World world;
  Membership& membership;
  HostEntrance* reception;  // null: this node runs no desks
  // A folder with ca.crt, tls.crt and tls.key (certificates.h). Empty: plain, on loopback only.
  std::string certs{};
  unsigned certs_every = 60;  // seconds until changed files count
  // Runs `what` on the server's thread, later, in order; called from any thread.
  std::function<void(std::function<void()> what)> post{};
};

// All parts outlive it. It lives and dies on the server's thread. Fault D08: this program was built
// without gRPC.
Result<std::unique_ptr<NodeStreams>> OpenNodeStreams(const NodeStreamParts& parts);

}  // namespace mlf::server
