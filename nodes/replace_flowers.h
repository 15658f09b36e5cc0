// How flowers are laid open and replaced: by replace_flowers for all seats, by show_flower for one.
#pragma once

#include <mlf/components/own_walls.h>
#include <mlf/nodes/bases.h>

namespace mlf::nodes {

// Lays the `flowers` of the hand open before `seat`, and says so. Honours lie among the tiles set
// aside. Returns their number.
int LayOutFlowers(Step& step, const table::TableSlots& table, Seat seat, TileMask flowers);

struct FlowerDraws {
  const table::TableSlots& table;
  const logic::OwnWallRule* own_walls;  // null: one wall for all
  bool as_gang;                         // a win on the tile counts as a win on a gang's replacement
};

// Takes `count` replacements from the tail. Returns whether the wall could serve them.
bool DrawForFlowers(Step& step, const FlowerDraws& draws, Seat seat, int count);

}  // namespace mlf::nodes
