// Views: the keys match docs/en/json.md, and a seat's view depends only on what the seat may know.
#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/view.h>
#include <mlf/variants/open.h>
#include "tests/support/json_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace mlf::table {
namespace {

std::shared_ptr<const Flow> Xueliu() {
  return *OpenFlow(std::string(MLF_SOURCE_DIR) + "/variants/xueliu");
}

// Plays a game with arbitrary answers and calls `look` at every rest.
template <typename Look>
void Play(const Flow& flow, std::uint64_t seed, int steps, Look&& look) {
  Records records = flow.Blank();
  Response response;
  flow.Start(records, seed, response);
  std::uint64_t state = seed;
  for (int i = 0; i < steps && response.status != Status::kOver; ++i) {
    look(records, response);
    const SeatMask active = records.flow().window.active;
    if (active == 0) break;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    std::vector<Seat> seats;
    ForEachSeat(active, [&](Seat seat) { seats.push_back(seat); });
    const Seat seat = seats[(state >> 33) % seats.size()];
    Choices choices;
    flow.FillChoices(records, choices);
    Action action =
        choices.Nth(seat, (state >> 40) % choices.Count(seat), records.flow().window.ask);
    if (choices.Find(seat, flow.Find("hu")) != nullptr)
      action = {.node = flow.Find("hu"), .seat = seat, .ask = action.ask};
    if ((state >> 35) % 16 == 0) action = {.node = kTimeout, .seat = seat, .ask = action.ask};
    flow.ProcessActionNode(records, action, response);
    ASSERT_TRUE(response.ok()) << FormatAction(flow, action);
  }
}

TEST(View, KeysAreThoseOfTheDocument) {
  const auto flow = Xueliu();
  test::JsonDocument document;
  for (const std::uint64_t seed : {1, 2}) {
    Play(*flow, seed, 350, [&](const Records& records, const Response&) {
      for (const Viewer viewer :
           {Viewer::Full(), Viewer::Spectator(), Viewer::Of(0), Viewer::Of(3)}) {
        const Json json = View(*flow, records, viewer);
        document.Check("View", json, true);
      }
    });
  }
  // The game has produced every key of the table, except those this variant never has.
  for (const char* key :
       {"View.focus", "View.window", "View.wall", "SeatView.hand", "SeatView.drawn",
        "SeatView.auto", "MeldView.from", "Discard.claimed", "Discard.drawn", "SeatAsked.offers",
        "SeatAsked.answered", "LedgerEntry.reason"}) {
    EXPECT_TRUE(document.seen().contains(key)) << key;
  }
}

// A permutation of hidden tiles leaves the view of a seat unchanged, byte for byte.
TEST(View, HiddenTilesDoNotShow) {
  const auto flow = Xueliu();
  const auto board_slot = *FindSlot<Board>(*flow);
  int compared = 0;
  Play(*flow, 5, 400, [&](const Records& records, const Response& response) {
    Records other = records;
    Board& board = board_slot(other);
    const Seat viewer = 2;
    if ((response.asked & MaskOf(viewer)) != 0)
      return;  // the seat's own offers depend on its own tiles; this test moves the others'
    // Rotates the other three hands tile by tile with the wall.
    for (const Seat seat : {Seat{0}, Seat{1}, Seat{3}}) {
      SeatBoard& own = board.seats[seat];
      if (board.wall.Left() == 0 || own.hand.Empty()) continue;
      const Tile from = HighestTile(own.hand);
      Tile& to = board.wall.tiles[board.wall.head];
      own.hand.Remove(from);
      own.hand.Add(to);
      if (own.drawn == from) own.drawn = to;
      to = from;
      for (int i = 0; i < own.meld_count; ++i) {
        Meld& meld = own.melds[static_cast<std::size_t>(i)];
        if (meld.kind == MeldKind::kAnGang) meld.tile = static_cast<Tile>((meld.tile + 1) % 27);
      }
    }
    EXPECT_EQ(View(*flow, records, Viewer::Of(viewer)).dump(),
              View(*flow, other, Viewer::Of(viewer)).dump());
    EXPECT_EQ(View(*flow, records, Viewer::Spectator()).dump(),
              View(*flow, other, Viewer::Spectator()).dump());
    if (!(other == records)) {
      EXPECT_NE(View(*flow, records, Viewer::Full()).dump(),
                View(*flow, other, Viewer::Full()).dump());
    }
    ++compared;
  });
  EXPECT_GT(compared, 50);
}

// An answer to an undecided window is visible to its seat only.
TEST(View, AnswersOfAnUndecidedWindowAreSecret) {
  const auto flow = Xueliu();
  Records records = flow->Blank();
  Response response;
  flow->Start(records, 8, response);
  const Json before[] = {View(*flow, records, Viewer::Of(0)),
                         View(*flow, records, Viewer::Spectator()),
                         View(*flow, records, Viewer::Of(1))};
  flow->ProcessActionNode(records, {.node = kTimeout, .seat = 1, .ask = response.ask}, response);
  ASSERT_EQ(response.status, Status::kWaits);
  EXPECT_EQ(View(*flow, records, Viewer::Of(0)).dump(), before[0].dump());
  EXPECT_EQ(View(*flow, records, Viewer::Spectator()).dump(), before[1].dump());
  const Json own = View(*flow, records, Viewer::Of(1));
  EXPECT_EQ(own["window"]["seats"][0]["answered"], "exchange_three");
  EXPECT_EQ(own["window"]["seats"][0]["pieces"].size(), 3u);
  EXPECT_EQ(own["seats"][1]["auto"], true);
  EXPECT_EQ(before[2]["window"]["seats"][0]["offers"][0]["node"], "exchange_three");
  EXPECT_EQ(View(*flow, records, Viewer::Full())["window"]["seats"].size(), 4u);
}

// The full viewer sees what parts hide from all seats, and a mask has no bit for seat 40.
TEST(View, ASeatThatNobodyHasSeesWhatASpectatorSees) {
  const auto flow = *OpenFlow("yilaidaodi", {{"persons", "6"}});
  Play(*flow, 6, 150, [&](const Records& records, const Response&) {
    const std::string spectator = View(*flow, records, Viewer::Spectator()).dump();
    for (const int nobody : {-128, -1, 8, 40, 64, 127})
      EXPECT_EQ(View(*flow, records, Viewer::Of(static_cast<Seat>(nobody))).dump(), spectator)
          << nobody;
    EXPECT_NE(View(*flow, records, Viewer::Of(5)).dump(), spectator);
  });
}

// The converse: what a seat knows is in its view.
TEST(View, WhatASeatKnowsIsThere) {
  const auto flow = Xueliu();
  const auto board_slot = *FindSlot<Board>(*flow);
  Play(*flow, 6, 150, [&](const Records& records, const Response&) {
    const Board& board = board_slot(records);
    for (Seat viewer = 0; viewer < 4; ++viewer) {
      const Json json = View(*flow, records, Viewer::Of(viewer));
      Counts hand;
      for (const Json& tile : json["seats"][static_cast<std::size_t>(viewer)]["hand"])
        hand.Add(*ParseTile(tile.get<std::string>()));
      EXPECT_EQ(hand, board.seats[viewer].hand);
      // Copies seen, counted in the view.
      Counts seen = hand;
      for (const Json& seat : json["seats"]) {
        EXPECT_EQ(seat.contains("hand"), seat["seat"] == viewer);
        EXPECT_EQ(seat["count"], board.seats[seat["seat"].get<std::size_t>()].hand.Size());
        for (const Json& meld : seat["melds"]) {
          for (const Json& tile : meld["tiles"]) {
            if (tile != "?") seen.Add(*ParseTile(tile.get<std::string>()));
          }
        }
        if (!seat.contains("set_aside")) continue;
        for (const Json& tile : seat["set_aside"]) seen.Add(*ParseTile(tile.get<std::string>()));
      }
      for (const Json& discard : json["river"]) {
        if (!discard.contains("claimed")) seen.Add(*ParseTile(discard["tile"].get<std::string>()));
      }
      for (Tile tile = 0; tile < 27; ++tile)
        EXPECT_EQ(seen[tile], SeenCopies(board, viewer, tile)) << TileName(tile);
      EXPECT_EQ(json["wall_left"], board.wall.Left());
      EXPECT_EQ(json["river"].size(), board.river_count);
    }
  });
}

TEST(View, AnotherFlowsRecordsShowNothing) {
  const auto flow = Xueliu();
  EXPECT_TRUE(View(*flow, Records{}, Viewer::Full()).is_null());
}

}  // namespace
}  // namespace mlf::table
