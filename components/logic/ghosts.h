// Ghosts (鬼牌): wildcards chosen for a hand that stay in play. A laizi differs: its indicator
// leaves play (laizi.h).
//
// Two parts can be the variant's shared part `wilds`. With `fixed_wilds` the same kinds are always
// wild (白板做鬼). With `turned_ghosts` a tile is turned before the deal and put back, and the next
// one or two kinds are wild (翻鬼, 翻双鬼). The node turn_ghosts turns it.
#pragma once

#include <mlf/components/win_rule.h>
#include <mlf/table/state_text.h>
#include "components/logic/laizi.h"

#include <cstdint>

namespace mlf::logic {

struct TurnedGhost {
  static constexpr std::string_view kSlot = "turned_ghost";
  static constexpr Scope kScope = Scope::kHand;

  std::uint8_t turned = 0;  // 1 + the tile that was turned and put back; 0 = none yet
  std::uint8_t reserved[7] = {};

  void Check(const Validation& check) const;
};

class TurnedGhosts final : public Wilds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "turned_ghosts", 1, "翻鬼：发牌前翻一张，它后面的一种或两种是鬼牌（节点 turn_ghosts）",
      "the one or two kinds after the tile that the node turn_ghosts turned are wild"};

  explicit TurnedGhosts(Params& params);

  TileMask WildsOf(const Records& records) const override;
  TileMask StandFor() const override { return stand_for_; }

  // State key in positions and views: `turned: 9s`.
  std::string_view StateKey() const override { return "turned"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  Slot<TurnedGhost> ghost_;
  int kinds_;
  Dragons dragons_;
  TileMask stand_for_;
};

}  // namespace mlf::logic
