/// \file
/// FlowBuilder: from specs to a checked Flow.
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

/// Gathers nodes and edges and builds a Flow. Nothing is checked until Build, which reports every
/// fault at once.
class FlowBuilder {
 public:
  explicit FlowBuilder(const Registry& registry, const PieceText* piece_text = nullptr);

  FlowBuilder& SetName(std::string name, Label label = {});
  FlowBuilder& SetSeats(int seats, SourcePos where = {});
  /// The first pushed node is the entry unless this says otherwise.
  FlowBuilder& SetEntry(std::string node);
  /// Options the flow was compiled with; shown, and part of the journal. (Not of the fingerprint:
  /// what they change is.)
  FlowBuilder& SetOptions(std::vector<std::pair<std::string, std::string>> options);
  /// A part shared by name; `spec` as in Params::Part: id, or {id: params}.
  FlowBuilder& PushPart(std::string name, Value spec);
  FlowBuilder& PushActionNode(NodeSpec node);
  FlowBuilder& PushEdge(EdgeSpec edge);
  FlowBuilder& BindCriticalActionNodeSetter(Value spec);
  /// Warnings about the text that the flow is made from; those of its parts follow them.
  FlowBuilder& SetWarnings(Faults warnings);
  /// Parts that can do nothing where they stand (LintParts) are let through: for a few parts put
  /// together to be asked one by one, as tests do.
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
