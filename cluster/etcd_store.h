// The ClusterStore of real clusters: etcd 3.4 or later, by gRPC. Programs that are built without
// gRPC have none.
#pragma once

#include "cluster/cluster_store.h"

#include <mlf/flow/result.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlf::server {

struct EtcdOptions {
  std::vector<std::string> endpoints{};  // "10.0.0.1:2379", members of one etcd cluster
  // PEM texts. With `ca` the connections use TLS; `cert` and `key` are this client's own.
  std::string ca{}, cert{}, key{};
  Ms timeout = 1000;  // of a request at one endpoint
  // Runs `what` on the server's thread, later, in order; called from any thread.
  std::function<void(std::function<void()> what)> post{};
};

// Requests go to one endpoint. When it does not answer, the next request and all watches go to the
// next one; reads are asked again there. Lives and dies on the server's thread. Leases are counted
// in whole seconds, rounded up. Fault D08: this program was built without gRPC.
Result<std::unique_ptr<ClusterStore>> OpenEtcd(EtcdOptions options, World world);

}  // namespace mlf::server
