// The results of the window proof as sentences.
#include <mlf/flow/claim_limit.h>
#include <mlf/flow/prove.h>

#include <bit>

namespace mlf {

std::string_view ProofFaultName(ProofFault fault) {
  constexpr std::string_view kNames[] = {"never",   "early",   "late",      "order",
                                         "winners", "no_rule", "two_nodes", "no_edge",
                                         "nobody",  "unused",  "lacks",     "too_many"};
  return kNames[static_cast<int>(fault)];
}

Label Prover::Explain(const Counterexample& example) const {
  const Node& node = nodes_[example.offers.node];
  const Window& window = *node.window;
  const auto id = [&](std::uint8_t answer) {
    const NodeIndex to = window.answers[answer].to;
    return to < nodes_.size() ? nodes_[to].id : std::string("?");
  };
  const auto said = [&](const std::vector<Counterexample::Answer>& order) {
    std::string text;
    for (const Counterexample::Answer& one : order)
      text += (text.empty() ? "" : ", ") + std::to_string(one.seat) + " " + id(one.answer);
    return text;
  };
  std::string offers;
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    const std::uint32_t set = example.offers.offered[static_cast<std::size_t>(seat)];
    if (set == 0) continue;
    offers += (offers.empty() ? "" : "; ") + std::to_string(seat) + ":";
    for (std::uint32_t rest = set; rest != 0; rest &= rest - 1)
      offers += " " + id(static_cast<std::uint8_t>(std::countr_zero(rest)));
  }
  const std::string seat = std::to_string(example.open.seat);
  const std::string open = example.order.empty() && example.fault != ProofFault::kEarly
                               ? ""
                               : seat + " " + id(example.open.answer);
  Label what;
  switch (example.fault) {
    case ProofFault::kNever:
      what = {"所有人都应答了，问询仍未决定", "all have answered and nothing is decided"};
      break;
    case ProofFault::kEarly:
      what = {"已经决定，而 " + open + " 还能改变结果",
              "it has decided, though " + open + " could still change that"};
      break;
    case ProofFault::kLate:
      what = {"还在等座位 " + seat + "，而它的应答已不能改变结果",
              "it waits for seat " + seat + ", whose answer cannot change anything any more"};
      break;
    case ProofFault::kOrder:
      what = {
          "同样的应答按另一次序（" + said(example.other) + "）结果不同",
          "the same answers in another order (" + said(example.other) + ") come to something else"};
      break;
    case ProofFault::kWinners:
      what = {"决定与规则不符", "what is decided is not what the rule says"};
      break;
    case ProofFault::kNoRule:
      what = {
          "几家给出同级的最佳应答，没有规则说谁得（缺 winners）",
          "several gave the best answer and no rule says who of them wins (winners: is missing)"};
      break;
    case ProofFault::kTwoNodes:
      what = {"得胜的几家去往不同的节点", "the winners go to different nodes"};
      break;
    case ProofFault::kNoEdge:
      what = {"此后没有一条总能走的边（每条都有条件，或者没有边）",
              "no edge that can always be taken leads on from there (each has a guard, or there is "
              "none)"};
      break;
    case ProofFault::kLacks: {
      const Node& lacks = nodes_[example.lacks];
      const std::string thing(lacks.impl->may_lack());
      what = {"此后 " + lacks.id + " 可能没有 " + thing + " 可取，而没有一条边的条件说明这一点",
              "after that " + lacks.id + " may find nothing of the " + thing +
                  " left, and no edge handles that case"};
      break;
    }
    case ProofFault::kNobody: {
      std::string seats;
      ForEachSeat(SeatsOf(window.ask, example.offers.actor, seats_),
                  [&](Seat asked) { seats += (seats.empty() ? "" : " ") + std::to_string(asked); });
      std::string answers;
      for (const Edge& answer : window.answers)
        answers += (answers.empty() ? "" : ", ") + id(answer.answer) + " (" +
                   std::string(WhoName(answer.who)) + ")";
      return {"问询窗 " + node.id + "：没有人会被问到（行动者 " +
                  std::to_string(example.offers.actor) + " 时问：" +
                  (seats.empty() ? "无" : seats) + "；应答：" + answers + "）",
              "window of " + node.id + ": nobody is ever asked (when " +
                  std::to_string(example.offers.actor) + " moves it asks " +
                  (seats.empty() ? "nobody" : seats) + "; its answers: " + answers + ")"};
    }
    case ProofFault::kUnused: {
      const bool offered = example.open.seat != kNoSeat;
      const NodeIndex to = window.answers[example.open.answer].to;
      const bool beside = !offered && to < nodes_.size() && nodes_[to].impl != nullptr &&
                          nodes_[to].impl->beside_others();
      const std::string answer = id(example.open.answer);
      const auto* limit = !offered && to < nodes_.size()
                              ? dynamic_cast<const ClaimLimit*>(nodes_[to].impl)
                              : nullptr;
      if (limit != nullptr && copies_ > 0 && limit->Holds() > copies_ - 1) {
        const std::string holds = std::to_string(limit->Holds()), copies = std::to_string(copies_);
        return {"问询窗 " + node.id + "：应答 " + answer + " 永远不可选：手里须有 " + holds +
                    " 张同样的牌，而每种一共只有 " + copies + " 张",
                "window of " + node.id + ": the answer " + answer +
                    " is never offered: a seat must hold " + holds +
                    " pieces equal to the one in question, and there are " + copies +
                    " of a kind in all"};
      }
      return {"问询窗 " + node.id + "：应答 " + answer +
                  (offered ? " 永远不会得胜" : " 永远不可选") +
                  (beside ? "：排在它前面的应答可选时它才可选，须往后排" : ""),
              "window of " + node.id + ": the answer " + answer +
                  (offered ? " never wins" : " is never offered") +
                  (beside ? ": it is offered only beside answers that come before it, so it must "
                            "come after them"
                          : "")};
    }
    case ProofFault::kTooMany:
      return {"问询窗 " + node.id + "：情况太多，未能逐一试过",
              "window of " + node.id + ": there are too many cases to try them all"};
  }
  const std::string zh = example.order.empty() ? "" : "，依次应答 " + said(example.order);
  const std::string en =
      example.order.empty() ? "" : ", answered in this order: " + said(example.order);
  return {"问询窗 " + node.id + "（行动者 " + std::to_string(example.offers.actor) + "）：可选 " +
              offers + zh + "：" + what.zh,
          "window of " + node.id + " (actor " + std::to_string(example.offers.actor) +
              "): offered " + offers + en + ": " + what.en};
}

}  // namespace mlf
