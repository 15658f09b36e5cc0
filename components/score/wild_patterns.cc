// Fan patterns about wildcards (rules/yilaidaodi.md#hei-mo).
#include <mlf/components/hand_shape.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/limited_wilds.h>

#include <algorithm>
#include <bit>

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
                               /*added=*/true})) {
    params.Needs(logic::kWilds);
    if (least_ > most_) params.Fault("least is above most");
  }
  int Count(const HandShape& hand) const override {
    const int held = hand.wild + (as_tiles_ ? hand.wild_as_tiles : 0);
    if (held < least_ || held > most_) return 0;
    return each_ ? held : 1;
  }
  bool OfReading() const override { return false; }

 private:
  static constexpr int kMost = 8;
  int least_;
  int most_;
  bool each_;
  bool as_tiles_;
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

}  // namespace

void RegisterWildPatterns(Registry& registry) {
  registry.Add<HardWin>();
  registry.Add<LaidWilds>();
  registry.Add<WildsHeld>();
  registry.Add<WildsAsPair>();
  registry.Add<WildsAsSet>();
  registry.Add<WildsInSuit>();
}

}  // namespace mlf::score
