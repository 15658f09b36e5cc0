// Outlook: how near a hand is to winning, judged by what its seat may know.
#pragma once

#include <mlf/components/tile_set.h>
#include <mlf/components/void_suits.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/flow.h>
#include <mlf/table/board.h>
#include "components/logic/minimum_fan.h"
#include "components/logic/missed_win.h"

#include <array>
#include <cstdint>
#include <optional>

namespace mlf::bots {

using table::Tile;
using table::TileMask;

// The table as one seat sees it.
struct SeenTable {
  const Records& records;
  const table::Board& board;
  const table::SeatBoard& own;
  Seat seat;
  TileMask void_suit;  // tiles of the suit that the seat has given up
};

// The best suit to give up.
struct VoidChoice {
  int distance = table::kFar;  // of the hand without the suit
  int tiles = 99;              // of the suit in the hand
  int suit = -1;               // -1 = none is allowed

  auto operator<=>(const VoidChoice&) const = default;
};

// What a hand, one tile short, may win on.
struct Wins {
  int live = 0;        // unseen tiles
  double value = 0;    // mean value of a win, in units
  TileMask waits = 0;  // also tiles without enough fan
};

// What a hand on its way may become.
struct Promise {
  double share = 0;  // the part of the ways to complete it that may be won with
  double value = 0;  // mean value of these
};

class Outlook {
 public:
  // Nothing if the flow has no part `win`, no board, or more seats than a board.
  static std::optional<Outlook> Of(const Flow& flow);

  SeenTable TableOf(const Records& seen, Seat seat) const;

  // Tiles that `hand` lacks to be ready, at least 0. Tiles of the void suit do not count.
  int Distance(const SeenTable& table, const Counts& hand, int melds) const {
    return Distance(table, hand, melds, table.void_suit);
  }
  // As the rule gives it: -1 = complete.
  int RawDistance(const SeenTable& table, const Counts& hand, int melds) const;
  // The tiles that the seat waits on / that complete `hand`, one tile short.
  TileMask Waits(const SeenTable& table) const { return win_->Waits(table.records, table.seat); }
  TileMask Waits(const SeenTable& table, const Counts& hand, int melds) const {
    return win_->Waits(table.records, table.seat, hand, melds);
  }
  // How often each tile can still come.
  std::array<std::uint8_t, kMaxPieces> Unseen(const SeenTable& table) const;
  // Unseen tiles that bring `hand`, one tile short, nearer than `distance`.
  int Live(const SeenTable& table, const Counts& hand, int distance,
           const std::array<std::uint8_t, kMaxPieces>& unseen) const;
  // Wins of `hand`, one tile short, with enough fan. `ready`: as a hand that has declared ready.
  Wins WinsOf(const SeenTable& table, const Counts& hand, bool ready) const;
  int LiveWins(const SeenTable& table, const Counts& hand, bool ready) const {
    return WinsOf(table, hand, ready).live;
  }
  // The kinds that are wild now.
  TileMask Wilds(const SeenTable& table) const {
    return win_->wilds() == nullptr ? TileMask{0} : win_->wilds()->WildsOf(table.records);
  }
  bool has_minimum() const { return minimum_ != nullptr; }
  // Whether the own discards keep the seat from winning on `waits` (振听).
  bool Barred(const SeenTable& table, TileMask waits) const;
  bool own_discards_bar() const { return own_discards_bar_; }
  table::Board& BoardOf(Records& records) const { return board_(records); }
  // Looks at some ways to complete the hand of the seat in `records`, one tile short, and asks the
  // judge.
  Promise PromiseOf(const SeenTable& table, const Counts& hand, int melds) const;
  // Of the suits in `allowed` (bit = suit), the one without which the hand is nearest to ready; of
  // equal ones the shortest.
  VoidChoice BestVoid(const SeenTable& table, const Counts& hand, PieceMask allowed) const;

 private:
  Outlook(const Flow& flow, const logic::WinRule& win, Slot<table::Board> board);

  int Distance(const SeenTable& table, const Counts& hand, int melds, TileMask without) const;
  int UnseenCopies(const SeenTable& table, Tile tile) const;
  struct Search;
  void Follow(Search& search, const Counts& hand, int distance, double weight) const;

  const logic::WinRule* win_;
  Slot<table::Board> board_;
  std::optional<Slot<logic::VoidSuits>> voids_;
  const logic::TileSet* tiles_;
  const logic::MinimumFan* minimum_ = nullptr;
  bool own_discards_bar_ = false;
  const score::Judge* judge_;
  TileMask kinds_ = 0;  // of the tiles in play that hands are made of
};

}  // namespace mlf::bots
