/// \file
/// FlowCheck: implemented by parts that check the finished flow: how other parts use them, which
/// effects stand in one hook. It runs after the lints of the graph. Its faults refuse the flow.
#pragma once

#include <mlf/flow/graph.h>

#include <map>
#include <memory>
#include <vector>

namespace mlf {

/// A flow whose nodes, edges and parts are made.
struct BuiltFlow {
  const std::vector<Node>& nodes;
  const std::vector<std::shared_ptr<const Part>>& parts;  ///< each once, in order of construction
  const std::map<const Part*, Declared>& declared;

  /// Where the part is written.
  SourcePos WhereOf(const Part* part) const {
    const auto found = declared.find(part);
    return found == declared.end() ? SourcePos{} : found->second.where;
  }
};

class FlowCheck {
 public:
  virtual ~FlowCheck() = default;
  virtual void CheckFlow(const BuiltFlow& flow, Faults& faults) const = 0;
};

}  // namespace mlf
