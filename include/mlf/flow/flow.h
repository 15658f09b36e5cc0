/// \file
/// Flow (MajongLogicFlow): one variant's graph, immutable once built, shared by all threads and
/// tables.
///
///   FlowBuilder builder(registry);
///   builder.PushActionNode({.id = "draw", ...});
///   builder.PushEdge({.from = "draw", .to = "turn"});
///   auto flow = builder.Build();  // a checked flow, or every fault at once
///   flow->Start(records, seed, response);
///   flow->ProcessActionNode(records, action, response);
///
/// The engine does nothing that the graph does not show: what may be answered is an edge, how
/// answers compete is data of the window, what the system does next is an edge.
#pragma once

#include <mlf/flow/builder.h>
#include <mlf/flow/graph.h>
#include <mlf/flow/trace.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

class Chance;    ///< chance.h
struct HotNode;  ///< flow/build/hot_node.h

class Flow {
 public:
  ~Flow();
  Flow(const Flow&) = delete;
  Flow& operator=(const Flow&) = delete;

  /// Begins a match in `records` and runs from the entry node to the first rest. What stands in the
  /// slots stays (a wall or dice that were given, points brought along); Blank() has nothing there.
  /// Records that are not this flow's (see Blank) are refused.
  /// When it is refused, `records` is bit for bit what it was.
  void Start(Records& records, std::uint64_t seed, Response& response,
             Trace* trace = nullptr) const;
  /// The same with all chance of the first hand from the caller; see chance.h.
  void Start(Records& records, Chance& chance, Response& response, Trace* trace = nullptr) const;
  /// One step; see the head of engine.cc. On refusal `records` is bit for bit what it was. In a
  /// match begun with a Chance every action that may begin a hand needs it: without it the hand is
  /// drawn from the seed of the one before.
  void ProcessActionNode(Records& records, const Action& action, Response& response,
                         Trace* trace = nullptr, Chance* chance = nullptr) const;
  Response ProcessActionNode(Records& records, const Action& action) const;

  /// Enters `node` in the middle of a game, as if the system had stepped to it with `actor` to
  /// move: for positions.
  void Enter(Records& records, NodeIndex node, Seat actor, Response& response,
             Trace* trace = nullptr) const;

  /// What every seat that may answer now may answer; what a timeout would play for `seat`.
  void FillChoices(const Records& records, Choices& choices) const;
  Action Default(const Records& records, Seat seat) const;
  /// Why `seat` may not take `node` now; null when it may.
  const Reason* WhyNot(const Records& records, Seat seat, NodeIndex node) const;

  /// Empty records of this flow (fingerprint set, nothing started).
  Records Blank() const;

  /// Every other function here, and table::View, takes records that this flow has made, or that
  /// Validate has passed. Bytes that were outside the process (a snapshot, a journal) may be
  /// damaged: records that fail Validate can crash or hang what reads them.
  ///
  /// What is damaged, or nothing: fingerprint, node, window and answers, what every slot and part
  /// says of its own (validate.h), unused bytes.
  std::optional<Fault> Validate(const Records& records) const;
  /// Records from bytes of outside: the first layout().size() bytes of records, or all of them.
  /// Validated.
  Result<Records> Restore(std::string_view bytes) const;
  /// Adds what `seat` may do in the window at which `records` rest to `choices`; one bit an answer
  /// of the window.
  std::uint32_t OffersTo(const Records& records, Seat seat, Choices& choices) const;

  const std::string& name() const { return name_; }
  const Label& label() const { return label_; }
  int seats() const { return seats_; }
  /// Who may act: the seats, and all bystanders where a window asks them.
  int people() const { return people_; }
  NodeIndex entry() const { return entry_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeIndex index) const { return nodes_[index]; }
  NodeIndex Find(std::string_view id) const;  ///< kNoNode when there is none
  const Layout& layout() const { return layout_; }
  const PieceText* piece_text() const { return piece_text_; }
  /// Behaviour only: graph, guards, parts and their parameters, versions. The text it is made from,
  /// and its hash.
  std::uint64_t fingerprint() const { return fingerprint_; }
  std::string fingerprint_text() const;  ///< 16 hex digits
  std::string canonical() const;
  /// The ids that parts keep as numbers in records; see Params::Number.
  const std::vector<const Reason*>& Numbers(std::string_view list) const;
  /// A shared part by its name in the variant, or null.
  template <typename Role>
  const Role* Shared(std::string_view name) const {
    return dynamic_cast<const Role*>(SharedPart(name));
  }
  const Part* SharedPart(std::string_view name) const;
  struct SharedUse {
    std::string name;
    const Part* part;
    PartUse use;
  };
  const std::vector<SharedUse>& shared() const { return shared_; }
  /// Every part in use (shared, conditions, effects, nested), once, in order of construction.
  const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }
  /// Ids of every part type in use, sorted, each once.
  const std::vector<std::string>& part_ids() const { return part_ids_; }
  /// The options it was built with, as text ("cap" -> "none").
  const std::vector<std::pair<std::string, std::string>>& options() const { return options_; }
  const std::vector<std::string>& streams() const { return streams_; }
  const CriticalActionNodeSetter* critical_setter() const { return setter_; }
  /// What builds and is likely a mistake all the same (codes W..). It decides no behaviour, so the
  /// fingerprint knows nothing of it.
  const Faults& warnings() const { return warnings_; }

 private:
  friend class FlowBuilder;
  friend class BuildContext;
  friend struct Engine;
  friend class Step;
  Flow();
  void BeginMatch(Records& records, std::uint64_t seed, ChanceInUse* chance, Response& response,
                  Trace* trace) const;

  std::string name_;
  Label label_;
  int seats_ = 0;
  int people_ = 0;
  NodeIndex entry_ = 0;
  std::vector<Node> nodes_;
  std::vector<HotNode> hot_nodes_;  ///< what a step reads of each node
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<std::string> part_ids_;
  std::vector<SharedUse> shared_;
  std::vector<std::pair<std::string, std::vector<const Reason*>>> numbers_;
  std::vector<std::string> streams_;
  std::vector<std::uint64_t> stream_hash_;
  std::vector<std::pair<std::string, std::string>> options_;
  Layout layout_;
  const PieceText* piece_text_ = nullptr;
  const CriticalActionNodeSetter* setter_ = nullptr;
  PartUse setter_use_;
  std::uint64_t fingerprint_ = 0;
  Faults warnings_;
};
using MajongLogicFlow = Flow;

}  // namespace mlf
