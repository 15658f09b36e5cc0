/// \file
/// TurnedIndicator: a tile of the wall that is turned up and names wild or valued kinds, and the
/// one that lies with it in its stack (翻精, 上下翻精; 翻鸡).
#pragma once

#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/validate.h>
#include <mlf/table/maybe.h>

#include <array>

namespace mlf::logic {

inline constexpr Topic kWallTileTurned{"wall_tile_turned", "翻开墙里一张",
                                       "a tile of the wall is turned up"};

struct TurnedIndicator {
  static constexpr std::string_view kSlot = "turned_indicator";
  static constexpr Scope kScope = Scope::kHand;

  table::Maybe<Tile> kind;           ///< of the tile turned up
  table::Maybe<Tile> other;          ///< of the other tile of its stack, once it is turned up
  table::Maybe<std::uint8_t> place;  ///< in the wall: the other tile, while nobody has seen it
  std::uint8_t reserved[5] = {};

  void Check(const Validation& check) const {
    check.Require(!kind || *kind < 34, "the tile turned up is a suited tile or an honour");
    check.Require(!other || *other < 34, "the other tile is a suited tile or an honour");
    check.Require(!place || *place < table::kMaxTiles, "the other tile lies in the wall");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

/// The kind of an indicator and the next: 1 after 9, East after North, 中 发 白 in a round.
std::array<Tile, 2> IndicatedKinds(Tile indicator);
/// The kind that `kind` follows: 9 before 1.
Tile KindBefore(Tile kind);

}  // namespace mlf::logic
