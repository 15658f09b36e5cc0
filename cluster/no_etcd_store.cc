// In place of etcd_store.cc where gRPC is missing.
#include "cluster/etcd_store.h"

namespace mlf::server {

Result<std::unique_ptr<ClusterStore>> OpenEtcd(EtcdOptions, World) {
  return Fault{"D08",
               {},
               "this mlf-server was built without gRPC, so it cannot join a cluster; install "
               "libgrpc++-dev and protobuf-compiler-grpc, and build it again"};
}

}  // namespace mlf::server
