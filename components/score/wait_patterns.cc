// waits_on_any (爆头, 见字胡): before the draw any kind of tile completed the hand
// (rules/hangzhou.md#bao-tou).
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>
#include <mlf/table/limited_wilds.h>

namespace mlf::score {

namespace {

using table::TileMask;

// Without a winning tile the hand is one that waits, or has its drawn tile among the others.
class WaitsOnAny final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"waits_on_any", 1, "摸牌前听任何牌（爆头、见字胡）",
                                  "before the draw any kind of tile completed the hand"};
  explicit WaitsOnAny(Params& params)
      : tiles_(params.PartIfAny<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
        pairs_(params.Bool("seven_pairs", true, {"七对也算", "seven pairs count as complete"})) {}
  bool OfReading() const override { return false; }

  int Count(const HandShape& hand) const override {
    Counts before = hand.concealed;
    int wild = hand.wild;
    if ((before.Size() + wild) % 3 == 2) {
      const Tile drawn = hand.tile != table::kNoTile ? hand.tile : hand.dealt;
      if (drawn == table::kNoTile) return 0;
      if (before[drawn] > 0) {
        before.Remove(drawn);
      } else if (wild > 0) {
        --wild;
      } else {
        return 0;
      }
    }
    if (wild == 0) return 0;  // a hand without wildcards waits for some kinds only
    const int sets = (before.Size() + wild) / 3;
    const bool pairs = pairs_ && hand.melds.empty();
    TileMask waits = table::Waits(before, sets, wild, hand.stand_for);
    if (pairs)
      waits |= table::SevenPairsWaits(before, table::Pairs::kFourAreTwo, wild, hand.stand_for);
    TileMask kinds = tiles_ == nullptr ? table::kNaturals : tiles_->Kinds() & table::kNaturals;
    // A tile of a wild kind comes as a wildcard.
    const TileMask wild_kinds = hand.wild_tiles.Kinds();
    if ((kinds & ~wild_kinds & ~waits) != 0) return 0;
    const bool one_more =
        table::IsWin(before, sets, wild + 1, hand.stand_for) ||
        (pairs && table::IsSevenPairs(before, table::Pairs::kFourAreTwo, wild + 1, hand.stand_for));
    return one_more || (kinds & wild_kinds) == 0 ? 1 : 0;
  }

 private:
  const logic::TileSet* tiles_;
  bool pairs_;
};

}  // namespace

void RegisterWaitPatterns(Registry& registry) { registry.Add<WaitsOnAny>(); }

}  // namespace mlf::score
