/// \file
/// TurnedKind: the wild kind that the node turn_last named, and who has won on the tile itself.
#pragma once

#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/validate.h>
#include <mlf/table/maybe.h>

namespace mlf::logic {

inline constexpr Topic kLastTurned{"last_turned", "翻开墙尾一张", "the last tile is turned"};
inline constexpr Topic kTurnedTaken{"turned_taken", "有人胡翻开的那张",
                                    "a seat wins on the tile turned up"};

struct TurnedKind {
  static constexpr std::string_view kSlot = "turned_kind";
  static constexpr Scope kScope = Scope::kHand;

  table::Maybe<Tile> kind;      ///< copies of it are wild
  table::Maybe<Seat> taken_by;  ///< the seat that won on the tile turned up
  std::uint8_t reserved[6] = {};

  void Check(const Validation& check) const {
    check.Require(!kind || *kind < 34, "the kind turned up is a suited tile or an honour");
    check.Require(!taken_by || (kind && check.IsSeat(*taken_by)), "a seat has taken the tile");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

}  // namespace mlf::logic
