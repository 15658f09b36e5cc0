// In place of etcd_store.cc and grpc_streams.cc where gRPC is missing.
#include "cluster/etcd_store.h"
#include "cluster/grpc_streams.h"

namespace mlf::server {
namespace {

Fault NoGrpc() {
  return {"D08",
          {},
          "this mlf-server was built without gRPC, so it cannot join a cluster; install "
          "libgrpc++-dev and protobuf-compiler-grpc, and build it again"};
}

}  // namespace

Result<std::unique_ptr<ClusterStore>> OpenEtcd(EtcdOptions, World) { return NoGrpc(); }

Result<std::unique_ptr<NodeStreams>> OpenNodeStreams(const NodeStreamParts&) { return NoGrpc(); }

}  // namespace mlf::server
