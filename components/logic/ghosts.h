// Ghosts (鬼牌): wildcards chosen for a hand that stay in play. A laizi differs: its indicator
// leaves play (laizi.h).
//
// Two parts can be the variant's shared part `wilds`. With `fixed_wilds` the same kinds are always
// wild (白板做鬼). With `turned_ghosts` a tile is turned before the deal and put back, and the next
// one or two kinds are wild (翻鬼, 翻双鬼). The node turn_ghosts turns it.
#pragma once

#include <mlf/components/win_rule.h>
#include "components/logic/laizi.h"

#include <cstdint>

namespace mlf::logic {

struct TurnedGhost {
  static constexpr std::string_view kSlot = "turned_ghost";
  static constexpr Scope kScope = Scope::kHand;

  table::Maybe<Tile> turned;  // the tile that was turned and put back
  std::uint8_t reserved[7] = {};

  void Check(const Validation& check) const;
};

}  // namespace mlf::logic
