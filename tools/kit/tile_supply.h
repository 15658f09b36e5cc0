// TileSupply: the tiles in play that a position has not placed yet.
#pragma once

#include <mlf/components/tile_set.h>
#include "tools/kit/position.h"

#include <array>
#include <string>
#include <vector>

namespace mlf::tools {

class TileSupply {
 public:
  TileSupply(const logic::TileSet& tiles, Faults& faults);

  // Takes tiles that the position names. Adds fault S03 if no copy is left, once for successive
  // equal tiles. `key` is the key of the position that names them.
  void Take(const std::vector<Tile>& tiles, const SourcePos& where, const std::string& key);
  void Take(Tile tile, int count, const SourcePos& where, const std::string& key);
  // All tiles that the position names at a seat.
  void Take(const SeatSpec& seat);

  // Takes `size` tiles, or as many as there are, for a hand that the position does not describe.
  // They lie far apart, so that the hand claims nothing and is far from winning:
  // 147m147p147s 258m2p.
  std::vector<Tile> TakeIdleHand(std::size_t seat, int size);

  // What is left, sorted.
  std::vector<Tile> Rest() const;

 private:
  Faults& faults_;
  std::array<int, kMaxPieces> left_{};
};

}  // namespace mlf::tools
