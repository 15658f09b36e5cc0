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

std::optional<Fault> FaultOf(const std::string& meta, const std::string& fingerprint,
                             StorePlace place) {
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
  const StorePlace kept{json->value("index", std::size_t{0}), json->value("count", std::size_t{1})};
  if (kept.index != place.index || kept.count != place.count)
    return FaultIn("D09",
                   fmt::format("this etcd cluster was number {} of {}, and is given as number {} of "
                               "{}; give every node the same --cluster options in the same order, "
                               "or change them by mlf-server migrate",
                               kept.index + 1, kept.count, place.index + 1, place.count));
  return std::nullopt;
}

void Attempt(ClusterStore& store, const std::string& fingerprint, StorePlace place, int left,
             std::function<void(Faults)> done) {
  const auto next = [&store, fingerprint, place, left, done] {
    if (left > 1) return Attempt(store, fingerprint, place, left - 1, done);
    done({FaultIn("D10",
                  "the store of the cluster does not answer; check --cluster, and that most "
                  "members of etcd run")});
  };
  store.List(keys::kMeta, 1, {}, [&store, fingerprint, place, next, done](std::optional<Listing> found) {
    if (!found) return next();
    if (!found->keys.empty() && found->keys.front().key == keys::kMeta) {
      const auto fault = FaultOf(found->keys.front().value, fingerprint, place);
      return done(fault ? Faults{*fault} : Faults{});
    }
    const std::string meta = Json{{"version", kClusterVersion},
                                  {"key", fingerprint},
                                  {"index", place.index},
                                  {"count", place.count}}
                                 .dump();
    // Whatever comes of it, the next reading tells: another node may be the first.
    store.Commit({{{keys::kMeta, Comparison::Field::kCreated, 0}}, {{keys::kMeta, meta}}},
                 [next](const Committed&) { next(); });
  });
}

}  // namespace

void JoinCluster(ClusterStore& store, const Seal& seal, std::function<void(Faults)> done,
                 StorePlace place) {
  const std::string print = seal.Fingerprint();
  Attempt(store, Hex({reinterpret_cast<const std::uint8_t*>(print.data()), print.size()}),
          place, kAttempts, std::move(done));
}

}  // namespace mlf::server
