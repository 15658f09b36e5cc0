// Hints: known waits of each kind of rule, what the ledger then books, and that nothing hidden is
// read.
#include "server/host/hints.h"
#include <mlf/components/play_node.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/text.h>
#include <mlf/play/seen_view.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/variants/open.h>
#include "bots/bots.h"
#include "tests/support/tiles.h"
#include "tools/kit/position.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <random>

namespace mlf::server {
namespace {

using table::Board;
using table::Tile;

std::shared_ptr<const Flow> Open(const std::string& variant, const OptionValues& options = {}) {
  const auto flow = OpenFlow(variant, options);
  EXPECT_TRUE(flow) << FaultText(flow.faults());
  return flow ? *flow : nullptr;
}

// The table of `position`; fails the test where it is none.
Records Place(const Flow& flow, const std::string& position) {
  Records records;
  const auto value = ParseYaml(position, "position.yaml");
  EXPECT_TRUE(value) << FaultText(value.faults());
  const auto entry = tools::SetPosition(flow, *value, records);
  EXPECT_TRUE(entry) << FaultText(entry.faults()) << position;
  if (!entry) return records;
  Response response;
  flow.Enter(records, entry->node, entry->actor, response);
  EXPECT_TRUE(response.ok());
  return records;
}

// "6m:3=1 9m:4=1 @0": the waits with what is left and, where it is known, the worth; the distance.
std::string HintText(const Json& hint) {
  std::string text;
  for (const Json& wait : hint.at("waits")) {
    text += fmt::format("{}:{}", wait.at("piece").get<std::string>(), wait.at("left").get<int>());
    if (wait.contains("value")) text += fmt::format("={}", wait.at("value").get<int>());
    text += ' ';
  }
  return text + fmt::format("@{}", hint.at("distance").get<int>());
}

std::string HintOf(const Json& hints, std::string_view piece) {
  for (const Json& hint : hints) {
    if (hint.at("piece") == piece) return HintText(hint);
  }
  return "not offered";
}

struct Row {
  const char* variant;
  OptionValues options;
  const char* position;
  const char* discard;
  const char* expected;
  const char* why;
};

const std::vector<Row>& Rows() {
  static const std::vector<Row> rows = {
      {"xueliu",
       {},
       "{seats: {0: 123m456m78m11p234p9p}, state: {void: [s, ~, ~, ~]}}",
       "9p",
       "3m:3=1 6m:3=1 9m:4=1 @0",
       "3m and 6m are in the hand once; a plain hand is worth a unit"},
      {"xueliu",
       {},
       "{seats: {0: 123m456m78m11p234p9p, 1: {river: 9m6m}}, state: {void: [s, ~, ~, ~]}}",
       "9p",
       "3m:3=1 6m:2=1 9m:3=1 @0",
       "tiles in a river have been seen"},
      {"xueliu",
       {},
       "{seats: {0: 123m456m78m11p234p9p, 2: {melds: [peng(9m) from 1]}}, state: {void: [s, ~, ~, "
       "~]}}",
       "9p",
       "3m:3=1 6m:3=1 9m:1=1 @0",
       "an open meld has been seen"},
      {"xueliu",
       {},
       "{seats: {0: 123m456m78m11p234p9p}, state: {void: [s, ~, ~, ~]}}",
       "1p",
       "@1",
       "the hand is one exchange from ready"},
      {"xueliu",
       {},
       "{seats: {0: 147m147m25m1447p9p9p}, state: {void: [s, ~, ~, ~]}}",
       "9p",
       "@2",
       "four pairs are two exchanges from seven"},
      {"xueliu",
       {},
       "{seats: {0: 2255m7799m1144p69p}, state: {void: [s, ~, ~, ~]}}",
       "9p",
       "6p:3=4 @0",
       "seven pairs are two fan"},
      {"xueliu",
       {},
       "{seats: {0: 123m456m78m11p234p9s}, state: {void: [s, ~, ~, ~]}}",
       "9s",
       "3m:3=1 6m:3=1 9m:4=1 @0",
       "the void suit goes first"},
      {"xueliu",
       {{"que_first", "off"}},
       "{seats: {0: 123m456m78m11p23p9p9s}, state: {void: [s, ~, ~, ~]}}",
       "9p",
       "@1",
       "with a tile of the void suit no hand is ready"},
      {"xueliu",
       {},
       "{seats: {0: 1111m234m567m999p9s}, state: {void: [s, ~, ~, ~]}}",
       "9s",
       "4m:3=2 7m:3=2 @0",
       "1m is all in the own hand; the four of them are a gen"},
      {"xueliu",
       {},
       "{seats: {0: {hand: 9p8p, melds: [peng(1m), peng(4m), peng(9m), peng(7p)]}}, state: {void: "
       "[s, ~, ~, ~]}}",
       "8p",
       "9p:3=4 @0",
       "a golden hook is two fan"},
      {"xuezhan",
       {},
       "{seats: {0: 123m456m78m11p234p9p, 1: {left: on, won: 1m}}, state: {void: [s, ~, ~, ~]}}",
       "9p",
       "3m:3=1 6m:3=1 9m:4=1 @0",
       "the next seat that is still in the hand would pay"},
      {"erren",
       {},
       "{seats: {0: 123m456m78m11222z7z}}",
       "7z",
       "3m:3=13 6m:3=13 9m:4=28 @0",
       "a pure straight is 16 fan and takes the place of another fan"},
      {"erren",
       {},
       "{seats: {0: {hand: 45m99m7z, melds: [chi(234m), peng(2z), peng(8m)]}}}",
       "7z",
       "3m:3=10 6m:4=10 @0",
       "half flush and no flowers"},
      {"erren",
       {{"min_fan", "12"}},
       "{seats: {0: {hand: 45m99m7z, melds: [chi(234m), peng(2z), peng(8m)]}}}",
       "7z",
       "@0",
       "ten fan are too few to win: the shape is ready, and nothing is waited on"},
      {"yilaidaodi",
       {},
       "{seats: {0: 123s456s789s22p4m5p9p}, state: {pi: 3m}}",
       "9p",
       "2p:2=6 3p:4=6 4p:4=6 5p:3=6 6p:4=6 7p:4=6 @0",
       "with a laizi 4m it wins by its own draw alone: two from each of three"},
      {"yilaidaodi",
       {},
       "{seats: {0: 123s456s789s22p44m5p}, state: {pi: 3m}}",
       "5p",
       "@0",
       "with two laizi no hand wins"},
      {"yilaidaodi",
       {},
       "{seats: {0: 123s456s789s22p45p9p}, state: {pi: 3m}}",
       "9p",
       "4m:4=6 3p:4=2 6p:4=2 @0",
       "a hard win off a discard is two; the laizi helps by a draw"},
  };
  return rows;
}

TEST(Hints, WaitsOfEveryVariant) {
  for (const Row& row : Rows()) {
    SCOPED_TRACE(fmt::format("{} {}", row.variant, row.position));
    const auto flow = Open(row.variant, row.options);
    const Records records = Place(*flow, row.position);
    EXPECT_EQ(HintOf(HintsFor(*flow, records, 0), row.discard), row.expected) << row.why;
  }
}

// Why seat 0 may not take the discard that the position is about.
Json ReasonOf(const std::string& variant, const std::string& position, const std::string& discard) {
  const auto flow = Open(variant);
  Records records = Place(*flow, position);
  auto action = ParseAction(*flow, discard);
  action->ask = records.flow().window.ask;
  EXPECT_TRUE(flow->ProcessActionNode(records, *action).ok());
  const NodeIndex hu = flow->Find("hu");
  const Reason* reason = flow->WhyNot(records, 0, hu);
  if (reason == nullptr) return {};
  EXPECT_EQ(ReasonJson(*flow, records, 0, kNoNode, *reason)["en"], reason->en);
  return ReasonJson(*flow, records, 0, hu, *reason);
}

TEST(Hints, ARefusedWinNamesWhatCounts) {
  const Json below = ReasonOf(
      "guobiao",
      R"({seats: {0: {hand: 56p77z, melds: [chi(234m), peng(5s), peng(2z)], flowers: 1234h}, 3: 1379m1379s11344z4p}, actor: 3})",
      "3 discard 4p");
  EXPECT_EQ(below["id"], "below_minimum");
  EXPECT_THAT(below["zh"].get<std::string>(), testing::HasSubstr("计 7，要 8"));
  EXPECT_THAT(below["en"].get<std::string>(), testing::HasSubstr("7 counted, 8 needed"));
  // A hand that is not complete counts nothing.
  const Json open = ReasonOf("guobiao",
                             R"({seats: {0: {hand: 56p77z, melds: [chi(234m), peng(5s), peng(2z)]},
          3: 1379m1379s11344z9p}, actor: 3})",
                             "3 discard 9p");
  EXPECT_EQ(open["en"].get<std::string>().find("counted"), std::string::npos) << open;
}

// The hint for `piece`; null if it may not be discarded.
Json HintFor(const Json& hints, std::string_view piece) {
  const auto hint = std::ranges::find(hints, piece, [](const Json& one) { return one["piece"]; });
  return hint == hints.end() ? Json() : *hint;
}

TEST(Hints, ARuleThatBarsEveryDiscardIsNamed) {
  struct Case {
    const char* position;
    const char* discard;
    bool barred;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"{seats: {0: 123m456m78m11p234p9p}}", "9p", false, "nothing was discarded"},
      {"{seats: {0: {hand: 123m456m78m11p234p9p, river: 9m}}}", "9p", true,
       "the seat has discarded one of its waits"},
      {"{seats: {0: 123m456m78m11p234p9p, 1: {river: 9m}}}", "9p", false, "another seat has"},
      {"{seats: {0: 123m456m78m11p234p9p}, state: {missed: [9m, ~, ~, ~]}}", "9p", false,
       "what it let go counts until its discard"},
      {"{seats: {0: 123m456m789m11p234p}}", "9m", true, "it discards a wait now"},
  };
  const auto flow = Open("riichi");
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.why);
    const Json hints = HintsFor(*flow, Place(*flow, one.position), 0);
    const Json hint = HintFor(hints, one.discard);
    ASSERT_FALSE(hint.is_null());
    ASSERT_FALSE(hint["waits"].empty());
    for (const Json& wait : hint["waits"]) {
      EXPECT_EQ(wait.value("only_drawn", false), one.barred);
      const Json furiten{{"zh", "振听"}, {"en", "furiten"}};
      EXPECT_EQ(wait.value("barred", Json()), one.barred ? furiten : Json());
    }
  }
}

TEST(Hints, WhatBringsAHandNearerIsListed) {
  const auto flow = Open("riichi");
  const Json hints = HintsFor(*flow, Place(*flow, "{seats: {0: 123m456m789m13p5s9s1z}}"), 0);
  EXPECT_EQ(HintFor(hints, "1z")["improves"].dump(),
            R"([{"piece":"2p","left":4},{"piece":"5s","left":3},{"piece":"9s","left":3}])");
  EXPECT_EQ(HintFor(hints, "9s")["improves"].dump(),
            R"([{"piece":"2p","left":4},{"piece":"5s","left":3},{"piece":"1z","left":3}])");
  EXPECT_FALSE(HintFor(hints, "1p").contains("improves")) << "it leaves the hand farther away";
  for (const Json& hint : HintsFor(*flow, Place(*flow, "{seats: {0: 123m456m78m11p234p9p}}"), 0))
    EXPECT_FALSE(hint.contains("improves")) << "a discard makes the hand ready: " << hint;
}

// Of the running hand.
std::int32_t PointsOf(const Flow& flow, const Records& records, Seat seat) {
  return (*table::FindSlot<table::Ledger>(flow))(records).points[static_cast<std::size_t>(seat)];
}

bool Do(const Flow& flow, Records& records, const std::string& text) {
  auto action = ParseAction(flow, text);
  EXPECT_TRUE(action) << text;
  if (!action) return false;
  action->ask = records.flow().window.ask;
  return flow.ProcessActionNode(records, *action).ok();
}

// The win that `seat` is offered now; kNoNode where there is none.
NodeIndex WinOf(const Flow& flow, const Records& records, Seat seat) {
  Choices choices;
  flow.FillChoices(records, choices);
  for (const Offer& offer : choices.Of(seat)) {
    if (logic::Wins(*flow.node(offer.node).impl)) return offer.node;
  }
  return kNoNode;
}

// The table after `discard`, when the next seat has drawn `tile` and discarded it.
Records NextDiscards(const Flow& flow, std::string position, const std::string& discard,
                     const std::string& tile) {
  Records records = Place(flow, position.insert(1, fmt::format("wall: {}, ", tile)));
  Do(flow, records, "0 discard " + discard);
  const auto next = static_cast<int>((*table::FindSlot<Board>(flow))(records).turn.drawer);
  Do(flow, records, fmt::format("{} discard {}", next, tile));
  return records;
}

// The same when three others have drawn and discarded, and the seat draws `tile`.
Records Draws(const Flow& flow, std::string position, const std::string& discard,
              const std::string& tile) {
  Records records = Place(flow, position.insert(1, fmt::format("wall: 9m9m8m{}, ", tile)));
  Do(flow, records, "0 discard " + discard);
  while (records.flow().actor != 0) {
    const auto asked = static_cast<Seat>(std::countr_zero(records.flow().window.active));
    const Action timeout{.node = kTimeout, .seat = asked, .ask = records.flow().window.ask};
    if (!flow.ProcessActionNode(records, timeout).ok()) break;
  }
  return records;
}

// What a hint says is played, and the ledger books the points.
TEST(Hints, TheLedgerBooksTheValue) {
  int off_discards = 0, by_draws = 0;
  for (const Row& row : Rows()) {
    const auto flow = Open(row.variant, row.options);
    const Records hinted = Place(*flow, row.position);
    for (const Json& hint : HintsFor(*flow, hinted, 0)) {
      if (hint.at("piece") != row.discard) continue;
      for (const Json& wait : hint.at("waits")) {
        const auto tile = wait.at("piece").get<std::string>();
        SCOPED_TRACE(fmt::format("{} {} {}", row.variant, row.position, tile));
        Records records = NextDiscards(*flow, row.position, row.discard, tile);
        NodeIndex win = WinOf(*flow, records, 0);
        ++(win != kNoNode ? off_discards : by_draws);
        if (win == kNoNode) records = Draws(*flow, row.position, row.discard, tile);
        if (win == kNoNode) win = WinOf(*flow, records, 0);
        ASSERT_NE(win, kNoNode);
        const std::int32_t before = PointsOf(*flow, records, 0);
        ASSERT_TRUE(Do(*flow, records, fmt::format("0 {}", flow->node(win).id)));
        ASSERT_TRUE(wait.contains("value"));
        EXPECT_EQ(PointsOf(*flow, records, 0) - before, wait.at("value").get<int>());
      }
    }
  }
  EXPECT_GT(off_discards, 20);
  EXPECT_GT(by_draws, 5);
}

// Deals the tiles that `seat` cannot see anew: hands of others and the wall.
void ShuffleHidden(const Flow& flow, Records& records, Seat seat, std::mt19937& random) {
  Board& board = (*table::FindSlot<Board>(flow))(records);
  std::vector<Tile> tiles;
  const auto hidden = [&](Seat other) {
    return other != seat && !board.seats[other].ShownTo(seat);
  };
  for (Seat other = 0; other < board.seat_count; ++other) {
    if (!hidden(other)) continue;
    const Counts& hand = board.seats[other].hand;
    ForEach(hand.Kinds(), [&](Tile tile) {
      tiles.insert(tiles.end(), static_cast<std::size_t>(hand[tile]), tile);
    });
  }
  for (int i = board.wall.head; i < board.wall.tail; ++i)
    tiles.push_back(board.wall.tiles[static_cast<std::size_t>(i)]);
  std::shuffle(tiles.begin(), tiles.end(), random);
  for (Seat other = 0; other < board.seat_count; ++other) {
    if (!hidden(other)) continue;
    const int size = board.seats[other].hand.Size();
    board.seats[other].hand = {};
    board.seats[other].drawn = table::kNoTile;
    for (int i = 0; i < size; ++i, tiles.pop_back()) board.seats[other].hand.Add(tiles.back());
  }
  for (int i = board.wall.head; i < board.wall.tail; ++i, tiles.pop_back())
    board.wall.tiles[static_cast<std::size_t>(i)] = tiles.back();
}

class EveryVariant : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Hints, EveryVariant,
                         testing::Values("erren", "tuidaohu", "xueliu", "xuezhan", "yilaidaodi",
                                         MLF_SOURCE_DIR "/examples/variants/hong_zhong",
                                         MLF_SOURCE_DIR "/examples/variants/san_ren_liang_fang",
                                         MLF_SOURCE_DIR "/tests/variants/machinery",
                                         MLF_SOURCE_DIR "/tests/variants/switches"),
                         [](const auto& named) {
                           return named.param.substr(named.param.rfind('/') + 1);
                         });

// Whole hands of greedy bots: at every discard the hints are the same whatever lies hidden, speak
// of what is offered alone, and agree with the win rule.
TEST_P(EveryVariant, HintsKnowWhatTheSeatKnows) {
  const auto flow = Open(GetParam());
  const auto* win = flow->Shared<logic::WinRule>("win");
  const auto board = table::FindSlot<Board>(*flow);
  ASSERT_TRUE(win != nullptr && board);
  play::SeatView view(*flow);
  const auto bot = bots::MakeBot(bots::BotKind::kGreedy, *flow);
  std::mt19937 random(7);
  int with_waits = 0, questions = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Records records = flow->Blank();
    Response response;
    flow->Start(records, seed, response);
    bot->Begin(seed);
    while (response.ok() && records.flow().over == 0 && records.flow().hand == 0 &&
           records.flow().window.active != 0) {
      const auto seat = static_cast<Seat>(std::countr_zero(records.flow().window.active));
      Choices choices;
      flow->FillChoices(records, choices);
      PieceMask discards = 0;
      for (const Offer& offer : choices.Of(seat)) {
        if (logic::PlayOf(*flow->node(offer.node).impl) == logic::Play::kDiscard)
          discards |= offer.domain.mask;
      }
      const Json hints = HintsFor(*flow, records, seat);
      PieceMask hinted = 0;
      for (const Json& hint : hints) {
        const Tile piece = test::TileOf(hint.at("piece").get<std::string>());
        hinted |= MaskOf(piece);
        const table::SeatBoard& own = (*board)(records).seats[seat];
        Counts rest = own.hand;
        rest.Remove(piece);
        EXPECT_TRUE(hint.at("distance") == 0 || hint.at("waits").empty()) << hint;
        with_waits += hint.at("waits").empty() ? 0 : 1;
        for (const Json& wait : hint.at("waits")) {
          const Tile tile = test::TileOf(wait.at("piece").get<std::string>());
          Counts whole = rest;
          whole.Add(tile);
          EXPECT_TRUE(win->HasShape(records, whole, own.meld_count)) << wait;
          EXPECT_GE(wait.at("left").get<int>(), 0);
        }
      }
      ASSERT_EQ(test::Text(hinted), test::Text(discards));
      if (discards != 0) {
        ++questions;
        Records other = records;
        ShuffleHidden(*flow, other, seat, random);
        ASSERT_EQ(HintsFor(*flow, other, seat), hints);
      }
      view.Look(records, choices, seat);
      const Action action = bot->Choose(view);
      flow->ProcessActionNode(records, action, response);
      ASSERT_TRUE(response.ok());
    }
  }
  EXPECT_GT(questions, 100);
  EXPECT_GT(with_waits, 10) << "hands came near enough to be reported";
}

TEST(Hints, AnothersConcealedGangHasNotBeenSeen) {
  const auto flow = Open("xueliu");
  const Records records = Place(*flow,
                                "{seats: {0: 123m456m78m11p234p9p, 2: {melds: [an_gang(9m)]}}, "
                                "state: {void: [s, ~, ~, ~]}}");
  EXPECT_EQ(HintOf(HintsFor(*flow, records, 0), "9p"), "3m:3=1 6m:3=1 9m:4=1 @0");
}

TEST(Hints, NothingForWhoIsNotAsked) {
  const auto flow = Open("xueliu");
  const Records records =
      Place(*flow, "{seats: {0: 123m456m78m11p234p9p}, state: {void: [s, s, s, s]}}");
  for (const Seat seat : {Seat{1}, Seat{2}, Seat{3}, Seat{4}, kNoSeat})
    EXPECT_EQ(HintsFor(*flow, records, seat), Json::array());
  EXPECT_EQ(HintsFor(*flow, flow->Blank(), 0), Json::array()) << "nothing has begun";
}

}  // namespace
}  // namespace mlf::server
