/// \file
/// Flow (MajongLogicFlow): the compiled graph of one variant. Immutable, and shared by all threads
/// and tables.
///
///   FlowBuilder builder(registry);
///   builder.PushActionNode({.id = "draw", ...});
///   builder.PushEdge({.from = "draw", .to = "turn"});
///   auto flow = builder.Build();  // a checked flow, or every fault at once
///   flow->Start(records, seed, response);
///   flow->ProcessActionNode(records, action, response);
///
/// The engine does only what the graph shows. Each legal answer is an edge. The window holds the
/// data that ranks answers. Each system step is an edge.
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

  /// Starts a match and runs from the entry node to the first rest. Slots keep their values, such
  /// as a given wall, given dice or points from before; Blank() leaves them empty. Records of
  /// another flow are refused. A refusal leaves `records` bit for bit unchanged.
  void Start(Records& records, std::uint64_t seed, Response& response,
             Trace* trace = nullptr) const;
  /// The same, with all chance of the first hand from the caller; see chance.h.
  void Start(Records& records, Chance& chance, Response& response, Trace* trace = nullptr) const;
  /// One step; the head of engine.cc lists its phases. A refusal leaves `records` bit for bit
  /// unchanged. In a match started with a Chance, every action that may begin a hand needs it.
  /// Without it the hand is drawn from the seed of the previous one.
  void ProcessActionNode(Records& records, const Action& action, Response& response,
                         Trace* trace = nullptr, Chance* chance = nullptr) const;
  Response ProcessActionNode(Records& records, const Action& action) const;

  /// Enters `node` in the middle of a game with `actor` to move, as a system step would. Used to
  /// set up positions.
  void Enter(Records& records, NodeIndex node, Seat actor, Response& response,
             Trace* trace = nullptr) const;

  /// All legal answers of the seats that may answer now; and the action a timeout plays for `seat`.
  void FillChoices(const Records& records, Choices& choices) const;
  Action Default(const Records& records, Seat seat) const;
  /// Why `seat` may not take `node` now; null when it may.
  const Reason* WhyNot(const Records& records, Seat seat, NodeIndex node) const;

  /// Empty records of this flow (fingerprint set, nothing started).
  Records Blank() const;

  /// All other functions here, and table::View, need records that this flow made or Validate
  /// accepted. Bytes from outside the process (a snapshot, a journal) may be damaged. Reading
  /// damaged records can crash or hang.
  ///
  /// Returns the first damage found, or nothing. Checks fingerprint, node, window, answers, unused
  /// bytes, and the conditions that slots and parts state (validate.h).
  std::optional<Fault> Validate(const Records& records) const;
  /// Makes records from outside bytes and validates them. `bytes` holds the first layout().size()
  /// bytes of records, or all of them.
  Result<Records> Restore(std::string_view bytes) const;
  /// Appends to `choices` what `seat` may answer in the window at which `records` rest. Returns a
  /// mask of the window's answers; 0 if nothing has started or there is no such seat.
  std::uint32_t OffersTo(const Records& records, Seat seat, Choices& choices) const;

  const std::string& name() const { return name_; }
  const Label& label() const { return label_; }
  int seats() const { return seats_; }
  /// Number of possible actors: the seats, or kMaxSeats if a window asks bystanders.
  int people() const { return people_; }
  NodeIndex entry() const { return entry_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeIndex index) const { return nodes_[index]; }
  NodeIndex Find(std::string_view id) const;  ///< kNoNode if absent
  const Layout& layout() const { return layout_; }
  const PieceText* piece_text() const { return piece_text_; }
  /// Hash of the behaviour: graph, guards, parts, their parameters and versions. canonical() is the
  /// hashed text.
  std::uint64_t fingerprint() const { return fingerprint_; }
  std::string fingerprint_text() const;  ///< 16 hex digits
  std::string canonical() const;
  /// The ids that parts store in records as numbers; see Params::Number.
  const std::vector<const Reason*>& Numbers(std::string_view list) const;
  /// The part shared under `name`, or null.
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
  /// All parts in use (shared, conditions, effects, nested), each once, in order of construction.
  const std::vector<std::shared_ptr<const Part>>& parts() const { return parts_; }
  /// Ids of all part types in use, sorted and unique.
  const std::vector<std::string>& part_ids() const { return part_ids_; }
  /// The options as text ("cap" -> "none").
  const std::vector<std::pair<std::string, std::string>>& options() const { return options_; }
  const std::vector<std::string>& streams() const { return streams_; }
  const CriticalActionNodeSetter* critical_setter() const { return setter_; }
  const PartUse& critical_use() const { return setter_use_; }  ///< of the setter, if there is one
  /// Warnings (codes W..): the flow builds, but probably has a mistake. Not part of the
  /// fingerprint.
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
  std::vector<HotNode> hot_nodes_;  ///< the data of each node that a step reads
  std::vector<std::shared_ptr<const Part>> parts_;
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
