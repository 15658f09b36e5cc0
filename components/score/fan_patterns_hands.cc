// Fan patterns of whole hands: gangs, what is laid down, the wait, seven pairs and knitted tiles
// (rules/erren.md#fans, rules/guobiao.md#fans).
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/knitted.h>
#include <mlf/table/pairs_and_triplet.h>

#include <bit>
#include <string>

namespace mlf::score {

namespace {

class Gangs final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"gangs", 1, "杠不少于 least 副",
                                  "hits if the winner has at least `least` gangs"};
  bool OfReading() const override { return false; }
  enum class Which : std::uint8_t { kAny, kOpen, kConcealed };
  explicit Gangs(Params& params)
      : least_(params.Int("least", 1, 1, 5, {"至少几副", "how many at least"})),
        which_(params.Enum(
            "which", Which::kAny, {"any", "open", "concealed"},
            {"任意、明杠（含补杠）、暗杠", "any, open ones (bu_gang too), concealed ones"})),
        each_(params.Bool("each", false,
                          {"每副计一次", "counts once for each such gang", /*added=*/true})) {
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
    if (count < least_) return 0;
    return each_ ? count : 1;
  }
  std::uint32_t Needs() const override { return kHasGangs; }

 private:
  int least_;
  Which which_;
  bool each_;
};

// 全求人: every set is an open meld, and another's tile completes the pair.
class MeldedHand final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"melded_hand", 1, "四副都是明的，胡别人的牌（全求人）",
                                  "hits on a win off another's tile with every set laid down open"};
  enum class By : std::uint8_t { kOthers, kSelfDraw, kAny };
  explicit MeldedHand(Params& params)
      : by_(params.Enum(
            "won", By::kOthers, {"others", "self_draw", "any"},
            {"胡别人的牌、自摸，或都算", "won off another's tile, by a self-draw, or in any way",
             /*added=*/true})) {
    if (by_ == By::kOthers) params.Needs({&logic::kWinOnDiscard, &logic::kWinByRobbing});
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    if (by_ != By::kAny && (hand.by == WinBy::kSelfDraw) != (by_ == By::kSelfDraw)) return 0;
    return hand.concealed.Size() == 2 && hand.open_melds == static_cast<int>(hand.melds.size()) ? 1
                                                                                                : 0;
  }
  std::uint32_t Needs() const override { return kIsAllLaid; }

 private:
  By by_;
};

// 开口: at least n melds lie open.
class OpenMelds final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "open_melds", 1, "吃、碰、明杠、补杠共 least 副以上（开口）",
      "hits on at least `least` open melds: chi, peng, ming_gang, bu_gang"};
  explicit OpenMelds(Params& params)
      : least_(params.Int("least", 1, 1, 5, {"至少几副", "how many at least"})) {
    const std::string text = params.Text("kinds", "all",
                                         {"只算有这些牌的，如 1s；all 为不限",
                                          "only those with a tile of these kinds, as "
                                          "1s; all = any",
                                          /*added=*/true});
    if (text == "all") return;
    if (const auto kinds = logic::ParseKinds(text)) {
      kinds_ = *kinds;
    } else {
      params.Fault("kinds: " + kinds.faults().front().message, params.WhereOf("kinds"));
    }
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    if (kinds_ == table::kAllKinds) [[likely]]
      return hand.open_melds >= least_ ? 1 : 0;
    int count = 0;
    for (const table::Meld& meld : hand.melds)
      count += meld.kind != table::MeldKind::kAnGang && HoldsSome(meld) ? 1 : 0;
    return count >= least_ ? 1 : 0;
  }

 private:
  bool HoldsSome(const table::Meld& meld) const {
    for (int i = 0; i < 3; ++i) {
      if ((MaskOf(meld.At(i)) & kinds_) != 0) return true;
    }
    return false;
  }

  int least_;
  table::TileMask kinds_ = table::kAllKinds;
};

class WonByDraw final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"won_by_draw", 1, "自摸胡的（用来限制别的牌型）",
                                  "matches if the win is a self-draw, to limit other patterns"};
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override { return hand.by == WinBy::kSelfDraw ? 1 : 0; }
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
  enum class Where : std::uint8_t { kEdge, kMiddle, kPair, kAny, kAnywhere };
  explicit SingleWait(Params& params)
      : where_(params.Enum(
            "where", Where::kEdge, {"edge", "middle", "pair", "any", "anywhere"},
            {"边、坎、钓，或任一种；anywhere 为不论在哪里",
             "at an edge, in the middle, on the pair, or any of these; anywhere: wherever it is"})),
        sole_(params.Bool("sole", true,
                          {"须只听这一种", "the hand waited on this kind alone", /*added=*/true})),
        in_body_(
            params.Bool("in_body", true,
                        {"组合龙里也有所胡的那种牌时，仍可算在别处听",
                         "a tile that the knitted straight holds too may complete a set or the "
                         "pair instead",
                         /*added=*/true})),
        every_(params.Bool("every", false,
                           {"各种拆法里所胡的牌都在这里",
                            "the winning tile lies so in every reading of sets", /*added=*/true})) {
  }
  int Count(const HandShape& hand) const override {
    if (every_ && !InEvery(hand)) return 0;
    if (hand.reading == nullptr) return 0;
    if (where_ == Where::kAnywhere) return 1;
    const ReadingShape& reading = *hand.reading;
    if (reading.placed == ReadingShape::kInBody) return 0;
    if (!in_body_ && (reading.body & MaskOf(hand.tile)) != 0) return 0;
    if (reading.pairs || reading.placed == ReadingShape::kInPair)
      return where_ == Where::kPair || where_ == Where::kAny ? 1 : 0;
    const ReadingShape::Set& set = reading.sets[static_cast<std::size_t>(reading.placed)];
    if (set.triplet) return 0;
    const int at = hand.tile - set.first;
    if (at == 1) return where_ == Where::kMiddle || where_ == Where::kAny ? 1 : 0;
    const bool edge = (at == 2 && RankOf(set.first) == 0) || (at == 0 && RankOf(set.first) == 6);
    return (where_ == Where::kEdge || where_ == Where::kAny) && edge ? 1 : 0;
  }
  std::uint32_t Needs() const override { return sole_ ? kIsSingleWait : 0u; }
  bool NeedsReading() const override { return true; }

 private:
  bool IsHere(const table::SetReading& set, Tile tile) const {
    if (set.kind == table::SetReading::kTriplet) return false;
    const int at = tile - set.first;
    const bool edge = (at == 2 && RankOf(set.first) == 0) || (at == 0 && RankOf(set.first) == 6);
    return (at == 1 && where_ != Where::kEdge && where_ != Where::kPair) ||
           (edge && where_ != Where::kMiddle && where_ != Where::kPair);
  }
  bool InEvery(const HandShape& hand) const {
    bool every = true;
    table::ForEachReading(hand.concealed, hand.sets, [&](const table::Reading& reading) {
      if (reading.pair == hand.tile)
        every = every && (where_ == Where::kPair || where_ == Where::kAny);
      for (const table::SetReading& set : reading.Sets()) {
        const bool holds = set.kind == table::SetReading::kTriplet
                               ? set.first == hand.tile
                               : hand.tile >= set.first && hand.tile < set.first + 3;
        every = every && (!holds || IsHere(set, hand.tile));
      }
    });
    return every;
  }

  Where where_;
  bool sole_;
  bool in_body_;
  bool every_;
};

// 两面: the tile completes a sequence at an end, and the other two tiles wait at both ends. 12 and
// 89 do not.
bool IsTwoSided(Tile tile, Tile first) {
  return (tile == first && RankOf(first) != 6) || (tile == first + 2 && RankOf(first) != 0);
}

class TwoSidedWait final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "two_sided_wait", 1, "两面听：胡的牌接在顺子一头，另外两张两头都能等",
      "matches if the winning tile is the end of a sequence whose other tiles wait at both ends"};
  enum class Of : std::uint8_t { kPlace, kHand, kEveryPlace };
  explicit TwoSidedWait(Params& params)
      : of_(params.Enum("of", Of::kPlace, {"place", "hand", "every_place"},
                        {"place：这样拆时胡的牌在两面；hand：全顺子的某种拆法有两面；every_place："
                         "全顺子的各种拆法里，胡的牌都只在两面",
                         "place: where the winning tile lies in the reading; hand: some reading of "
                         "sequences waited so, whichever tile won; every_place: the winning tile "
                         "completes every reading of sequences so, and no other way"})) {}
  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr || hand.reading->pairs || hand.reading->other) return 0;
    switch (of_) {
      case Of::kPlace: return HoldsPlace(*hand.reading, hand.tile) ? 1 : 0;
      case Of::kHand: return WaitedSo(hand) ? 1 : 0;
      case Of::kEveryPlace: return Ways(hand, hand.tile) == kOnlyTwoSided ? 1 : 0;
    }
    return 0;
  }
  std::uint32_t Needs() const override { return kReadAsSets; }
  bool NeedsReading() const override { return true; }

 private:
  enum Way : unsigned { kTwoSided = 1, kOther = 2, kOnlyTwoSided = kTwoSided };

  static bool HoldsPlace(const ReadingShape& reading, Tile tile) {
    if (reading.placed < 0) return false;
    const ReadingShape::Set& set = reading.sets[static_cast<std::size_t>(reading.placed)];
    return !set.triplet && IsTwoSided(tile, set.first);
  }
  // How `tile` completes the hand before the win in readings of sequences alone: Way bits.
  static unsigned Ways(const HandShape& hand, Tile tile) {
    if (hand.tile == table::kNoTile || hand.wild != 0) return 0;
    Counts full = hand.concealed;
    full.Remove(hand.tile);
    if (full[tile] >= 4) return 0;
    full.Add(tile);
    unsigned ways = 0;
    table::ForEachReading(full, hand.sets, [&](const table::Reading& reading) {
      for (const table::SetReading& set : reading.Sets()) {
        if (set.kind == table::SetReading::kTriplet) return;
      }
      if (reading.pair == tile) ways |= kOther;
      for (const table::SetReading& set : reading.Sets()) {
        if (tile >= set.first && tile < set.first + 3)
          ways |= IsTwoSided(tile, set.first) ? kTwoSided : kOther;
      }
    });
    return ways;
  }
  static bool WaitedSo(const HandShape& hand) {
    if (hand.tile == table::kNoTile) return false;
    Counts before = hand.concealed;
    before.Remove(hand.tile);
    bool found = false;
    ForEach(table::Waits(before, hand.sets),
            [&](Tile tile) { found = found || (Ways(hand, tile) & kTwoSided) != 0; });
    return found;
  }

  Of of_;
};

// 八对半.
class PairsAndTripletWin final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"pairs_and_triplet_win", 1, "八对半：七个对子加一副刻子",
                                  "matches seven pairs and a triplet, with nothing laid down"};
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    return hand.melds.empty() && hand.wild == 0 && hand.concealed.Size() == 17 &&
                   table::IsPairsAndTriplet(hand.concealed)
               ? 1
               : 0;
  }
  std::uint32_t Needs() const override { return kIsClosed; }
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
      "knitted_honours", 1, "全不靠，其中字牌不少于 honours 种（七星不靠为七种）",
      "hits on honours and knitted tiles with at least `honours` different honours"};
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
  registry.Add<OpenMelds>();
  registry.Add<WonByDraw>();
  registry.Add<ConcealedOnDiscard>();
  registry.Add<SingleWait>();
  registry.Add<TwoSidedWait>();
  registry.Add<PairsAndTripletWin>();
  registry.Add<ReadAsPairs>();
  registry.Add<KnittedHonours>();
  registry.Add<HoldsKnittedStraight>();
}

}  // namespace mlf::score
