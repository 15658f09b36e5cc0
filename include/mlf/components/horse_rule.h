/// \file
/// HorseRule (抓马, 买码, 扎鸟): tiles turned up after a win, the horses. The variant's shared part
/// `horses`. The effect zhua_ma turns them in a win node before the win is paid. So factors of the
/// formula can use the winner's hits (stake_factors.h).
///
/// The part `horse_rule` sets how many tiles are turned, which of them hit for a winner, and what a
/// hit is worth. Example (TP01): hits counted from the dealer, dealer 0, winner 1, horses 2m 6s 3z
/// 5p: two hits, worth 2.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/table/tile.h>

#include <array>
#include <cstdint>

namespace mlf::score {

struct TurnedHorses {
  static constexpr std::string_view kSlot = "turned_horses";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kMost = 63;

  std::uint8_t count = 0;
  std::array<table::Tile, kMost> tiles{};

  void Check(const Validation& check) const;
};

class HorseRule : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "horse_rule";

  /// Turns the horses for the winners. Writes the value of each winner's hits into the slot
  /// HorseHits. The hand is over, so horses are shown where they lie in the wall.
  virtual void Turn(Step& step, SeatMask winners) const = 0;
};

}  // namespace mlf::score
