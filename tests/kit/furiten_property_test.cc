// Furiten over whole hands of riichi and sanma: a seat that is offered a win on another seat's tile
// has discarded none of its waits, and let none pass since its last discard or its riichi.
#include <mlf/components/win_rule.h>
#include <mlf/table/find_slot.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>

namespace mlf::tools {
namespace {

struct Counted {
  int offered = 0;
  int by_river = 0, by_passed = 0;  // barred although the tile completes the hand
};

// Discards what leaves the hand nearest to ready, claims nothing, and wins one time in four.
Action Choose(const Flow& flow, const Records& records, const Response& response, Seat seat,
              const table::Board& board, const logic::WinRule& win, Stream& random) {
  Action best = response.defaults[seat];
  int nearest = 99;
  for (std::uint64_t n = 0; n < response.choices.Count(seat); ++n) {
    const Action action = response.choices.Nth(seat, n, response.ask);
    const std::string& id = flow.node(action.node).id;
    if (id == "li_zhi" && random.Below(3) == 0) return action;
    if ((id == "ba_bei" || id == "hu" || id == "zi_mo") && random.Below(4) == 0) return action;
    if (id != "discard") continue;
    Counts hand = board.seats[seat].hand;
    const table::Tile kind = table::KindOf(action.pieces[0]);
    hand.Remove(kind);
    const int distance = win.Distance(records, hand, board.seats[seat].meld_count);
    if (distance < nearest) nearest = distance, best = action;
  }
  return best;
}

Counted PlayHands(const std::string& variant, int hands) {
  const auto opened = OpenFlow(variant, {{"hands", "1"}});
  EXPECT_TRUE(opened.ok());
  const Flow& flow = **opened;
  const auto& win = *flow.Shared<logic::WinRule>("win");
  const auto slot = *table::FindSlot<table::Board>(flow);
  const NodeIndex hu = flow.Find("hu");
  Counted counted;
  for (int hand = 0; hand < hands; ++hand) {
    Records records = flow.Blank();
    Response response;
    std::uint32_t counter = 0;
    Stream random(StreamSeed(static_cast<std::uint64_t>(hand), "players"), counter);
    flow.Start(records, static_cast<std::uint64_t>(hand), response);
    std::array<table::TileMask, 4> passed{};
    while (response.ok() && response.status != Status::kOver) {
      const table::Board& board = slot(records);
      if (board.turn.focus == table::Focus::kDiscard && response.status == Status::kRests) {
        const table::Tile tile = board.turn.focus_tile;
        for (Seat seat = 0; seat < flow.seats(); ++seat) {
          if (seat == board.turn.focus_seat) continue;
          const table::TileMask waits = win.Waits(records, seat);
          table::TileMask river = 0;
          for (int i = 0; i < board.river_count; ++i) {
            if (board.river[static_cast<std::size_t>(i)].seat() == seat)
              river |= MaskOf(board.river[static_cast<std::size_t>(i)].tile);
          }
          const bool offered = response.choices.Find(seat, hu) != nullptr;
          if (offered) {
            ++counted.offered;
            EXPECT_NE(waits & MaskOf(tile), 0u) << variant << " hand " << hand;
            EXPECT_EQ(waits & river, 0u) << variant << " hand " << hand;
            EXPECT_EQ(waits & passed[seat], 0u) << variant << " hand " << hand;
          } else if ((waits & MaskOf(tile)) != 0) {
            counted.by_river += (waits & river) != 0 ? 1 : 0;
            counted.by_passed += (waits & passed[seat]) != 0 ? 1 : 0;
          }
        }
      }
      const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
      std::array<bool, 4> locked{};  // before this step: a riichi is declared with a discard
      for (Seat any = 0; any < flow.seats(); ++any)
        locked[any] = (board.seats[any].flags & table::kLocked) != 0;
      flow.ProcessActionNode(records, Choose(flow, records, response, seat, board, win, random),
                             response);
      EXPECT_TRUE(response.ok()) << response.refusal.detail;
      // What was discarded in this step has passed the others, unless it is still in question.
      for (const Event& event : response.events) {
        if (event.type->id != "discard") continue;
        const table::Tile tile = table::KindOf(event.pieces[0]);
        if (!locked[event.seat]) passed[event.seat] = 0;
        const bool asks = board.turn.focus == table::Focus::kDiscard && response.asked != 0;
        for (Seat other = 0; other < flow.seats() && !asks; ++other) {
          if (other != event.seat) passed[other] |= MaskOf(tile);
        }
      }
      if (response.events.empty() || board.turn.focus != table::Focus::kNone) continue;
      if (board.river_count > 0) {
        const table::Discard& last = board.river[static_cast<std::size_t>(board.river_count - 1)];
        for (Seat other = 0; other < flow.seats(); ++other) {
          if (other != last.seat()) passed[other] |= MaskOf(last.tile);
        }
      }
    }
  }
  return counted;
}

TEST(FuritenProperty, OfferedWinsAreNeverBarred) {
  for (const char* variant : {"riichi", "sanma"}) {
    const Counted counted = PlayHands(variant, 500);
    EXPECT_GT(counted.offered, 100) << variant;
    EXPECT_GT(counted.by_river, 0) << variant;
    EXPECT_GT(counted.by_passed, 0) << variant;
  }
}

}  // namespace
}  // namespace mlf::tools
