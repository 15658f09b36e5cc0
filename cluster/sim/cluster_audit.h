// ClusterAudit: what the store of a simulated cluster must look like at any time, whatever its
// nodes believe.
#pragma once

#include "cluster/sim/memory_cluster.h"
#include "server/journal/journal.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace mlf::server {

class ClusterAudit {
 public:
  using Report = std::function<void(std::string)>;
  using LeaseEnded = std::function<void(const std::string& node, LeaseId lease)>;

  // `cluster` outlives it. `fault` gets what must not be.
  ClusterAudit(MemoryCluster& cluster, Report fault, LeaseEnded lease_ended);
  ~ClusterAudit();
  ClusterAudit(const ClusterAudit&) = delete;
  ClusterAudit& operator=(const ClusterAudit&) = delete;

  // A node has acknowledged the record.
  void Acknowledged(const std::string& node, const std::string& desk, const Record& record);

  // A node stands still until the store answers: it serves nobody meanwhile.
  void Waits(const std::string& node) { fault_("node " + node + " waits for the store"); }

  // Records of acts under this client id.
  int Count(const std::string& desk, std::uint32_t match, const std::string& id) const;
  std::uint64_t RecordsOf(const std::string& desk) const;
  // Claims of desks that had been claimed before.
  int takeovers() const { return takeovers_; }
  std::map<std::string, std::string> Holders() const;  // of desks

 private:
  struct Claimed {
    Revision epoch = 0;
    std::string node;
  };
  struct Stored {
    Claimed by;
    std::uint64_t chain = 0;
    std::string acknowledged;  // by this node
  };
  using Place = std::pair<std::uint32_t, std::uint64_t>;  // match, number
  struct Desk {
    std::map<Place, Stored> records;
    std::map<std::pair<std::uint32_t, std::string>, int> acts;  // by match and id
  };

  void Saw(const Change& change);
  void SawClaim(const std::string& desk, const Change& change);
  void SawCode(const std::string& code, const Change& change);
  void SawNode(const std::string& node, const Change& change);
  void SawRecord(const std::string& rest, const Change& change);
  void Wrong(const std::string& desk, const Place& place, const std::string& what);

  MemoryCluster& cluster_;
  const Report fault_;
  const LeaseEnded lease_ended_;
  std::map<std::string, Claimed> claims_;
  std::map<std::string, LeaseId> leases_;
  std::map<std::string, std::string> codes_;  // their desks
  std::map<std::string, Desk> desks_;
  std::map<std::string, Revision> newest_;  // epochs of desks
  int takeovers_ = 0;
};

}  // namespace mlf::server
