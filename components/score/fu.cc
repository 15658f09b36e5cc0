// fu (rules/riichi_scoring.md#fu): points of the sets, the pair, the wait and the way of winning.
//
// Example (R50): 234678m 555p 234s 11z, self-drawn on 3s, the pair being both winds:
//   20 + 4 (concealed triplet) + 4 (pair) + 2 (closed wait) + 2 (self-draw) = 32, so 40.
#include <mlf/components/fu_rule.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>

#include <algorithm>

namespace mlf::score {

namespace {

using table::Meld;
using table::MeldKind;

constexpr int kBase = 20, kSevenPairs = 25, kLeastOpen = 30;

table::TileMask KindsOf(Params& params) {
  const auto kinds = logic::ParseKinds(
      params.Text("value_kinds", "5-7z",
                  {"作将时总有符的牌", "the kinds whose pair always has fu", /*added=*/true}));
  if (kinds) return *kinds;
  params.Fault("value_kinds: kinds such as 5-7z are needed", params.WhereOf("value_kinds"));
  return 0;
}

int SetFu(Tile tile, bool concealed, bool gang) {
  const bool outer = (MaskOf(tile) & table::kOrphans) != 0;
  return 2 * (outer ? 2 : 1) * (concealed ? 2 : 1) * (gang ? 4 : 1);
}

bool IsNarrow(const ReadingShape& reading, Tile tile) {
  if (reading.placed < 0) return reading.placed == ReadingShape::kInPair;
  const ReadingShape::Set& set = reading.sets[static_cast<std::size_t>(reading.placed)];
  if (set.triplet) return false;
  const int at = tile - set.first;
  return at == 1 || (at == 2 && RankOf(set.first) == 0) || (at == 0 && RankOf(set.first) == 6);
}

class FuOfReading final : public FuRule {
 public:
  static constexpr PartInfo kInfo{"fu", 1, "符：底符，加刻子、杠、将、听法与和法的符，十位进整",
                                  "fu: a base, and those of triplets, gangs, pair, wait and way of "
                                  "winning, rounded up to tens"};

  explicit FuOfReading(Params& params)
      : double_wind_(params.Enum("double_wind_pair", 1, {"2", "4"},
                                 {"将既是门风又是圈风时几符",
                                  "the fu of a pair that is both seat wind and round wind"}) == 1
                         ? 4
                         : 2),
        replacement_(
            params.Bool("replacement_draw", true,
                        {"岭上开花也计自摸的符",
                         "a self-draw of a gang's replacement has the fu of a self-draw"})),
        value_kinds_(KindsOf(params)) {}

  int Items(const HandShape& hand) const override {
    const ReadingShape& reading = *hand.reading;
    if (reading.pairs || reading.other) return 0;
    int fu = PairFu(hand, reading.pair) + (IsNarrow(reading, hand.tile) ? 2 : 0);
    const std::size_t in_hand = reading.set_count - hand.melds.size();
    for (const ReadingShape::Set& set : reading.Sets().first(in_hand)) {
      if (set.triplet) fu += SetFu(set.first, set.concealed, false);
    }
    for (const Meld& meld : hand.melds) {
      if (meld.kind != MeldKind::kChi)
        fu += SetFu(meld.tile, meld.kind == MeldKind::kAnGang, table::IsGang(meld.kind));
    }
    return fu;
  }

  int Fu(const HandShape& hand) const override {
    if (hand.reading->pairs) return kSevenPairs;
    if (hand.reading->other) return 0;
    const int items = Items(hand);
    const bool closed = hand.Closed();
    int fu = kBase + items;
    if (hand.by != WinBy::kSelfDraw) {
      fu += closed ? 10 : 0;
    } else if ((items != 0 || !closed) && (replacement_ || !hand.after_gang)) {
      fu += 2;
    }
    if (!closed) fu = std::max(fu, kLeastOpen);
    return (fu + 9) / 10 * 10;
  }

 private:
  int PairFu(const HandShape& hand, Tile pair) const {
    if (!table::IsHonour(pair)) return 0;
    if ((MaskOf(pair) & value_kinds_) != 0) return 2;
    const bool seat = pair == hand.seat_wind, round = pair == hand.round_wind;
    return seat && round ? double_wind_ : seat || round ? 2 : 0;
  }

  int double_wind_;
  bool replacement_;
  table::TileMask value_kinds_;
};

// 平和, by its definition: a reading that gives no fu.
class NoFu final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"no_fu", 1, "面子、将、听法都不带符（日麻平和）",
                                  "matches if sets, pair and wait give no fu"};
  explicit NoFu(Params& params) : fu_(params.Part<FuRule>("fu", {"算符", "how fu are counted"})) {}
  int Count(const HandShape& hand) const override {
    return hand.reading != nullptr && fu_->Items(hand) == 0 ? 1 : 0;
  }
  std::uint32_t Needs() const override { return kReadAsSets; }
  bool NeedsReading() const override { return true; }

 private:
  const FuRule* fu_;
};

}  // namespace

void RegisterFu(Registry& registry) {
  registry.Add<FuOfReading>();
  registry.Add<NoFu>();
}

}  // namespace mlf::score
