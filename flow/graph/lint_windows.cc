// Checks of a window:
//
//   L05 competing answers without a rule
//   L06 answer written twice
//   L07 answer that an earlier one shadows
//   L08 window without a default that always holds
//   L11 window without answers
//   L13 abort that leads nowhere
//   L22 window that can ask nobody
//   L23 answer for seats that the window does not ask
#include <mlf/flow/flow.h>
#include "flow/base/words.h"
#include "flow/graph/lint.h"

#include <algorithm>
#include <bit>

namespace mlf {

namespace {

class WindowLinter {
 public:
  WindowLinter(const std::vector<Node>& nodes, const Node& node, int seats, Faults& faults)
      : nodes_(nodes), node_(node), seats_(seats), faults_(faults) {}

  void Run() {
    const Node& node = node_;
    const Window& window = *node.window;
    if (window.answers.empty()) {
      Add("L11", node.where,
          "the window of " + Quoted(node.id) +
              " has no answers; name what the asked seats may do, or take the window out");
      return;
    }
    if (window.answers.size() == 1 && window.answers[0].pass && Exists(window.answers[0].to)) {
      Add("L11", node.where,
          "the window of " + Quoted(node.id) + " has only the pass " +
              Quoted(Id(window.answers[0].to)) +
              ", so nobody is ever asked; name what else the asked seats may do");
    }
    Asked(node, window);
    Defaults(node, window);
    Competing(node, window);
    Repeated(node, window);
    for (const Edge& answer : window.answers) Abort(node, answer);
  }

 private:
  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }
  bool Exists(NodeIndex index) const { return index < nodes_.size(); }
  const std::string& Id(NodeIndex index) const { return nodes_[index].id; }
  bool Player(NodeIndex index) const {
    return nodes_[index].impl != nullptr && nodes_[index].impl->player();
  }

  // L22, L23. Relative seats rotate with the actor, so checking one actor is enough.
  void Asked(const Node& node, const Window& window) {
    std::vector<const Edge*> for_nobody;
    bool any = false;
    for (const Edge& answer : window.answers) {
      if (answer.pass || !Exists(answer.to)) continue;
      if (SeatsFor(window, answer) == 0) {
        for_nobody.push_back(&answer);
      } else {
        any = true;
      }
    }
    if (for_nobody.empty()) return;
    const std::string lead = "the window of " + Quoted(node.id) + " asks " +
                             SeatNames(SeatsOf(window.ask, 0, seats_)) +
                             " when seat 0 moves (ask: " + std::string(WhoName(window.ask)) + ")";
    const auto names = [&](const Edge& answer) {
      const bool all = answer.who == Who::kAll;
      return Quoted(Id(answer.to)) + (all ? std::string()
                                          : " is for " + SeatNames(SeatsOf(answer.who, 0, seats_)) +
                                                " (who: " + std::string(WhoName(answer.who)) + ")");
    };
    if (!any) {
      std::string answers;
      for (const Edge* answer : for_nobody)
        answers += (answers.empty() ? "" : ", ") + names(*answer);
      const bool nobody = SeatsOf(window.ask, 0, seats_) == 0;
      Add("L22", node.where,
          "nobody is ever asked: " + lead + (nobody ? "" : ", and " + answers) +
              "; change ask: or who: so that they meet, or take the window out");
      return;
    }
    for (const Edge* answer : for_nobody) {
      Add("L23", answer->where,
          "the answer " + Quoted(Id(answer->to)) + " can be given by nobody: " + lead + ", and " +
              names(*answer) + "; change its who:, or take it out");
    }
  }

  static std::string SeatNames(SeatMask seats) {
    if (seats == 0) return "nobody";
    std::string text = std::popcount(static_cast<unsigned>(seats)) == 1 ? "seat " : "seats ";
    bool first = true;
    ForEachSeat(seats, [&](Seat seat) {
      text += (first ? "" : ", ") + std::to_string(seat);
      first = false;
    });
    return text;
  }

  // L08. A default may still not be offered. The engine then plays the first offer.
  void Defaults(const Node& node, const Window& window) {
    if (window.defaults.empty()) {
      Add("L08", node.where,
          "the window of " + Quoted(node.id) +
              " has no default; say what a seat plays when its time is up");
      return;
    }
    for (const DefaultAnswer& fallback : window.defaults) {
      if (fallback.answer < window.answers.size()) continue;
      Add("L08", node.where,
          "a default of the window of " + Quoted(node.id) + " is no answer of it");
    }
    if (std::none_of(window.defaults.begin(), window.defaults.end(),
                     [](const DefaultAnswer& fallback) { return fallback.when.empty(); })) {
      Add("L08", node.where,
          "every default of the window of " + Quoted(node.id) +
              " has a condition; end the list with one that has none");
    }
  }

  SeatMask SeatsFor(const Window& window, const Edge& answer) const {
    const SeatMask asked = SeatsOf(window.ask, 0, seats_);
    return answer.who == Who::kAll ? asked : asked & SeatsOf(answer.who, 0, seats_);
  }

  // The smallest number of seats, from 2 to `most`, without a rule; 0 = none.
  static int Unruled(const WinnersRule& rule, int most) {
    for (int n = 2; n <= most; ++n) {
      if (rule.by_count[n] == Winners::kUnset) return n;
    }
    return 0;
  }

  // L05. Passes do not compete: they win only if there is no other answer.
  void Competing(const Node& node, const Window& window) {
    for (const Edge& answer : window.answers) {
      const int most = std::popcount(SeatsFor(window, answer));
      const int n = answer.pass || !Exists(answer.to) ? 0 : Unruled(answer.winners, most);
      if (n == 0) continue;
      Add("L05", answer.where,
          "up to " + std::to_string(most) + " seats may answer " + Quoted(Id(answer.to)) +
              " in the window of " + Quoted(node.id) + ", and nothing says who wins when " +
              std::to_string(n) + " do; add winners: all or winners: nearest");
    }
    for (std::size_t i = 0; i < window.answers.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        Rivals(node, window, window.answers[j], window.answers[i]);
    }
  }

  // Two answers of the same rank by different seats. Only one seat may win, because the hooks of
  // different nodes must not run together.
  void Rivals(const Node& node, const Window& window, const Edge& a, const Edge& b) {
    if (a.rank != b.rank || a.to == b.to || a.pass || b.pass || !Exists(a.to) || !Exists(b.to))
      return;
    const SeatMask seats_a = SeatsFor(window, a), seats_b = SeatsFor(window, b);
    const SeatMask both = seats_a | seats_b;
    if (seats_a == 0 || seats_b == 0 || std::popcount(both) < 2) return;
    const auto first = a.winners.by_count.begin() + 2, last = first + std::popcount(both) - 1;
    const bool same_rule = a.winners.given() &&
                           std::equal(first, last, b.winners.by_count.begin() + 2) &&
                           a.abort_to == b.abort_to;
    if (same_rule && std::find(first, last, Winners::kAll) == last) return;
    Add("L05", b.where,
        "two seats may answer " + Quoted(Id(a.to)) + " and " + Quoted(Id(b.to)) +
            " at once in the window of " + Quoted(node.id) +
            ", and both are of one rank; put one before the other, or give both the same winners: "
            "(nearest or abort, not all)");
  }

  // L06, L07: of two answers with the same node, a seat gives the first one possible.
  void Repeated(const Node& node, const Window& window) {
    for (std::size_t i = 0; i < window.answers.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (RepeatedPair(node, window, window.answers[j], window.answers[i])) break;
      }
    }
  }

  bool RepeatedPair(const Node& node, const Window& window, const Edge& earlier,
                    const Edge& later) {
    if (earlier.to != later.to || !Exists(later.to)) return false;
    const std::string answer =
        "the answer " + Quoted(Id(later.to)) + " of the window of " + Quoted(node.id);
    if (earlier.who == later.who && SameGuards(earlier, later)) {
      Add("L06", later.where,
          answer + " is written twice for the same seats with the same guards; take one out");
      return true;
    }
    const SeatMask missing =
        SeatsFor(window, later) & static_cast<SeatMask>(~SeatsFor(window, earlier));
    if (!earlier.guards.empty() || missing != 0) return false;
    Add("L07", later.where,
        answer +
            " is never taken a second time: the same answer comes before it, for the same seats "
            "and without a guard; "
            "put it before that one or give that one an if:");
    return true;
  }

  // L13. The system runs the target of an abort, like the target of a system edge.
  void Abort(const Node& node, const Edge& answer) {
    const auto& rule = answer.winners.by_count;
    if (std::find(rule.begin(), rule.end(), Winners::kAbort) == rule.end() || !Exists(answer.to))
      return;
    const std::string lead = "the answer " + Quoted(Id(answer.to)) + " of the window of " +
                             Quoted(node.id) + " may abort";
    if (!Exists(answer.abort_to)) {
      Add("L13", answer.where,
          lead + ", but no node says what happens then; write {abort: <node>}");
      return;
    }
    const Node& target = nodes_[answer.abort_to];
    if (Player(answer.abort_to)) {
      Add("L13", answer.where,
          lead + " to " + Quoted(target.id) +
              ", which is a player's node; name a node of the system");
    } else if (!target.end && target.then.empty() && !target.window) {
      Add("L13", answer.where,
          lead + " to " + Quoted(target.id) +
              ", from which no system edge leads on; add then: to it or mark it end: true");
    }
  }

  const std::vector<Node>& nodes_;
  const Node& node_;
  const int seats_;
  Faults& faults_;
};

}  // namespace

bool SameGuards(const Edge& a, const Edge& b) {
  return std::ranges::equal(a.guards, b.guards, {}, &PartUse::Text, &PartUse::Text);
}

void LintWindow(const std::vector<Node>& nodes, const Node& node, int seats, Faults& faults) {
  WindowLinter(nodes, node, seats, faults).Run();
}

}  // namespace mlf
