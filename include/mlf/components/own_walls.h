/// \file
/// OwnWallRule (各家牌墙): each seat draws from a wall of its own, replacements too. The variant's
/// shared part `own_walls`; without it, all draw from one wall.
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <cstdint>

namespace mlf::logic {

/// Tiles left in each own wall. The walls lie one after another in Board::wall, from seat 0 on.
/// Other sums than Wall::Left() mean that the tiles are still shared out evenly.
struct OwnWalls {
  static constexpr std::string_view kSlot = "own_walls";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> left{};

  void Check(const Validation& check) const;
};

class OwnWallRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "own_walls";

  /// Whether the wall of `seat` holds a tile.
  virtual bool CanDraw(const Records& records, Seat seat) const = 0;
  /// Lays the next tile of `seat` where it is drawn: at the front of the whole wall, or at its
  /// tail. One draw from there follows.
  virtual void Bring(Records& records, Seat seat, bool to_tail) const = 0;
};

/// Whether `seat` can draw, from its own wall or from the common one.
inline bool CanDraw(const OwnWallRule* own, const Records& records, const table::Board& board,
                    Seat seat) {
  return own == nullptr ? board.wall.CanDraw() : own->CanDraw(records, seat);
}
/// Whether the turn of `seat` is the last one: no tile is left for the next seat.
inline bool IsLastTurn(const OwnWallRule* own, const Records& records, const table::Board& board,
                       Seat seat) {
  return !CanDraw(own, records, board, board.NextInHand(seat));
}
/// The part, or null.
inline const OwnWallRule* OwnWallsIfAny(Params& params) {
  return params.PartIfAny<OwnWallRule>(
      "own_walls", {"各家牌墙，不写则共用一副",
                    "the walls of the seats; without it all draw from one wall", /*added=*/true});
}

}  // namespace mlf::logic
