// Filtered wins and questions of skills: rows SA07, SA08, SA13, SA14 and SA20.
#include "tests/skills/skill_game.h"

#include <mlf/components/missed_wins.h>
#include <mlf/flow/json.h>
#include <mlf/flow/node_alias.h>
#include <mlf/flow/window_watcher.h>
#include <mlf/table/view.h>

#include <nlohmann/json.hpp>

namespace mlf::test {
namespace {

using skills::SkillStep;
using table::Tile;

// ---- SA07, SA08 ----

// A seat wins with eight fan of guobiao only: its whole table, flowers left out.
constexpr const char* kLeastFan = R"(
id: least_fan_riichi
zh: 八番起胡
en: Riichi with eight fan of guobiao
extends: riichi
parts:
  guobiao: {part_of: {variant: guobiao, part: judge, options: {flowers: off}}}
  eight: {least_fan: {judge: guobiao, fan: 8}}
skills: [eight, eight, eight, eight]
)";

const logic::MissedWinBook& BookOf(const Flow& flow) {
  for (const auto& part : flow.parts()) {
    if (const auto* book = dynamic_cast<const logic::MissedWinBook*>(part.get())) return *book;
  }
  throw std::runtime_error("no missed wins");
}

TEST_F(Skills, SA07_SevenFanAreTooFewAndCountAsPassed) {
  const auto flow = OpenText(kLeastFan);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const table::Meld low{table::MeldKind::kChi, T("1m"), 0, 0};
  Game seven(*flow);
  Offer14(seven, "1z", "234555m1z", low, {table::MeldKind::kChi, T("6m"), 0, 0});
  const Seat to = static_cast<Seat>((seven.board().river[0].seat() + 2) % 4);
  EXPECT_EQ(seven.OfferOf(to, "hu"), nullptr);
  EXPECT_TRUE(BookOf(**flow).Noted(seven.records, to, T("1z"))) << "temporary furiten";
  Game eight(*flow);
  Offer14(eight, "6m", "666z88m78m", low, {table::MeldKind::kPeng, T("5m"), 0, 0});
  EXPECT_NE(eight.OfferOf(to, "hu"), nullptr);
  EXPECT_EQ(eight.Asked(), to);
  // The same hand without the skill may win with seven.
  const auto plain = OpenText(kLeastFan, {{"skills", "off"}});
  ASSERT_TRUE(plain.ok()) << FaultText(plain.faults());
  Game free(*plain);
  Offer14(free, "1z", "234555m1z", low, {table::MeldKind::kChi, T("6m"), 0, 0});
  EXPECT_NE(free.OfferOf(to, "hu"), nullptr);
}

TEST_F(Skills, SA07_AFilteredWinMayBeSpared) {
  const auto flow = OpenText(kLeastFan, {{"skills.filter_counts_as_pass", "off"}});
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Game seven(*flow);
  Offer14(seven, "1z", "234555m1z", {table::MeldKind::kChi, T("1m"), 0, 0},
          {table::MeldKind::kChi, T("6m"), 0, 0});
  const Seat from = seven.board().river[0].seat();
  const Seat to = static_cast<Seat>((from + 2) % 4);
  EXPECT_EQ(seven.OfferOf(to, "hu"), nullptr);
  EXPECT_FALSE(BookOf(**flow).Noted(seven.records, to, T("1z")));
  EXPECT_TRUE(BookOf(**flow).Noted(seven.records, static_cast<Seat>((from + 1) % 4), T("1z")))
      << "it has passed the others";
}

TEST_F(Skills, SA08_WithoutAChoiceLeftTheFlowGoesOn) {
  for (const bool barred : {false, true}) {
    ScriptOf(0).filters = barred ? unsigned{skills::kNoRon} : 0u;
    Game game(FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}}));
    Offer14(game, "6m", "666z88m78m", {table::MeldKind::kChi, T("1m"), 0, 0},
            {table::MeldKind::kPeng, T("5m"), 0, 0});
    const Seat from = game.board().river[0].seat();
    EXPECT_EQ(game.At(), barred ? "turn" : "discard");
    EXPECT_EQ(game.Asked(), static_cast<Seat>((from + (barred ? 1 : 2)) % 4));
  }
}

// ---- SA13, SA14, SA20: questions ----

TEST_F(Skills, SA13_EachHandledAnswerRaisesTheNumber) {
  Game game(FlowWith("riichi", {{"skills", "foresight/foresight/foresight/foresight"}}));
  ASSERT_TRUE(game.Start(13));
  game.ToTurn();
  const Seat seat = game.Asked();
  const Seat other = static_cast<Seat>((seat + 1) % 4);
  const std::uint32_t ask = game.response.ask;
  const std::string me = std::to_string(int{seat});
  const auto view = [&] { return table::View(*game.flow, game.records, Viewer::Of(other)).dump(); };
  const std::string before = view();
  ASSERT_NE(game.OfferOf(seat, "discard"), nullptr) << "the button is beside the choices";
  ASSERT_NE(game.OfferOf(seat, "ji_neng_turn"), nullptr);
  EXPECT_FALSE(game.Do(me + " ji_neng_turn 0")) << "a button cannot be pressed by nothing";
  ASSERT_TRUE(game.Do(me + " ji_neng_turn 1"));
  EXPECT_EQ(game.response.ask, ask + 1);
  EXPECT_EQ(game.OfferOf(seat, "discard"), nullptr) << "the checklist comes first";
  EXPECT_TRUE(game.events.empty());
  EXPECT_EQ(game.response.asked, MaskOf(seat));
  // An answer with an old number has expired.
  Action old = *ParseAction(*game.flow, me + " ji_neng_turn 1");
  old.ask = ask;
  EXPECT_FALSE(game.Do(old));
  EXPECT_EQ(game.response.refusal.code, RefusalCode::kStaleAsk);
  game.flow->FillChoices(game.records, game.response.choices);
  ASSERT_TRUE(game.Do(me + " ji_neng_turn 2")) << "the lowest tile";
  EXPECT_EQ(game.response.ask, ask + 2);
  ASSERT_EQ(game.events.size(), 1u);
  EXPECT_EQ(game.events[0].type->id, "popped_up");
  EXPECT_EQ(game.events[0].seen_by, MaskOf(seat));
  EXPECT_NE(game.OfferOf(seat, "discard"), nullptr);
  EXPECT_EQ(view(), before) << "the others have seen nothing";
  const std::string text = game.skill_table().PopUpText(game.records, seat, Lang::kEn);
  EXPECT_EQ(text.rfind("After ", 0), 0u) << text;
  const Tile tile = game.board().seats[seat].hand.Lowest();
  const std::uint32_t now = game.response.ask;
  ASSERT_TRUE(game.Do(me + " discard " + table::TileName(tile)));
  EXPECT_EQ(game.response.ask, now + 1);
  EXPECT_TRUE(std::ranges::any_of(game.events, [&](const Event& event) {
    return event.type->id == "discard" && (event.seen_by & MaskOf(other)) != 0;
  }));
}

// The others do not count the answers to a skill: their windows are numbered as if there were none.
TEST_F(Skills, SA13_TheNumbersOfOthersDoNotShowThatASkillAsked) {
  ScriptOf(0).items = {{.zh = "甲", .en = "a"}};
  ScriptOf(0).on_activate = [](SkillStep& step, skills::Moment moment) {
    if (moment == skills::Moment::kTurn) step.OfferClick();
  };
  ScriptOf(0).handle = [](SkillStep& step, int, std::uint32_t) {
    step.OfferClick();
    return skills::Handled{};
  };
  const auto flow = FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}});
  Game asked(flow), quiet(flow);
  for (Game* game : {&asked, &quiet}) {
    ASSERT_TRUE(game->Start(13));
    game->ToTurn();
  }
  const Seat seat = asked.Asked();
  const std::string me = std::to_string(int{seat});
  for (int n = 0; n < 3; ++n) ASSERT_TRUE(asked.Do(me + " ji_neng_turn 1"));
  const std::string tile = table::TileName(asked.board().seats[seat].hand.Lowest());
  for (Game* game : {&asked, &quiet}) {
    ASSERT_TRUE(game->Do(me + " discard " + tile));
    while (game->At() != "turn") ASSERT_TRUE(game->TimeOut());
  }
  const Seat next = asked.Asked();
  ASSERT_NE(next, seat);
  ASSERT_EQ(asked.response.ask, quiet.response.ask + 3);
  const std::uint32_t shown = ShownAsk(*flow, asked.records, next);
  EXPECT_EQ(shown, quiet.response.ask);
  EXPECT_EQ(ShownAsk(*flow, asked.records, seat), asked.response.ask) << "the owner counts them";
  const auto view = [&](Game& game) {
    return table::View(*flow, game.records, Viewer::Of(next)).dump();
  };
  EXPECT_EQ(view(asked), view(quiet));
  // The seat answers with the number that it is shown; the last one has expired.
  Action action = *ParseAction(*flow, std::to_string(int{next}) + " ji_neng_turn 1");
  action.ask = shown - 1;
  EXPECT_FALSE(asked.Do(action));
  EXPECT_EQ(asked.response.refusal.code, RefusalCode::kStaleAsk);
  action.ask = shown;
  EXPECT_TRUE(asked.Do(action));
}

TEST_F(Skills, SK4_TheProphecyComesTrue) {
  const auto flow = FlowWith("riichi", {{"skills", "foresight/foresight/foresight/foresight"}});
  int kept = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Game game(flow);
    ASSERT_TRUE(game.Start(seed));
    game.ToTurn();
    const Seat seat = game.Asked();
    const std::string me = std::to_string(int{seat});
    ASSERT_TRUE(game.Do(me + " ji_neng_turn 1"));
    ASSERT_TRUE(game.Do(me + " ji_neng_turn 2"));
    const std::string text = game.skill_table().PopUpText(game.records, seat, Lang::kEn);
    const std::string draws = "seat " + me + " draws ";
    const auto at = text.find(draws);
    if (at == std::string::npos) continue;  // a claim or the end of the hand came first
    const std::string tile = text.substr(at + draws.size(), 2);
    ASSERT_TRUE(
        game.Do(me + " discard " + table::TileName(game.board().seats[seat].hand.Lowest())));
    while (!game.Over() && !(game.At() == "turn" && game.Asked() == seat))
      ASSERT_TRUE(game.TimeOut());
    EXPECT_EQ(table::TileName(game.board().seats[seat].drawn), tile) << seed;
    ++kept;
  }
  EXPECT_GT(kept, 20);
}

TEST_F(Skills, SA14_AChecklistTakesOneRadioItemOfAGroup) {
  std::vector<std::uint32_t> answers;
  ScriptOf(0).items = {{.zh = "甲", .en = "a"},
                       {.zh = "乙", .en = "b", .radio = true},
                       {.zh = "丙", .en = "c", .radio = true},
                       {.zh = "丁", .en = "d", .able = false}};
  ScriptOf(0).on_activate = [](SkillStep& step, skills::Moment moment) {
    if (moment == skills::Moment::kTurn) step.Ask(1);
  };
  ScriptOf(0).handle = [&](SkillStep&, int, std::uint32_t ticked) {
    answers.push_back(ticked);
    return skills::Handled{};
  };
  const auto flow = FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}});
  for (const std::uint32_t ticked : {0u, 3u, 7u, 6u, 8u, 5u, 16u}) {
    Game game(flow);
    ASSERT_TRUE(game.Start(13));
    ASSERT_EQ(game.At(), "turn");
    ASSERT_EQ(game.response.choices.All().size(), 1u);
    EXPECT_EQ(game.response.choices.Count(game.Asked()), 6u);
    const bool fine = ticked == 0 || ticked == 3 || ticked == 5;
    EXPECT_EQ(
        game.Do(std::to_string(int{game.Asked()}) + " ji_neng_turn " + std::to_string(ticked)),
        fine)
        << ticked;
    if (!fine) {
      EXPECT_EQ(game.response.refusal.code, RefusalCode::kInvalidPayload);
    } else {
      EXPECT_NE(game.OfferOf(game.Asked(), "discard"), nullptr);
    }
  }
  EXPECT_EQ(answers, (std::vector<std::uint32_t>{0, 3, 5}));
}

TEST_F(Skills, ATimeoutTicksNothingAndTheOrdinaryQuestionFollows) {
  ScriptOf(0).items = {{.zh = "甲", .en = "a"}};
  ScriptOf(0).on_activate = [](SkillStep& step, skills::Moment moment) {
    if (moment == skills::Moment::kTurn) step.Ask(1);
  };
  std::uint32_t answer = 99;
  ScriptOf(0).handle = [&](SkillStep&, int, std::uint32_t ticked) {
    answer = ticked;
    return skills::Handled{};
  };
  Game game(FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}}));
  ASSERT_TRUE(game.Start(13));
  const Seat seat = game.Asked();
  ASSERT_TRUE(game.TimeOut());
  EXPECT_EQ(answer, 0u);
  EXPECT_EQ(game.Asked(), seat);
  ASSERT_NE(game.OfferOf(seat, "discard"), nullptr);
  ASSERT_TRUE(game.TimeOut());
  EXPECT_EQ(game.board().river_count, 1);
}

// A question before claims: the others wait, and the seat to move stays.
TEST_F(Skills, AQuestionBeforeClaimsIsAskedAlone) {
  ScriptOf(0).on_activate = [](SkillStep& step, skills::Moment moment) {
    if (moment == skills::Moment::kClaims) step.OfferClick();
  };
  int pressed = 0;
  ScriptOf(0).handle = [&](SkillStep&, int question, std::uint32_t ticked) {
    EXPECT_EQ(question, 0);
    pressed += ticked == 1 ? 1 : 0;
    return skills::Handled{};
  };
  Game game(FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}}));
  Offer14(game, "6m", "666z88m78m", {table::MeldKind::kChi, T("1m"), 0, 0},
          {table::MeldKind::kPeng, T("5m"), 0, 0});
  const Seat from = game.board().river[0].seat();
  const Seat to = static_cast<Seat>((from + 2) % 4);
  EXPECT_EQ(game.response.asked, MaskOf(to));
  EXPECT_EQ(game.OfferOf(to, "hu"), nullptr);
  // Who asks why it may not act learns nothing of the question of another.
  const auto why = [&](Seat seat, const char* node) {
    const Reason* reason = game.flow->WhyNot(game.records, seat, game.flow->Find(node));
    return reason == nullptr ? "" : std::string(reason->id);
  };
  EXPECT_EQ(why(to, "hu"), "skill_question_first");
  for (Seat seat = 0; seat < 4; ++seat) {
    for (std::size_t i = 0; i < game.flow->nodes().size() && seat != to; ++i) {
      const std::string id = game.flow->node(static_cast<NodeIndex>(i)).id;
      EXPECT_NE(why(seat, id.c_str()), "skill_question_first") << id;
    }
  }
  ASSERT_TRUE(game.Do(std::to_string(int{to}) + " ji_neng_discard 1"));
  EXPECT_EQ(pressed, 1);
  EXPECT_EQ(game.records.flow().actor, from);
  ASSERT_NE(game.OfferOf(to, "hu"), nullptr);
  ASSERT_TRUE(game.Do(std::to_string(int{to}) + " hu"));
  EXPECT_EQ(game.At(), "hand_end");
}

// Where a declaration asks for the discard as an ordinary turn does, others see the declaration.
TEST_F(Skills, AQuestionIsShownAsTheWindowThatItIsAskedBefore) {
  const auto flow = FlowWith("riichi", {{"skills", kScripted}});
  int aliases = 0;
  for (std::size_t i = 0; i < flow->nodes().size(); ++i) {
    const auto node = static_cast<NodeIndex>(i);
    if (!IsAlias(*flow, node)) continue;
    ++aliases;
    EXPECT_EQ(flow->node(node).id, "ji_neng_" + flow->node(ShownNode(*flow, node)).id);
    Response response;
    response.node = node;
    const auto shown = [&](Viewer viewer) { return ResponseJson(*flow, response, viewer)["node"]; };
    EXPECT_EQ(shown(Viewer::Full()), flow->node(node).id);
    for (const Viewer viewer : {Viewer::Of(0), Viewer::Spectator()})
      EXPECT_EQ(shown(viewer), flow->node(ShownNode(*flow, node)).id);
  }
  EXPECT_GT(aliases, 5);
  EXPECT_NE(flow->Find("ji_neng_li_zhi"), kNoNode);
}

TEST_F(Skills, SA20_ACopyAsksTheSameQuestion) {
  Game game(FlowWith("riichi", {{"skills", "vow/none/none/none"}}));
  ASSERT_TRUE(game.Start(1));
  ASSERT_EQ(game.At(), "before_dice");
  Game copy(game.flow);
  copy.records = game.records;
  copy.flow->FillChoices(copy.records, copy.response.choices);
  EXPECT_EQ(copy.records.flow().window.ask, game.response.ask);
  ASSERT_NE(copy.OfferOf(0, "ji_neng_before_dice"), nullptr);
  EXPECT_EQ(copy.response.choices.Count(0), game.response.choices.Count(0));
  ASSERT_TRUE(game.Do("0 ji_neng_before_dice 1"));
  ASSERT_TRUE(copy.Do("0 ji_neng_before_dice 1"));
  EXPECT_EQ(copy.records, game.records);
}

}  // namespace
}  // namespace mlf::test
