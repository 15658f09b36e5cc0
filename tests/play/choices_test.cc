// What a seat may do, in six states, from positions.
#include <mlf/flow/loader.h>
#include <mlf/flow/text.h>
#include <mlf/play/tester.h>
#include "tests/play/variants.h"
#include "tools/kit/position.h"

namespace mlf::play {
namespace {

// A position, and the acts that lead on from it.
struct At {
  At(const std::string& variant, const std::string& position,
     const std::vector<std::string>& acts = {}, const OptionValues& options = {})
      : flow(FlowOf(variant, options)), choosing(*flow) {
    const auto value = ParseYaml(position, "p.yaml");
    const auto entry = tools::SetPosition(*flow, *value, records);
    if (!entry) {
      ADD_FAILURE() << FaultText(entry.faults());
      return;
    }
    flow->Enter(records, entry->node, entry->actor, response);
    for (const std::string& act : acts) {
      Action action = *ParseAction(*flow, act);
      action.ask = response.ask;
      flow->ProcessActionNode(records, action, response);
      EXPECT_TRUE(response.ok()) << act;
    }
  }
  SeatChoices Of(Seat seat) const { return choosing.Of(records, response.choices, seat); }
  std::string ActionOf(Seat seat, const Move& move) const {
    return FormatAction(*flow,
                        choosing.ActionOf(records, response.choices, seat, response.ask, move));
  }
  std::string Codes(Seat seat) const {
    std::string text;
    for (const Move& move : choosing.Moves(records, response.choices, seat))
      text += (text.empty() ? "" : " ") + std::string(CodeName(move.code));
    return text;
  }

  std::shared_ptr<const Flow> flow;
  Choosing choosing;
  Records records;
  Response response;
};

std::string Kinds(TileMask mask) { return table::FormatTiles(mask); }
Tile TileOf(const char* name) { return *table::ParseTile(name); }

TEST(SeatChoices, DrawnNamesWhatTheSeatInTurnMayDo) {
  const At at(
      "riichi",
      "{seats: {0: {hand: 1111m234p56s8s9m, melds: [peng(9m)], drawn: 9m}}, wall_left: 30}");
  const SeatChoices choices = at.Of(0);
  ASSERT_EQ(choices.state, State::kDrawn);
  EXPECT_TRUE(choices.drawn.spin_out);
  EXPECT_TRUE(choices.drawn.swap_out);
  EXPECT_EQ(Kinds(choices.drawn.swaps), "1m234p568s");
  EXPECT_EQ(Kinds(choices.drawn.ankans), "1m");
  EXPECT_EQ(choices.drawn.kakans, 1) << "meld 0";
  EXPECT_FALSE(choices.drawn.tsumo);
  EXPECT_FALSE(choices.drawn.spin_riichi) << "an open hand";
  EXPECT_EQ(choices.drawn.swap_riichis, 0u);
  EXPECT_FALSE(choices.drawn.kskp);
  EXPECT_EQ(choices.bark, SeatChoices::Bark{});
  for (Seat other = 1; other < 4; ++other) EXPECT_EQ(at.Of(other).state, State::kWatch);
  EXPECT_EQ(at.ActionOf(0, {.code = Code::kKakan, .index = 0}), "0 bu_gang 9m");
  EXPECT_EQ(at.ActionOf(0, {.code = Code::kAnkan, .tile = TileOf("1m")}), "0 an_gang 1m");
  EXPECT_EQ(at.ActionOf(0, {.code = Code::kSpinOut}), "0 discard 9m");
  EXPECT_EQ(at.ActionOf(0, {.code = Code::kSwapOut, .tile = TileOf("8s")}), "0 discard 8s");
}

TEST(SeatChoices, RiichiNamesItsTilesAndTsumoBeatsAll) {
  const At at("riichi",
              "{score: [25000, 25000, 25000, 25000], seats: {0: {hand: 234567m345p2245s6s, drawn: "
              "6s}}, wall_left: 30}");
  const SeatChoices choices = at.Of(0);
  EXPECT_TRUE(choices.drawn.tsumo);
  EXPECT_TRUE(choices.drawn.spin_riichi);
  EXPECT_NE(choices.drawn.swap_riichis & MaskOf(TileOf("2s")), 0u);
  const std::string codes = at.Codes(0);
  EXPECT_TRUE(codes.ends_with("TSUMO")) << codes;
  EXPECT_TRUE(codes.starts_with("SWAP_OUT")) << codes;
  EXPECT_NE(codes.find("SPIN_OUT SWAP_RIICHI"), std::string::npos) << codes;
  EXPECT_EQ(at.ActionOf(0, {.code = Code::kSpinRiichi}), "0 li_zhi 6s");
}

TEST(SeatChoices, NineKinds) {
  const auto flow = FlowOf("riichi");
  int found = 0;
  for (std::uint64_t seed = 1; seed < 2000 && found < 3; ++seed) {
    Table table(flow);
    ASSERT_TRUE(table.Start(seed).ok());
    const Seat seat = table.NextSeat();
    if (!table.ChoicesOf(seat).drawn.kskp) continue;
    ++found;
    EXPECT_TRUE(table.Act(seat, {.code = Code::kRyuukyoku}).ok());
    EXPECT_EQ(table.ChoicesOf(seat).state, State::kEnd);
  }
  EXPECT_EQ(found, 3);
}

TEST(SeatChoices, BarkNamesTheClaimsAndTheDiscardsAfterThem) {
  const At at("riichi",
              "{seats: {0: 147p258p147s1234z2m, 1: 1345678m19p19s77z, 2: 222m46m19p19s1234z}}",
              {"0 discard 2m"});
  const SeatChoices chi = at.Of(1);
  ASSERT_EQ(chi.state, State::kBark);
  EXPECT_TRUE(chi.bark.chii_left) << "2m is the lowest of 234m";
  EXPECT_TRUE(chi.bark.chii_middle) << "and the middle one of 123m";
  EXPECT_FALSE(chi.bark.chii_right);
  EXPECT_FALSE(chi.bark.pon);
  EXPECT_EQ(chi.bark.focus, TileOf("2m"));
  EXPECT_EQ(chi.bark.focus_seat, 0);
  EXPECT_EQ(Kinds(chi.bark.swap_barks[0]), "1678m19p19s7z") << "2m and 5m are swap-calling";
  EXPECT_EQ(Kinds(chi.bark.swap_barks[1]), "45678m19p19s7z");
  EXPECT_EQ(chi.drawn, SeatChoices::Drawn{}) << "who claims cannot discard";
  const SeatChoices pon = at.Of(2);
  EXPECT_TRUE(pon.bark.pon);
  EXPECT_TRUE(pon.bark.daiminkan);
  EXPECT_FALSE(pon.bark.chii_left) << "only the next seat";
  EXPECT_EQ(Kinds(pon.bark.swap_barks[3]), "46m19p19s1234z");
  EXPECT_EQ(at.Of(0).state, State::kWatch);
  EXPECT_EQ(at.Codes(1), "PASS CHII_L CHII_M");
  EXPECT_EQ(at.Codes(2), "PASS PON DAIMINKAN");
  EXPECT_EQ(at.ActionOf(1, {.code = Code::kChiiLeft}), "1 chi 2m 34m");
  EXPECT_EQ(at.ActionOf(2, {.code = Code::kPon}), "2 peng 2m");
  EXPECT_EQ(at.ActionOf(2, {.code = Code::kDaiminkan}), "2 ming_gang 2m");
}

// The discards listed for a claim equal the offers of the flow after it.
TEST(SeatChoices, SwapBarksAreTheDiscardsThatFollow) {
  int claims = 0;
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    Table table(FlowOf("riichi", {{"red_fives", "3"}}));
    ASSERT_TRUE(table.Start(seed).ok());
    RandomPlayer player(seed);
    for (int acts = 0; acts < 200 && !table.over(); ++acts) {
      const Seat seat = table.NextSeat();
      const SeatChoices choices = table.ChoicesOf(seat);
      const Move move = player.Choose(*table.ViewOf(seat));
      ASSERT_TRUE(table.Act(seat, move).ok());
      if (move.code < Code::kChiiLeft || move.code > Code::kPon) continue;
      const SeatChoices after = table.ChoicesOf(seat);
      if (after.state != State::kDrawn) continue;  // another claim was stronger
      const auto which =
          static_cast<std::size_t>(move.code) - static_cast<std::size_t>(Code::kChiiLeft);
      TileMask kinds = 0;
      ForEach(after.drawn.swaps, [&](Tile tile) { kinds |= MaskOf(table::KindOf(tile)); });
      EXPECT_EQ(choices.bark.swap_barks[which], kinds);
      EXPECT_FALSE(after.drawn.spin_out) << "nothing was drawn";
      ++claims;
    }
  }
  EXPECT_GT(claims, 30);
}

TEST(SeatChoices, ARedFiveIsChosenByTheMove) {
  const At at("riichi", "{seats: {0: 147p258p147s1234z5m, 1: 0m5m46m19p19s77z12p6z}}",
              {"0 discard 5m"}, {{"red_fives", "3"}});
  EXPECT_TRUE(at.Of(1).bark.pon);
  EXPECT_EQ(at.ActionOf(1, {.code = Code::kPon}), "1 peng 0m") << "the only pair holds it";
  const At chi("riichi", "{seats: {0: 147p258p147s1234z4m, 1: 0m5m6m19p19s77z12p6z3s}}",
               {"0 discard 4m"}, {{"red_fives", "3"}});
  EXPECT_EQ(chi.ActionOf(1, {.code = Code::kChiiLeft}), "1 chi 4m 56m");
  EXPECT_EQ(chi.ActionOf(1, {.code = Code::kChiiLeft, .red = true}), "1 chi 4m 06m");
}

// With claim_carries_discard each move of a claim has the discard that follows.
TEST(SeatChoices, AClaimMayNameItsDiscard) {
  const OptionValues carries = {{"claim_carries_discard", "on"}};
  const At pon("riichi", "{seats: {0: 147m28p147s1234z9s5p, 2: 555p19m19s12345z7z}}",
               {"0 discard 5p"}, carries);
  const SeatChoices choices = pon.Of(2);
  EXPECT_TRUE(choices.bark.pon);
  EXPECT_EQ(Kinds(choices.bark.swap_barks[3]), "19m19s123457z") << "no 5p";
  EXPECT_EQ(pon.ActionOf(2, {.code = Code::kPon, .tile = TileOf("9s")}), "2 peng_discard 5p 55p9s");
  Action none = pon.choosing.ActionOf(pon.records, pon.response.choices, 2, pon.response.ask,
                                      {.code = Code::kPon});
  EXPECT_FALSE(pon.response.choices.Find(2, none.node)->domain.Contains(none)) << "no discard";
  const At chi("riichi",
               "{seats: {0: 147p28p147s1234z9s5m, 1: 34667m19p19s1237z, 2: 147m258p369s1567z, "
               "3: 258m147p258s2345z}}",
               {"0 discard 5m"}, carries);
  const SeatChoices::Bark bark = chi.Of(1).bark;
  EXPECT_TRUE(bark.chii_left && bark.chii_middle && bark.chii_right);
  EXPECT_EQ(Kinds(bark.swap_barks[0]), "346m19p19s1237z") << "not the other end, 8m";
  EXPECT_EQ(Kinds(bark.swap_barks[1]), "367m19p19s1237z");
  EXPECT_EQ(chi.ActionOf(1, {.code = Code::kChiiMiddle, .tile = TileOf("9s")}),
            "1 chi_middle 5m 46m9s");
  EXPECT_EQ(chi.ActionOf(1, {.code = Code::kChiiRight, .tile = TileOf("7m")}),
            "1 chi_high 5m 347m");
  const At red("riichi", "{seats: {0: 147m28p147s1234z9s4p, 1: 055p6p19m19s12347z}}",
               {"0 discard 4p"}, {{"claim_carries_discard", "on"}, {"red_fives", "3"}});
  Move chii{.code = Code::kChiiLeft, .tile = TileOf("9s")};
  EXPECT_EQ(red.ActionOf(1, chii), "1 chi_low_plain 4p 56p9s");
  chii.red = true;
  EXPECT_EQ(red.ActionOf(1, chii), "1 chi_low 4p 06p9s");
}

TEST(SeatChoices, DiceAreThrownByOneSeatAlone) {
  Table table(FlowOf("riichi", {{"dice", "pressed"}}));
  ASSERT_TRUE(table.Start(3).ok());
  EXPECT_EQ(table.ChoicesOf(0).state, State::kDice) << "the provisional dealer";
  for (Seat other = 1; other < 4; ++other) EXPECT_TRUE(table.ChoicesOf(other).Watches());
  ASSERT_TRUE(table.Act(0, {.code = Code::kDice}).ok());
  const Seat dealer = table.board().dealer;
  EXPECT_EQ(table.asked(), MaskOf(dealer));
  EXPECT_EQ(table.ChoicesOf(dealer).state, State::kDice);
  EXPECT_EQ(table.MovesOf(dealer), (std::vector<Move>{{.code = Code::kDice}}));
  ASSERT_TRUE(table.TimeOut(dealer).ok()) << "the default is to throw";
  EXPECT_EQ(table.ChoicesOf(dealer).state, State::kDrawn);
}

TEST(SeatChoices, RonBeatsPon) {
  const At at(
      "riichi",
      "{seats: {0: 147p258p147s1234z6s, 1: {hand: 234567m345p2245s}, 2: 66s19m19p1s1234z57z}}",
      {"0 discard 6s"});
  const SeatChoices choices = at.Of(1);
  EXPECT_TRUE(choices.bark.ron);
  EXPECT_TRUE(choices.bark.chii_right);
  EXPECT_TRUE(at.Codes(1).ends_with("RON"));
  EXPECT_EQ(at.ActionOf(1, {.code = Code::kRon}), "1 hu");
  EXPECT_TRUE(at.Of(2).bark.pon);
}

TEST(SeatChoices, EndAsksForTheNextRound) {
  const At at("riichi",
              "{score: [25000, 25000, 25000, 25000], seats: {0: 147p258p147s1234z6s, 1: {hand: "
              "234567m345p2245s}}}",
              {"0 discard 6s", "1 hu"});
  for (Seat seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(at.Of(seat).state, State::kEnd);
    EXPECT_TRUE(at.Of(seat).end.next_round);
    EXPECT_FALSE(at.Of(seat).end.end_table);
  }
  EXPECT_EQ(at.ActionOf(2, {.code = Code::kNextRound}), "2 ready");
}

TEST(SeatChoices, ActsOfOtherVariantsAreOthers) {
  Table table(FlowOf("xueliu"));
  ASSERT_TRUE(table.Start(1).ok());
  const SeatChoices choices = table.ChoicesOf(0);
  EXPECT_EQ(choices.state, State::kIrsCheck) << "three tiles are exchanged before the first turn";
  ASSERT_FALSE(choices.others.empty());
  for (const Move& move : choices.others) EXPECT_EQ(move.code, Code::kIrsCheck);
  EXPECT_TRUE(table.Act(0, choices.others.back()).ok());
}

TEST(SeatChoices, CodesHaveTheirNamesAndOrder) {
  EXPECT_EQ(CodeName(Code::kNothing), "NOTHING");
  EXPECT_EQ(CodeName(Code::kIrsClick), "IRS_CLICK");
  EXPECT_EQ(CodeName(Code::kSpinRiichi), "SPIN_RIICHI");
  EXPECT_EQ(CodeName(Code::kRyuukyoku), "RYUUKYOKU");
  EXPECT_LT(Code::kPass, Code::kChiiLeft);
  EXPECT_LT(Code::kPon, Code::kDaiminkan);
  EXPECT_LT(Code::kTsumo, Code::kRon);
  EXPECT_EQ(StateName(State::kBark), "BARK");
  EXPECT_EQ(StateName(State::kEnd), "END");
}

}  // namespace
}  // namespace mlf::play
