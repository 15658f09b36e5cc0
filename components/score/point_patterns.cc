// What lies in a hand and before it, counted in points (水, rules/xiamen.md#water): kinds held
// three times, and melds by their form. A kind that is read as the wild one counts as it is read.
#include <mlf/components/hand_shape.h>
#include <mlf/flow/registry.h>

#include <array>

namespace mlf::score {

namespace {

constexpr int kMostEach = 100;

// 暗刻, however the hand is read. Example: 123456m111z won on 1z of another seat counts nothing,
// and drawn it counts `honour`.
class ThreesHeld final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "threes_held", 1, "手里有三张以上的每种牌计几分：赖子不算，胡别人的那张不算，不论怎么拆",
      "points for each kind held three times in the hand: no wildcards, and without the tile won "
      "off another, however the hand is read"};
  explicit ThreesHeld(Params& params)
      : each_(params.Int("each", 1, 0, kMostEach, {"数牌几分", "of a suited kind"})),
        honour_(params.Int("honour", 1, 0, kMostEach, {"字牌几分", "of an honour"})) {}
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    Counts own = hand.concealed;
    if (hand.by != WinBy::kSelfDraw && hand.tile != table::kNoTile && own[hand.tile] > 0)
      own.Remove(hand.tile);
    int points = 0;
    ForEach(own.AtLeast(3), [&](Tile kind) { points += table::IsHonour(kind) ? honour_ : each_; });
    return points;
  }

 private:
  int each_, honour_;
};

class MeldsWorth final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"melds_worth", 1, "碰、明杠（含补杠）、暗杠每副几分，字牌另计",
                                  "points for each peng, open gang (bu_gang too) and an_gang, with "
                                  "other numbers for honours"};
  explicit MeldsWorth(Params& params)
      : peng_{params.Int("peng", 0, 0, kMostEach, {"碰", "a peng"}),
              params.Int("peng_honour", 0, 0, kMostEach, {"字牌的碰", "a peng of honours"})},
        open_{params.Int("open_gang", 0, 0, kMostEach, {"明杠、补杠", "a ming_gang or bu_gang"}),
              params.Int("open_gang_honour", 0, 0, kMostEach,
                         {"字牌的明杠、补杠", "a ming_gang or bu_gang of honours"})},
        an_{params.Int("an_gang", 0, 0, kMostEach, {"暗杠", "an an_gang"}),
            params.Int("an_gang_honour", 0, 0, kMostEach,
                       {"字牌的暗杠", "an an_gang of honours"})} {
    if (params.describing()) return;
    for (const int each : {peng_[0], peng_[1], open_[0], open_[1], an_[0], an_[1]}) {
      if (each != 0) return;
    }
    params.Fault("no meld counts; give peng, open_gang or an_gang a number above zero");
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    int points = 0;
    for (const table::Meld& meld : hand.melds) {
      const std::size_t honour = table::IsHonour(hand.face.Of(meld.tile)) ? 1 : 0;
      if (meld.kind == table::MeldKind::kPeng) points += peng_[honour];
      if (meld.kind == table::MeldKind::kAnGang) points += an_[honour];
      if (meld.kind == table::MeldKind::kMingGang || meld.kind == table::MeldKind::kBuGang)
        points += open_[honour];
    }
    return points;
  }

 private:
  // Of a suited kind, of an honour.
  using ByKind = std::array<int, 2>;
  ByKind peng_, open_, an_;
};

}  // namespace

void RegisterPointPatterns(Registry& registry) {
  registry.Add<ThreesHeld>();
  registry.Add<MeldsWorth>();
}

}  // namespace mlf::score
