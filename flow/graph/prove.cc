// For one set of offers, the states of the window are numbers in mixed radix. Digit i is 0 while
// the i-th asked seat is open, otherwise 1 + the index of its answer. Each state is evaluated once
// although many orders lead to it, because Decide does not depend on the order.
#include <mlf/flow/also_bystanders.h>
#include <mlf/flow/claim_limit.h>
#include <mlf/flow/prove.h>
#include "flow/graph/lacks.h"
#include "flow/graph/offer_limits.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace mlf {
namespace {

constexpr std::uint64_t kMostDecisions = 10'000'000;  // per window
constexpr int kMostAnswers = 16;                      // offered to one seat in one window

// The result of a decision.
struct Outcome {
  SeatMask winners = 0;
  NodeIndex abort_to = kNoNode;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// A decision as one number, for comparison. Contains only what determines the way on.
constexpr std::uint32_t kUndecided = 0;
constexpr std::uint32_t kMixed = 1;
std::uint32_t CodeOf(const Outcome& outcome) {
  return 1u << 16 | static_cast<std::uint32_t>(outcome.winners) << 8 | outcome.abort_to;
}
std::uint32_t CodeOf(const Decision& decision) {
  return decision.decided ? CodeOf(Outcome{decision.winners, decision.abort_to}) : kUndecided;
}

// Whether `node` has a system edge without a guard.
bool GoesOn(const Node& node) {
  return std::ranges::any_of(node.then, [](const Edge& edge) { return edge.guards.empty(); });
}

// Whether `node` always has a way on: it rests, ends, or goes on. A window that asks nobody has no
// way on either; the proof of that window reports it.
bool LeadsOn(const Node& node) { return node.end || node.window || GoesOn(node); }

class Trial {
 public:
  Trial(std::span<const Node> nodes, int seats, int copies, DecideFunction decide, NodeIndex node)
      : nodes_(nodes),
        seats_(seats),
        decide_(decide),
        node_(nodes[node]),
        window_(*node_.window),
        limits_(nodes, window_, copies) {
    proof_.node = node;
  }

  void Everything() {
    for (int actor = 0; actor < seats_ && !full_; ++actor) {
      actor_ = static_cast<Seat>(actor);
      in_turn_ = InTurn(AskedBy(window_, nodes_, actor_, seats_), actor_, seats_);
      sets_.assign(in_turn_.size(), {});
      for (std::size_t i = 0; i < in_turn_.size(); ++i) {
        const std::uint32_t may = AnswersOf(window_, in_turn_[i], actor_, seats_);
        if (std::popcount(may) > kMostAnswers) return TooMany();
        for (std::uint32_t set = may;; set = (set - 1) & may) {
          const int holds = limits_.HoldsOf(set);
          if (limits_.Ordered(set) && holds <= limits_.supply) sets_[i].push_back({set, holds});
          if (set == 0) break;
        }
      }
      TryOffers(0, limits_.supply);
    }
    if (!full_) FindUnused();
  }

  void One(const OfferSet& offers) {
    actor_ = offers.actor;
    in_turn_ = InTurn(AskedBy(window_, nodes_, actor_, seats_), actor_, seats_);
    for (const Seat seat : in_turn_) {
      const std::uint32_t set = offers.offered[static_cast<std::size_t>(seat)];
      if (set != 0) asked_.push_back({seat, set});
    }
    Solve();
  }

  std::string Outside(const OfferSet& offers) const {
    const std::vector<Seat> order =
        InTurn(AskedBy(window_, nodes_, offers.actor, seats_), offers.actor, seats_);
    int held = 0;
    bool any = false;
    for (int i = 0; i < kMaxSeats; ++i) {
      const bool asked = std::find(order.begin(), order.end(), static_cast<Seat>(i)) != order.end();
      if (!asked && offers.offered[static_cast<std::size_t>(i)] != 0)
        return "seat " + std::to_string(i) + " is not among those asked";
    }
    for (const Seat seat : order) {
      const std::uint32_t set = offers.offered[static_cast<std::size_t>(seat)];
      const std::string name = "seat " + std::to_string(seat);
      if ((set & ~AnswersOf(window_, seat, offers.actor, seats_)) != 0)
        return name + " is offered an answer that is for other seats";
      if (!limits_.Ordered(set))
        return name + " is offered first what is only offered beside others";
      if (any && (set & limits_.first_in_turn) != 0)
        return name + " is offered what only the first asked seat may be offered";
      held += limits_.HoldsOf(set);
      any = any || set != 0;
    }
    if (held > limits_.supply)
      return "the seats would hold " + std::to_string(held) + " pieces, and there are only " +
             std::to_string(limits_.supply);
    return "";
  }

  WindowProof Take() { return std::move(proof_); }

 private:
  // A set of answers that a seat may be offered, and how many pieces it must hold for them.
  struct Possible {
    std::uint32_t set;
    int holds;
  };
  struct Asked {
    Seat seat;
    std::uint32_t set;
    std::vector<std::uint8_t> answers{};  // the members of `set`
    std::size_t stride = 0;
  };

  // ---- All sets of offers ----

  void TryOffers(std::size_t i, int supply) {
    if (full_) return;
    if (i == in_turn_.size()) {
      if (!asked_.empty()) Solve();
      return;
    }
    for (const auto& [set, holds] : sets_[i]) {
      if (holds > supply || (!asked_.empty() && (set & limits_.first_in_turn) != 0)) continue;
      if (set != 0) asked_.push_back({in_turn_[i], set});
      TryOffers(i + 1, supply - holds);
      if (set != 0) asked_.pop_back();
    }
  }

  // After all sets of offers: whether the window can ask anybody, and whether each answer was
  // offered and won.
  void FindUnused() {
    asked_.clear();
    actor_ = 0;
    Counterexample example = Example(ProofFault::kNobody);
    if (proof_.offer_sets == 0) return Add(std::move(example));
    example.fault = ProofFault::kUnused;
    for (std::size_t i = 0; i < window_.answers.size(); ++i) {
      if (window_.answers[i].pass || (won_ >> i & 1) != 0) continue;
      if ((offered_ >> i & 1) != 0 && !proof_.faults.empty())
        continue;  // the decision faults explain it
      example.open = {(offered_ >> i & 1) != 0 ? Seat{0} : kNoSeat, static_cast<std::uint8_t>(i)};
      return Add(std::move(example));
    }
  }

  void TooMany() {
    full_ = true;
    Add(Example(ProofFault::kTooMany));
  }

  OfferSet Offers() const {
    OfferSet offers{.node = proof_.node, .actor = actor_};
    for (const Asked& asked : asked_)
      offers.offered[static_cast<std::size_t>(asked.seat)] = asked.set;
    return offers;
  }

  // ---- One set of offers ----

  void Solve() {
    std::size_t total = 1;
    std::uint64_t answers = 1, orders = 1;
    state_ = {};
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      Asked& asked = asked_[i];
      asked.answers.clear();
      for (std::uint32_t rest = asked.set; rest != 0; rest &= rest - 1)
        asked.answers.push_back(static_cast<std::uint8_t>(std::countr_zero(rest)));
      asked.stride = total;
      total *= asked.answers.size() + 1;
      answers *= asked.answers.size();
      if (!window_.in_turn) orders *= i + 1;
      state_.asked |= MaskOf(asked.seat);
      state_.offered[static_cast<std::size_t>(asked.seat)] = asked.set;
      offered_ |= asked.set;
    }
    if (proof_.decisions + total > kMostDecisions) return TooMany();
    ++proof_.offer_sets;
    proof_.answers += answers;
    proof_.orders += answers * orders;
    Forward(total);
    Backward(total);
  }

  // Evaluates every state that some order reaches, and every state in which all have answered.
  void Forward(std::size_t total) {
    reached_.assign(total, 0);
    codes_.assign(total, kUndecided);
    digits_.assign(asked_.size(), 0);
    reached_[0] = 1;
    Spread(0);
    for (std::size_t at = 1; at < total; ++at) {
      Next();
      const bool all = state_.answered == state_.asked;
      if (reached_[at] == 0 && !all) continue;
      ++proof_.decisions;
      const Decision decision = decide_(window_, state_, actor_, seats_);
      codes_[at] = CodeOf(decision);
      if (reached_[at] == 0) continue;
      if (decision.decided) {
        Decided(decision, all);
      } else {
        Waits(all);
        Spread(at);
      }
    }
  }

  // Advances `digits_` and `state_` to the next state.
  void Next() {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& asked = asked_[i];
      StoredAnswer& answer = state_.answers[static_cast<std::size_t>(asked.seat)];
      if (digits_[i] == asked.answers.size()) {
        digits_[i] = 0;
        answer = {};
        state_.answered &= static_cast<SeatMask>(~MaskOf(asked.seat));
        continue;
      }
      answer.edge = asked.answers[digits_[i]++];
      state_.answered |= MaskOf(asked.seat);
      return;
    }
  }

  // Marks the successors of an undecided state: one more seat answers; the first open one if asked
  // in turn.
  void Spread(std::size_t at) {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (digits_[i] != 0) continue;
      for (std::size_t n = 1; n <= asked_[i].answers.size(); ++n)
        reached_[at + n * asked_[i].stride] = 1;
      if (window_.in_turn) return;
    }
  }

  // Checks that the order of answers does not matter. A decision in a state must equal the decision
  // after all answers, whatever the open seats answer. `codes_` becomes that final decision, from
  // the last state to the first.
  void Backward(std::size_t total) {
    digits_.assign(asked_.size(), 0);
    for (std::size_t at = total; at-- > 0;) {
      std::size_t open = asked_.size();
      std::size_t rest = at;
      for (std::size_t i = asked_.size(); i-- > 0;) {
        digits_[i] = rest / asked_[i].stride;
        rest %= asked_[i].stride;
        if (digits_[i] == 0) open = i;
      }
      if (open == asked_.size()) continue;
      std::uint32_t code = codes_[at + asked_[open].stride];
      for (std::size_t n = 2; n <= asked_[open].answers.size(); ++n) {
        if (codes_[at + n * asked_[open].stride] != code) code = kMixed;
      }
      if (reached_[at] != 0 && codes_[at] != kUndecided && codes_[at] != code) Order();
      codes_[at] = code;
    }
  }

  // ---- Requirements on a state ----

  bool Claims(const StoredAnswer& answer) const { return !window_.answers[answer.edge].pass; }

  // The seats with the best answer so far, the nearest to the actor first.
  std::vector<Seat>& Claimants() {
    claimants_.clear();
    int best = std::numeric_limits<int>::max();
    for (const Asked& asked : asked_) {
      const StoredAnswer& answer = state_.answers[static_cast<std::size_t>(asked.seat)];
      if ((state_.answered & MaskOf(asked.seat)) == 0 || !Claims(answer)) continue;
      const int rank = window_.answers[answer.edge].rank;
      if (rank < best) claimants_.clear();
      if (rank > best) continue;
      best = rank;
      claimants_.push_back(asked.seat);
    }
    return claimants_;
  }

  // The outcome that the rule requires if `claimants` gave the best answer. `nearest` is the answer
  // of the first of them.
  Outcome ByRule(SeatMask claimants, const Edge& nearest) const {
    const int count = std::popcount(claimants);
    if (count < 2) return {claimants};
    switch (nearest.winners.by_count[static_cast<std::size_t>(count)]) {
      case Winners::kAbort: return {0, nearest.abort_to};
      case Winners::kNearest:
        for (const Asked& asked : asked_) {
          if ((claimants & MaskOf(asked.seat)) != 0) return {MaskOf(asked.seat)};
        }
        return {};
      case Winners::kAll:
      case Winners::kUnset: break;
    }
    return {claimants};
  }

  // Finds a reason to wait: an open answer that beats the best one, or that joins it and changes
  // the outcome for some answers of the other open seats.
  bool ReasonToWait(Counterexample::Answer& reason) {
    const SeatMask open = state_.asked & static_cast<SeatMask>(~state_.answered);
    if (open == 0) return false;
    const std::vector<Seat>& claimants = Claimants();
    const Edge* given =
        claimants.empty()
            ? nullptr
            : &window_.answers[state_.answers[static_cast<std::size_t>(claimants[0])].edge];
    SeatMask have = 0, may_join = 0;
    for (const Seat seat : claimants) have |= MaskOf(seat);
    for (const Asked& asked : asked_) {
      if ((open & MaskOf(asked.seat)) == 0) continue;
      for (const std::uint8_t index : asked.answers) {
        const Edge& answer = window_.answers[index];
        reason = {asked.seat, index};
        if (window_.wait_for_all) return true;
        if (answer.pass) continue;
        if (given == nullptr || answer.rank < given->rank) return true;
        if (answer.rank == given->rank) may_join |= MaskOf(asked.seat);
      }
    }
    for (const Asked& asked : asked_) {
      if ((may_join & MaskOf(asked.seat)) == 0) continue;
      const SeatMask rest = may_join & static_cast<SeatMask>(~MaskOf(asked.seat));
      for (unsigned others = rest;; others = (others - 1) & rest) {
        const auto without = static_cast<SeatMask>(have | others);
        if (ByRule(without, *given) !=
            ByRule(static_cast<SeatMask>(without | MaskOf(asked.seat)), *given)) {
          reason = {
              asked.seat,
              *std::find_if(asked.answers.begin(), asked.answers.end(), [&](std::uint8_t index) {
                return !window_.answers[index].pass && window_.answers[index].rank == given->rank;
              })};
          return true;
        }
        if (others == 0) break;
      }
    }
    return false;
  }

  void Waits(bool all) {
    winners_ = 0;
    Counterexample::Answer reason;
    if (all) return Show(ProofFault::kNever);
    if (ReasonToWait(reason)) return;
    for (const Asked& asked : asked_) {
      if ((state_.answered & MaskOf(asked.seat)) == 0) reason = {asked.seat, asked.answers.back()};
    }
    Show(ProofFault::kLate, reason);
  }

  void Decided(const Decision& decision, bool all) {
    winners_ = decision.winners;
    Counterexample::Answer reason;
    if (!all && ReasonToWait(reason)) return Show(ProofFault::kEarly, reason);
    const std::vector<Seat>& claimants = Claimants();
    const auto edge_of = [&](Seat seat) -> const Edge& {
      return window_.answers[state_.answers[static_cast<std::size_t>(seat)].edge];
    };
    if (claimants.empty()) {
      if (CodeOf(decision) != CodeOf(Outcome{})) Show(ProofFault::kWinners);
      // The window's own node goes on. Its window would only ask again, so only system edges count.
      if (!GoesOn(node_)) return Show(ProofFault::kNoEdge);
      Lacks(proof_.node);
      return;
    }
    const Edge& nearest = edge_of(claimants[0]);
    SeatMask have = 0;
    for (const Seat seat : claimants) {
      have |= MaskOf(seat);
      const WinnersRule& rule = edge_of(seat).winners;
      const std::size_t count = claimants.size();
      if (count > 1 && (rule.by_count[count] == Winners::kUnset ||
                        rule.by_count[count] != nearest.winners.by_count[count]))
        return Show(ProofFault::kNoRule);
    }
    const Outcome due = ByRule(have, nearest);
    if (CodeOf(decision) != CodeOf(due)) return Show(ProofFault::kWinners);
    if (due.winners == 0) {
      if (due.abort_to >= nodes_.size() || !LeadsOn(nodes_[due.abort_to]))
        return Show(ProofFault::kNoEdge);
      Lacks(due.abort_to);
      return;
    }
    NodeIndex to = kNoNode;
    for (const Seat seat : claimants) {
      if ((due.winners & MaskOf(seat)) == 0) continue;
      if (to != kNoNode && edge_of(seat).to != to) return Show(ProofFault::kTwoNodes);
      to = edge_of(seat).to;
      won_ |= 1u << state_.answers[static_cast<std::size_t>(seat)].edge;
      if (to >= nodes_.size() || !LeadsOn(nodes_[to])) return Show(ProofFault::kNoEdge);
    }
    Lacks(to);
  }

  // Checks the way on from `node` to the next window. If all have passed, `node` is the window's
  // own.
  void Lacks(NodeIndex node) {
    if (lacks_.empty()) lacks_.assign(nodes_.size(), kUnknown);
    NodeIndex& lacks = lacks_[node];
    if (lacks == kUnknown) lacks = LackAfter(nodes_, node);
    if (lacks == kNoNode) return;
    lacking_ = lacks;
    Show(ProofFault::kLacks);
  }

  // ---- Counterexamples ----

  Counterexample Example(ProofFault fault) const {
    Counterexample example;
    example.fault = fault;
    example.offers = Offers();
    return example;
  }

  // Adds a counterexample: an order that leads to the state through undecided states. The fault
  // shows at its last answer.
  void Show(ProofFault fault, Counterexample::Answer open = {}) {
    std::vector<std::size_t> order;
    Counterexample example = Example(fault);
    example.open = open;
    example.winners = winners_;
    if (fault == ProofFault::kLacks) example.lacks = lacking_;
    if (!Smaller(example)) return;
    FindOrder(digits_, order);
    for (const std::size_t i : order)
      example.order.push_back({asked_[i].seat, asked_[i].answers[digits_[i] - 1]});
    Add(std::move(example));
  }

  // Takes answers back one by one, through undecided states that some order reaches.
  bool FindOrder(std::vector<std::size_t> digits, std::vector<std::size_t>& order) const {
    if (std::all_of(digits.begin(), digits.end(), [](std::size_t digit) { return digit == 0; }))
      return true;
    for (std::size_t i = digits.size(); i-- > 0;) {
      if (digits[i] == 0) continue;
      const std::size_t digit = digits[i];
      digits[i] = 0;
      std::size_t at = 0;
      for (std::size_t k = 0; k < digits.size(); ++k) at += digits[k] * asked_[k].stride;
      const bool undecided = at == 0 || (reached_[at] != 0 && codes_[at] == kUndecided);
      if (undecided && FindOrder(digits, order)) {
        order.push_back(i);
        return true;
      }
      digits[i] = digit;
    }
    return false;
  }

  // The decision in this state differs from that after some completion. Looks for two orders of the
  // same answers that show it. There may be none: a window that decides early may do so in every
  // order.
  void Order() {
    Counterexample example = Example(ProofFault::kOrder);
    if (window_.in_turn || !Smaller(example)) return;
    std::vector<std::size_t> full(asked_.size());
    Complete(0, full, example);
  }

  // Tries all answers of the open seats of the state (`digits_`).
  void Complete(std::size_t i, std::vector<std::size_t>& full, Counterexample& example) {
    if (!example.other.empty()) return;
    if (i == asked_.size()) return Compare(full, example);
    full[i] = digits_[i];
    if (digits_[i] != 0) return Complete(i + 1, full, example);
    for (full[i] = 1; full[i] <= asked_[i].answers.size(); ++full[i])
      Complete(i + 1, full, example);
  }

  void Compare(const std::vector<std::size_t>& full, Counterexample& example) {
    std::vector<std::size_t> order(asked_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::uint32_t first = kUndecided;
    std::vector<Counterexample::Answer> answers;
    do {
      WindowState state;
      state.asked = state_.asked;
      state.offered = state_.offered;
      answers.clear();
      std::uint32_t code = kUndecided;
      for (const std::size_t i : order) {
        const Seat seat = asked_[i].seat;
        const std::uint8_t answer = asked_[i].answers[full[i] - 1];
        state.answered |= MaskOf(seat);
        state.answers[static_cast<std::size_t>(seat)].edge = answer;
        answers.push_back({seat, answer});
        if (code == kUndecided) code = CodeOf(decide_(window_, state, actor_, seats_));
      }
      if (example.order.empty()) {
        first = code;
        example.order = answers;
      } else if (code != first) {
        example.other = answers;
        return Add(example);
      }
    } while (std::next_permutation(order.begin(), order.end()));
    example.order.clear();
  }

  static std::size_t SizeOf(const Counterexample& example) {
    std::size_t size = 0;
    for (const std::uint32_t set : example.offers.offered)
      size += set == 0 ? 0 : 100 + static_cast<std::size_t>(std::popcount(set));
    return size;
  }
  bool Smaller(const Counterexample& example) const {
    return std::none_of(proof_.faults.begin(), proof_.faults.end(),
                        [&](const Counterexample& known) {
                          return known.fault == example.fault && SizeOf(known) <= SizeOf(example);
                        });
  }
  void Add(Counterexample example) {
    std::erase_if(proof_.faults,
                  [&](const Counterexample& known) { return known.fault == example.fault; });
    proof_.faults.push_back(std::move(example));
  }

  const std::span<const Node> nodes_;
  const int seats_;
  const DecideFunction decide_;
  const Node& node_;
  const Window& window_;
  const OfferLimits limits_;
  WindowProof proof_;
  bool full_ = false;

  Seat actor_ = 0;
  std::vector<Seat> in_turn_;                // the asked seats
  std::vector<std::vector<Possible>> sets_;  // by place in in_turn_
  std::vector<Asked> asked_;                 // seats with an offer, in turn
  WindowState state_;
  std::vector<std::size_t> digits_;
  std::vector<std::uint8_t> reached_;
  std::vector<std::uint32_t> codes_;
  std::vector<Seat> claimants_;
  SeatMask winners_ = 0;                 // of the current decision
  std::uint32_t offered_ = 0, won_ = 0;  // answers that some seat was offered; that won
  static constexpr NodeIndex kUnknown = 254;
  std::vector<NodeIndex> lacks_;  // by node: LackAfter
  NodeIndex lacking_ = kNoNode;
};

int CopiesOf(const Flow& flow) {
  int most = 0;
  for (const auto& part : flow.parts()) {
    if (const auto* supply = dynamic_cast<const PieceSupply*>(part.get()))
      most = std::max(most, supply->MostCopies());
  }
  return most;
}

}  // namespace

Prover::Prover(const Flow& flow, DecideFunction decide)
    : Prover(flow.nodes(), flow.seats(), CopiesOf(flow), decide) {}
Prover::Prover(std::span<const Node> nodes, int seats, int copies, DecideFunction decide)
    : nodes_(nodes), seats_(seats), copies_(copies), decide_(decide) {}

std::vector<WindowProof> Prover::All() const {
  std::vector<WindowProof> proofs;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].window) proofs.push_back(Of(static_cast<NodeIndex>(i)));
  }
  return proofs;
}

WindowProof Prover::Of(NodeIndex node) const {
  Trial trial(nodes_, seats_, copies_, decide_, node);
  trial.Everything();
  return trial.Take();
}

std::string Prover::Inputs(NodeIndex node) const {
  const Node& own = nodes_[node];
  const Window& window = *own.window;
  const OfferLimits limits(nodes_, window, copies_);
  std::string text;
  const auto add = [&text](auto... numbers) { ((text += std::to_string(numbers) + ' '), ...); };
  const auto add_lack = [&](NodeIndex index) {
    const NodeIndex lacks = LackAfter(nodes_, index);
    if (lacks != kNoNode) text += "lacks " + nodes_[lacks].id + ' ';
  };
  // The answers' nodes are compared with each other, so that their places in the flow do not
  // matter.
  std::vector<NodeIndex> met;
  const auto add_node = [&](NodeIndex index) {
    const auto at = std::ranges::find(met, index);
    add(at - met.begin());
    if (at != met.end()) return;
    met.push_back(index);
    if (index >= nodes_.size()) return;
    if (LeadsOn(nodes_[index])) text += "leads on ";
    add_lack(index);
  };
  add(seats_, limits.supply, limits.first_in_turn, limits.beside, window.in_turn,
      window.wait_for_all, AskedBy(window, nodes_, 0, seats_));
  text += WhoName(window.ask);
  text += GoesOn(own) ? " goes on " : " ";
  add_lack(node);
  for (std::size_t i = 0; i < window.answers.size(); ++i) {
    const Edge& answer = window.answers[i];
    text += answer.pass ? "; pass " : "; ";
    text += std::string(WhoName(answer.who)) + ' ';
    add(limits.holds[i], answer.rank);
    for (const Winners winners : answer.winners.by_count) add(static_cast<int>(winners));
    add_node(answer.to);
    add_node(answer.abort_to);
  }
  return text;
}

WindowProof Prover::Of(const OfferSet& offers) const {
  Trial trial(nodes_, seats_, copies_, decide_, offers.node);
  trial.One(offers);
  return trial.Take();
}

std::string Prover::Outside(const OfferSet& offers) const {
  return Trial(nodes_, seats_, copies_, decide_, offers.node).Outside(offers);
}

}  // namespace mlf
