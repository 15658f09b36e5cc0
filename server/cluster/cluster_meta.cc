#include "server/cluster/cluster_meta.h"

#include "server/cluster/cluster_keys.h"
#include "server/protocol/hex.h"

#include <mlf/flow/json.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace mlf::server {
namespace {

constexpr int kAttempts = 5;

Fault FaultIn(const char* code, const std::string& what) { return {code, {}, what}; }

std::optional<Fault> FaultOf(const std::string& meta, const std::string& fingerprint) {
  const Result<Json> json = ParseJson(meta);
  if (!json || !json->is_object() || !json->contains("version") || !json->contains("key") ||
      !json->at("version").is_number_integer())
    return FaultIn("D09", fmt::format("the key {} of the store is not this server's; give the "
                                      "cluster an etcd of its own",
                                      keys::kMeta));
  const int version = json->at("version").get<int>();
  if (version > kClusterVersion)
    return FaultIn("D09", fmt::format("the cluster has version {}, and this program knows versions "
                                      "up to {}; start the newer mlf-server",
                                      version, kClusterVersion));
  if (json->at("key") != fingerprint)
    return FaultIn("D07",
                   "the secrets of the cluster are sealed with another key; give every node the "
                   "key of the first one (MLF_KEY, or --key-file)");
  return std::nullopt;
}

void Attempt(ClusterStore& store, const std::string& fingerprint, int left,
             std::function<void(Faults)> done) {
  const auto next = [&store, fingerprint, left, done] {
    if (left > 1) return Attempt(store, fingerprint, left - 1, done);
    done({FaultIn("D10",
                  "the store of the cluster does not answer; check --cluster, and that most "
                  "members of etcd run")});
  };
  store.List(keys::kMeta, 1, {}, [&store, fingerprint, next, done](std::optional<Listing> found) {
    if (!found) return next();
    if (!found->keys.empty() && found->keys.front().key == keys::kMeta) {
      const auto fault = FaultOf(found->keys.front().value, fingerprint);
      return done(fault ? Faults{*fault} : Faults{});
    }
    const std::string meta = Json{{"version", kClusterVersion}, {"key", fingerprint}}.dump();
    // Whatever comes of it, the next reading tells: another node may be the first.
    store.Commit({{{keys::kMeta, Comparison::Field::kCreated, 0}}, {{keys::kMeta, meta}}},
                 [next](const Committed&) { next(); });
  });
}

}  // namespace

void JoinCluster(ClusterStore& store, const Seal& seal, std::function<void(Faults)> done) {
  const std::string print = seal.Fingerprint();
  Attempt(store, Hex({reinterpret_cast<const std::uint8_t*>(print.data()), print.size()}),
          kAttempts, std::move(done));
}

}  // namespace mlf::server
