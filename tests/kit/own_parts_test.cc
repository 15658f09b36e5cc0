// A variant with facts and nodes of its own needs no line in the tools: they stage what a fact asks
// for, find wins by what nodes say, and compare what any action shows.
#include <mlf/components/judge.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_node.h>
#include <mlf/flow/loader.h>
#include <mlf/nodes/discard.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tools/kit/checks.h"
#include "tools/kit/score_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::tools {
namespace {

using table::Board;

// The winner's fourth draw. `staged: off` says that the table shows it and asks for no such table.
class FourthDraw final : public score::WinFact {
 public:
  static constexpr PartInfo kInfo{"own_fourth_draw", 1, "测试", "for a test"};
  explicit FourthDraw(Params& params)
      : board_(params.Slot<Board>()),
        staged_(params.Bool("staged", true, {"测试", "for a test"})) {}
  bool Holds(const Records& records, const score::WinCase& win) const override {
    return board_(records).seats[win.seat].draws == 4;
  }
  score::Shown Stage(const score::WinCase&, score::WinStage& stage) const override {
    if (staged_) stage.draws = 4;
    return score::Shown::kByTable;
  }

 private:
  Slot<Board> board_;
  bool staged_;
};

// A win on another's tile, under another name than the project's own.
class OwnHu final : public PlayerNode, public logic::WinNode {
 public:
  static constexpr PartInfo kInfo{"own_hu", 1, "胡", "own hu"};
  explicit OwnHu(Params& params)
      : board_(params.Slot<Board>()),
        win_(params.Part<logic::WinRule>("win", {"测试", "for a test"})) {
    params.Raw("robbed_tile", {"测试", "for a test"});  // what the variant gives to its hu
    params.NeedsHere(logic::kTileInQuestion);
    params.Brings(logic::kWin);
    params.BringsIn(logic::kWinningTile, Hook::kBeforeProcessAction, Hook::kSetStates);
    params.BringsGiven(logic::kWinOnDiscard, logic::kDiscardInQuestion);
    params.BringsGiven(logic::kWinByRobbing, logic::kGangInQuestion);
    params.Ends(logic::kTileInQuestion);
    params.Ends(logic::kDiscardInQuestion);
    params.Ends(logic::kGangInQuestion);
  }
  bool Wins(logic::WinBy by) const override { return by != logic::WinBy::kSelfDraw; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    if (win_->CanWin(records, seat, board_(records).turn.focus_tile, logic::WinBy::kDiscard))
      sink.Nothing();
  }

 private:
  Slot<Board> board_;
  const logic::WinRule* win_;
};

class OwnDiscard final : public nodes::Discard {
 public:
  static constexpr PartInfo kInfo{"own_discard", 1, "打", "own discard"};
  explicit OwnDiscard(Params& params) : Discard(params) {}
};

// Shows how many characters the next seat holds.
class TellNext final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"own_tell_next", 1, "测试", "for a test"};
  static inline const EventType kEvent{"own_told", "{value}", "{value}"};
  explicit TellNext(Params& params) : board_(params.Slot<Board>()) {}
  void Run(Step& step) const override {
    const Board& board = board_(step.records);
    const auto next = static_cast<std::size_t>((step.seat + 1) % board.seat_count);
    step.Emit(kEvent, step.seat).value = board.seats[next].hand.Size(table::kWan);
  }

 private:
  Slot<Board> board_;
};

std::shared_ptr<const Flow> OwnVariant(const std::string& patch) {
  Registry registry;
  RegisterAll(registry);
  registry.Add<FourthDraw>();
  registry.Add<OwnHu>();
  registry.Add<OwnDiscard>();
  registry.Add<TellNext>();
  const auto variant =
      LoadVariant({"own", "id: own\nextends: xueliu\nzh: 自己的\nen: own\n" + patch + "\n"},
                  StandardSource(), &registry);
  if (!variant) {
    ADD_FAILURE() << FaultText(variant.faults());
    return nullptr;
  }
  const auto flow = variant->Build({}, registry, &table::TileText());
  if (flow.ok()) return *flow;
  ADD_FAILURE() << FaultText(flow.faults());
  return nullptr;
}

constexpr std::string_view kJudge = R"(
parts:
  judge:
    fan_table:
      combine: best_basic
      value: {doubling: {cap: 6}}
      rows:
        - {id: plain, zh: 平胡, en: plain, kind: basic, fan: 0, pattern: standard_win}
        - {id: four, zh: 四, en: four, kind: gen, fan: 1}
        - {id: fourth_draw, zh: 四摸, en: fourth draw, kind: event, fan: 3, fact: {own_fourth_draw: {staged: on}}}
)";

ScoreCase CaseOf(const Flow& flow, std::string_view yaml) {
  const auto value = ParseYaml(std::string(yaml), "case");
  EXPECT_TRUE(value.ok()) << FaultText(value.faults());
  const auto given = ReadScoreCase(flow, *value);
  EXPECT_TRUE(given.ok()) << FaultText(given.faults());
  return given.ok() ? *given : ScoreCase{};
}

TEST(OwnParts, AFactSaysWhatTheTableShows) {
  const std::string hand =
      "{hand: 123m456m789m12p55p, win: 3p, by: self_draw, events: [fourth_draw]}";
  const auto flow = OwnVariant(std::string(kJudge));
  ASSERT_NE(flow, nullptr);
  const auto answer = JudgeCase(*flow, CaseOf(*flow, hand));
  ASSERT_TRUE(answer.ok()) << FaultText(answer.faults());
  EXPECT_EQ(answer->verdict.value, 8);

  // The tools look at the table: a fact that it does not show is refused.
  std::string judge(kJudge);
  judge.replace(judge.find("staged: on"), 10, "staged: off");
  const auto unstaged = OwnVariant(judge);
  ASSERT_NE(unstaged, nullptr);
  const auto refused = JudgeCase(*unstaged, CaseOf(*unstaged, hand));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(FaultText(refused.faults()), testing::HasSubstr("contradict"));
}

TEST(OwnParts, AWinNodeOfAnyTypePays) {
  const auto flow = OwnVariant("flow: {hu: {type: own_hu}}");
  ASSERT_NE(flow, nullptr);
  const auto answer =
      JudgeCase(*flow, CaseOf(*flow, "{hand: 123m456m789m12p55p, win: 3p, by: discard, payer: 2}"));
  ASSERT_TRUE(answer.ok()) << FaultText(answer.faults());
  EXPECT_THAT(answer->points, testing::ElementsAre(1, 0, -1, 0));
}

// The greedy bot knows a node by its PlayNode, so the games of both discards are the same.
TEST(OwnParts, ADiscardOfAnyTypeIsPlayed) {
  const auto games = [](const std::string& patch) -> std::uint64_t {
    const auto flow = OwnVariant(patch);
    if (flow == nullptr) return 0;
    const KitReport report =
        RunKit(*flow, {.bots = std::vector<BotKind>(4, BotKind::kGreedy), .hands = 12});
    EXPECT_TRUE(report.findings.empty()) << report.findings.Text();
    EXPECT_GT(report.totals.wins, 0u);
    return report.events_hash;
  };
  EXPECT_EQ(games("flow: {discard: {type: own_discard}}"), games("flow: {discard: {}}"));
}

TEST(OwnParts, ADiscardOfAnyTypeIsCompared) {
  const auto leaks = [](const std::string& patch) {
    const auto flow = OwnVariant(patch);
    if (flow == nullptr) return -1;
    const KitReport report = RunKit(
        *flow, {.bots = std::vector<BotKind>(4, BotKind::kRandom), .hands = 12, .leak_every = 2});
    return static_cast<int>(report.findings.Count("leak"));
  };
  EXPECT_EQ(leaks("flow: {discard: {type: own_discard}}"), 0);
  EXPECT_GT(leaks("flow: {discard: {type: own_discard, after_states: own_tell_next}}"), 0);
}

}  // namespace
}  // namespace mlf::tools
