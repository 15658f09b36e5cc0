// What all nodes of a cluster must agree on: the version of its keys, and the secret key that seals
// unfinished hands, keys the hashes sent to clients, and so must be the same at every node.
#pragma once

#include "cluster/cluster_store.h"
#include "server/journal/seal.h"

#include <mlf/flow/result.h>

#include <functional>
#include <optional>
#include <string>

namespace mlf::server {

inline constexpr int kClusterVersion = 1;

// The value of the key, and why this node may not join by it. `source`: what is being moved into
// the store; `migrating`: that is no fault.
std::string MetaText(const Seal& seal, const std::string& source = {});
std::optional<Fault> MetaFault(const std::string& text, const Seal& seal, bool migrating = false);
// Of a store that does not answer.
inline constexpr const char* kSilentStore = "D10";
// Nothing where nothing is being moved.
std::optional<std::string> MigratingFrom(const std::string& text);

// Joins the cluster of `store`, or makes a new one. `done` gets faults: D09 its keys are those of a
// newer version, or foreign, or one of several etcd of an earlier version. D07 its secrets are
// sealed with another key. D10 the store does not answer.
void JoinCluster(ClusterStore& store, const Seal& seal, std::function<void(Faults)> done);

}  // namespace mlf::server
