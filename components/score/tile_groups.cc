// Patterns of equal tiles among the concealed ones, which need not be complete hands
// (rules/changsha.md#initial-wins): several of a kind, and one rank in several suits.
#include "components/score/tile_groups.h"
#include <mlf/components/hand_shape.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <bit>

namespace mlf::score {

namespace {

class KindsHeld final : public FanPattern, public TileGroup {
 public:
  static constexpr PartInfo kInfo{
      "kinds_held", 1, "手里有 kinds 种牌各满 copies 张；每凑够一组计一次",
      "hits where `kinds` kinds are held `copies` times each; counts once for each such group"};
  explicit KindsHeld(Params& params)
      : copies_(params.Int("copies", 4, 1, 4, {"每种几张", "copies of each kind"})),
        kinds_(params.Int("kinds", 1, 1, 14, {"几种", "how many kinds"})) {}
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    return std::popcount(hand.concealed.AtLeast(copies_)) / kinds_;
  }
  Counts Tiles(const Counts& hand) const override {
    Counts tiles;
    int left = kinds_;
    ForEach(hand.AtLeast(copies_), [&](Tile tile) {
      if (left-- > 0) tiles.Add(tile, copies_);
    });
    return tiles;
  }

 private:
  int copies_;
  int kinds_;
};

class RankInSuits final : public FanPattern, public TileGroup {
 public:
  static constexpr PartInfo kInfo{
      "rank_in_suits", 1, "万、筒、条里同一点数各有 copies 张；每个点数计一次",
      "hits where one rank is held `copies` times in each of the three suits; counts once a rank"};
  explicit RankInSuits(Params& params)
      : copies_(params.Int("copies", 2, 1, 4, {"每门几张", "copies in each suit"})) {
    for (const Topic* suit : {&logic::kWan, &logic::kTong, &logic::kTiao}) params.Needs(*suit);
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override { return std::popcount(Ranks(hand.concealed)); }
  Counts Tiles(const Counts& hand) const override {
    Counts tiles;
    const unsigned ranks = Ranks(hand);
    if (ranks == 0) return tiles;
    for (const table::Suit suit : {table::kWan, table::kTong, table::kTiao})
      tiles.Add(table::MakeTile(suit, std::countr_zero(ranks) + 1), copies_);
    return tiles;
  }

 private:
  // Bit i: rank i + 1.
  unsigned Ranks(const Counts& hand) const {
    constexpr std::uint64_t kSuitKinds = (1u << kGroupSize) - 1;
    const table::TileMask kinds = hand.AtLeast(copies_);
    std::uint64_t ranks = kSuitKinds;
    for (const table::Suit suit : {table::kWan, table::kTong, table::kTiao})
      ranks &= kinds >> table::MakeTile(suit, 1);
    return static_cast<unsigned>(ranks & kSuitKinds);
  }

  int copies_;
};

}  // namespace

void RegisterTileGroups(Registry& registry) {
  registry.Add<KindsHeld>();
  registry.Add<RankInSuits>();
}

}  // namespace mlf::score
