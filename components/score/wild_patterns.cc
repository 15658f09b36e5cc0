// Fan patterns about wildcards (rules/yilaidaodi.md#hei-mo).
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/limited_wilds.h>

#include <algorithm>
#include <bit>
#include <string>

namespace mlf::score {

namespace {

// 硬胡: complete with every wildcard as its own tile. With `copies` 4 a soft hand may count too
// (YL10). Its only wildcard must be the last of the four, and the winner must have ganged the other
// three.
class HardWin final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "hard_win", 1, "硬胡：每张赖子都当自己用也能胡",
      "hits on a hand that is complete with every wildcard as the tile it is"};
  explicit HardWin(Params& params)
      : copies_(params.Int("copies", 0, 0, 4,
                           {"杠下其余赖子后，用最后一张的软胡也算硬（赖子共几张，0 为不算）",
                            "how many wildcards there are: a winner that has ganged all but the "
                            "one it uses is hard too; 0: no such rule"})) {
    params.Needs(logic::kWilds);
  }
  int Count(const HandShape& hand) const override {
    const bool last_one = copies_ > 0 && hand.wild == 1 && hand.wild_laid == copies_ - 1;
    return last_one || hand.HardStandard() ? 1 : 0;
  }

 private:
  int copies_;
};

// One for each ganged wildcard.
class LaidWilds final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"laid_wilds", 1, "每杠下一张赖子计一次",
                                  "hits once for every wildcard that has been ganged"};
  enum class Whose : std::uint8_t { kWinner, kTable };
  explicit LaidWilds(Params& params)
      : whose_(params.Enum("whose", Whose::kWinner, {"winner", "table"},
                           {"胡家的，或全桌的", "by the winner, or by everybody"})) {
    params.Needs(logic::kWildGanged);
  }
  int Count(const HandShape& hand) const override {
    return whose_ == Whose::kWinner ? hand.wild_laid : hand.wild_laid_by_all;
  }

 private:
  Whose whose_;
};

// The number of wildcards in the winning hand, whatever they stand for. At most none is 无鬼.
class WildsHeld final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"wilds_held", 1, "胡牌时手里的赖子为 least 到 most 张",
                                  "hits if the winning hand holds `least` to `most` wildcards"};
  explicit WildsHeld(Params& params)
      : least_(params.Int("least", 0, 0, kMost, {"至少几张", "how many at least"})),
        most_(params.Int("most", kMost, 0, kMost, {"至多几张", "how many at most"})),
        each_(params.Bool("each", false, {"每张计一次", "counts once for each", /*added=*/true})),
        as_tiles_(params.Bool("as_tiles", false,
                              {"当自己用的也算（用于番表的 wilds_as_tiles）",
                               "also those used as the tiles they are (wilds_as_tiles of the fan "
                               "table)",
                               /*added=*/true})),
        melds_(params.Bool("melds", false,
                           {"副露里的赖子也算", "those of melds count too", /*added=*/true})) {
    params.Needs(logic::kWilds);
    if (least_ > most_) params.Fault("least is above most");
  }
  int Count(const HandShape& hand) const override {
    const int held = hand.wild + (as_tiles_ ? hand.wild_as_tiles : 0) + (melds_ ? Melded(hand) : 0);
    if (held < least_ || held > most_) return 0;
    return each_ ? held : 1;
  }
  bool OfReading() const override { return false; }

 private:
  static constexpr int kMost = 8;
  static int Melded(const HandShape& hand) {
    int count = 0;
    for (const table::Meld& meld : hand.melds)
      ForEach(hand.wild_kinds, [&](Tile kind) { count += meld.CountOf(kind); });
    return count;
  }

  int least_;
  int most_;
  bool each_;
  bool as_tiles_;
  bool melds_;
};

// 金雀, 金龙: wildcards alone are the pair, or a set.
class WildsAlone : public FanPattern {
 public:
  explicit WildsAlone(Params& params)
      : in_reading_(params.Bool("in_reading", false,
                                {"就看这种拆法（用于 table_order），否则看有没有这样的拆法",
                                 "in the reading that is counted (for table_order), else in some "
                                 "reading of the hand"})) {
    params.Needs(logic::kWilds);
  }
  bool OfReading() const final { return in_reading_; }
  bool NeedsReading() const final { return in_reading_; }
  int Count(const HandShape& hand) const final {
    if (in_reading_) return hand.laid_out != nullptr && Holds(*hand.laid_out) ? 1 : 0;
    return InSome(hand) ? 1 : 0;
  }

 private:
  virtual bool Holds(const table::Reading& reading) const = 0;
  virtual bool InSome(const HandShape& hand) const = 0;
  bool in_reading_;
};

class WildsAsPair final : public WildsAlone {
 public:
  static constexpr PartInfo kInfo{"wilds_as_pair", 1, "两张赖子作将",
                                  "hits where two wildcards are the pair"};
  using WildsAlone::WildsAlone;

 private:
  bool Holds(const table::Reading& reading) const override { return reading.pair_wild == 2; }
  // A pair of a kind that nothing else completes takes their place.
  bool InSome(const HandShape& hand) const override {
    if (hand.wild < 2) return false;
    const table::TileMask free = table::kHonours & ~hand.concealed.Kinds();
    if (free == 0) return false;
    const auto pair = static_cast<Tile>(std::countr_zero(free));
    Counts with_pair = hand.concealed;
    with_pair.Add(pair, 2);
    return table::IsWin(with_pair, hand.sets, hand.wild - 2, hand.stand_for & ~MaskOf(pair));
  }
};

class WildsAsSet final : public WildsAlone {
 public:
  static constexpr PartInfo kInfo{"wilds_as_set", 1, "三张赖子作一副",
                                  "hits where three wildcards are a set"};
  using WildsAlone::WildsAlone;

 private:
  bool Holds(const table::Reading& reading) const override {
    return std::ranges::any_of(reading.Sets(),
                               [](const table::SetReading& set) { return set.wild == 7; });
  }
  bool InSome(const HandShape& hand) const override {
    return hand.wild >= 3 && hand.sets >= 1 &&
           table::IsWin(hand.concealed, hand.sets - 1, hand.wild - 3, hand.stand_for);
  }
};

// 清一色 with wildcards: they are of the suit too, or of another.
class WildsInSuit final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"wilds_in_suit", 1,
                                  "清一色，手里的赖子也是这门花色（没有赖子也算）",
                                  "hits on a hand of one suit whose wildcards are of it, or that "
                                  "holds none"};
  explicit WildsInSuit(Params& params) { params.Needs(logic::kWilds); }
  bool OfReading() const override { return false; }
  std::uint32_t Needs() const override { return kIsOneSuit; }
  int Count(const HandShape& hand) const override {
    const table::TileMask all = hand.kinds | hand.wild_tiles.Kinds();
    for (const table::Suit suit : {table::kWan, table::kTong, table::kTiao}) {
      if ((all & ~table::SuitMask(suit)) == 0) return 1;
    }
    return 0;
  }
};

// 捉五, 混吊: where the winning tile lies in the reading, and what lies beside it.
class WinningPlace final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "winning_place", 1, "胡的那张在拆法里的位置：将、一副牌、顺子中间，旁边是不是赖子",
      "hits where the winning tile lies at such a place of the reading"};
  enum class Where : std::uint8_t { kAnywhere, kPair, kSet, kMiddle };
  explicit WinningPlace(Params& params)
      : where_(params.Enum("where", Where::kAnywhere, {"anywhere", "pair", "set", "middle"},
                           {"在哪：不论、将、一副牌、顺子中间",
                            "anywhere, in the pair, in a set, in the middle of a sequence"})),
        others_wild_(params.Bool("others_wild", false,
                                 {"同一副的另外两张（将的另一张）都是赖子",
                                  "the other tiles of that set or pair are wildcards"})),
        wild_(params.Bool("wild", true,
                          {"胡的那张可以是赖子", "the winning tile may be a wildcard"})) {
    const std::string text = params.Text(
        "as", "",
        {"当哪种牌用，如 5m；不写则不论", "what it counts as, such as 5m; without it any"});
    if (text.empty()) return;
    if (const auto kinds = logic::ParseKinds(text)) {
      as_ = *kinds;
    } else {
      params.Fault("as: " + kinds.faults().front().message, params.WhereOf("as"));
    }
  }
  std::uint32_t Needs() const override { return kReadAsSets; }
  bool NeedsReading() const override { return true; }

  int Count(const HandShape& hand) const override {
    if (hand.reading == nullptr || hand.tile == table::kNoTile) return 0;
    const ReadingShape& reading = *hand.reading;
    const bool wild = hand.TileIsWild();
    if ((wild && !wild_) || reading.pairs || reading.other) return 0;
    if (reading.placed == ReadingShape::kInPair) return InPair(hand, wild) ? 1 : 0;
    return reading.placed >= 0 && InSet(hand, wild) ? 1 : 0;
  }

 private:
  bool InPair(const HandShape& hand, bool wild) const {
    const int wilds = hand.laid_out != nullptr ? hand.laid_out->pair_wild : 0;
    const Tile pair = hand.reading->pair;
    if (where_ == Where::kSet || where_ == Where::kMiddle) return false;
    if (wild ? wilds == 0 : wilds == 2 || pair != hand.tile) return false;
    return (!others_wild_ || wilds == (wild ? 2 : 1)) && (as_ & MaskOf(pair)) != 0;
  }

  bool InSet(const HandShape& hand, bool wild) const {
    if (where_ == Where::kPair) return false;
    const auto at = static_cast<std::size_t>(hand.reading->placed);
    const ReadingShape::Set& set = hand.reading->sets[at];
    const unsigned wilds = hand.laid_out != nullptr ? hand.laid_out->sets[at].wild : 0u;
    if (others_wild_ && std::popcount(wilds) != (wild ? 3 : 2)) return false;
    if (where_ == Where::kMiddle && set.triplet) return false;
    for (unsigned i = 0; i < 3; ++i) {
      const auto tile = static_cast<Tile>(set.triplet ? set.first : set.first + i);
      const bool stands = (wilds >> i & 1) != 0;
      if (stands != wild || (!wild && tile != hand.tile)) continue;
      if ((where_ != Where::kMiddle || i == 1) && (as_ & MaskOf(tile)) != 0) return true;
    }
    return false;
  }

  Where where_;
  bool others_wild_;
  bool wild_;
  table::TileMask as_ = table::kNaturals;
};

}  // namespace

void RegisterWildPatterns(Registry& registry) {
  registry.Add<HardWin>();
  registry.Add<LaidWilds>();
  registry.Add<WildsHeld>();
  registry.Add<WildsAsPair>();
  registry.Add<WildsAsSet>();
  registry.Add<WildsInSuit>();
  registry.Add<WinningPlace>();
}

}  // namespace mlf::score
