// waits_on_any (爆头, 见字胡): before the draw any kind of tile completed the hand
// (rules/hangzhou.md#bao-tou). spare_wilds (混吊, 游金): wildcards that the hand could spare waited
// for any tile.
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/limited_wilds.h>

#include <bit>

namespace mlf::score {

namespace {

using table::TileMask;

// The concealed tiles of a hand before its draw.
struct BeforeDraw {
  Counts tiles;
  int wild = 0;
  bool known = true;  // false where the hand holds a tile too many, and which is not known

  // Without a winning tile the hand is one that waits, or has its drawn tile among the others.
  explicit BeforeDraw(const HandShape& hand) : tiles(hand.concealed), wild(hand.wild) {
    if ((tiles.Size() + wild) % 3 != 2) return;
    const Tile drawn = hand.tile != table::kNoTile ? hand.tile : hand.dealt;
    if (hand.face.Any() && hand.won_wild) {
      --wild;
    } else if (drawn != table::kNoTile && tiles[drawn] > 0) {
      tiles.Remove(drawn);
    } else if (drawn != table::kNoTile && wild > 0) {
      --wild;
    } else {
      known = false;
    }
  }
  int Sets() const { return (tiles.Size() + wild) / 3; }
};

class WaitsOnAny final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"waits_on_any", 1, "摸牌前听任何牌（爆头、见字胡）",
                                  "before the draw any kind of tile completed the hand"};
  explicit WaitsOnAny(Params& params)
      : tiles_(params.PartIfAny<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
        pairs_(params.Bool("seven_pairs", true, {"七对也算", "seven pairs count as complete"})) {}
  bool OfReading() const override { return false; }

  int Count(const HandShape& hand) const override {
    const BeforeDraw drawn_to(hand);
    const Counts& before = drawn_to.tiles;
    const int wild = drawn_to.wild;
    if (!drawn_to.known || wild == 0) return 0;  // without wildcards it waits for some kinds only
    const int sets = drawn_to.Sets();
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

class SpareWilds final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "spare_wilds", 1,
      "摸牌前多出赖子等任何牌：一张等将（其余已成各副），两张等一副（其余已成各副和将）",
      "before the draw wildcards could be spared for any tile: one for the pair, or two for a set"};
  explicit SpareWilds(Params& params)
      : count_(params.Int("count", 1, 1, 2,
                          {"一张：等将；两张：等一副", "1: for the pair; 2: for a set"})) {
    params.Needs(logic::kWilds);
  }
  bool OfReading() const override { return false; }

  int Count(const HandShape& hand) const override {
    BeforeDraw before(hand);
    if (!before.known || before.wild < count_) return 0;
    const int sets = before.Sets();
    if (count_ == 2)
      return sets > 0 && table::IsWin(before.tiles, sets - 1, before.wild - 2, hand.stand_for);
    // A pair that nothing else completes takes the place of the wildcard.
    const TileMask free = table::kHonours & ~before.tiles.Kinds();
    if (free == 0) return 0;
    const auto pair = static_cast<Tile>(std::countr_zero(free));
    before.tiles.Add(pair, 2);
    return table::IsWin(before.tiles, sets, before.wild - 1, hand.stand_for & ~MaskOf(pair)) ? 1
                                                                                             : 0;
  }

 private:
  int count_;
};

}  // namespace

void RegisterWaitPatterns(Registry& registry) {
  registry.Add<WaitsOnAny>();
  registry.Add<SpareWilds>();
}

}  // namespace mlf::score
