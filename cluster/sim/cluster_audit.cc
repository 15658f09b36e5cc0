#include "cluster/sim/cluster_audit.h"

#include "cluster/cluster_keys.h"
#include "cluster/desk_values.h"
#include "server/protocol/messages.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string_view>

namespace mlf::server {
namespace {

// The rest of `key` after `prefix`; nothing where the key has another one.
std::optional<std::string> Behind(std::string_view prefix, const std::string& key) {
  if (!key.starts_with(prefix)) return std::nullopt;
  return key.substr(prefix.size());
}

}  // namespace

ClusterAudit::ClusterAudit(MemoryCluster& cluster, Report fault, LeaseEnded lease_ended)
    : cluster_(cluster), fault_(std::move(fault)), lease_ended_(std::move(lease_ended)) {
  cluster_.Observe([this](const Change& change) { Saw(change); });
}

ClusterAudit::~ClusterAudit() { cluster_.Observe(nullptr); }

void ClusterAudit::Saw(const Change& change) {
  const std::string& key = change.now.key;
  if (const auto desk = Behind(keys::kClaims, key)) return SawClaim(*desk, change);
  if (const auto node = Behind(keys::kNodes, key)) return SawNode(*node, change);
  if (const auto code = Behind(keys::Code(""), key)) return SawCode(*code, change);
  const auto rest = Behind(keys::kDesks, key);
  if (rest && !change.deleted) SawRecord(*rest, change);
}

void ClusterAudit::SawClaim(const std::string& desk, const Change& change) {
  if (change.deleted) {
    claims_.erase(desk);
    return;
  }
  if (change.now.created != change.now.modified) fault_(desk + " was claimed by force");
  claims_[desk] = {change.now.created, change.now.value};
  if (std::exchange(newest_[desk], change.now.created) != 0) ++takeovers_;
}

void ClusterAudit::SawCode(const std::string& code, const Change& change) {
  if (change.deleted) {
    codes_.erase(code);
    return;
  }
  const auto [known, is_new] = codes_.try_emplace(code, change.now.value);
  if (!is_new && known->second != change.now.value)
    fault_(fmt::format("the code {} is that of the desks {} and {}", code, known->second,
                       change.now.value));
}

void ClusterAudit::SawNode(const std::string& node, const Change& change) {
  if (!change.deleted) {
    leases_[node] = change.now.lease;
    return;
  }
  lease_ended_(node, leases_[node]);
  leases_.erase(node);
}

// DESK/matches/MATCH/records/NUMBER
void ClusterAudit::SawRecord(const std::string& rest, const Change& change) {
  constexpr std::string_view kMatches = "/matches/", kRecords = "/records/";
  const std::size_t matches = rest.find(kMatches), records = rest.find(kRecords);
  if (matches == std::string::npos || records == std::string::npos) return;
  const std::string id = rest.substr(0, matches);
  const auto number_at = [&](std::size_t at) {
    return std::strtoull(rest.c_str() + at, nullptr, 10);
  };
  const Place place{static_cast<std::uint32_t>(number_at(matches + kMatches.size())),
                    number_at(records + kRecords.size())};
  Desk& desk = desks_[id];
  if (desk.records.contains(place)) return Wrong(id, place, "is written twice");
  const Record record = values::RecordOf(place.first, place.second, change.now.value);
  const auto before = desk.records.find({place.first, place.second - 1});
  if (place.second > 1 && before == desk.records.end())
    return Wrong(id, place, "is written before the one in front of it");
  if (record.previous != (place.second > 1 ? before->second.chain : 0))
    return Wrong(id, place, "does not follow the one in front of it");
  // Its writer has put its own epoch into the value.
  const Json columns = Json::parse(change.now.value);
  const auto epoch = columns.at(columns.size() - 2).get<Revision>();
  const auto claim = claims_.find(id);
  if (claim == claims_.end() || claim->second.epoch != epoch)
    return Wrong(id, place, fmt::format("is of epoch {}, which is over", epoch));
  desk.records[place] = {claim->second, ChainHash(record), {}};
  if (!record.id.empty() && ++desk.acts[{place.first, record.id}] > 1)
    Wrong(id, place, "has the id of another one: " + record.id);
}

void ClusterAudit::Acknowledged(const std::string& node, const std::string& desk,
                                const Record& record) {
  const Place place{record.match, record.number};
  Stored& stored = desks_[desk].records[place];
  if (stored.chain != ChainHash(record))
    return Wrong(desk, place, fmt::format("was acknowledged by {}, and is not stored", node));
  if (stored.by.node != node)
    return Wrong(desk, place, fmt::format("is {}'s, and {} acknowledged it", stored.by.node, node));
  if (!stored.acknowledged.empty()) return Wrong(desk, place, "was acknowledged twice");
  stored.acknowledged = node;
}

void ClusterAudit::Wrong(const std::string& desk, const Place& place, const std::string& what) {
  fault_(fmt::format("desk {}: record {} of match {} {}", desk, place.second, place.first, what));
}

int ClusterAudit::Count(const std::string& desk, std::uint32_t match, const std::string& id) const {
  const auto found = desks_.find(desk);
  if (found == desks_.end()) return 0;
  const auto act = found->second.acts.find({match, id});
  return act == found->second.acts.end() ? 0 : act->second;
}

std::uint64_t ClusterAudit::RecordsOf(const std::string& desk) const {
  const auto found = desks_.find(desk);
  return found == desks_.end() ? 0 : found->second.records.size();
}

std::map<std::string, std::string> ClusterAudit::Holders() const {
  std::map<std::string, std::string> holders;
  for (const auto& [desk, claim] : claims_) holders[desk] = claim.node;
  return holders;
}

}  // namespace mlf::server
