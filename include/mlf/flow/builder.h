/// \file
/// FlowBuilder: compiles specs into a checked Flow.
///
/// Nodes and parts are named by text, as in a variant, or typed: by class and by handle
/// (handles.h). Both forms build the same flow.
#pragma once

#include <mlf/flow/graph.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/spec.h>

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
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
  /// Sets the entry node, by id or handle. The default is the first pushed node.
  FlowBuilder& SetEntry(std::string node);
  /// The options the flow was compiled with, for display and journals. They are not part of the
  /// fingerprint, but their effects are.
  FlowBuilder& SetOptions(std::vector<std::pair<std::string, std::string>> options);
  /// Adds a shared part. `spec` is an id or {id: params}, as in Params::Part.
  FlowBuilder& PushPart(std::string name, Value spec);
  /// The same, of the class T.
  template <typename T>
  PartHandle<T> PushPart(std::string name, SettingsOf<T> settings = {}) {
    PushPart(name, Value(PartSpec<T>(std::move(settings))));
    return PartHandle<T>(std::move(name));
  }

  FlowBuilder& PushActionNode(NodeSpec node);
  /// A node of the class T, which the registry has. With `args`, each build makes one by
  /// T(Params&, args...), and the registry need not have T.
  ///
  /// The fingerprint knows the parameters of a node, not `args`: repeat in `params` what decides
  /// the behaviour.
  template <typename T, typename... Args>
  NodeHandle Push(NodeSpecOf<T> node = {}, Args... args);
  /// A node that needs no slots. All flows of this builder share it. What `spec.params` says of it
  /// is part of the fingerprint and shown in charts.
  template <typename T>
    requires std::derived_from<T, ActionNode> && (!std::same_as<std::remove_const_t<T>, ActionNode>)
  NodeHandle PushActionNode(std::unique_ptr<T> node, NodeSpec spec = {});
  /// The same, if the class is not known here. `info` describes it.
  NodeHandle PushActionNode(std::unique_ptr<const ActionNode> node, const PartInfo& info,
                            NodeSpec spec = {});
  /// Gives a pushed node its window, which may name nodes that were pushed later.
  FlowBuilder& SetWindow(const NodeHandle& node, WindowSpec window);
  FlowBuilder& PushEdge(EdgeSpec edge);

  FlowBuilder& BindCriticalActionNodeSetter(Value spec);
  /// The same, of the class T; and one that needs no slots.
  template <std::derived_from<CriticalActionNodeSetter> T>
  FlowBuilder& BindCriticalActionNodeSetter(SettingsOf<T> settings = {}) {
    return BindCriticalActionNodeSetter(Value(PartSpec<T>(std::move(settings))));
  }
  template <std::derived_from<CriticalActionNodeSetter> T>
  FlowBuilder& BindCriticalActionNodeSetter(std::unique_ptr<T> setter);

  /// Warnings from the text of the flow. Build appends those of its parts.
  FlowBuilder& SetWarnings(Faults warnings);
  /// Skips LintParts, which refuses parts that can never do anything. For tests that build single
  /// parts.
  FlowBuilder& AllowIdleParts();

  Result<std::shared_ptr<const Flow>> Build() const;

 private:
  friend class BuildContext;
  /// A part that the registry does not make.
  struct OwnPart {
    PartInfo info;
    HookCodes hooks;  ///< of a node
    std::function<std::shared_ptr<const Part>(Params&)> make;
  };
  NodeHandle PushOwn(OwnPart part, NodeSpec spec);
  static OwnPart InstanceOf(std::shared_ptr<const Part> part, const PartInfo& info,
                            HookCodes hooks);
  FlowBuilder& BindOwn(OwnPart setter);

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
  std::map<std::string, OwnPart> own_nodes_;  ///< by id
  std::optional<Value> setter_;
  std::optional<OwnPart> own_setter_;
  Faults warnings_;
  bool idle_parts_ = false;
};

template <typename T, typename... Args>
NodeHandle FlowBuilder::Push(NodeSpecOf<T> node, Args... args) {
  static_assert(std::derived_from<T, ActionNode>, "a node derives from ActionNode");
  NodeSpec spec{.id = std::move(node.id),
                .type = std::string(T::kInfo.id),
                .params = Value(std::move(node.params)),
                .conditions = std::move(node.conditions),
                .hooks = std::move(node.hooks),
                .window = std::move(node.window),
                .end = node.end,
                .consumes = std::move(node.consumes),
                .label = std::move(node.label),
                .group = std::move(node.group),
                .where = std::move(node.where)};
  if (spec.id.empty()) spec.id = T::kInfo.id;
  if constexpr (sizeof...(Args) == 0) {
    PushActionNode(spec);
    return NodeHandle(std::move(spec.id));
  } else {
    return PushOwn({T::kInfo, HooksOf<T>(),
                    [... args = std::move(args)](Params& params) -> std::shared_ptr<const Part> {
                      return std::make_shared<T>(params, args...);
                    }},
                   std::move(spec));
  }
}

template <typename T>
  requires std::derived_from<T, ActionNode> && (!std::same_as<std::remove_const_t<T>, ActionNode>)
NodeHandle FlowBuilder::PushActionNode(std::unique_ptr<T> node, NodeSpec spec) {
  return PushOwn(InstanceOf(std::move(node), T::kInfo, HooksOf<T>()), std::move(spec));
}

template <std::derived_from<CriticalActionNodeSetter> T>
FlowBuilder& FlowBuilder::BindCriticalActionNodeSetter(std::unique_ptr<T> setter) {
  return BindOwn(InstanceOf(std::move(setter), T::kInfo, {}));
}

}  // namespace mlf
