// Positions: the table holds what the text says, tiles are conserved, and an impossible position is
// a fault with its place.
#include "tools/kit/position.h"
#include <mlf/components/reasons.h>
#include <mlf/components/tile_set.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mlf::tools {
namespace {

using table::Board;

const Flow& Xueliu() {
  static const auto flow = OpenFlow(std::string(MLF_SOURCE_DIR) + "/variants/xueliu");
  return **flow;
}

struct Placed {
  Records records;
  PositionEntry entry;
  std::string faults;
  const Board& board() const { return (*table::FindSlot<Board>(Xueliu()))(records); }
  const table::Ledger& ledger() const {
    return (*table::FindSlot<table::Ledger>(Xueliu()))(records);
  }
  const score::ScoreNotes& notes() const {
    return (*table::FindSlot<score::ScoreNotes>(Xueliu()))(records);
  }
};

Placed Place(const std::string& text) {
  Placed placed;
  const auto value = ParseYaml(text, "p.yaml");
  if (!value) {
    placed.faults = FaultText(value.faults());
    return placed;
  }
  const auto entry = SetPosition(Xueliu(), *value, placed.records);
  if (entry) {
    placed.entry = *entry;
  } else {
    placed.faults = FaultText(entry.faults());
  }
  return placed;
}

TEST(Position, TilesOutOfPlayAreNowhereElse) {
  const Placed placed =
      Place("{seats: {0: 123p456p789p2m5555m}, out_of_play: 999s1s, wall_left: 20}");
  ASSERT_EQ(placed.faults, "");
  const Board& board = placed.board();
  EXPECT_EQ(table::FormatTiles(board.removed), "1999s");
  const auto* tiles = Xueliu().Shared<logic::TileSet>("tiles");
  EXPECT_EQ(table::AllTiles(board), table::ToCounts(tiles->Tiles())) << "tiles are conserved";
  EXPECT_NE(Place("{out_of_play: 99999s}")
                .faults.find("p.yaml:1:15: S03: out_of_play: more 9s than there are in play"),
            std::string::npos)
      << Place("{out_of_play: 99999s}").faults;
}

TEST(Position, WhatIsWrittenIsOnTheTable) {
  const Placed placed = Place(R"(
dealer: 1
seats:
  0: {hand: 123p456p2m5555m, drawn: 5m, melds: peng(9s) from 2, won: 3p, locked: on}
  2: {hand: 1122m3344p55s, melds: [an_gang(7p)], river: 9p8s, draws: 1, left: on}
wall: 1p2s
tail: 8m
wall_left: 20
state: {void: [s, m, ~, p]}
ledger: [{to: 2, from: others, each: 2, reason: an_gang}, {to: 1, from: [0, 3], each: 4, reason: hu}]
)");
  ASSERT_EQ(placed.faults, "");
  const Board& board = placed.board();
  EXPECT_EQ(Xueliu().node(placed.entry.node).id, "turn");
  EXPECT_EQ(placed.entry.actor, 0);
  EXPECT_EQ(board.dealer, 1);
  EXPECT_EQ(table::FormatTiles(board.seats[0].hand), "25555m123456p");
  EXPECT_EQ(table::TileName(board.seats[0].drawn), "5m");
  EXPECT_EQ(board.seats[0].Melds()[0].from, 2);
  EXPECT_TRUE(board.seats[0].Is(table::kHasWon) && board.seats[0].Is(table::kLocked));
  EXPECT_EQ(board.seats[0].won_kinds, MaskOf(*table::ParseTile("3p")));
  EXPECT_TRUE(board.seats[2].Is(table::kLeft));
  EXPECT_EQ(board.seats[2].draws, 1);
  EXPECT_EQ(board.next_dealer, 0)
      << "seat 0 has won, so it deals next unless the position says otherwise";
  EXPECT_EQ(board.turn.may_act_on_draw, 1);
  EXPECT_EQ(board.wall.Left(), 20);
  EXPECT_EQ(table::TileName(board.wall.tiles[0]) + table::TileName(board.wall.tiles[1]), "1p2s");
  EXPECT_EQ(table::TileName(board.wall.tiles[19]), "8m");
  EXPECT_EQ(placed.ledger().points[2], 6);
  EXPECT_EQ(placed.ledger().points[1], -2 + 8);
  EXPECT_TRUE(placed.ledger().entries[0].open()) << "gang points may be given back";
  EXPECT_FALSE(placed.ledger().entries[1].open());
  EXPECT_EQ(placed.notes().last_gang_paid, MaskOf(Seat{2}));
  // The last discards are those in the text.
  EXPECT_EQ(table::TileName(board.river[board.river_count - 1].tile), "8s");
  EXPECT_EQ(board.river[board.river_count - 1].seat(), 2);
}

TEST(Position, TilesAreConserved) {
  const char* rows[] = {
      "{}",
      "{wall_left: 0}",
      ("{seats: {3: {melds: [peng(1m), bu_gang(2m), ming_gang(3m), an_gang(4m)], hand: 5m}}, "
       "wall_left: 7}"),
      "{seats: {1: {set_aside: 3p, river: 999s}}, wall: 111m, tail: 1m, seed: 9}",
  };
  for (const char* row : rows) {
    const Placed placed = Place(row);
    ASSERT_EQ(placed.faults, "") << row;
    const Counts all = table::AllTiles(placed.board());
    EXPECT_EQ(all.Size(), 108) << row;
    ForEach(all.Kinds(), [&](Tile tile) { EXPECT_EQ(all[tile], 4) << row; });
  }
}

// Seats without a description have no claim on any discard.
TEST(Position, HandsNobodyDescribedClaimNothing) {
  for (int tile = 0; tile < 27; ++tile) {
    Placed placed = Place("{seats: {0: " + table::TileName(static_cast<Tile>(tile)) +
                          "123m456p789s1199p}, dealer: 0}");
    if (!placed.faults.empty()) continue;
    Response response;
    Xueliu().Enter(placed.records, placed.entry.node, placed.entry.actor, response);
    ASSERT_TRUE(response.ok());
    Action action{.node = Xueliu().Find("discard"),
                  .seat = 0,
                  .count = 1,
                  .pieces = {static_cast<Tile>(tile)},
                  .ask = response.ask};
    Xueliu().ProcessActionNode(placed.records, action, response);
    EXPECT_TRUE(response.ok());
    EXPECT_EQ(response.asked & MaskOf(Seat{0}), 0) << "the next seat draws and is to move";
    EXPECT_EQ(response.asked, MaskOf(Seat{1})) << tile;
  }
}

TEST(Position, TheSeedOnlyOrdersWhatNobodyNamed) {
  const Placed sorted = Place("{wall: 5p}"), one = Place("{wall: 5p, seed: 1}"),
               same = Place("{wall: 5p, seed: 1}"), two = Place("{wall: 5p, seed: 2}");
  EXPECT_EQ(one.records, same.records);
  EXPECT_NE(one.board().wall.tiles, two.board().wall.tiles);
  EXPECT_NE(one.board().wall.tiles, sorted.board().wall.tiles);
  EXPECT_EQ(one.board().wall.tiles[0], two.board().wall.tiles[0]);
}

TEST(Position, FaultsSayWhereAndWhat) {
  const std::pair<const char*, const char*> rows[] = {
      {"{delaer: 1}",
       "p.yaml:1:2: S01: position: there is no \"delaer\" here (did you mean \"dealer\"?)"},
      {"{dealer: 4}", "p.yaml:1:10: S02: a number in 0..3 is needed, not 4"},
      {"seats:\n  0: {hand: 12x}\n", "p.yaml:2:15: S03:"},
      {"{seats: {0: 12m}}", "p.yaml:1:13: S05: seat 0: 2 tiles in hand; with 0 melds it is 13"},
      {"{seats: {0: 111222333m11122p, 1: 111222333s33344p}}", "one more only for the seat to act"},
      {"{seats: {0: 1111m123456789p, 1: 1m12345678s2233p}}", "more 1m than there are in play"},
      {"{seats: {0: {melds: peng(1m)}, 1: {melds: peng(1m)}}}", "more 1m than there are in play"},
      {"{wall: 1z}", "wall: more 1z than there are in play"},
      {"{seats: {0: {melds: pong(1m)}}}", "there is no meld \"pong\" (did you mean \"peng\"?)"},
      {"{seats: {0: {melds: chi(124m)}}}", "a chi is three tiles in a row"},
      {"{seats: {0: {melds: peng(1m) from 0}}}", "only \"from\" and another seat may follow"},
      {"{seats: {5: {}}}", "p.yaml:1:10: S02: a number in 0..3"},
      {"{seats: {0: {hand: 123m456m789m12p55p, drawn: 9s}}}",
       "drawn: one tile of the hand is needed"},
      {"{wall_left: 100}", "wall_left: 100 tiles; with the tiles named it can be 0..56"},
      {"{state: {viod: [m, m, m, m]}}",
       "state: this variant keeps no \"viod\" (did you mean \"void\"?)"},
      {"{state: {void: [m, m]}}", "needs a value for each of the 4 seats"},
      {"{state: {void: [m, m, x, m]}}", "p.yaml:1:23: S02: void: expected m, p or s"},
      {"{ledger: [{to: 0, from: 1, each: 2, reason: angang}]}", "did you mean \"an_gang\"?"},
      {"{ledger: [{to: 0, from: 0, each: 2, reason: hu}]}", "nobody pays itself"},
      {"{actor: 1, seats: {1: 147m258p369s1479m}}",
       "p.yaml:1:23: S05: seat 1 is to act and holds no extra tile"},
      {"{at: trun}", "at: there is no node \"trun\" (did you mean \"turn\"?)"},
      {"{after_gang: peng}", "after_gang: one of ming_gang, bu_gang, an_gang, lai_gang is needed"},
  };
  for (const auto& [text, fault] : rows) {
    EXPECT_NE(Place(text).faults.find(fault), std::string::npos) << text << "\n"
                                                                 << Place(text).faults;
  }
}

TEST(Position, AStartIsGiven) {
  const auto value = ParseYaml(
      "{seed: 7, dealer: 2, direction: opposite, wall: 9m, tail: 1s, hands: {2: 1112223334445p6p, "
      "0: 123m}}",
      "s.yaml");
  Records records;
  const auto seed = SetStart(Xueliu(), *value, records);
  ASSERT_TRUE(seed.ok()) << FaultText(seed.faults());
  EXPECT_EQ(*seed, 7u);
  Response response;
  Xueliu().Start(records, *seed, response);
  ASSERT_TRUE(response.ok());
  const Board& board = (*table::FindSlot<Board>(Xueliu()))(records);
  EXPECT_EQ(board.dealer, 2);
  EXPECT_EQ(table::FormatTiles(board.seats[2].hand), "11122233344456p");
  for (const char* tile : {"1m", "2m", "3m"})
    EXPECT_GE(board.seats[0].hand[*table::ParseTile(tile)], 1);
  EXPECT_EQ(table::TileName(board.wall.tiles[board.wall.head]), "9m");
  EXPECT_EQ(table::TileName(board.wall.tiles[board.wall.tail - 1]), "1s");
  EXPECT_EQ(table::AllTiles(board).Size(), 108);
}

// rules/dalian.md#indicator: a ready seat sees the kind, the others a tile face down.
TEST(Position, AHiddenIndicatorIsSeenByReadySeats) {
  const auto flow = OpenFlow("dalian");
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const auto value = ParseYaml(
      "{actor: 0, seats: {0: 147m258p147s12345z, 2: {hand: 456m99m78p123s, melds: peng(2z), ready: "
      "on}}, state: {bao: 5s}}",
      "p.yaml");
  Records records;
  const auto entry = SetPosition(**flow, *value, records);
  ASSERT_TRUE(entry.ok()) << FaultText(entry.faults());
  const auto seen = [&](Viewer viewer) {
    const auto view = table::View(**flow, records, viewer);
    return nlohmann::json::parse(view.dump())["state"].value("bao", "");
  };
  EXPECT_EQ(seen(Viewer::Of(2)), "5s");
  EXPECT_EQ(seen(Viewer::Of(0)), "?");
  EXPECT_EQ(seen(Viewer::Spectator()), "?");
  EXPECT_EQ(seen(Viewer::Full()), "5s");
}

// rules/xiamen.md#white: white is one tile, the gold's, and a chi with it is a run of that kind.
TEST(Position, WhiteInAChiIsTheGold) {
  const auto flow = OpenFlow("xiamen");
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const auto faults = [&](const std::string& melds, const std::string& gold) {
    const auto value =
        ParseYaml("{actor: 0, seats: {0: 147m258p147s12346677z, 1: {melds: " + melds +
                      "}}, state: {gold: " + gold + "}}",
                  "p.yaml");
    Records records;
    const auto entry = SetPosition(**flow, *value, records);
    return entry ? std::string() : FaultText(entry.faults());
  };
  EXPECT_EQ(faults("chi(78m5z)", "9m"), "");
  EXPECT_EQ(faults("chi(79m5z)", "8m"), "");
  EXPECT_NE(faults("chi(78m5z)", "1p")
                .find("chi(78m5z): white is no tile of this run, because it "
                      "has the face of 1p"),
            std::string::npos)
      << faults("chi(78m5z)", "1p");
  EXPECT_NE(faults("chi(78m5z)", "5z").find("it has the face of no kind"), std::string::npos);
  EXPECT_NE(Place("{seats: {0: {melds: chi(78m5z)}}}").faults.find("a chi is three tiles in a row"),
            std::string::npos);
}

}  // namespace
}  // namespace mlf::tools
