// Fan patterns of whole hands: gangs, what is laid down, the wait, seven pairs and knitted tiles
// (rules/erren.md#fans, rules/guobiao.md#fans).
#include <mlf/components/hand_shape.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/knitted.h>

#include <bit>

namespace mlf::score {

namespace {

class Gangs final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"gangs", 1, "有这么多副杠",
                                  "hits on so many gangs of the winner"};
  bool OfReading() const override { return false; }
  enum class Which : std::uint8_t { kAny, kOpen, kConcealed };
  explicit Gangs(Params& params)
      : least_(params.Int("least", 1, 1, 5, {"至少几副", "how many at least"})),
        which_(params.Enum(
            "which", Which::kAny, {"any", "open", "concealed"},
            {"任意、明杠（含补杠）、暗杠", "any, open ones (bu_gang too), concealed ones"})) {
    params.Needs(logic::kGangLaid);
  }
  int Count(const HandShape& hand) const override {
    int count = 0;
    for (const table::Meld& meld : hand.melds) {
      const bool concealed = meld.kind == table::MeldKind::kAnGang;
      count += table::IsGang(meld.kind) &&
                       (which_ == Which::kAny || concealed == (which_ == Which::kConcealed))
                   ? 1
                   : 0;
    }
    return count >= least_ ? 1 : 0;
  }
  std::uint32_t Needs() const override { return kHasGangs; }

 private:
  int least_;
  Which which_;
};

// 全求人: every set is an open meld, and another's tile completes the pair.
class MeldedHand final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"melded_hand", 1, "四副都是明的，胡别人的牌（全求人）",
                                  "hits on a win off another's tile with every set laid down open"};
  explicit MeldedHand(Params& params) {
    params.Needs({&logic::kWinOnDiscard, &logic::kWinByRobbing});
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    return hand.by != WinBy::kSelfDraw && hand.open_melds == static_cast<int>(hand.melds.size())
               ? 1
               : 0;
  }
  std::uint32_t Needs() const override { return kIsAllLaid; }
};

// 门前清.
class ConcealedOnDiscard final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "concealed_on_discard", 1, "除暗杠外没有亮过牌，胡别人的牌（门前清）",
      "hits on a win off another's tile with nothing laid down but an_gang"};
  explicit ConcealedOnDiscard(Params& params) {
    params.Needs({&logic::kWinOnDiscard, &logic::kWinByRobbing});
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    return hand.by != WinBy::kSelfDraw && hand.open_melds == 0 ? 1 : 0;
  }
};

// 边张, 坎张, 单钓将: by the place of the winning tile. `sole`: the hand must wait for that kind
// only.
class SingleWait final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "single_wait", 1, "独听：胡前只听一种牌，且是边张、坎张或单钓",
      "matches if the hand waited on one kind alone: at an edge, in the middle, or on the pair"};
  enum class Where : std::uint8_t { kEdge, kMiddle, kPair };
  explicit SingleWait(Params& params)
      : where_(params.Enum("where", Where::kEdge, {"edge", "middle", "pair"},
                           {"边、坎、钓", "at an edge, in the middle, on the pair"})),
        sole_(params.Bool("sole", true,
                          {"须只听这一种", "the hand waited on this kind alone", /*added=*/true})),
        in_body_(
            params.Bool("in_body", true,
                        {"组合龙里也有所胡的那种牌时，仍可算在别处听",
                         "a tile that the knitted straight holds too may complete a set or the "
                         "pair instead",
                         /*added=*/true})) {}
  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr) return 0;
    const ReadingShape& reading = *hand.reading;
    if (reading.placed == ReadingShape::kInBody) return 0;
    if (!in_body_ && (reading.body & MaskOf(hand.tile)) != 0) return 0;
    if (reading.pairs || reading.placed == ReadingShape::kInPair)
      return where_ == Where::kPair ? 1 : 0;
    const ReadingShape::Set& set = reading.sets[static_cast<std::size_t>(reading.placed)];
    if (set.triplet) return 0;
    const int at = hand.tile - set.first;
    if (where_ == Where::kMiddle) return at == 1 ? 1 : 0;
    const bool edge = (at == 2 && RankOf(set.first) == 0) || (at == 0 && RankOf(set.first) == 6);
    return where_ == Where::kEdge && edge ? 1 : 0;
  }
  std::uint32_t Needs() const override { return sole_ ? kIsSingleWait : 0u; }
  bool NeedsReading() const override { return true; }

 private:
  Where where_;
  bool sole_;
  bool in_body_;
};

class ReadAsPairs final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"read_as_pairs", 1, "这副牌按七对计",
                                  "matches if the hand is counted as seven pairs"};
  explicit ReadAsPairs(Params& params) { params.Needs(logic::kPairsShape); }
  int Count(const HandShape&) const override { return 1; }
  std::uint32_t Needs() const override { return kReadAsPairs; }
  bool NeedsReading() const override { return true; }
};

// 全不靠, 七星不靠: the hands of 14 different tiles.
class KnittedHonours final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "knitted_honours", 1, "全不靠，其中字牌至少有这么多种（七星不靠为七种）",
      "hits on honours and knitted tiles with so many different honours at least"};
  explicit KnittedHonours(Params& params)
      : honours_(params.Int("honours", 5, 5, 7, {"至少几种字牌", "how many honours at least"})) {
    params.Needs(logic::kHonours);
  }
  int Count(const HandShape& hand) const override {
    return hand.reading != nullptr && hand.reading->other && std::popcount(hand.kinds) == 14 &&
                   std::popcount(hand.kinds & table::kHonours) >= honours_
               ? 1
               : 0;
  }
  bool NeedsReading() const override { return true; }

 private:
  int honours_;
};

// 组合龙: beside a set and a pair, or among 全不靠.
class HoldsKnittedStraight final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "holds_knitted_straight", 1, "组合龙：147、258、369 三门各占其一，九张齐",
      "hits on all nine knitted tiles beside the sets, or in a hand without sets"};
  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr) return 0;
    return hand.reading->body != 0 ||
                   (hand.reading->other && table::KnittedBody(hand.concealed) != 0)
               ? 1
               : 0;
  }
  bool NeedsReading() const override { return true; }
};

}  // namespace

void RegisterFanPatternsHands(Registry& registry) {
  registry.Add<Gangs>();
  registry.Add<MeldedHand>();
  registry.Add<ConcealedOnDiscard>();
  registry.Add<SingleWait>();
  registry.Add<ReadAsPairs>();
  registry.Add<KnittedHonours>();
  registry.Add<HoldsKnittedStraight>();
}

}  // namespace mlf::score
