// The shapes of complete hands: thin wrappers around include/mlf/table/hand_tables.h.
#include <mlf/components/flower_pause.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>
#include <mlf/table/knitted.h>
#include <mlf/table/limited_wilds.h>
#include <mlf/table/pairs_and_triplet.h>
#include <mlf/table/set_rules.h>

#include <algorithm>
#include <bit>

namespace mlf::logic {
namespace {

// 标准形: sets and a pair. Melds count as finished sets.
class StandardShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"standard", 1, "标准形：若干副牌加一对将",
                                  "sets and a pair, melds being finished sets"};
  explicit StandardShape(Params& params)
      : sets_(params.Int("sets", 4, 4, table::kMaxSets,
                         {"面子数（十六张麻将为五）", "how many sets (five with 16 tiles)"})) {}
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return table::IsWin(hand, sets_ - melds, wild);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return table::Waits(hand, sets_ - melds, wild);
  }
  bool CompleteWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return table::IsWin(hand, sets_ - melds, wild, stand_for);
  }
  TileMask WaitsWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return table::Waits(hand, sets_ - melds, wild, stand_for);
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return table::Distance(hand, sets_ - melds, wild);
  }

 private:
  int sets_;
};

// 七对: no melds.
class SevenPairsShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"seven_pairs", 1, "七对：没有亮过牌的七个对子",
                                  "seven pairs with nothing laid down"};
  explicit SevenPairsShape(Params& params)
      : pairs_(
            params.Bool("four_as_two", true, {"四张相同算两对", "four equal tiles are two pairs"})
                ? table::Pairs::kFourAreTwo
                : table::Pairs::kDifferent) {
    params.Brings(kPairsShape);
  }
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return melds == 0 && table::IsSevenPairs(hand, pairs_, wild);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::SevenPairsWaits(hand, pairs_, wild) : 0;
  }
  bool CompleteWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return melds == 0 && table::IsSevenPairs(hand, pairs_, wild, stand_for);
  }
  TileMask WaitsWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return melds == 0 ? table::SevenPairsWaits(hand, pairs_, wild, stand_for) : 0;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::SevenPairsDistance(hand, pairs_, wild) : table::kFar;
  }
  bool ReadsAsPairs() const override { return true; }

 private:
  table::Pairs pairs_;
};

// 十三幺: no melds.
class ThirteenOrphansShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"thirteen_orphans", 1, "十三幺：幺九与字牌各一张，其中一种两张",
                                  "one of each 1, 9 and honour, and one of them twice"};
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return melds == 0 && table::IsThirteenOrphans(hand, wild);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::ThirteenOrphansWaits(hand, wild) : 0;
  }
  bool CompleteWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return melds == 0 && table::IsThirteenOrphans(hand, wild, stand_for);
  }
  TileMask WaitsWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return melds == 0 ? table::ThirteenOrphansWaits(hand, wild, stand_for) : 0;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return melds == 0 ? table::ThirteenOrphansDistance(hand, wild) : table::kFar;
  }
};

// 七星不靠, 全不靠: no melds. A wildcard stands for nothing here.
class HonoursAndKnittedShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{
      "honours_and_knitted", 1,
      "七星不靠、全不靠：十四张各不相同，只有字牌与一组 147、258、369（三门各占一组）",
      "14 different tiles: honours, and tiles of the ranks 147, 258 and 369, one class in each "
      "suit"};
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return melds == 0 && wild == 0 && table::IsHonoursAndKnitted(hand);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return melds == 0 && wild == 0 ? table::HonoursAndKnittedWaits(hand) : 0;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return melds == 0 && wild == 0 ? table::HonoursAndKnittedDistance(hand) : table::kFar;
  }
};

// 组合龙: nine tiles of one pattern, a set and a pair. The set may be a meld.
class KnittedStraightShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"knitted_straight", 1,
                                  "组合龙：三门各占 147、258、369 之一，九张齐，另有一副牌加一对将",
                                  "all nine tiles of the ranks 147, 258 and 369, one class in each "
                                  "suit, with a set and a pair"};
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return melds <= 1 && wild == 0 && table::IsKnittedStraight(hand, 1 - melds);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return melds <= 1 && wild == 0 ? table::KnittedStraightWaits(hand, 1 - melds) : 0;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return melds <= 1 && wild == 0 ? table::KnittedStraightDistance(hand, 1 - melds) : table::kFar;
  }
  bool HasBody() const override { return true; }
  TileMask Body(const Counts& hand) const override { return table::KnittedBody(hand); }
};

// 四鬼: a self-draw with enough wildcards wins, whatever the other tiles. Either only before the
// seat's first discard, or at any time.
class OpeningWildsShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{
      "opening_wilds", 1, "手里有 count 张赖子即可自摸，其余的牌不论",
      "a self-draw wins with `count` wildcards in hand; the other tiles do not matter"};
  explicit OpeningWildsShape(Params& params)
      : table_(params),
        count_(params.Int("count", 4, 1, 8, {"要几张赖子", "how many wildcards"})),
        until_(params.Enum(
            "until", Until::kFirstDiscard, {"first_discard", "hand_end"},
            {"有效到何时：自己第一次出牌之前 / 整局",
             "for how long: before the seat's own first discard, or all hand long", true})) {
    params.Needs(kWilds);
  }
  bool Complete(const Counts&, int, int wild) const override { return wild >= count_; }
  TileMask Waits(const Counts&, int, int) const override { return 0; }
  // kFar: bots cannot play towards this shape.
  int Distance(const Counts&, int, int) const override { return table::kFar; }
  bool InForce(const Records& records, Seat seat, WinBy by) const override {
    if (by != WinBy::kSelfDraw) return false;
    return until_ == Until::kHandEnd || table_.board(records).seats[seat].discards == 0;
  }

 private:
  enum class Until : std::uint8_t { kFirstDiscard, kHandEnd };

  table::TableSlots table_;
  int count_;
  Until until_;
};

// 将将胡: any tiles of certain kinds, melds included. Bots play towards it with nothing laid down.
class OnlyKindsShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"only_kinds", 1, "所有牌（含吃碰杠）都是这些牌，不论牌型",
                                  "every tile, melds included, is of these kinds, whatever the "
                                  "sets"};
  explicit OnlyKindsShape(Params& params)
      : table_(params),
        size_(params.Int("tiles", 14, 2, 17, {"胡牌时的张数", "tiles of a complete hand"})),
        wilds_(params.Bool("wilds", false,
                           {"赖子可以顶替其中的牌", "wildcards may stand for such tiles",
                            /*added=*/true})) {
    const std::string text =
        params.Text("kinds", "", {"哪些牌，如 258m258p258s", "the kinds, as 258m258p258s"});
    if (params.describing()) return;
    if (const auto kinds = ParseKinds(text)) {
      kinds_ = *kinds;
      ForEach(~kinds_ & ((TileMask{1} << kGroups * kGroupSize) - 1),
              [&](Tile tile) { other_kinds_.Add(tile, 7); });
    } else {
      params.Fault("kinds: " + kinds.faults().front().message, params.WhereOf("kinds"));
    }
  }
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return May(wild) && IsOnlyKinds(hand) && hand.Size() + wild == size_ - 3 * melds;
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    const bool ready =
        May(wild) && IsOnlyKinds(hand) && hand.Size() + wild == size_ - 3 * melds - 1;
    return ready ? kinds_ : 0;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    if (melds != 0 || !May(wild)) return table::kFar;
    int held = wild;
    ForEach(hand.Kinds() & kinds_, [&](Tile tile) { held += hand[tile]; });
    return size_ - 1 - held;
  }
  bool InForce(const Records& records, Seat seat, WinBy) const override {
    for (const table::Meld& meld : table_.board(records).seats[seat].Melds()) {
      if (meld.kind == table::MeldKind::kChi || (MaskOf(meld.tile) & kinds_) == 0) return false;
    }
    return true;
  }

 private:
  bool May(int wild) const { return wilds_ || wild == 0; }
  // On counts, because gathering the kinds costs more and most hands have another kind.
  bool IsOnlyKinds(const Counts& hand) const {
    std::uint32_t others = 0;
    for (std::size_t g = 0; g < kGroups; ++g) others |= hand.group[g] & other_kinds_.group[g];
    return others == 0;
  }

  table::TableSlots table_;
  int size_;
  bool wilds_;
  TileMask kinds_ = 0;
  Counts other_kinds_;  // all bits of the kinds that are not among them
};

// 花胡: enough flowers win by themselves, in the own turn.
class FlowersLaidShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"flowers_laid", 1,
                                  "亮出 count 张花牌，轮到自己摸牌后即可胡，手牌不论",
                                  "`count` flowers laid open win after an own draw, with any hand"};
  explicit FlowersLaidShape(Params& params)
      : board_(params),
        count_(params.Int("count", 8, 1, 8, {"要几张花", "how many flowers"})),
        asked_(params.Bool("asked", false,
                           {"只在第八张花亮出、还未补牌时（见 flowers_asked）；不足八张的，"
                            "胡的是别家亮的那张",
                            "only before the eighth flower is replaced (flowers_asked); fewer than "
                            "eight win on the one that another seat has shown",
                            /*added=*/true})) {
    params.Needs(kFlowersInPlay);
    if (!asked_) return;
    params.Needs(kFlowersAsked);
    pause_ = params.Slot<FlowerPause>();
  }
  bool Complete(const Counts&, int, int) const override { return true; }
  TileMask Waits(const Counts&, int, int) const override { return 0; }
  // kFar: nobody can play towards flowers.
  int Distance(const Counts&, int, int) const override { return table::kFar; }
  bool InForce(const Records& records, Seat seat, WinBy by) const override {
    if (!asked_) return by == WinBy::kSelfDraw && FlowersOf(board_(records), seat) >= count_;
    return (by == WinBy::kSelfDraw) == (count_ == kFlowers) &&
           WinsByFlowers(board_(records), pause_(records), seat, count_);
  }

 private:
  table::BoardSlot board_;
  int count_;
  bool asked_;
  Slot<FlowerPause> pause_;
};

// 八对半: no melds. Four equal tiles are two pairs.
class PairsAndTripletShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{"pairs_and_triplet", 1,
                                  "若干对子加一副刻子（八对半），没有亮过牌",
                                  "pairs and one triplet, with nothing laid down"};
  explicit PairsAndTripletShape(Params& params)
      : pairs_(params.Int("pairs", 7, 1, 7, {"几对", "how many pairs"})) {}
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return melds == 0 && wild == 0 && hand.Size() == 2 * pairs_ + 3 &&
           table::IsPairsAndTriplet(hand);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    if (melds != 0 || wild != 0 || hand.Size() != 2 * pairs_ + 2) return 0;
    TileMask waits = 0;
    ForEach(table::kNaturals & ~hand.AtLeast(4), [&](Tile tile) {
      Counts full = hand;
      full.Add(tile);
      if (table::IsPairsAndTriplet(full)) waits |= MaskOf(tile);
    });
    return waits;
  }
  // Tiles missing, minus one: each pair needs two tiles and the triplet three.
  int Distance(const Counts& hand, int melds, int wild) const override {
    if (melds != 0 || wild != 0) return table::kFar;
    int pairs = 0, singles = 0;
    bool triplet = false;
    ForEach(hand.Kinds() & table::kNaturals, [&](Tile tile) {
      const int held = hand[tile];
      pairs += held / 2;
      singles += held % 2;
      triplet = triplet || held == 3;
    });
    if (triplet) --singles;
    const int all = pairs_ + 1;  // the triplet counts as a pair and one tile more
    const int whole = std::min(pairs, all);
    const int missing = all - whole + std::max(0, all - whole - singles) + (triplet ? 0 : 1);
    return missing - 1;
  }

 private:
  int pairs_;
};

// Sets and a pair by other rules than the standard ones: sequences of honours, no set of wildcards
// alone, triplets only.
class RuledSetsShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{
      "ruled_sets", 1, "若干副牌加一对将，副牌另有规定：字牌顺子，不许全是赖子，只许刻子",
      "sets and a pair by their own rules: sequences of honours, no set of wildcards alone, or "
      "triplets only"};
  explicit RuledSetsShape(Params& params)
      : sets_(params.Int("sets", 4, 4, table::kMaxSets,
                         {"面子数（十六张麻将为五）", "how many sets (five with 16 tiles)"})) {
    rules_.honour_sequences =
        params.Bool("honour_sequences", true,
                    {"三张不同的风、中发白也是顺子",
                     "three different winds, and the three dragons, are a set"});
    rules_.natural_in_each = params.Bool(
        "natural_in_each", false,
        {"每副和将都要有一张不是赖子", "every set and the pair holds a tile that is no wildcard"});
    rules_.triplets_only =
        params.Bool("triplets_only", false, {"只许刻子和杠", "triplets and gangs only"});
  }
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return table::IsWin(hand, sets_ - melds, true, wild, table::kNaturals, rules_);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    return table::Waits(hand, sets_ - melds, wild, table::kNaturals, rules_);
  }
  bool CompleteWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return table::IsWin(hand, sets_ - melds, true, wild, stand_for, rules_);
  }
  TileMask WaitsWith(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return table::Waits(hand, sets_ - melds, wild, stand_for, rules_);
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    return table::Distance(hand, sets_ - melds, wild, rules_);
  }
  bool SetsOnly(const Counts& hand, int melds, int wild, TileMask stand_for) const override {
    return table::IsWin(hand, sets_ - melds, false, wild, stand_for, rules_);
  }
  bool HasSequences() const override { return !rules_.triplets_only; }

 private:
  int sets_;
  table::SetRules rules_;
};

// 十三烂: no melds, and nothing fits together. A wildcard fits always.
class MisfitsShape final : public WinShape {
 public:
  static constexpr PartInfo kInfo{
      "misfits", 1, "十三烂：没有亮过牌，每门里的牌两两至少隔两张，没有相同的牌；赖子不论",
      "no melds; in each suit any two tiles are at least three ranks apart, and no two tiles are "
      "equal; wildcards always fit"};
  explicit MisfitsShape(Params& params)
      : size_(params.Int("tiles", 14, 2, 17, {"胡牌时的张数", "tiles of a complete hand"})) {}
  bool Complete(const Counts& hand, int melds, int wild) const override {
    return melds == 0 && hand.Size() + wild == size_ && table::AreMisfits(hand);
  }
  TileMask Waits(const Counts& hand, int melds, int wild) const override {
    if (melds != 0 || hand.Size() + wild != size_ - 1 || !table::AreMisfits(hand)) return 0;
    TileMask waits = 0;
    ForEach(table::kNaturals & ~hand.Kinds(), [&](Tile tile) {
      Counts full = hand;
      full.Add(tile);
      if (table::AreMisfits(full)) waits |= MaskOf(tile);
    });
    return waits;
  }
  int Distance(const Counts& hand, int melds, int wild) const override {
    if (melds != 0) return table::kFar;
    return std::max(-1, size_ - 1 - wild - table::MisfitsIn(hand));
  }

 private:
  int size_;
};

}  // namespace

void RegisterWinShapes(Registry& registry) {
  registry.Add<StandardShape>();
  registry.Add<RuledSetsShape>();
  registry.Add<MisfitsShape>();
  registry.Add<SevenPairsShape>();
  registry.Add<ThirteenOrphansShape>();
  registry.Add<HonoursAndKnittedShape>();
  registry.Add<KnittedStraightShape>();
  registry.Add<OpeningWildsShape>();
  registry.Add<OnlyKindsShape>();
  registry.Add<FlowersLaidShape>();
  registry.Add<PairsAndTripletShape>();
}

}  // namespace mlf::logic
