#include "tools/kit/recorded_wall.h"
#include <fmt/format.h>
#include <mlf/components/tile_set.h>

namespace mlf::tools {

using table::Tile;

RecordedWall::RecordedWall(const Flow& flow)
    : dead_(flow.Shared<logic::DeadWallRule>("dead_wall")) {
  for (const Tile tile : logic::WallTiles(flow)) ++left_[tile];
  wall_.assign(logic::WallTiles(flow).size(), table::kNoTile);
  tail_ = wall_.size();
}

void RecordedWall::Put(std::size_t place, Tile tile, std::string_view what) {
  if (place >= wall_.size() || wall_[place] != table::kNoTile)
    throw WallMisfit{fmt::format("{}: the wall has no place for {}", what, table::TileName(tile))};
  if (left_[tile]-- == 0)
    throw WallMisfit{
        fmt::format("{}: more {} than there are in play", what, table::TileName(tile))};
  wall_[place] = tile;
}

void RecordedWall::Deal(const std::vector<Tile>& hand) {
  for (const Tile tile : hand) Put(front_++, tile, "hands");
}

void RecordedWall::Draw(Tile tile, bool from_tail) {
  Put(from_tail ? --tail_ : front_++, tile, "draws");
}

void RecordedWall::PutIndicator(Tile tile, bool below, int index) {
  if (dead_ == nullptr) throw WallMisfit{"the variant has no indicators"};
  Put(static_cast<std::size_t>(dead_->PlaceOf(static_cast<int>(wall_.size()), index, below)), tile,
      "indicators");
}

void RecordedWall::Indicator(Tile tile) { PutIndicator(tile, false, turned_++); }
void RecordedWall::Below(Tile tile) { PutIndicator(tile, true, below_++); }

const std::vector<Tile>& RecordedWall::Fill() {
  std::size_t next = 0;
  for (Tile& tile : wall_) {
    if (tile != table::kNoTile) continue;
    while (left_[next] == 0) ++next;
    --left_[next];
    tile = static_cast<Tile>(next);
  }
  return wall_;
}

}  // namespace mlf::tools
