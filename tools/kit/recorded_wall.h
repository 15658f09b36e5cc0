// RecordedWall: the wall that deals and draws what a record of a hand names. Tiles that the record
// does not name fill the rest.
#pragma once

#include <mlf/components/dead_wall.h>
#include <mlf/flow/flow.h>
#include <mlf/table/board.h>

#include <array>
#include <string_view>
#include <vector>

namespace mlf::tools {

// A tile that the record cannot hold, and why.
struct WallMisfit {
  std::string why;
};

// Every function throws a WallMisfit if a tile has no place, or more copies than there are.
class RecordedWall {
 public:
  explicit RecordedWall(const Flow& flow);

  // Hands in the order in which they are dealt, the dealer's first.
  void Deal(const std::vector<table::Tile>& hand);
  void Draw(table::Tile tile, bool from_tail);
  // The next indicator, or the tile below an indicator that was turned.
  void Indicator(table::Tile tile);
  void Below(table::Tile tile);

  // The whole wall. Call it last.
  const std::vector<table::Tile>& Fill();

 private:
  void Put(std::size_t place, table::Tile tile, std::string_view what);
  void PutIndicator(table::Tile tile, bool below, int index);

  const logic::DeadWallRule* dead_;
  std::array<int, kMaxPieces> left_{};
  std::vector<table::Tile> wall_;
  std::size_t front_ = 0;
  std::size_t tail_;
  int turned_ = 0;
  int below_ = 0;
};

}  // namespace mlf::tools
