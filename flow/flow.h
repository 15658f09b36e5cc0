// Flow (MajongLogicFlow): one variant's graph, immutable once built, shared by all threads and tables.
//
//   FlowBuilder builder(registry);
//   builder.PushActionNode({.id = "draw", ...});
//   builder.PushEdge({.from = "draw", .to = "turn"});
//   auto flow = builder.Build();                       // Result<std::shared_ptr<const Flow>>: every fault at once, or a checked flow
//   flow->Start(records, seed, response);
//   flow->ProcessActionNode(records, action, response);
//
// The engine does nothing that the graph does not show: what may be answered is an edge, how answers compete is data of the window, what the
// system does next is an edge.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/trace.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

struct Label {
  std::string zh{};
  std::string en{};
};

// Seats relative to the one whose move it is. `opposite` exists for an even number of seats only. Bystanders are persons without a seat:
// numbers from the seats up, of whom the nodes ask those there are.
enum class Who : std::uint8_t { kSelf, kNext, kOpposite, kPrevious, kOthers, kAll, kBystanders };
std::string_view WhoName(Who who);
std::optional<Who> WhoFrom(std::string_view word);
SeatMask SeatsOf(Who who, Seat actor, int seats);
// The seat `offset` (0..seats) turns after `actor`.
constexpr Seat SeatAfter(Seat actor, int offset, int seats) {
  const int seat = actor + offset;
  return static_cast<Seat>(seat < seats ? seat : seat - seats);
}

// How many of those who gave the same best answer win.
enum class Winners : std::uint8_t { kUnset, kAll, kNearest, kAbort };
std::string_view WinnersName(Winners winners);

struct WinnersRule {
  // by_count[n]: the rule when n seats gave the answer; n = 1 always wins. All kUnset = no rule was given.
  std::array<Winners, kMaxSeats + 1> by_count{};
  std::string abort_to{};  // the node that kAbort leads to

  static WinnersRule Of(Winners winners);
  bool given() const { return by_count[2] != Winners::kUnset; }
  std::string Text() const;  // "all", "nearest", "2: nearest, 3: all"
};

// A default answer of a window: `answer` is played when it is offered to the seat (and `when` holds).
struct DefaultSpec {
  std::string answer{};
  std::vector<Value> when{};
  SourcePos where{};
};

// A critical node's question.
struct WindowSpec {
  Who ask = Who::kSelf;
  bool in_turn = false;              // ask_order: one seat after the other
  bool wait_for_all = false;         // decide only when all have answered
  bool auto_single = false;          // a sole forced offer is taken at once
  std::string pass{};                  // the answer that means "no"; empty = none
  std::int32_t deadline_ms = 0;
  std::vector<DefaultSpec> defaults{};  // first one offered is played
  Label label{};                       // 问询窗 name
};

struct NodeSpec {
  std::string id{};
  std::string type{};                  // registry id; empty = the same as id
  Value params{};
  std::vector<Value> conditions{};     // `if`: narrow what the node offers, wherever it is asked
  std::map<Hook, std::vector<Value>> hooks{};  // Effects, run after the node's own code
  std::optional<WindowSpec> window{};
  bool end = false;
  std::string consumes{};              // what the node uses up ("wall"), for system cycles
  Label label{};                       // empty = the type's own
  std::string group{};                 // for charts: opening, turn, claims, settlement, end
  SourcePos where{};
};

struct EdgeSpec {
  std::string from{};
  std::string to{};
  bool player = false;               // an answer to `from`'s window; else a system edge, tried in pushed order
  int rank = 0;                      // answers: 0 is the strongest
  Who who = Who::kAll;               // answers: which of the asked seats may give it
  WinnersRule winners{};               // answers
  std::vector<Value> guards{};
  Label label{};
  bool rare = false;                 // walked by a scenario, not by ordinary games
  SourcePos where{};
};

// The default setter rests wherever somebody has an offer. A custom one may narrow that: a named part, drawn in the chart.
class CriticalActionNodeSetter : public Part {
 public:
  static constexpr std::string_view kRole = "critical_setter";
  // Of the seats with an offer at `node`, those the flow rests for; none = it goes on as if all had passed.
  virtual SeatMask Rest(const Records& records, NodeIndex node, SeatMask with_offers) const = 0;
};

// ---- the compiled form: plain data, for the engine, lints, charts and diffs ----

// A part in use, with its canonical text "id@version{param: value}".
template <typename Role>
struct Use {
  const Role* part = nullptr;
  std::string text;
  SourcePos where{};  // where it is used
};

struct Edge {
  NodeIndex from = kNoNode;
  NodeIndex to = kNoNode;
  bool player = false;
  bool pass = false;
  bool rare = false;
  std::uint8_t answer = 0;  // index within the window
  std::uint8_t rank = 0;
  Who who = Who::kAll;
  WinnersRule winners;
  NodeIndex abort_to = kNoNode;
  std::vector<Use<Condition>> guards;
  Label label;
  SourcePos where;
};

struct DefaultAnswer {
  std::uint8_t answer = 0;
  std::vector<Use<Condition>> when;
};

struct Window {
  Who ask = Who::kSelf;
  bool in_turn = false;
  bool wait_for_all = false;
  bool auto_single = false;
  std::int32_t deadline_ms = 0;
  std::vector<Edge> answers;  // by rank
  std::vector<DefaultAnswer> defaults;
  Label label;
};

struct Node {
  std::string id;
  std::string type;
  std::string params;                 // canonical
  const ActionNode* impl = nullptr;
  HookCodes own{};                    // the code `impl` has of its own
  int version = 0;
  std::vector<Use<Condition>> conditions;
  std::array<std::vector<Use<Effect>>, kHooks> hooks;
  std::optional<Window> window;
  std::vector<Edge> then;             // system edges, in order
  bool end = false;
  std::string consumes;
  Label label;
  std::string group;
  SourcePos where;
};

struct Plan;  // plan.h

class Flow {
 public:
  ~Flow();
  Flow(const Flow&) = delete;
  Flow& operator=(const Flow&) = delete;

  // Begins a match in `records` and runs from the entry node to the first rest. What stands in the slots stays (a wall or dice that were
  // given, points brought along); Blank() has nothing there. Records that are not this flow's (see Blank) are refused.
  void Start(Records& records, std::uint64_t seed, Response& response, Trace* trace = nullptr) const;
  // One step; see the head of engine.cc. On refusal `records` is bit for bit what it was.
  void ProcessActionNode(Records& records, const Action& action, Response& response, Trace* trace = nullptr) const;
  Response ProcessActionNode(Records& records, const Action& action) const;

  // Enters `node` in the middle of a game, as if the system had stepped to it with `actor` to move: for positions.
  void Enter(Records& records, NodeIndex node, Seat actor, Response& response, Trace* trace = nullptr) const;

  // What every seat that may answer now may answer; what a timeout would play for `seat`.
  void FillChoices(const Records& records, Choices& choices) const;
  Action Default(const Records& records, Seat seat) const;
  // Why `seat` may not take `node` now; null when it may.
  const Reason* WhyNot(const Records& records, Seat seat, NodeIndex node) const;

  // Empty records of this flow (fingerprint set, nothing started).
  Records Blank() const;

  // Every other function here, and table::View, takes records that this flow has made, or that Validate has passed. Bytes that were outside the
  // process (a snapshot, a journal) may be damaged: records that fail Validate can crash or hang what reads them.
  //
  // What is damaged, or nothing: fingerprint, node, window and answers, what every slot and part says of its own (validate.h), unused bytes.
  std::optional<Fault> Validate(const Records& records) const;
  // Records from bytes of outside: the first layout().size() bytes of records, or all of them. Validated.
  Result<Records> Restore(std::string_view bytes) const;
  // Adds what `seat` may do in the window at which `records` rest to `choices`; one bit an answer of the window.
  std::uint32_t OffersTo(const Records& records, Seat seat, Choices& choices) const;

  const std::string& name() const { return name_; }
  const Label& label() const { return label_; }
  int seats() const { return seats_; }
  // Who may act: the seats, and all bystanders where a window asks them.
  int people() const { return people_; }
  NodeIndex entry() const { return entry_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeIndex index) const { return nodes_[index]; }
  NodeIndex Find(std::string_view id) const;  // kNoNode when there is none
  const Layout& layout() const { return layout_; }
  const PieceText* piece_text() const { return piece_text_; }
  // Behaviour only: graph, guards, parts and their parameters, versions. The text it is made from, and its hash.
  std::uint64_t fingerprint() const { return fingerprint_; }
  std::string fingerprint_text() const;  // 16 hex digits
  const std::string& canonical() const { return canonical_; }
  // The ids that parts keep as numbers in records; see Params::Number.
  const std::vector<const Reason*>& Numbers(std::string_view list) const;
  // A shared part by its name in the variant, or null.
  template <typename Role>
  const Role* Shared(std::string_view name) const {
    return dynamic_cast<const Role*>(SharedPart(name));
  }
  const Part* SharedPart(std::string_view name) const;
  struct SharedUse {
    std::string name;
    const Part* part;
    std::string text;  // canonical
  };
  const std::vector<SharedUse>& shared() const { return shared_; }
  // Every part in use (shared, conditions, effects, nested), once, in order of construction.
  const std::vector<std::unique_ptr<Part>>& parts() const { return parts_; }
  // Ids of every part type in use, sorted, each once.
  const std::vector<std::string>& part_ids() const { return part_ids_; }
  // The options it was built with, as text ("cap" -> "none").
  const std::vector<std::pair<std::string, std::string>>& options() const { return options_; }
  const std::vector<std::string>& streams() const { return streams_; }
  const CriticalActionNodeSetter* critical_setter() const { return setter_; }
  // What builds and is likely a mistake all the same (codes W..). It decides no behaviour, so the fingerprint knows nothing of it.
  const Faults& warnings() const { return warnings_; }

 private:
  friend class FlowBuilder;
  friend class BuildContext;
  friend struct Engine;
  friend class Step;
  Flow();

  std::string name_;
  Label label_;
  int seats_ = 0;
  int people_ = 0;
  NodeIndex entry_ = 0;
  std::vector<Node> nodes_;
  std::vector<Plan> plans_;  // of each node
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
  std::string setter_text_;
  std::uint64_t fingerprint_ = 0;
  std::string canonical_;
  Faults warnings_;
};
using MajongLogicFlow = Flow;

// Gathers nodes and edges and builds a Flow. Nothing is checked until Build, which reports every fault at once.
class FlowBuilder {
 public:
  explicit FlowBuilder(const Registry& registry, const PieceText* piece_text = nullptr);

  FlowBuilder& SetName(std::string name, Label label = {});
  FlowBuilder& SetSeats(int seats, SourcePos where = {});
  // The first pushed node is the entry unless this says otherwise.
  FlowBuilder& SetEntry(std::string node);
  // Options the flow was compiled with; shown, and part of the journal. (Not of the fingerprint: what they change is.)
  FlowBuilder& SetOptions(std::vector<std::pair<std::string, std::string>> options);
  // A part shared by name; `spec` as in Params::Part: id, or {id: params}.
  FlowBuilder& PushPart(std::string name, Value spec);
  FlowBuilder& PushActionNode(NodeSpec node);
  FlowBuilder& PushEdge(EdgeSpec edge);
  FlowBuilder& BindCriticalActionNodeSetter(Value spec);
  // Warnings about the text that the flow is made from; those of its parts follow them.
  FlowBuilder& SetWarnings(Faults warnings);
  // Parts that can do nothing where they stand (LintParts) are let through: for a few parts put together to be asked one by one, as tests do.
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

// The checks of a built graph, each fault with its code; lint.cc lists them. Called by Build.
Faults Lint(const std::vector<Node>& nodes, NodeIndex entry, int seats);
// Parts that can do nothing where they stand, by what they have declared; lint_parts.cc lists the codes. Called by Build.
Faults LintParts(const std::vector<Node>& nodes, int seats, const std::map<const Part*, Declared>& declared, const Registry& registry);

}  // namespace mlf
