// pair_or_pattern (258 将): a hand filter. A hand may win only with such a pair, or if it matches
// one of the patterns, which make the pair free (rules/changsha.md#shapes).
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>
#include <mlf/table/readings.h>
#include "components/logic/slow_filter.h"

#include <algorithm>
#include <vector>

namespace mlf::logic {

namespace {

using score::FanPattern;
using score::HandShape;
using table::TileMask;

class PairOrPattern final : public HandFilter, public SlowFilter {
 public:
  static constexpr PartInfo kInfo{
      "pair_or_pattern", 1, "将须是这些牌，或者符合所列的牌型之一",
      "the pair must be of these kinds, unless the hand matches one of the patterns"};
  explicit PairOrPattern(Params& params)
      : board_(params),
        patterns_(params.Parts<FanPattern>(
            "patterns", {"将可以是任意牌的牌型", "the patterns with which the pair is free"})),
        wilds_(params.PartIfAny<Wilds>("wilds", {"赖子", "which tiles are wild", /*added=*/true})) {
    const std::string text = params.Text("kinds", "", {"哪些牌，如 258m", "the kinds, as 258m"});
    if (params.describing()) return;
    for (const FanPattern* pattern : patterns_)
      score::RefuseReadingPattern(params, *pattern, "patterns", params.WhereOf("patterns"));
    if (const auto kinds = ParseKinds(text)) {
      kinds_ = *kinds;
    } else {
      params.Fault("kinds: " + kinds.faults().front().message, params.WhereOf("kinds"));
    }
  }

  bool Allows(const Records& records, Seat seat, const Counts& hand, WinBy by) const override {
    const table::Board& board = board_(records);
    if (wilds_ == nullptr && HasPair(hand, hand.Size() / 3, 0, 0)) return true;
    const HandShape shape =
        wilds_ == nullptr
            ? HandShape(hand, board.seats[seat].Melds(), table::kNoTile, by)
            : score::ShapeWith(wilds_, records, board, {.seat = seat, .by = by}, hand);
    if (wilds_ != nullptr && HasPair(shape.concealed, shape.sets, shape.wild, shape.stand_for))
      return true;
    return std::ranges::any_of(
        patterns_, [&](const FanPattern* pattern) { return score::IsOf(*pattern, shape); });
  }
  TileMask Narrow(const Records& records, Seat seat, const Counts& hand,
                  TileMask waits) const override {
    TileMask left = 0;
    ForEach(waits, [&](Tile tile) {
      Counts whole = hand;
      whole.Add(tile);
      if (Allows(records, seat, whole, WinBy::kDiscard)) left |= MaskOf(tile);
    });
    return left;
  }

 private:
  // Whether some reading of the hand as sets and a pair has such a pair.
  bool HasPair(const Counts& natural, int sets, int wild, TileMask stand_for) const {
    if (wild == 0 && (natural.AtLeast(2) & kinds_) == 0) return false;
    bool found = false;
    table::ForEachReading(natural, sets, wild, wild == 0 ? TileMask{0} : stand_for,
                          [&](const table::Reading& reading) {
                            found = found || (MaskOf(reading.pair) & kinds_) != 0;
                          });
    return found;
  }

  table::BoardSlot board_;
  std::vector<const FanPattern*> patterns_;
  const Wilds* wilds_;
  TileMask kinds_ = 0;
};

}  // namespace

void RegisterPairOrPattern(Registry& registry) { registry.Add<PairOrPattern>(); }

}  // namespace mlf::logic
