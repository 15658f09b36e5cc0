// Fan patterns of the Sichuan family (rules/xueliu.md#fans, rules/xuezhan.md#fans), and
// combinations of patterns. They read HandShape only.
#include <mlf/components/hand_shape.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mlf::score {

namespace {

// A pattern that matches once or not at all.
class YesNo : public FanPattern {
 public:
  int Count(const HandShape& hand) const final { return Holds(hand) ? 1 : 0; }

 private:
  virtual bool Holds(const HandShape& hand) const = 0;
};

class StandardWin final : public YesNo {
 public:
  static constexpr PartInfo kInfo{"standard_win", 1, "四副牌加一对将",
                                  "hits on four sets and a pair"};

 private:
  bool Holds(const HandShape& hand) const override { return hand.Standard(); }
};

class SevenPairsWin final : public YesNo {
 public:
  static constexpr PartInfo kInfo{"seven_pairs_win", 1, "七对，四张相同算两对",
                                  "hits on seven pairs; four equal tiles are two of them"};

  explicit SevenPairsWin(Params& params)
      : quads_(params.Int("quads", 0, 0, 3,
                          {"至少几种牌各有四张", "kinds held four times, at least"})),
        with_wilds_(
            params.Bool("quads_with_wilds", false,
                        {"四张里可以有赖子顶替的", "a wildcard may make up the four", true})) {}
  std::uint32_t Needs() const override { return kIsSevenPairs; }

 private:
  bool Holds(const HandShape& hand) const override {
    return hand.SevenPairs() && hand.Quads(with_wilds_) >= quads_;
  }

  int quads_;
  bool with_wilds_;
};

class AllTriplets final : public YesNo {
 public:
  static constexpr PartInfo kInfo{
      "all_triplets", 1, "四副都是刻子或杠，加一对将；手里没有赖子",
      "hits on triplets and gangs alone, with a pair; not on a hand with wildcards"};
  explicit AllTriplets(Params& params)
      : with_wilds_(params.Bool("with_wilds", false,
                                {"赖子可以顶替刻子和将里的牌",
                                 "wildcards may stand for tiles of the triplets and the pair",
                                 /*added=*/true})) {}
  std::uint32_t Needs() const override { return with_wilds_ ? 0u : std::uint32_t{kIsAllTriplets}; }

 private:
  bool Holds(const HandShape& hand) const override {
    return hand.AllTriplets() || (with_wilds_ && hand.wild > 0 && Completed(hand));
  }

  // Each kind is one triplet or the pair, or both if it is held four times. Wildcards fill these
  // groups and make up the ones that are missing, so their number always fits. A kind for which no
  // wildcard may stand is a whole triplet or the whole pair.
  static bool Completed(const HandShape& hand) {
    if (hand.sequence_melds != 0) return false;
    int groups = 0, only_pairs = 0;
    bool may_pair = false, whole = true;
    ForEach(hand.concealed.Kinds(), [&](Tile kind) {
      const int held = hand.concealed[kind];
      const bool filled = (hand.stand_for & MaskOf(kind)) != 0;
      groups += held == 4 ? 2 : 1;
      only_pairs += held == 4 || (held == 2 && !filled) ? 1 : 0;
      may_pair = may_pair || held != 3;
      whole = whole && (filled || held == 2 || held == 3);
    });
    return whole && only_pairs <= 1 &&
           (groups <= hand.sets || (groups == hand.sets + 1 && may_pair));
  }

  bool with_wilds_;
};

class GoldenHook final : public YesNo {
 public:
  static constexpr PartInfo kInfo{
      "golden_hook", 1, "各副牌都已亮出，手里只剩将（金钩钓）",
      "matches if all sets are laid down and only the pair is in the hand"};

  explicit GoldenHook(Params& params)
      : gangs_(params.Int("gangs", 0, 0, 5, {"至少几副杠", "gangs among them, at least"})) {}
  std::uint32_t Needs() const override { return kIsAllLaid; }

 private:
  bool Holds(const HandShape& hand) const override {
    return (hand.features & kIsAllLaid) != 0 && hand.gangs >= gangs_ && hand.Standard();
  }

  int gangs_;
};

class OneSuit final : public YesNo {
 public:
  static constexpr PartInfo kInfo{"one_suit", 1, "所有牌同一花色，没有字牌（清一色）",
                                  "hits on a hand of one suit without honours"};
  bool OfReading() const override { return false; }
  std::uint32_t Needs() const override { return kIsOneSuit; }

 private:
  bool Holds(const HandShape& hand) const override { return hand.OneSuit(); }
};

class TerminalSets final : public YesNo {
 public:
  static constexpr PartInfo kInfo{
      "terminal_sets", 1, "每副牌和将都带一或九；手里没有赖子",
      "matches if every set and the pair hold a 1 or a 9; not on a hand with wildcards"};
  std::uint32_t Needs() const override { return kHasTerminalSets; }

 private:
  bool Holds(const HandShape& hand) const override { return hand.TerminalSets(); }
};

// A mask over a word of Counts with all bits of the given ranks (1..9) set.
std::uint32_t FieldsOf(const std::string& ranks) {
  std::uint32_t mask = 0;
  for (char rank : ranks) mask |= std::uint32_t{7} << (3 * (rank - '1'));
  return mask;
}

class OnlyRanks final : public YesNo {
 public:
  static constexpr PartInfo kInfo{"only_ranks", 1, "所有牌都是这些点数，没有字牌",
                                  "hits on a hand of these ranks alone, without honours"};
  bool OfReading() const override { return false; }

  explicit OnlyRanks(Params& params) {
    const std::string ranks =
        params.Text("ranks", "", {"点数，例如 258", "the ranks, such as 258"});
    const bool fine = !ranks.empty() && std::all_of(ranks.begin(), ranks.end(),
                                                    [](char c) { return c >= '1' && c <= '9'; });
    if (fine) {
      fields_ = FieldsOf(ranks);
    } else if (!params.describing()) {
      params.Fault("only_ranks: ranks from 1 to 9 are needed, such as 258");
    }
  }

 private:
  bool Holds(const HandShape& hand) const override { return hand.OnlyFields(fields_); }

  std::uint32_t fields_ = 0;
};

class NoTerminals final : public YesNo {
 public:
  static constexpr PartInfo kInfo{"no_terminals", 1, "没有一、九和字牌（断幺）",
                                  "hits on a hand without 1, 9 and honours"};
  bool OfReading() const override { return false; }
  std::uint32_t Needs() const override { return kHasNoOrphans; }

 private:
  bool Holds(const HandShape& hand) const override {
    constexpr std::uint32_t kTwoToEight = 0xFFFFF8;  // ranks 2 to 8
    return hand.OnlyFields(kTwoToEight);
  }
};

class ConcealedSelfDraw final : public YesNo {
 public:
  static constexpr PartInfo kInfo{"concealed_self_draw", 1, "除暗杠外没有亮过牌，自摸",
                                  "hits on a self-draw with nothing laid down but an_gang"};
  explicit ConcealedSelfDraw(Params& params) { params.Needs(logic::kWinBySelfDraw); }
  bool OfReading() const override { return false; }
  std::uint32_t Needs() const override { return kIsClosed; }

 private:
  bool Holds(const HandShape& hand) const override {
    return hand.by == WinBy::kSelfDraw && hand.open_melds == 0;
  }
};

constexpr Doc kPatternsDoc{"要看的牌型", "the patterns in question"};

// A pattern may rely on the features it needs, so they are tested before it is counted.
struct NestedPattern {
  const FanPattern* pattern;
  std::uint32_t needs;

  int Count(const HandShape& hand) const {
    return (hand.features & needs) == needs ? pattern->Count(hand) : 0;
  }
};

std::vector<NestedPattern> NestedPatterns(Params& params) {
  std::vector<NestedPattern> nested;
  for (const FanPattern* pattern : params.Parts<FanPattern>("patterns", kPatternsDoc))
    nested.push_back({pattern, pattern->Needs()});
  return nested;
}

class AllOf final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"all_of", 1, "各牌型都有才算；可计多次的，按次数最少的一个",
                                  "matches if all patterns match; counts as the smallest count"};

  explicit AllOf(Params& params) : patterns_(params.Parts<FanPattern>("patterns", kPatternsDoc)) {
    for (const FanPattern* pattern : patterns_) {
      needs_ |= pattern->Needs();
      of_reading_ = of_reading_ || pattern->OfReading();
    }
  }
  bool OfReading() const override { return of_reading_; }
  bool NeedsReading() const override {
    return std::ranges::any_of(patterns_, &FanPattern::NeedsReading);
  }

  int Count(const HandShape& hand) const override {
    int least = patterns_.empty() ? 0 : patterns_.front()->Count(hand);
    for (std::size_t i = 1; i < patterns_.size() && least > 0; ++i)
      least = std::min(least, patterns_[i]->Count(hand));
    return least;
  }
  std::uint32_t Needs() const override { return needs_; }

 private:
  std::vector<const FanPattern*> patterns_;
  std::uint32_t needs_ = 0;
  bool of_reading_ = false;
};

class AnyOf final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"any_of", 2, "有任一牌型就算；可计多次的，按次数最多的一个",
                                  "matches if any pattern matches; counts as the largest count"};

  explicit AnyOf(Params& params) : patterns_(NestedPatterns(params)) {
    for (const NestedPattern& one : patterns_)
      of_reading_ = of_reading_ || one.pattern->OfReading();
  }
  bool OfReading() const override { return of_reading_; }
  bool NeedsReading() const override {
    return !patterns_.empty() && std::ranges::all_of(patterns_, [](const NestedPattern& one) {
      return one.pattern->NeedsReading();
    });
  }

  int Count(const HandShape& hand) const override {
    int most = 0;
    for (const NestedPattern& one : patterns_) most = std::max(most, one.Count(hand));
    return most;
  }

 private:
  std::vector<NestedPattern> patterns_;
  bool of_reading_ = false;
};

class SumOf final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"sum_of", 1, "各牌型的次数相加",
                                  "counts as often as all patterns together"};

  explicit SumOf(Params& params) : patterns_(NestedPatterns(params)) {
    for (const NestedPattern& one : patterns_)
      of_reading_ = of_reading_ || one.pattern->OfReading();
  }
  bool OfReading() const override { return of_reading_; }

  int Count(const HandShape& hand) const override {
    int sum = 0;
    for (const NestedPattern& one : patterns_) sum += one.Count(hand);
    return sum;
  }

 private:
  std::vector<NestedPattern> patterns_;
  bool of_reading_ = false;
};

class CountAs final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"count_as", 1, "牌型计一次、两次……时各算作几次",
                                  "what one occurrence of the pattern counts as, two, and so on"};

  explicit CountAs(Params& params)
      : pattern_(params.Part<FanPattern>("pattern", {"牌型", "the pattern"})) {
    const mlf::Value& values =
        params.Raw("as", {"一次、两次……各算几次：[1, 2, 4]，更多的取最后一个",
                          "what one counts as, two, and so on: [1, 2, 4]; the last stands for "
                          "more"});
    for (const mlf::Value& item : values.items()) {
      const auto number = item.AsInt();
      if (!number || *number < 0 || *number > kMost)
        params.Fault(
            "as: numbers in 0.." + std::to_string(kMost) + " are needed, not " + item.Canonical(),
            item.where());
      as_.push_back(static_cast<int>(number.value_or(0)));
    }
    if (as_.empty() && !params.describing())
      params.Fault("as: what one occurrence counts as is needed, two, and so on, such as [1, 2, 4]",
                   params.WhereOf("as"));
  }
  bool OfReading() const override { return pattern_->OfReading(); }
  bool NeedsReading() const override { return pattern_->NeedsReading(); }
  std::uint32_t Needs() const override { return pattern_->Needs(); }
  int Count(const HandShape& hand) const override {
    const int count = std::min(pattern_->Count(hand), static_cast<int>(as_.size()));
    return count == 0 ? 0 : as_[static_cast<std::size_t>(count - 1)];
  }

 private:
  static constexpr int kMost = 100;

  const FanPattern* pattern_;
  std::vector<int> as_;
};

class NoneOf final : public YesNo {
 public:
  static constexpr PartInfo kInfo{"none_of", 2, "这些牌型一个都没有才算",
                                  "matches if none of the patterns matches"};

  explicit NoneOf(Params& params) : patterns_(NestedPatterns(params)) {}

 private:
  bool Holds(const HandShape& hand) const override {
    return std::ranges::none_of(patterns_,
                                [&](const NestedPattern& one) { return one.Count(hand) > 0; });
  }

  std::vector<NestedPattern> patterns_;
};

}  // namespace

void RegisterFanPatterns(Registry& registry) {
  registry.Add<StandardWin>();
  registry.Add<SevenPairsWin>();
  registry.Add<AllTriplets>();
  registry.Add<GoldenHook>();
  registry.Add<OneSuit>();
  registry.Add<TerminalSets>();
  registry.Add<OnlyRanks>();
  registry.Add<NoTerminals>();
  registry.Add<ConcealedSelfDraw>();
  registry.Add<AllOf>();
  registry.Add<AnyOf>();
  registry.Add<SumOf>();
  registry.Add<CountAs>();
  registry.Add<NoneOf>();
}

}  // namespace mlf::score
