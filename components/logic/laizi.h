// Laizi (赖子): the wild tile of this hand, the indicator (赖子皮 pi) that determines it, and the
// laizi that seats have ganged.
//
// The nodes turn_laizi and lai_gang write the slot. All of it is public. Readers: the win rule,
// conditions of discards and melds, hand filters, and parts that count ganged laizi.
#pragma once

#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>

#include <array>
#include <cstdint>
#include <optional>

namespace mlf::logic {

// The order of the dragons.
enum class Dragons : std::uint8_t { kWhiteFirst, kRedFirst };  // 白发中, 中发白

// How the honours follow each other: winds and dragons (白发中) apart, or 东南西北中发白 in one
// round.
enum class Honours : std::uint8_t { kApart, kOneRound };

struct Laizi {
  static constexpr std::string_view kSlot = "laizi";
  static constexpr Scope kScope = Scope::kHand;

  table::Maybe<Tile> pi;                // the indicator, once it is turned
  table::Maybe<Tile> wild;              // the tile after it
  table::PerSeat<std::uint8_t> laid{};  // laizi ganged by each seat
  std::uint8_t reserved[2] = {};

  int LaidBy(Seat seat) const { return laid[seat]; }
  int LaidByAll() const;
  // `indicator` is turned up, so `next` is wild.
  void Name(Tile indicator, Tile next);
  void Check(const Validation& check) const;
};

// The parameter `stand_for` of a part that defines wildcards: the kinds they may stand for.
// Default: any.
TileMask StandForOf(Params& params);

// The parameter `hot_discard` of the nodes of 朝天: the discard that follows counts as one after a
// gang. Default: off.
bool HotDiscardOf(Params& params);

// The next tile of the suit: 1 follows 9, East follows North, and the first dragon follows the
// last.
Tile NextInSuit(Tile tile, Dragons dragons = Dragons::kWhiteFirst);
Tile NextInSuit(Tile tile, Honours honours, Dragons dragons = Dragons::kWhiteFirst);

// The next tile of the suit that is none of `skips`; nothing if all of them are.
std::optional<Tile> NextInSuit(Tile tile, Honours honours, TileMask skips,
                               Dragons dragons = Dragons::kWhiteFirst);

// The parameter `dragons`: their order.
Dragons DragonsOf(Params& params, Dragons fallback, bool added = false);

// Wildcards named by an indicator that the node turn_laizi turns up.
class IndicatedWilds : public Wilds {
 public:
  virtual Tile WildAfter(Tile indicator) const = 0;
};

}  // namespace mlf::logic
