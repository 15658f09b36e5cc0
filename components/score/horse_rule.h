// HorseRule (抓马): tiles turned up after a win, the horses; each that points at a winner is a hit. The shared part `horses`; the effect zhua_ma
// turns them, in a win node and before the win is paid, so that factors of the formula can count hits (stake_factors.h).
//
// A horse points from the dealer onwards: 1 5 9 东 中 at the dealer, 2 6 南 发 at the next seat, 3 7 西 白, 4 8 北 (tuidaohu §4). Worked (TP01):
// dealer 0, winner 1, horses 2m 6s 3z 5p: two hits.
#pragma once

#include <mlf/components/logic/dealer_streak.h>
#include <mlf/components/logic/tile_set.h>
#include <mlf/components/score/stake_factors.h>
#include <mlf/flow/node.h>
#include <mlf/table/state_text.h>

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

class HorseRule final : public Part, public table::StateText {
 public:
  static constexpr std::string_view kRole = "horse_rule";
  static constexpr PartInfo kInfo{"horse_rule", 1, "抓马：胡牌后翻几张马牌，指向胡家的即中", "tiles turned after a win; those that point at the winner hit"};

  // `count`: how many tiles. `per_streak`: so many more for each hand of the winner's streak. `short_wall`: what the wall cannot give:
  //   reshuffle    the tiles of the game are shuffled again
  //   repeat_last  the last one counts again; of an empty wall every horse hits
  explicit HorseRule(Params& params);

  // Turns the horses for the winners, the tiles that would be drawn next, and counts the hits of each. The hand is over: they are shown
  // where they lie. A winner counts as many as are due to it alone.
  void Turn(Step& step, SeatMask winners) const;

  // The tiles that were turned, to everybody: `zhua_ma: 2m6s3z5p`, in their order.
  std::string_view StateKey() const override { return "zhua_ma"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat, const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  enum class ShortWall : std::uint8_t { kReshuffle, kRepeatLast };

  int Due(const Records& records, Seat winner) const;

  table::TableSlots table_;
  Slot<HorseHits> hits_;
  Slot<TurnedHorses> horses_;
  const logic::TileSet* tiles_;
  const logic::DealerStreak* streak_;
  int count_;
  int per_streak_;
  ShortWall short_wall_;
  int stream_;
};

// The seat that `tile` points at, counted from the dealer: 0..3; -1 for a flower.
int HorseDirection(table::Tile tile);

}  // namespace mlf::score
