// Laizi (赖子): the wild tile of this hand, the indicator (赖子皮 pi) that determines it, and the
// laizi that seats have ganged.
//
// The nodes turn_laizi and lai_gang write the slot. All of it is public. Readers: the win rule,
// conditions of discards and melds, hand filters, and parts that count ganged laizi.
#pragma once

#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/table/state_text.h>

#include <array>
#include <cstdint>

namespace mlf::logic {

struct Laizi {
  static constexpr std::string_view kSlot = "laizi";
  static constexpr Scope kScope = Scope::kHand;

  std::uint8_t pi = 0;                  // 1 + the indicator; 0 = not turned yet
  std::uint8_t wild = 0;                // 1 + the wild tile
  table::PerSeat<std::uint8_t> laid{};  // laizi ganged by each seat
  std::uint8_t reserved[2] = {};

  Tile Pi() const { return pi == 0 ? table::kNoTile : static_cast<Tile>(pi - 1); }
  Tile Wild() const { return wild == 0 ? table::kNoTile : static_cast<Tile>(wild - 1); }
  int LaidBy(Seat seat) const { return laid[seat]; }
  int LaidByAll() const;
  void Check(const Validation& check) const;
};

// The order of the dragons.
enum class Dragons : std::uint8_t { kWhiteFirst, kRedFirst };  // 白发中, 中发白

// The parameter `stand_for` of a part that defines wildcards: the kinds they may stand for.
// Default: any.
TileMask StandForOf(Params& params);

// The next tile of the suit: 1 follows 9, East follows North, and the first dragon follows the
// last.
Tile NextInSuit(Tile tile, Dragons dragons = Dragons::kWhiteFirst);

// Turns up `indicator`: it leaves play, and the next tile of its suit is wild. The tile must
// already be out of the wall and all hands.
void TurnIndicator(Laizi& laizi, table::Moves board, Tile indicator);

// The variant's shared part `wilds`. State key in positions and views: `pi: 3m`.
class LaiziRule final : public Wilds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"laizi", 1,
                                  "赖子：发牌后翻一张，同花色的下一张是赖子（节点 turn_laizi）",
                                  "the tile after the one that the node turn_laizi turned is wild"};

  explicit LaiziRule(Params& params)
      : table_(params), laizi_(params.Slot<Laizi>()), stand_for_(StandForOf(params)) {
    params.Needs(kIndicatorTurned);
    params.Brings(kWilds);
  }

  TileMask WildsOf(const Records& records) const override {
    const Tile wild = laizi_(records).Wild();
    return wild == table::kNoTile ? 0 : MaskOf(wild);
  }
  TileMask StandFor() const override { return stand_for_; }
  int Laid(const Records& records, Seat seat) const override {
    return laizi_(records).LaidBy(seat);
  }

  std::string_view StateKey() const override { return "pi"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  table::TableSlots table_;
  Slot<Laizi> laizi_;
  TileMask stand_for_;
};

}  // namespace mlf::logic
