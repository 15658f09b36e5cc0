// FaultyNode: what lies between the parts of a simulated node. It reports what the node
// acknowledges, and has a fault where one is planted.
#pragma once

#include "cluster/sim/cluster_audit.h"
#include "cluster/sim/cluster_simulation.h"
#include "cluster/sim/sim_node.h"

#include <memory>
#include <string>

namespace mlf::server {

class FaultyNode final : public Between {
 public:
  // `audit` outlives it.
  FaultyNode(std::string name, ClusterAudit& audit, ClusterPlanted planted);
  ~FaultyNode() override;

  std::unique_ptr<ClusterStore> Store(std::unique_ptr<ClusterStore> store,
                                      NodeWorld& time) override;
  Journal& JournalOf(ClusterJournal& journal, NodeWorld& time) override;
  std::size_t takes_at_once() const override {
    return planted_ == ClusterPlanted::kAllAtOnce ? 1'000'000 : Placement::kAtOnce;
  }
  bool counts_coming() const override { return planted_ != ClusterPlanted::kPilesUp; }
  bool waits_for_archive() const override { return planted_ == ClusterPlanted::kSyncArchive; }
  std::unique_ptr<HostStreams> Streams(std::unique_ptr<HostStreams> streams) override;

 private:
  class FaultyStore;
  class ReportingJournal;
  class FaultyStreams;

  const std::string name_;
  ClusterAudit& audit_;
  const ClusterPlanted planted_;
  std::unique_ptr<ReportingJournal> journal_;
};

}  // namespace mlf::server
