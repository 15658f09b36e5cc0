// Claim: that this node runs a desk. The claim is a key of the store with the node's lease, and the
// revision at which the key came into being is the epoch of the ownership: a later owner has a
// greater one.
#pragma once

#include "cluster/cluster_store.h"

#include <string>

namespace mlf::server {

struct Claim {
  std::string desk;
  Revision epoch = 0;  // creation revision of `key`
  std::string key;
};

}  // namespace mlf::server
