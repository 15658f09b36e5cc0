/// \file
/// HorseRule (抓马, 买码, 扎鸟): tiles turned up after a win, the horses. The role of the variant's
/// shared part `horses`: the effect zhua_ma turns them, in a win node and before the win is paid,
/// so that factors of the formula can count what the winner's hits are worth (stake_factors.h).
///
/// The part `horse_rule` turns so many tiles of the wall, says which of them hit for a winner, and
/// what a hit is worth. Worked (TP01): hits counted from the dealer, dealer 0, winner 1, horses 2m
/// 6s 3z 5p: two hits, worth 2.
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

class HorseRule : public Part {
 public:
  static constexpr std::string_view kRole = "horse_rule";

  /// Turns the horses for the winners and writes what the hits of each are worth into the slot
  /// HorseHits. The hand is over: horses are shown where they lie.
  virtual void Turn(Step& step, SeatMask winners) const = 0;
};

}  // namespace mlf::score
