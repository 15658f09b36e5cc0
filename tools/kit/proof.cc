#include "tools/kit/proof.h"

#include <fmt/format.h>
#include <mlf/flow/text.h>
#include <mlf/flow/trace.h>
#include "tools/kit/games.h"
#include "tools/kit/yaml.h"

#include <algorithm>
#include <limits>
#include <set>

namespace mlf::tools {

bool ProofReport::holds() const {
  return std::all_of(windows.begin(), windows.end(),
                     [](const ProvedWindow& window) { return window.proof.holds(); });
}

namespace {

ProofReport Prove(const Flow& flow, KnownProofs& known, DecideFunction decide) {
  const Prover prover(flow, decide);
  ProofReport report;
  for (std::size_t i = 0; i < flow.nodes().size(); ++i) {
    const auto index = static_cast<NodeIndex>(i);
    const Node& node = flow.node(index);
    if (!node.window) continue;
    const auto [at, is_new] = known.try_emplace(prover.Inputs(index));
    // A counterexample names nodes of its own flow.
    if (is_new || !at->second.holds()) at->second = prover.Of(index);
    ProvedWindow window{node.id, node.window->label, at->second, {}, !is_new};
    window.proof.node = index;
    for (const Counterexample& example : window.proof.faults)
      window.faults.push_back(prover.Explain(example));
    report.windows.push_back(std::move(window));
  }
  return report;
}

}  // namespace

ProofReport ProveFlow(const Flow& flow, DecideFunction decide) {
  KnownProofs known;
  return Prove(flow, known, decide);
}

ProofReport ProveFlow(const Flow& flow, KnownProofs& known) { return Prove(flow, known, Decide); }

std::string ProofText(const ProofReport& report, Lang lang) {
  const bool zh = lang == Lang::kZh;
  std::string text;
  for (const ProvedWindow& window : report.windows) {
    const std::string result =
        window.proof.holds() ? (zh ? "成立" : "holds") : (zh ? "不成立" : "DOES NOT HOLD");
    text +=
        zh ? fmt::format("  问询窗 {}：可选项 {} 组，应答 {} 种，次序 {} 种：{}\n", window.node,
                         window.proof.offer_sets, window.proof.answers, window.proof.orders, result)
           : fmt::format("  window {}: {} sets of offers, {} ways to answer, {} orders: {}\n",
                         window.node, window.proof.offer_sets, window.proof.answers,
                         window.proof.orders, result);
    for (const Label& fault : window.faults) text += "    " + (zh ? fault.zh : fault.en) + "\n";
  }
  return text;
}

OfferSet OffersAt(const Records& records) {
  const FlowState& state = records.flow();
  OfferSet offers{.node = state.node, .actor = state.actor};
  ForEachSeat(state.window.asked, [&](Seat seat) {
    offers.offered[static_cast<std::size_t>(seat)] =
        state.window.offered[static_cast<std::size_t>(seat)];
  });
  return offers;
}

// ---- a counterexample in play ----

namespace {

// The outcome of some answers in the engine.
struct Run {
  bool refused = false;
  bool waits = false;
  SeatMask winners = 0;
  NodeIndex node = kNoNode;
  Seat actor = kNoSeat;
  SeatMask asked = 0;
  bool over = false;
  std::size_t taken = 0;  // answers, the last one included

  bool SameEnd(const Run& run) const {
    return refused == run.refused && winners == run.winners && node == run.node &&
           actor == run.actor && asked == run.asked && over == run.over;
  }
};

// One table at which a counterexample was met.
class Case {
 public:
  Case(const Flow& flow, const Records& records, const Counterexample& example)
      : flow_(flow), records_(records), example_(example) {
    // The offers of every asked seat, active or not.
    Records all = records;
    all.flow().window.active = all.flow().window.asked;
    flow_.FillChoices(all, choices_);
    for (const Counterexample::Answer& answer : example.order) order_.push_back(ActionOf(answer));
    for (const Counterexample::Answer& answer : example.other) other_.push_back(ActionOf(answer));
    first_ = Through(order_);
    second_ = Through(other_);
    order_.resize(first_.taken);
    other_.resize(second_.taken);
  }

  bool Shows() const {
    switch (example_.fault) {
      case ProofFault::kNever:
      case ProofFault::kLate: return first_.waits;
      case ProofFault::kEarly: return !first_.waits;
      case ProofFault::kOrder: return !first_.SameEnd(second_);
      case ProofFault::kWinners: return first_.winners == example_.winners;
      case ProofFault::kNoRule: return std::popcount(static_cast<unsigned>(first_.winners)) > 1;
      case ProofFault::kTwoNodes:
      case ProofFault::kNoEdge: return first_.refused;
      case ProofFault::kNobody:
      case ProofFault::kUnused:
      case ProofFault::kLacks:
      case ProofFault::kTooMany: break;
    }
    return false;
  }

  // The file. `played` are the actions from the start of the match to this table.
  std::string File(const OptionValues& options, const std::vector<Action>& played,
                   const Label& text) const {
    std::string file = "# 问询窗证明的反例 / a counterexample of the window proof\nscenarios:\n" +
                       Scenario(options, played, text, order_, "");
    if (!other_.empty()) file += Scenario(options, played, text, other_, "_other");
    return file;
  }

 private:
  Action ActionOf(const Counterexample::Answer& answer) const {
    const NodeIndex node = flow_.node(example_.offers.node).window->answers[answer.answer].to;
    Action action{.node = node, .seat = answer.seat, .ask = records_.flow().window.ask};
    if (const Offer* offer = choices_.Find(answer.seat, node)) offer->domain.Nth(0, action);
    return action;
  }

  Run Through(const std::vector<Action>& order) const {
    Records records = records_;
    Response response;
    Trace trace;
    Run run;
    for (const Action& action : order) {
      ++run.taken;
      flow_.ProcessActionNode(records, action, response, &trace);
      run.refused = run.refused || !response.ok();
      run.winners |= trace[trace.size() - 1].winners;
      // Compares the outcomes of two orders of the same answers. Seats whose answer is not needed
      // stay silent.
      if (example_.fault == ProofFault::kOrder && response.status != Status::kWaits) break;
    }
    run.waits = response.ok() && response.status == Status::kWaits;
    run.node = records.flow().node;
    run.actor = records.flow().actor;
    run.asked = records.flow().window.active;
    run.over = records.flow().over != 0;
    return run;
  }

  std::string OffersText() const {
    std::string text;
    ForEachSeat(records_.flow().window.active, [&](Seat seat) {
      std::string ids;
      for (const Offer& offer : choices_.Of(seat))
        ids += (ids.empty() ? "" : ", ") + flow_.node(offer.node).id;
      text += fmt::format("{}{}: [{}]", text.empty() ? "" : ", ", static_cast<int>(seat), ids);
    });
    return "{" + text + "}";
  }

  // The outcome that the rule requires, if an expectation can express it. Otherwise only that every
  // answer is accepted.
  std::string Expected() const {
    const auto open = [&] { return FormatAction(flow_, ActionOf(example_.open), true); };
    switch (example_.fault) {
      case ProofFault::kEarly:
        return fmt::format("      - {}   # 仍应被接受 / must still be taken\n", open());
      case ProofFault::kLate:
        return fmt::format(
            "      - refused: {{action: {}, code: stale_ask}}   # 应已决定 / it must have been "
            "decided\n",
            open());
      case ProofFault::kOrder: {
        if (first_.over) return "      - end: on\n";
        std::string asked;
        ForEachSeat(first_.asked, [&](Seat seat) {
          asked += fmt::format("{}{}", asked.empty() ? "" : ", ", static_cast<int>(seat));
        });
        return fmt::format("      - {{at: {}, actor: {}, asked: [{}]}}\n",
                           flow_.node(first_.node).id, static_cast<int>(first_.actor), asked);
      }
      default: return "";
    }
  }

  std::string Scenario(const OptionValues& options, const std::vector<Action>& played,
                       const Label& text, const std::vector<Action>& order,
                       std::string_view suffix) const {
    std::string out = fmt::format(
        "  - name: proof_{}_{}{}\n    zh: {}\n    en: {}\n", flow_.node(example_.offers.node).id,
        ProofFaultName(example_.fault), suffix, YamlText(text.zh), YamlText(text.en));
    std::string set;
    for (const auto& [name, value] : options)
      set += fmt::format("{}{}: {}", set.empty() ? "" : ", ", name, YamlText(value));
    if (!set.empty()) out += fmt::format("    options: {{{}}}\n", set);
    out += fmt::format("    start: {{seed: {}}}\n    steps:\n", records_.flow().match_seed);
    for (const Action& action : played)
      out += fmt::format("      - {}\n", FormatAction(flow_, action));
    out += fmt::format("      - offers: {}\n", OffersText());
    for (const Action& action : order)
      out += fmt::format("      - {}\n", FormatAction(flow_, action));
    return out + Expected();
  }

  const Flow& flow_;
  const Records& records_;
  const Counterexample& example_;
  Choices choices_;
  std::vector<Action> order_, other_;
  Run first_, second_;
};

}  // namespace

std::optional<PlayedExample> FindInPlay(const Flow& flow, const OptionValues& options,
                                        NodeIndex node, ProofFault fault, std::uint64_t hands,
                                        DecideFunction decide) {
  const Prover prover(flow, decide);
  std::optional<PlayedExample> found;
  std::vector<Action> played;
  // Random bots reach rare offers, greedy bots reach wins.
  for (std::uint64_t hand = 0; hand < hands && !(found && found->shows); ++hand) {
    const auto number = static_cast<std::uint32_t>(hand);
    constexpr std::uint64_t kSeed = 1;
    // A scenario's seed is a signed number.
    if (MatchSeed(kSeed, number) >
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      continue;
    Player player(flow, std::vector<BotKind>(static_cast<std::size_t>(flow.people()),
                                             hand % 2 == 0 ? BotKind::kGreedy : BotKind::kRandom));
    PlayOptions play{.seed = kSeed, .first_match = number};
    play.on_step = [&](const GameStep& step) {
      if (step.action.node == kNoNode) {
        played.clear();
      } else {
        played.push_back(step.action);
      }
      if ((found && found->shows) || step.response.status != Status::kRests ||
          step.after.flow().node != node)
        return;
      const WindowProof proof = prover.Of(OffersAt(step.after));
      for (const Counterexample& example : proof.faults) {
        if (example.fault != fault) continue;
        const Case met(flow, step.after, example);
        const bool shows = met.Shows();
        if (found && !shows) continue;
        const Label text = prover.Explain(example);
        found = PlayedExample{example, text, shows, met.File(options, played, text)};
      }
    };
    Totals totals = player.Empty();
    // A faulty flow may stop; the hand is then over.
    (void)player.Play(play, totals);
  }
  return found;
}

}  // namespace mlf::tools
