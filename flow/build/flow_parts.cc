// The engine's own conditions (not, all, any, always), its effect in_window, and its setter
// rest_only.
#include <mlf/flow/graph.h>
#include <mlf/flow/may_decline.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/window_effect.h>

#include <algorithm>

namespace mlf {

bool SameQuestion(const Window& a, const Window& b) {
  return a.ask == b.ask && std::ranges::equal(a.answers, b.answers, {}, &Edge::to, &Edge::to);
}

namespace {

constexpr Reason kForbidden{"forbidden", "此时不允许", "not allowed now"};

class Not final : public Condition {
 public:
  static constexpr PartInfo kInfo{"not", 1, "所给条件不成立", "the condition given does not hold"};
  explicit Not(Params& params)
      : of_(params.Whole<Condition>("of", {"要取反的条件", "the condition that must not hold"})) {}
  PieceMask Allow(const Query& query) const override {
    return query.candidates & ~of_->Allow(query);
  }
  const Reason& WhyNot() const override { return kForbidden; }

 private:
  const Condition* of_;
};

class All final : public Condition {
 public:
  static constexpr PartInfo kInfo{"all", 1, "所列条件都成立", "every condition listed holds"};
  explicit All(Params& params) : of_(params.Parts<Condition>("of", {"条件", "the conditions"})) {}
  PieceMask Allow(const Query& query) const override {
    PieceMask left = query.candidates;
    for (const Condition* condition : of_)
      left &= condition->Allow({query.records, query.seat, left});
    return left;
  }
  const Reason& WhyNot() const override {
    return of_.size() == 1 ? of_.front()->WhyNot() : kForbidden;
  }
  bool TellsLack(std::string_view what) const override {
    return std::ranges::all_of(
        of_, [&](const Condition* condition) { return condition->TellsLack(what); });
  }

 private:
  std::vector<const Condition*> of_;
};

class Any final : public Condition {
 public:
  static constexpr PartInfo kInfo{"any", 1, "所列条件至少一条成立",
                                  "at least one condition listed holds"};
  explicit Any(Params& params) : of_(params.Parts<Condition>("of", {"条件", "the conditions"})) {}
  PieceMask Allow(const Query& query) const override {
    PieceMask allowed = 0;
    for (const Condition* condition : of_) allowed |= condition->Allow(query);
    return allowed;
  }
  const Reason& WhyNot() const override { return of_.empty() ? kForbidden : of_.front()->WhyNot(); }
  bool TellsLack(std::string_view what) const override {
    return std::ranges::any_of(
        of_, [&](const Condition* condition) { return condition->TellsLack(what); });
  }

 private:
  std::vector<const Condition*> of_;
};

class Always final : public Guard {
 public:
  static constexpr PartInfo kInfo{"always", 1, "没有任何要求", "nothing is required"};
  bool Holds(const Records&, Seat) const override { return true; }
  const Reason& WhyNot() const override { return kForbidden; }
  bool TellsLack(std::string_view) const override { return true; }
};

// `of` also matches nodes that ask the same question (window: discard).
class InWindow final : public WindowEffect {
 public:
  static constexpr PartInfo kInfo{
      "in_window", 1, "只在应答指定节点的问询窗之后，才执行里面的效果",
      "runs effects only where the answer was given in the window of the node named"};
  explicit InWindow(Params& params)
      : of_(params.Node("of", "", {"问询窗所在的节点", "the node that has the window"})),
        run_(params.Parts<Effect>("run", {"执行的效果", "the effects to run"})) {
    if (!params.describing() && run_.empty())
      params.Fault("run: no effect is named; write {in_window: {of: <node>, run: <effect>}}");
  }

  void Run(Step& step) const override {
    if (step.action.ask == 0 || !IsOf(step.flow.node(step.records.flow().node), step.flow.nodes()))
      return;
    for (const Effect* effect : run_) effect->Run(step);
  }
  bool Concerns(const Node& asking, const std::vector<Node>& nodes) const override {
    return IsOf(asking, nodes) && std::ranges::all_of(run_, [&](const Effect* effect) {
             const auto* inner = dynamic_cast<const WindowEffect*>(effect);
             return inner == nullptr || inner->Concerns(asking, nodes);
           });
  }

 private:
  bool IsOf(const Node& asking, const std::vector<Node>& nodes) const {
    if (of_ == kNoNode || !asking.window) return false;
    const Node& of = nodes[of_];
    return &asking == &of || (of.window && SameQuestion(*asking.window, *of.window));
  }

  NodeIndex of_;
  std::vector<const Effect*> run_;
};

// At one node, rests only for the seats for which a condition holds: for a seat that is asleep, or
// out, the flow goes on as if it had passed.
class RestOnly final : public CriticalActionNodeSetter, public MayDecline {
 public:
  static constexpr PartInfo kInfo{"rest_only", 1, "在所给节点，只为满足条件的座位停下来问",
                                  "at the node given, rests only for seats that meet a condition"};
  explicit RestOnly(Params& params)
      : at_(params.Node("at", "", {"在哪个节点", "the node"})),
        if_(params.Part<Condition>("if", {"要满足的条件", "the condition to meet"})) {}

  SeatMask Rest(const Records& records, NodeIndex node, SeatMask with_offers) const override {
    if (node != at_) return with_offers;
    SeatMask rest = 0;
    ForEachSeat(with_offers, [&](Seat seat) {
      if (if_->Allow({records, seat, ~PieceMask{0}}) != 0) rest |= MaskOf(seat);
    });
    return rest;
  }
  bool DeclinesAt(NodeIndex node) const override { return node == at_; }

 private:
  NodeIndex at_;
  const Condition* if_;
};

}  // namespace

void RegisterFlowParts(Registry& registry) {
  registry.Add<Not>();
  registry.Add<All>();
  registry.Add<Any>();
  registry.Add<Always>();
  registry.Add<InWindow>();
  registry.Add<RestOnly>();
}

}  // namespace mlf
