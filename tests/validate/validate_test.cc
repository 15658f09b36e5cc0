// What Flow::Validate refuses, one damage per row, and that it refuses no table of the engine.
#include "tables.h"

#include <mlf/components/dealer_streak.h>
#include <mlf/components/horse_rule.h>
#include <mlf/components/passed_wins.h>
#include <mlf/components/persons.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/reasons.h>
#include <mlf/components/stake_factors.h>
#include <mlf/components/void_suits.h>
#include <mlf/components/winds.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include "components/logic/ghosts.h"
#include "components/logic/laizi.h"
#include "components/logic/missed_win.h"
#include "nodes/exchange_three.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <set>

namespace mlf {
namespace {

using table::Board;
using table::Ledger;
using table::Match;
using testing::HasSubstr;

TEST(Validate, TablesOfGamesPass) {
  for (const Tables& tables : AllTables()) {
    for (const Records& records : tables.rests) {
      const auto fault = tables.flow->Validate(records);
      ASSERT_FALSE(fault) << tables.name << ", version " << records.flow().version << ": "
                          << fault->Text();
    }
    EXPECT_FALSE(tables.flow->Validate(tables.flow->Blank()))
        << tables.name << ": a match that has not started";
  }
}

TEST(Validate, AGivenWallPasses) {
  const auto flow = *OpenFlow("xueliu");
  Records records = flow->Blank();
  Board& board = (*table::FindSlot<Board>(*flow))(records);
  board.wall.size = 108;
  for (int i = 0; i < 108; ++i)
    board.wall.tiles[static_cast<std::size_t>(i)] = static_cast<table::Tile>(i / 4);
  (*table::FindSlot<Match>(*flow))(records).given_wall = 1;
  EXPECT_FALSE(flow->Validate(records));
  board.wall.tiles[0] = 26;
  const auto fault = flow->Validate(records);
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr("the given wall is made of the tiles in play"));
}

// The table of one case with its slots.
struct Table {
  const Flow& flow;
  Records records;

  template <typename T>
  T& Of() {
    const auto slot = table::FindSlot<T>(flow);
    EXPECT_TRUE(slot) << T::kSlot;
    return (*slot)(records);
  }
  FlowState& state() { return records.flow(); }
  Board& board() { return Of<Board>(); }
  table::SeatBoard& actor() { return board().seats[state().actor]; }
};

struct Case {
  const char* variant;
  const char* name;
  std::function<void(Table&)> damage;
  const char* code;
  const char* what;  // part of the message
  std::function<bool(Table&)> fits = [](Table&) {
    return true;
  };  // the tables that the damage applies to
};

bool Rests(Table& t) { return t.state().over == 0; }
bool Waits(Table& t) { return t.state().over == 0 && t.state().window.answered != 0; }
bool HasRiver(Table& t) { return t.board().river_count > 0; }
bool OwnTurn(Table& t) { return t.state().over == 0 && t.flow.node(t.state().node).id == "turn"; }
bool HasEntries(Table& t) { return t.Of<Ledger>().count > 1; }
bool HasMeld(Table& t) { return t.actor().meld_count > 0; }
Seat Answered(Table& t) {
  return static_cast<Seat>(std::countr_zero(unsigned{t.state().window.answered}));
}

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"xueliu", "fingerprint", [](Table& t) { t.state().fingerprint ^= 1; }, "R01",
       "load the variant they were made with"},
      {"xueliu", "between slots", [](Table& t) { t.records.bytes.back() = std::byte{1}; }, "R02",
       "the bytes after the last slot are zero"},
      // The engine's own state.
      {"xueliu", "node", [](Table& t) { t.state().node = 200; }, "R03",
       "the game rests at a node of this flow"},
      {"xueliu", "node without window", [](Table& t) { t.state().node = t.flow.Find("shuffle"); },
       "R03", "the flow rests at a node with a window", Rests},
      {"xueliu", "over", [](Table& t) { t.state().over = 2; }, "R03", "`over` is 0 or 1"},
      {"xueliu", "over in play", [](Table& t) { t.state().over = 1; }, "R03",
       "no seat is asked while no window is open", Rests},
      {"xueliu", "actor", [](Table& t) { t.state().actor = 4; }, "R03", "the actor is a seat"},
      {"xueliu", "actor below", [](Table& t) { t.state().actor = -1; }, "R03",
       "the actor is a seat"},
      {"xueliu", "auto", [](Table& t) { t.state().auto_seats = 0x10; }, "R03",
       "only seats and persons are played for"},
      {"xueliu", "ask", [](Table& t) { ++t.state().window.ask; }, "R03",
       "the window is the latest one"},
      {"xueliu", "asked", [](Table& t) { t.state().window.asked |= 0x40; }, "R03",
       "only seats and persons answer", Rests},
      {"xueliu", "nobody active", [](Table& t) { t.state().window.active = 0; }, "R03",
       "an open window waits for at least one seat", Rests},
      {"xueliu", "winners", [](Table& t) { t.state().window.winners = 1; }, "R03",
       "an open window has no winners", Rests},
      {"xueliu", "answered unasked",
       [](Table& t) {
         t.state().window.asked &= static_cast<SeatMask>(~t.state().window.answered);
       },
       "R03", "who answers has been asked, and answers once", Waits},
      {"xueliu", "unasked offers",
       [](Table& t) {
         t.state().window.offered[static_cast<std::size_t>(
             std::countr_one(unsigned{t.state().window.asked}))] = 1;
       },
       "R03", "only asked seats have offers",
       [](Table& t) { return Rests(t) && t.state().window.asked != 0xF; }},
      {"xueliu", "answer of many tiles",
       [](Table& t) {
         t.state().window.answers[static_cast<std::size_t>(Answered(t))].count = 200;
       },
       "R03", "an answer holds at most four pieces", Waits},
      {"xueliu", "answer of nobody", [](Table& t) { t.state().window.answers[7].value = 1; }, "R03",
       "only seats that have answered have an answer"},
      {"xueliu", "stream", [](Table& t) { t.state().streams[7] = 1; }, "R03",
       "the unused streams are zero"},
      // The window against the table.
      {"xueliu", "offers",
       [](Table& t) {
         t.state().window.offered[static_cast<std::size_t>(t.state().actor)] ^= 1u << 20;
       },
       "R06", "a seat is offered what the table allows", OwnTurn},
      {"xueliu", "answer not offered",
       [](Table& t) { t.state().window.answers[static_cast<std::size_t>(Answered(t))].edge = 31; },
       "R06", "an answer is one of those offered", Waits},
      {"xueliu", "answer of another tile",
       [](Table& t) { t.state().window.answers[static_cast<std::size_t>(Answered(t))].value += 1; },
       "R06", "an answer names what was offered", Waits},
      // The board.
      {"xueliu", "seats", [](Table& t) { t.board().seat_count = 3; }, "R04",
       "the table has the seats of the variant"},
      {"xueliu", "no table", [](Table& t) { t.board() = {}; }, "R04",
       "a running game has a table with seats"},
      {"xueliu", "flowers", [](Table& t) { t.actor().flowers = 3; }, "R05",
       "every tile of the variant is on the table once"},
      {"xueliu", "a tile more",
       [](Table& t) {
         t.board().river[t.board().river_count++] = {};
         t.board().turn.focus = {};
         t.board().turn.focus_tile = table::kNoTile;
         t.board().turn.focus_seat = kNoSeat;
       },
       "R05", "every tile of the variant is on the table once"},
      {"xueliu", "hand beyond tiles", [](Table& t) { t.actor().hand.group[3] |= 1u << 30; }, "R04",
       "a hand holds tiles"},
      {"xueliu", "set aside beyond tiles",
       [](Table& t) { t.actor().set_aside.group[0] |= 1u << 28; }, "R04",
       "a seat sets tiles aside"},
      {"xueliu", "hand of 40", [](Table& t) { t.actor().hand.group[1] = 0x7FFFFFF; }, "R04",
       "a hand has at most 17 tiles"},
      {"xueliu", "won on", [](Table& t) { t.actor().won_kinds = MaskOf(Piece{50}); }, "R04",
       "a seat has won on tiles"},
      {"xueliu", "melds", [](Table& t) { t.actor().meld_count = 200; }, "R04",
       "a seat has at most five melds"},
      {"xueliu", "meld behind", [](Table& t) { t.actor().melds[4].tile = 3; }, "R04",
       "the unused melds of a seat are zero"},
      {"xueliu", "meld kind", [](Table& t) { t.actor().melds[0].kind = table::MeldKind::kLaiGang; },
       "R04", "the kind of a meld is valid", HasMeld},
      {"xueliu", "meld tile", [](Table& t) { t.actor().melds[0].tile = 36; }, "R04",
       "a meld is of a tile that can be melded", HasMeld},
      {"xueliu", "meld from", [](Table& t) { t.actor().melds[0].from = 5; }, "R04",
       "a meld comes from a seat", HasMeld},
      {"xueliu", "chi past nine",
       [](Table& t) {
         t.actor().melds[0] = {table::MeldKind::kChi, 8, t.actor().melds[0].from, 0};
       },
       "R04", "a chi is three tiles in a row", HasMeld},
      {"xueliu", "drawn", [](Table& t) { t.actor().drawn = 60; }, "R04",
       "the drawn tile is in the hand"},
      {"xueliu", "flags", [](Table& t) { t.actor().flags = 0x80; }, "R04",
       "a seat has no unknown flag"},
      {"xueliu", "shown to", [](Table& t) { t.actor().shown_to = 0x20; }, "R04",
       "a hand is shown to seats"},
      {"xueliu", "wall size", [](Table& t) { t.board().wall.size = 200; }, "R04",
       "a wall has at most 144 tiles"},
      {"xueliu", "wall head",
       [](Table& t) { t.board().wall.head = static_cast<std::uint8_t>(t.board().wall.tail + 1); },
       "R04", "what is left of the wall lies within it"},
      {"xueliu", "wall tile", [](Table& t) { t.board().wall.tiles[0] = 45; }, "R04",
       "a wall is made of tiles"},
      {"xueliu", "behind the wall", [](Table& t) { t.board().wall.tiles[143] = 1; }, "R04",
       "the unused places of the wall are zero"},
      {"xueliu", "river", [](Table& t) { t.board().river_count = 255; }, "R04",
       "the river has at most 144 tiles"},
      {"xueliu", "river seat", [](Table& t) { t.board().river[0].mark |= 7; }, "R04",
       "the river holds tiles that seats have discarded", HasRiver},
      {"xueliu", "dealer", [](Table& t) { t.board().dealer = 6; }, "R04", "the dealer is a seat"},
      {"xueliu", "drawer", [](Table& t) { t.board().turn.drawer = -3; }, "R04",
       "the drawer is a seat"},
      {"xueliu", "may act on draw", [](Table& t) { t.board().turn.may_act_on_draw = 2; }, "R04",
       "from_tail and may_act_on_draw are 0 or 1"},
      {"xueliu", "focus", [](Table& t) { t.board().turn.focus = static_cast<table::Focus>(9); },
       "R04", "a discard or an added tile is in question, or none"},
      {"xueliu", "focus seat", [](Table& t) { t.board().turn.focus_seat = 9; }, "R04",
       "in question"},
      {"xueliu", "rob",
       [](Table& t) {
         t.board().turn.focus = table::Focus::kAddedGang;
         t.board().turn.focus_seat = 40;
       },
       "R04", "the tile that may be robbed is its seat's"},
      {"xueliu", "turn gang",
       [](Table& t) { t.board().turn.gang = static_cast<table::MeldKind>(99); }, "R04",
       "a replacement follows a gang"},
      {"xueliu", "gang from", [](Table& t) { t.board().turn.gang_from = 12; }, "R04",
       "a gang comes from a seat"},
      {"xueliu", "next dealer", [](Table& t) { t.board().next_dealer = 4; }, "R04",
       "the next dealer is a seat"},
      {"xueliu", "dealt extra", [](Table& t) { t.board().dealt_extra = 99; }, "R04",
       "the extra tile of the dealer is a tile"},
      {"xueliu", "turned", [](Table& t) { t.board().turned = 99; }, "R04",
       "the indicator is a suited tile or an honour"},
      {"xueliu", "two drawn tiles",
       [](Table& t) {  // a tile changes hands
         auto& to = t.board().seats[(t.state().actor + 1) % 4];
         auto& from = t.board().seats[(t.state().actor + 2) % 4];
         const Piece tile = from.hand.Lowest();
         from.hand.Remove(tile);
         to.hand.Add(tile);
       },
       "R05", "one seat at most holds a drawn tile", OwnTurn},
      // The match and the ledger.
      {"xueliu", "score", [](Table& t) { t.Of<Match>().score[0] = 2'000'000'000; }, "R04",
       "a score is at most a thousand million"},
      {"xueliu", "match dealer", [](Table& t) { t.Of<Match>().dealer = 7; }, "R04",
       "the dealer is a seat"},
      {"xueliu", "dice", [](Table& t) { t.Of<Match>().dice[0] = 7; }, "R04", "a die shows 1 to 6"},
      {"xueliu", "direction", [](Table& t) { t.Of<Match>().given_direction = 3; }, "R04",
       "a direction leads to another seat"},
      {"xueliu", "given dealer", [](Table& t) { t.Of<Match>().given_dealer = 9; }, "R04",
       "the given dealer is a seat"},
      {"xueliu", "hands done", [](Table& t) { t.Of<Match>().hands_done = 255; }, "R05",
       "a match plays at most its number of hands"},
      {"xueliu", "entries", [](Table& t) { t.Of<Ledger>().count = 90; }, "R04",
       "the ledger has at most 72 entries"},
      {"xueliu", "payee", [](Table& t) { t.Of<Ledger>().entries[0].payee |= 15; }, "R04",
       "points go to a party of the table", HasEntries},
      {"xueliu", "payers", [](Table& t) { t.Of<Ledger>().entries[0].payers = 0xF; }, "R04",
       "points come from other parties of the table", HasEntries},
      {"xueliu", "each", [](Table& t) { t.Of<Ledger>().entries[0].each = -4; }, "R04",
       "an entry moves points", HasEntries},
      {"xueliu", "reason", [](Table& t) { t.Of<Ledger>().entries[0].reason = 250; }, "R04",
       "the variant knows the reason of an entry", HasEntries},
      {"xueliu", "refers", [](Table& t) { t.Of<Ledger>().entries[0].refers = 2; }, "R04",
       "an entry refers to an earlier one", HasEntries},
      {"xueliu", "points", [](Table& t) { t.Of<Ledger>().points[0] += 1; }, "R04",
       "the points of a party are what its entries say"},
      {"xueliu", "points of a full ledger",
       [](Table& t) {
         t.Of<Ledger>().points[0] += 1;
         t.Of<Ledger>().folded = 1;
       },
       "R04", "the points of a hand sum to zero"},
      // What parts keep.
      {"xueliu", "void suit", [](Table& t) { t.Of<logic::VoidSuits>().suit[0] = table::kHonour; },
       "R04", "a void suit is one of three"},
      {"xueliu", "exchange", [](Table& t) { t.Of<nodes::ExchangeState>().tiles[0][0] = 5; }, "R04",
       "no tile lies between two seats"},
      {"xueliu", "missed wins",
       [](Table& t) { t.Of<logic::MissedWins>().tiles[2] = MaskOf(Piece{63}); }, "R04",
       "the declined pieces are tiles"},
      {"xueliu", "notes", [](Table& t) { t.Of<score::ScoreNotes>().pigs = 0x80; }, "R04",
       "only seats are paid for gangs or are flower pigs"},
      {"erren", "ready", [](Table& t) { t.Of<logic::ReadyState>().heavenly = 8; }, "R04",
       "only seats declare"},
      {"erren", "ready before", [](Table& t) { t.Of<logic::ReadyState>().at[0] = 200; }, "R04",
       "a declaration lies in the past, and so does a refusal to declare"},
      {"erren", "passed wins", [](Table& t) { t.Of<logic::PassedWins>().count[3] = 1; }, "R04",
       "only seats pass up wins"},
      {"erren", "winds", [](Table& t) { t.Of<logic::GivenWinds>().round = 4; }, "R04",
       "a wind is one of four"},
      {"erren", "third seat", [](Table& t) { t.board().seats[2].hand.Add(0); }, "R04",
       "the seats beyond the variant's are empty"},
      {"yilaidaodi", "wild", [](Table& t) { t.Of<logic::Laizi>().wild = {}; }, "R04",
       "the tile after the indicator is wild"},
      {"yilaidaodi", "laid", [](Table& t) { t.Of<logic::Laizi>().laid[1] = 200; }, "R04",
       "ganged wildcards lie before their seat"},
      {"yilaidaodi persons", "persons",
       [](Table& t) { t.Of<logic::Persons>().next = {0, 0, 1, 2, 3, 4}; }, "R04",
       "every person has one place"},
      {"yilaidaodi persons", "fewer persons",
       [](Table& t) { t.Of<logic::Persons>().next = {0, 2, 1, 3, 4}; }, "R05",
       "the number of persons is that of the variant"},
      {"yilaidaodi persons", "horses", [](Table& t) { t.Of<logic::Horses>().tile[0] = 3; }, "R04",
       "only persons without a seat bet"},
      {"yilaidaodi persons", "a stake without a horse",
       [](Table& t) { t.Of<logic::Horses>().stake[0] = 2; }, "R04",
       "a party has a stake if, and only if, it bets"},
      {"yilaidaodi", "a replacement of chao tian",
       [](Table& t) {
         t.board().turn.gang = table::MeldKind::kChaoTian;
         t.board().turn.gang_from = 0;
         t.board().turn.from_tail = 1;
       },
       "R04", "a chao_tian has no replacement"},
      {"tuidaohu", "turned horses", [](Table& t) { t.Of<score::TurnedHorses>().count = 64; }, "R04",
       "at most 63 horses are turned"},
      {"tuidaohu", "hits of nobody", [](Table& t) { t.Of<score::HorseHits>().of[0] = 6301; }, "R04",
       "stakes, shown hands and hits are within their limits"},
  };
  return cases;
}

TEST(Validate, NamesTheDamage) {
  for (const Case& row : Cases()) {
    bool tried = false;
    for (const Tables& tables : AllTables()) {
      const bool with_persons = std::string_view(row.variant).ends_with(" persons");
      if (!tables.name.starts_with(
              std::string_view(row.variant).substr(0, std::string_view(row.variant).find(' '))) ||
          (with_persons && tables.name.find("persons=") == std::string::npos)) {
        continue;
      }
      for (const Records& rest : tables.rests) {
        Table table{*tables.flow, rest};
        if (tried || !row.fits(table)) continue;
        const Records before = table.records;
        row.damage(table);
        if (table.records == before) continue;
        tried = true;
        const auto fault = tables.flow->Validate(table.records);
        ASSERT_TRUE(fault) << row.name << " in " << tables.name << " is not noticed";
        EXPECT_EQ(fault->code, row.code) << row.name << ": " << fault->Text();
        EXPECT_THAT(fault->message, HasSubstr(row.what)) << row.name;
      }
    }
    EXPECT_TRUE(tried) << row.name << ": no table is fit for it";
  }
}

TEST(Validate, RestoresWhatItPasses) {
  const Tables& tables = AllTables().front();
  const Records& records = tables.rests.front();
  const std::string all(reinterpret_cast<const char*>(records.bytes.data()), Records::kCapacity);
  const std::string used = all.substr(0, static_cast<std::size_t>(tables.flow->layout().size()));
  for (const std::string& bytes : {all, used}) {
    const auto restored = tables.flow->Restore(bytes);
    ASSERT_TRUE(restored.ok()) << FaultText(restored.faults());
    EXPECT_EQ(*restored, records);
  }
  const auto cut = tables.flow->Restore(std::string_view(used).substr(1));
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.faults().front().code, "R07");
  EXPECT_THAT(cut.faults().front().message, HasSubstr(std::to_string(used.size()) + " bytes"));
  std::string damaged = used;
  damaged[offsetof(FlowState, node)] = 99;
  const auto refused = tables.flow->Restore(damaged);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.faults().front().code, "R03");
  EXPECT_THAT(refused.faults().front().message,
              HasSubstr("take an older snapshot, or replay the journal"));
}

}  // namespace
}  // namespace mlf
