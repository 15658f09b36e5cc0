#include "cluster/cluster_meta.h"

#include "cluster/cluster_keys.h"
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

std::string PrintOf(const Seal& seal) {
  const std::string print = seal.Fingerprint();
  return Hex({reinterpret_cast<const std::uint8_t*>(print.data()), print.size()});
}

void Attempt(ClusterStore& store, const Seal& seal, int left, std::function<void(Faults)> done) {
  const auto next = [&store, &seal, left, done] {
    if (left > 1) return Attempt(store, seal, left - 1, done);
    done({FaultIn(kSilentStore,
                  "the store of the cluster does not answer; check --cluster, and that most "
                  "members of etcd run")});
  };
  store.List(keys::kMeta, 1, {},
             [&store, &seal, next, done = std::move(done)](std::optional<Listing> found) {
               if (!found) return next();
               if (!found->keys.empty() && found->keys.front().key == keys::kMeta) {
                 const auto fault = MetaFault(found->keys.front().value, seal);
                 return done(fault ? Faults{*fault} : Faults{});
               }
               // Whatever comes of it, the next reading tells: another node may be the first.
               store.Commit({{{keys::kMeta, Comparison::Field::kCreated, 0}},
                             {{keys::kMeta, MetaText(seal)}}},
                            [next](const Committed&) { next(); });
             });
}

}  // namespace

std::string MetaText(const Seal& seal, const std::string& source) {
  Json meta{{"version", kClusterVersion}, {"key", PrintOf(seal)}};
  if (!source.empty()) meta["migrating"] = source;
  return meta.dump();
}

std::optional<std::string> MigratingFrom(const std::string& text) {
  const Result<Json> json = ParseJson(text);
  if (!json || !json->is_object() || !json->contains("migrating")) return std::nullopt;
  return json->value("migrating", "");
}

std::optional<Fault> MetaFault(const std::string& meta, const Seal& seal, bool migrating) {
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
  if (json->at("key") != PrintOf(seal))
    return FaultIn("D07",
                   "the secrets of the cluster are sealed with another key; give every node the "
                   "key of the first one (MLF_KEY, or --key-file)");
  if (const auto count = json->value("count", std::size_t{1}); count != 1)
    return FaultIn("D09",
                   fmt::format("this is one of {} etcd clusters, which an earlier version shared "
                               "its desks out to; move them to a folder with that version, and to "
                               "one etcd by mlf-server migrate to-cluster",
                               count));
  if (!migrating && json->contains("migrating"))
    return FaultIn("D09", fmt::format("the migration of {} into this cluster has not ended; run "
                                      "mlf-server migrate again",
                                      json->at("migrating").dump()));
  return std::nullopt;
}

void JoinCluster(ClusterStore& store, const Seal& seal, std::function<void(Faults)> done) {
  Attempt(store, seal, kAttempts, std::move(done));
}

}  // namespace mlf::server
