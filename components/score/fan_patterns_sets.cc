// Fan patterns of triplets and sequences, for judges that try all readings (rules/erren.md#fans,
// rules/guobiao.md#fans). Most match at most once per reading. For rows that join sets, they name
// the sets.
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/winds.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>
#include <vector>

namespace mlf::score {

namespace {

using table::TileMask;

constexpr TileMask kAllKinds = table::kNaturals;

// Kinds as text: "1-4z", "19m19p19s1-7z".
TileMask KindsOf(Params& params, std::string_view name, std::string_view fallback, Doc doc) {
  const std::string text = params.Text(name, fallback, doc);
  if (text == "all") return kAllKinds;
  const auto kinds = logic::ParseKinds(text);
  if (kinds) return *kinds;
  params.Fault(std::string(name) + ": " + kinds.faults().front().message);
  return 0;
}

// Steps as digits: "12" = by 1 or by 2.
std::vector<int> StepsOf(Params& params, std::string_view fallback) {
  const std::string text = params.Text(
      "step", fallback, {"相差几，可多个，如 12", "the step, or several of them, as 12"});
  std::vector<int> steps;
  for (const char digit : text) {
    if (digit >= '1' && digit <= '8') {
      steps.push_back(digit - '0');
    } else {
      params.Fault("step: steps are digits from 1 to 8, not " + text);
    }
  }
  return steps;
}

// A pattern that needs sets, so seven pairs never match.
class OfSets : public FanPattern {
 public:
  int Count(const HandShape& hand) const override {
    return hand.reading != nullptr && Holds(hand, *hand.reading) ? 1 : 0;
  }
  std::uint32_t Needs() const override { return kReadAsSets; }
  bool NeedsReading() const final { return true; }

 private:
  virtual bool Holds(const HandShape& hand, const ReadingShape& reading) const = 0;
};

constexpr PointBits Point(std::size_t set) { return static_cast<PointBits>(1u << set); }

// The points of all sets that begin at one of `firsts`.
PointBits PointsAt(const ReadingShape& reading, TileMask firsts, bool triplets) {
  PointBits points = 0;
  for (std::size_t i = 0; i < reading.set_count; ++i) {
    const ReadingShape::Set& set = reading.sets[i];
    if (set.triplet == triplets && (firsts & MaskOf(set.first)) != 0) points |= Point(i);
  }
  return points;
}

// Adds each choice of one set for each of these first tiles.
void FindEach(const ReadingShape& reading, std::span<const Tile> firsts, bool triplets,
              Occurrences& found, PointBits so_far = 0) {
  if (firsts.empty()) return found.Add(so_far);
  for (std::size_t i = 0; i < reading.set_count; ++i) {
    const ReadingShape::Set& set = reading.sets[i];
    if (set.triplet == triplets && set.first == firsts.front() && (so_far & Point(i)) == 0)
      FindEach(reading, firsts.subspan(1), triplets, found,
               static_cast<PointBits>(so_far | Point(i)));
  }
}

// The features of `least` triplets.
std::uint32_t NeedsTriplets(int least) {
  return kHasTriplets | (least >= 2 ? kHasTwoTriplets : 0u) | (least >= 3 ? kHasThreeTriplets : 0u);
}

bool CountsGangs(Params& params) {
  return params.Bool("gangs", true, {"杠也算刻子", "a gang counts as a triplet", /*added=*/true});
}

// The kinds of the triplets, with or without gangs.
TileMask TripletKinds(const HandShape& hand, const ReadingShape& reading, bool gangs) {
  TileMask kinds = reading.triplets;
  if (gangs) return kinds;
  for (const table::Meld& meld : hand.melds) {
    if (table::IsGang(meld.kind)) kinds &= ~MaskOf(meld.tile);
  }
  return kinds;
}

class TripletsOf final : public OfSets {
 public:
  static constexpr PartInfo kInfo{"triplets_of", 1, "这些牌的刻子不少于 least 副",
                                  "hits on at least `least` triplets of these kinds"};
  explicit TripletsOf(Params& params)
      : kinds_(KindsOf(params, "kinds", "all",
                       {"哪些牌，如 1-4z，all 为任意", "the kinds, as 1-4z; all = any"})),
        least_(params.Int("least", 1, 1, 5, {"至少几副", "how many at least"})),
        pair_(params.Bool("pair", false, {"将也须是这些牌", "the pair is of these kinds too"})),
        gangs_(CountsGangs(params)),
        each_(params.Bool("each", false,
                          {"每副计一次", "counts once for each such triplet", /*added=*/true})) {
    logic::NeedsSuitOf(params, kinds_);
  }
  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr || !Holds(hand, *hand.reading)) return 0;
    return each_ ? std::popcount(TripletKinds(hand, *hand.reading, gangs_) & kinds_) : 1;
  }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading == nullptr || !Holds(hand, *hand.reading)) return;
    const ReadingShape& reading = *hand.reading;
    PointBits points = PointsAt(reading, TripletKinds(hand, reading, gangs_) & kinds_, true);
    if (!each_) return found.Add(pair_ ? points | kPairPoint : points);
    for (; points != 0; points &= static_cast<PointBits>(points - 1))
      found.Add(points & static_cast<PointBits>(-points));
  }
  std::uint32_t Needs() const override {
    return kReadAsSets | NeedsTriplets(least_) |
           ((kinds_ & ~table::kHonours) == 0 ? kHasHonourTriplets : 0u);
  }

 private:
  bool Holds(const HandShape& hand, const ReadingShape& reading) const override {
    return std::popcount(TripletKinds(hand, reading, gangs_) & kinds_) >= least_ &&
           (!pair_ || (kinds_ & MaskOf(reading.pair)) != 0);
  }
  TileMask kinds_;
  int least_;
  bool pair_;
  bool gangs_;
  bool each_;
};

class PairOf final : public OfSets {
 public:
  static constexpr PartInfo kInfo{"pair_of", 1, "将是这些牌",
                                  "matches if the pair is of these kinds"};
  explicit PairOf(Params& params)
      : kinds_(KindsOf(params, "kinds", "all",
                       {"哪些牌，如 258m，all 为任意", "the kinds, as 258m; all = any"})) {
    logic::NeedsSuitOf(params, kinds_);
  }
  std::uint32_t Needs() const override { return kReadAsSets; }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading != nullptr && Holds(hand, *hand.reading)) found.Add(kPairPoint);
  }

 private:
  bool Holds(const HandShape&, const ReadingShape& reading) const override {
    return (kinds_ & MaskOf(reading.pair)) != 0;
  }
  TileMask kinds_;
};

class WindTriplet final : public OfSets {
 public:
  static constexpr PartInfo kInfo{"wind_triplet", 1, "门风的刻子，或圈风的刻子",
                                  "hits on a triplet of the seat's own wind, or of the round's"};
  explicit WindTriplet(Params& params)
      : round_(params.Enum("of", 0, {"seat", "round"},
                           {"门风或圈风", "the seat's wind, or the round's"}) == 1),
        gangs_(CountsGangs(params)) {
    params.Needs(logic::kHonours);
  }
  std::uint32_t Needs() const override { return kReadAsSets | kHasTriplets | kHasHonourTriplets; }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading != nullptr && Holds(hand, *hand.reading))
      found.Add(PointsAt(*hand.reading, MaskOf(Wind(hand)), true));
  }

 private:
  Tile Wind(const HandShape& hand) const { return round_ ? hand.round_wind : hand.seat_wind; }
  bool Holds(const HandShape& hand, const ReadingShape& reading) const override {
    const Tile wind = Wind(hand);
    return wind != table::kNoTile && (TripletKinds(hand, reading, gangs_) & MaskOf(wind)) != 0;
  }
  bool round_;
  bool gangs_;
};

class ConcealedTriplets final : public OfSets {
 public:
  static constexpr PartInfo kInfo{"concealed_triplets", 1, "暗刻不少于 least 副",
                                  "hits on at least `least` concealed triplets"};
  explicit ConcealedTriplets(Params& params)
      : least_(params.Int("least", 2, 1, 5, {"至少几副", "how many at least"})),
        gangs_(params.Bool("gangs", true, {"暗杠也算", "an_gang counts too", /*added=*/true})),
        completed_(
            params.Bool("completed", false,
                        {"别人的牌凑成的刻子也算",
                         "a triplet that another's tile completes counts too", /*added=*/true})),
        each_(params.Bool("each", false,
                          {"每副计一次", "counts once for each such triplet", /*added=*/true})) {}
  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr) return 0;
    const int count = Triplets(hand, *hand.reading);
    return count < least_ ? 0 : each_ ? count : 1;
  }
  std::uint32_t Needs() const override { return kReadAsSets | NeedsTriplets(least_); }

 private:
  bool Holds(const HandShape& hand, const ReadingShape& reading) const override {
    return Triplets(hand, reading) >= least_;
  }
  int Triplets(const HandShape& hand, const ReadingShape& reading) const {
    int count = reading.concealed_triplets;
    if (completed_ && hand.by != WinBy::kSelfDraw && reading.placed >= 0) {
      count += reading.sets[static_cast<std::size_t>(reading.placed)].triplet ? 1 : 0;
    }
    if (!gangs_)
      count -= static_cast<int>(
          std::ranges::count(hand.melds, table::MeldKind::kAnGang, &table::Meld::kind));
    return count;
  }
  int least_;
  bool gangs_;
  bool completed_;
  bool each_;
};

// Whether some suit has `length` members, `step` apart. `at(start)` tests for a member.
template <typename At>
bool Shifted(int length, int step, int highest, At&& at) {
  for (int suit = 0; suit < 3; ++suit) {
    for (int start = 0; start + step * (length - 1) <= highest; ++start) {
      int i = 0;
      while (i < length && at(static_cast<Tile>(suit * kGroupSize + start + i * step))) ++i;
      if (i == length) return true;
    }
  }
  return false;
}

// Each choice of `length` sets of one suit, `step` apart. `firsts`: where such sets begin.
void FindShifted(const ReadingShape& reading, TileMask firsts, int length, int step, bool triplets,
                 Occurrences& found) {
  ForEach(firsts, [&](Tile first) {
    std::array<Tile, 4> chain;
    for (int i = 0; i < length; ++i) {
      const int tile = first + i * step;
      if (GroupOf(static_cast<Tile>(tile)) != GroupOf(first) ||
          (firsts & MaskOf(static_cast<Tile>(tile))) == 0)
        return;
      chain[static_cast<std::size_t>(i)] = static_cast<Tile>(tile);
    }
    FindEach(reading, {chain.data(), static_cast<std::size_t>(length)}, triplets, found);
  });
}

class ShiftedTriplets final : public OfSets {
 public:
  static constexpr PartInfo kInfo{
      "shifted_triplets", 1, "同花色 length 副刻子，点数依次加一（节高）",
      "hits on `length` triplets of one suit, each one rank above the last"};
  explicit ShiftedTriplets(Params& params)
      : length_(params.Int("length", 3, 2, 4, {"几副", "how many"})),
        gangs_(CountsGangs(params)),
        concealed_(params.Bool("concealed", false,
                               {"只算暗的，别人的牌凑成的不算",
                                "concealed ones alone, not completed by another's tile",
                                /*added=*/true})) {}
  std::uint32_t Needs() const override { return kReadAsSets | kHasTriplets | kHasTwoTriplets; }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading == nullptr || hand.reading->triplet_count() < length_) return;
    FindShifted(*hand.reading, Kinds(hand, *hand.reading), length_, 1, true, found);
  }

 private:
  TileMask Kinds(const HandShape& hand, const ReadingShape& reading) const {
    TileMask kinds = TripletKinds(hand, reading, gangs_) & ~table::kHonours;
    for (const ReadingShape::Set& set : reading.Sets()) {
      if (concealed_ && set.triplet && !set.concealed) kinds &= ~MaskOf(set.first);
    }
    return kinds;
  }
  bool Holds(const HandShape& hand, const ReadingShape& reading) const override {
    const TileMask triplets = Kinds(hand, reading);
    return Shifted(length_, 1, 8, [&](Tile tile) { return (triplets & MaskOf(tile)) != 0; });
  }
  int length_;
  bool gangs_;
  bool concealed_;
};

// 一色三步高: 456 567 678 or 123 345 567. 连六: length 2, step 3.
class ShiftedSequences final : public OfSets {
 public:
  static constexpr PartInfo kInfo{
      "shifted_sequences", 1, "同花色 length 副顺子，起点依次相差同样多（步高、连六）",
      "hits on `length` sequences of one suit, each beginning the same step above the last"};
  explicit ShiftedSequences(Params& params)
      : length_(params.Int("length", 3, 2, 4, {"几副", "how many"})),
        steps_(StepsOf(params, "12")) {}
  std::uint32_t Needs() const override {
    return kReadAsSets | kHasTwoSequences | (length_ >= 3 ? kHasThreeSequences : 0u);
  }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading == nullptr || hand.reading->sequence_count < length_) return;
    const TileMask firsts = hand.reading->sequences.Kinds();
    for (const int step : steps_) FindShifted(*hand.reading, firsts, length_, step, false, found);
  }

 private:
  bool Holds(const HandShape&, const ReadingShape& reading) const override {
    if (reading.sequence_count < length_) return false;
    for (const int step : steps_) {
      if (Shifted(length_, step, 6, [&](Tile tile) { return reading.sequences[tile] > 0; }))
        return true;
    }
    return false;
  }
  int length_;
  std::vector<int> steps_;
};

class EqualSequences final : public OfSets {
 public:
  static constexpr PartInfo kInfo{"equal_sequences", 1,
                                  "同花色 count 副相同的顺子（一般高、三同顺、四同顺）",
                                  "hits on `count` equal sequences of one suit"};
  explicit EqualSequences(Params& params)
      : count_(params.Int("count", 2, 2, 4, {"几副", "how many"})),
        times_(params.Int("times", 1, 1, 2,
                          {"这样的几组（二杯口为两组）", "how many such groups", /*added=*/true})),
        made_(params.Enum("made", Made::kAny, {"any", "by_others", "alone"},
                          {"any：不限；by_others：其中一副由别人的牌凑成；alone：没有",
                           "any; by_others: another's tile has completed one of the group; alone: "
                           "it has not",
                           /*added=*/true})) {
    if (count_ * times_ > 4) params.Fault("count: a hand has four sets");
  }
  std::uint32_t Needs() const override {
    return kReadAsSets | kHasTwoSequences | kHasEqualSequences;
  }
  bool HasPlaces() const override { return times_ == 1 && made_ == Made::kAny; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading == nullptr) return;
    const ReadingShape& reading = *hand.reading;
    ForEach(reading.sequences.AtLeast(count_), [&](Tile first) {
      const PointBits points = PointsAt(reading, MaskOf(first), false);
      // Each choice of count_ of them.
      for (PointBits choice = points; choice != 0;
           choice = static_cast<PointBits>((choice - 1) & points)) {
        if (std::popcount(choice) == count_) found.Add(choice);
      }
    });
  }

 private:
  enum class Made : std::uint8_t { kAny, kByOthers, kAlone };
  bool Holds(const HandShape& hand, const ReadingShape& reading) const override {
    if (reading.sequence_count < count_ * times_) return false;
    const TileMask equal = reading.sequences.AtLeast(count_);
    if (made_ != Made::kAny) return GroupsMade(hand, reading, equal) >= times_;
    if (times_ == 1) return equal != 0;
    return std::popcount(equal) >= times_ || reading.sequences.AtLeast(count_ * times_) != 0;
  }
  // Groups are made of sequences that no other tile has completed first.
  int GroupsMade(const HandShape& hand, const ReadingShape& reading, TileMask equal) const {
    const bool taken = hand.by != WinBy::kSelfDraw && reading.placed >= 0;
    int groups = 0;
    ForEach(equal, [&](Tile first) {
      const ReadingShape::Set placed =
          taken ? reading.sets[static_cast<std::size_t>(reading.placed)] : ReadingShape::Set{};
      const int all = reading.sequences[first];
      const int alone = all - (taken && !placed.triplet && placed.first == first ? 1 : 0);
      groups += made_ == Made::kAlone ? alone / count_ : all / count_ - alone / count_;
    });
    return groups;
  }
  int count_;
  int times_;
  Made made_;
};

// 三色同顺, 三色同刻: the same set in each of the three suits. 三色步高, 三色节高, 花龙: one in
// each suit, their ranks 1 or 3 apart. 喜相逢, 双同刻: the same set in two suits.
class SameInSuits final : public OfSets {
 public:
  static constexpr PartInfo kInfo{"same_in_suits", 1, "三门花色各有一副点数相同的顺子，或刻子",
                                  "hits on the same sequence, or triplet, in all three suits"};
  explicit SameInSuits(Params& params)
      : triplets_(params.Enum("of", 0, {"sequences", "triplets"},
                              {"顺子或刻子", "of sequences, or of triplets"}) == 1),
        suits_(params.Int("suits", 3, 2, 3, {"几门花色", "how many suits", /*added=*/true})),
        step_(params.Int("step", 0, 0, 3,
                         {"三门的点数依次相差几（步高、节高为一，花龙为三）",
                          "how far apart the ranks of the three suits are", /*added=*/true})),
        pair_(params.Bool("pair", false,
                          {"另有一门是这点数的将（三色小同刻：suits 2）",
                           "the pair is of that rank too, in another suit; with suits: 2",
                           /*added=*/true})) {
    if (suits_ == 2 && step_ != 0) params.Fault("step: only sets in three suits are shifted");
    if (pair_ && (suits_ == 3 || !triplets_))
      params.Fault("pair: only beside triplets in two suits; write of: triplets and suits: 2");
  }
  std::uint32_t Needs() const override {
    if (triplets_) return kReadAsSets | NeedsTriplets(suits_);
    return kReadAsSets | kHasTwoSequences | (suits_ == 3 ? kHasThreeSequences : 0u);
  }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading == nullptr || !Holds(hand, *hand.reading)) return;
    const ReadingShape& reading = *hand.reading;
    const TileMask firsts = Firsts(reading);
    ForEachOrder([&](const std::array<Tile, 3>& order, int length) {
      for (int rank = 0; rank + step_ * (length - 1) < kGroupSize; ++rank) {
        std::array<Tile, 3> tiles{};
        bool all = true;
        for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
          tiles[i] = static_cast<Tile>(order[i] * kGroupSize + rank + static_cast<int>(i) * step_);
          all = all && (firsts & MaskOf(tiles[i])) != 0;
        }
        if (all && (!pair_ || RankOf(tiles[0]) == RankOf(reading.pair)))
          FindEach(reading, {tiles.data(), static_cast<std::size_t>(length)}, triplets_, found,
                   pair_ ? kPairPoint : PointBits{0});
      }
    });
  }

 private:
  TileMask Firsts(const ReadingShape& reading) const {
    return triplets_ ? reading.triplets & ~table::kHonours : reading.sequences.Kinds();
  }
  bool Holds(const HandShape&, const ReadingShape& reading) const override {
    TileMask sets = Firsts(reading);
    if (pair_ && !table::IsSuited(reading.pair)) return false;
    if (pair_) sets &= TileMask{0x40201} << RankOf(reading.pair);  // this rank in each suit
    if (suits_ == 3 && step_ == 0) {
      return (sets & sets >> kGroupSize & sets >> (2 * kGroupSize) &
              table::SuitMask(table::kWan)) != 0;
    }
    bool holds = false;
    ForEachOrder([&](const std::array<Tile, 3>& order, int length) {
      TileMask ranks = table::SuitMask(table::kWan);
      for (int i = 0; i < length; ++i)
        ranks &= sets >> (order[static_cast<std::size_t>(i)] * kGroupSize + i * step_) &
                 table::SuitMask(table::kWan) >> (i * step_);
      holds = holds || ranks != 0;
    });
    return holds;
  }
  // The orders of suits that make a difference.
  template <typename Visit>
  void ForEachOrder(Visit&& visit) const {
    static constexpr std::array<Tile, 3> kOrders[] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                      {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    if (suits_ == 2) {
      for (const std::array<Tile, 3>& two : {std::array<Tile, 3>{0, 1}, {0, 2}, {1, 2}})
        visit(two, 2);
    } else {
      for (const std::array<Tile, 3>& order : kOrders) {
        visit(order, 3);
        if (step_ == 0) break;
      }
    }
  }
  bool triplets_;
  int suits_;
  int step_;
  bool pair_;
};

// 清龙 147, 老少副 17: sequences of one suit that begin at all these ranks.
class SequencesAt final : public OfSets {
 public:
  static constexpr PartInfo kInfo{
      "sequences_at", 1, "同花色有从这些点数开头的顺子，如 147（清龙）、17（老少副）",
      "hits on sequences of one suit that begin at each of these ranks, such as 147"};
  explicit SequencesAt(Params& params) {
    const std::string ranks = params.Text("ranks", "147", {"点数，如 147", "the ranks, as 147"});
    for (const char rank : ranks) {
      if (rank < '1' || rank > '7') {
        params.Fault("ranks: a sequence begins at 1 to 7, not " + ranks);
        return;
      }
      mask_ |= TileMask{1} << (rank - '1');
    }
    wild_suit_ = params.Enum("suit", 0, {"any", "wild"},
                             {"哪门花色：任一门，或手里赖子的那门",
                              "the suit: any, or that of a wildcard that the hand holds",
                              /*added=*/true}) == 1;
  }
  std::uint32_t Needs() const override {
    return kReadAsSets | kHasTwoSequences | (std::popcount(mask_) >= 3 ? kHasThreeSequences : 0u);
  }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (hand.reading == nullptr) return;
    const TileMask starts = hand.reading->sequences.Kinds();
    for (int suit = 0; suit < 3; ++suit) {
      if ((mask_ & ~(starts >> (suit * kGroupSize))) != 0) continue;
      if (wild_suit_ && !IsWild(hand, suit)) continue;
      std::array<Tile, 4> tiles{};
      std::size_t count = 0;
      ForEach(mask_, [&](Tile rank) {
        if (count < tiles.size()) tiles[count++] = static_cast<Tile>(rank + suit * kGroupSize);
      });
      FindEach(*hand.reading, {tiles.data(), count}, false, found);
    }
  }

 private:
  bool Holds(const HandShape& hand, const ReadingShape& reading) const override {
    const TileMask starts = reading.sequences.Kinds();
    for (int suit = 0; suit < 3; ++suit) {
      if ((mask_ & ~(starts >> (suit * kGroupSize))) == 0 && (!wild_suit_ || IsWild(hand, suit)))
        return true;
    }
    return false;
  }
  static bool IsWild(const HandShape& hand, int suit) {
    return (hand.wild_tiles.Kinds() & TileMask{0x1FF} << (suit * kGroupSize)) != 0;
  }

  TileMask mask_ = 0;
  bool wild_suit_ = false;
};

// 一色双龙会: 123 123 789 789 and a pair of 5, all of one suit. 三色双龙会: 123 and 789 in two
// suits and the pair of 5 in the third.
class TwinDragons final : public OfSets {
 public:
  static constexpr PartInfo kInfo{
      "twin_dragons", 1, "一色双龙会：同花色两副 123、两副 789，将是 5",
      "hits on 123 and 789 of one suit, twice each, with a pair of its 5"};
  explicit TwinDragons(Params& params)
      : suits_(
            params.Enum("suits", Suits::kOne, {"one", "three"},
                        {"一色 / 三色：两门各一副 123、一副 789，将是第三门的 5",
                         "all of one suit / 123 and 789 in two suits, the pair of 5 in the third",
                         /*added=*/true})) {}
  std::uint32_t Needs() const override {
    return kReadAsSets | kHasTwoSequences | (suits_ == Suits::kOne ? kIsOneSuit : 0u);
  }
  bool HasPlaces() const override { return true; }
  void Find(const HandShape& hand, Occurrences& found) const override {
    if (Count(hand) != 0) found.Add(static_cast<PointBits>(0xF | kPairPoint));
  }

 private:
  enum class Suits : std::uint8_t { kOne, kThree };
  bool Holds(const HandShape&, const ReadingShape& reading) const override {
    if (!table::IsSuited(reading.pair) || RankOf(reading.pair) != 4) return false;
    if (suits_ == Suits::kThree) {
      const TileMask starts = reading.sequences.Kinds();
      constexpr TileMask kEnds = TileMask{0x41} * 0x40201;  // 1 and 7 of each suit
      return starts == (kEnds & ~table::SuitMask(table::SuitOf(reading.pair)));
    }
    const auto low = static_cast<Tile>(reading.pair - 4);
    return reading.sequences[low] == 2 && reading.sequences[static_cast<Tile>(low + 6)] == 2;
  }

  Suits suits_;
};

class AllSequences final : public OfSets {
 public:
  static constexpr PartInfo kInfo{"all_sequences", 1, "四副都是顺子，将是万、筒、条（平和）",
                                  "hits on a hand of sequences alone whose pair is no honour"};
  explicit AllSequences(Params& params)
      : any_pair_(params.Bool("any_pair", false,
                              {"将可以是字牌", "the pair may be honours", /*added=*/true})) {}
  std::uint32_t Needs() const override { return kReadAsSets | kHasTwoSequences; }

 private:
  bool Holds(const HandShape&, const ReadingShape& reading) const override {
    return reading.sequence_count == reading.set_count &&
           (any_pair_ || table::IsSuited(reading.pair));
  }
  bool any_pair_;
};

// 全带幺, 全带五: also matches seven pairs, if each pair does.
class OutsideSets final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"outside_sets", 1, "每副牌和将都带一、九或字牌",
                                  "matches if every set and the pair hold a 1, a 9 or an honour"};
  explicit OutsideSets(Params& params)
      : kinds_(KindsOf(params, "kinds", "19m19p19s1-7z",
                       {"或都带别的牌，如 5m5p5s（全带五）",
                        "other kinds that each of them holds instead, as 5m5p5s",
                        /*added=*/true})) {}
  bool NeedsReading() const override { return true; }
  std::uint32_t Needs() const override {
    return (kinds_ & ~table::kOrphans) == 0 ? kHasNoMiddle : 0u;
  }
  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr || hand.reading->other || hand.reading->body != 0) return 0;
    const ReadingShape& reading = *hand.reading;
    if (reading.pairs) return (hand.kinds & ~kinds_) == 0 ? 1 : 0;
    if ((MaskOf(reading.pair) & kinds_) == 0) return 0;
    for (const ReadingShape::Set& set : reading.Sets()) {
      const TileMask tiles = set.triplet ? MaskOf(set.first) : TileMask{7} << set.first;
      if ((tiles & kinds_) == 0) return 0;
    }
    return 1;
  }

 private:
  TileMask kinds_;
};

// 连七对.
class ShiftedPairs final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"shifted_pairs", 1, "同花色七个相连的对子（连七对）",
                                  "hits on seven pairs of one suit with neighbouring ranks"};
  explicit ShiftedPairs(Params& params) { params.Needs(logic::kPairsShape); }
  int Count(const HandShape& hand) const override {
    return Shifted(7, 1, 8, [&](Tile tile) { return hand.concealed[tile] == 2; }) ? 1 : 0;
  }
  std::uint32_t Needs() const override { return kReadAsPairs | kIsOneSuit; }
  bool NeedsReading() const override { return true; }
};

}  // namespace

void RegisterFanPatternsSets(Registry& registry) {
  registry.Add<TripletsOf>();
  registry.Add<PairOf>();
  registry.Add<WindTriplet>();
  registry.Add<ConcealedTriplets>();
  registry.Add<ShiftedTriplets>();
  registry.Add<ShiftedSequences>();
  registry.Add<EqualSequences>();
  registry.Add<SameInSuits>();
  registry.Add<SequencesAt>();
  registry.Add<TwinDragons>();
  registry.Add<AllSequences>();
  registry.Add<OutsideSets>();
  registry.Add<ShiftedPairs>();
}

}  // namespace mlf::score
