/// \file
/// FlowBuilder: compiles specs into a checked Flow.
#pragma once

#include <mlf/flow/registry.h>
#include <mlf/flow/spec.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf {

class Flow;

/// Collects nodes and edges and builds a Flow. All checks happen in Build, which reports every
/// fault at once.
class FlowBuilder {
 public:
  explicit FlowBuilder(const Registry& registry, const PieceText* piece_text = nullptr);

  FlowBuilder& SetName(std::string name, Label label = {});
  FlowBuilder& SetSeats(int seats, SourcePos where = {});
  /// Sets the entry node. The default is the first pushed node.
  FlowBuilder& SetEntry(std::string node);
  /// The options the flow was compiled with, for display and journals. They are not part of the
  /// fingerprint, but their effects are.
  FlowBuilder& SetOptions(std::vector<std::pair<std::string, std::string>> options);
  /// Adds a shared part. `spec` is an id or {id: params}, as in Params::Part.
  FlowBuilder& PushPart(std::string name, Value spec);
  FlowBuilder& PushActionNode(NodeSpec node);
  FlowBuilder& PushEdge(EdgeSpec edge);
  FlowBuilder& BindCriticalActionNodeSetter(Value spec);
  /// Warnings from the text of the flow. Build appends those of its parts.
  FlowBuilder& SetWarnings(Faults warnings);
  /// Skips LintParts, which refuses parts that can never do anything. For tests that build single
  /// parts.
  FlowBuilder& AllowIdleParts();

  Result<std::shared_ptr<const Flow>> Build() const;

 private:
  friend class BuildContext;
  const Registry& registry_;
  const PieceText* piece_text_;
  std::string name_ = "flow";
  Label label_;
  int seats_ = 0;
  SourcePos seats_where_;
  std::string entry_;
  std::vector<std::pair<std::string, std::string>> options_;
  std::vector<std::pair<std::string, Value>> parts_;
  std::vector<NodeSpec> nodes_;
  std::vector<EdgeSpec> edges_;
  std::optional<Value> setter_;
  Faults warnings_;
  bool idle_parts_ = false;
};

}  // namespace mlf
