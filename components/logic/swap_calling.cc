// 食替 (swap-calling): a seat may not claim a tile and discard an equal one, or the other end of
// the sequence, at once (rules/riichi.md#swap-calling).
#include <mlf/components/swap_rule.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

namespace mlf::logic {
namespace {

using table::Meld;
using table::MeldKind;
using table::TableSlots;
using table::Tile;
using table::TileMask;

class SwapCalling final : public SwapRule {
 public:
  static constexpr PartInfo kInfo{"swap_calling", 1, "食替：吃碰之后马上不能打的牌",
                                  "what may not be discarded right after a claim"};

  explicit SwapCalling(Params& params)
      : other_end_(
            params.Bool("other_end", true,
                        {"顺子另一头的牌也不能打", "also the tile at the other end of a chi"})),
        peng_(params.Bool("peng", true,
                          {"碰了也不能打同一张", "after a peng too", /*added=*/true})) {}

  TileMask Forbidden(const Meld& meld) const override {
    const Tile claimed = meld.TakenTile();
    if (!peng_ && meld.kind != MeldKind::kChi) return 0;
    TileMask tiles = MaskOf(claimed);
    if (!other_end_ || meld.kind != MeldKind::kChi || !table::IsSuited(meld.tile) || meld.HasFace())
      return tiles;
    // If the claimed tile is at an end, the other two are neighbours.
    const int rank = RankOf(meld.tile);
    if (meld.Taken() == 0 && rank + 3 < kGroupSize)
      tiles |= MaskOf(static_cast<Tile>(meld.tile + 3));
    if (meld.Taken() == 2 && rank > 0) tiles |= MaskOf(static_cast<Tile>(meld.tile - 1));
    return tiles;
  }

 private:
  bool other_end_;
  bool peng_;
};

// A condition of the discard. The seat has just claimed if it holds an extra tile without a draw,
// and its last meld is a chi or peng.
class NotSwapped final : public Condition {
 public:
  static constexpr PartInfo kInfo{"not_swapped", 1, "不是食替牌",
                                  "it is no swap for the tile just claimed"};
  static constexpr Reason kReason{"swapped", "食替：刚吃碰，不能打这张",
                                  "it may not be discarded right after this claim"};
  explicit NotSwapped(Params& params)
      : table_(params),
        swaps_(
            params.Part<SwapRule>("swaps", {"食替", "what may not be discarded after a claim"})) {
    params.NeedsOwnTurn();
  }
  PieceMask Allow(const Query& query) const override {
    const table::Board& board = table_.board(query.records);
    const table::SeatBoard& own = board.seats[query.seat];
    if (board.turn.may_act_on_draw != 0 || own.drawn != table::kNoTile || own.meld_count == 0)
      return query.candidates;
    const Meld& last = own.Melds().back();
    if (last.kind != MeldKind::kChi && last.kind != MeldKind::kPeng) return query.candidates;
    return query.candidates & ~table::WithReds(swaps_->Forbidden(last));
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  TableSlots table_;
  const SwapRule* swaps_;
};

// A condition of peng: chi asks the rule itself, for each of its sequences.
class LeavesDiscard final : public Guard {
 public:
  static constexpr PartInfo kInfo{"leaves_discard", 1, "碰了之后还有牌可打（食替）",
                                  "some tile is free to be discarded after the peng"};
  static constexpr Reason kReason{"no_discard_left", "碰了之后无牌可打（食替）",
                                  "after the claim no tile might be discarded"};
  explicit LeavesDiscard(Params& params)
      : table_(params),
        swaps_(
            params.Part<SwapRule>("swaps", {"食替", "what may not be discarded after a claim"})) {
    params.NeedsHere(kDiscardInQuestion);
  }
  bool Holds(const Records& records, Seat seat) const override {
    const table::Board& board = table_.board(records);
    const Tile tile = board.turn.focus_tile;
    const TileMask forbidden = swaps_->Forbidden({MeldKind::kPeng, tile, board.turn.focus_seat, 0});
    Counts rest = board.seats[seat].hand;
    rest.Remove(tile, rest[tile] < 2 ? rest[tile] : 2);
    return (rest.Kinds() & ~forbidden) != 0;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  TableSlots table_;
  const SwapRule* swaps_;
};

}  // namespace

void RegisterSwapCalling(Registry& registry) {
  registry.Add<SwapCalling>();
  registry.Add<NotSwapped>();
  registry.Add<LeavesDiscard>();
}

}  // namespace mlf::logic
