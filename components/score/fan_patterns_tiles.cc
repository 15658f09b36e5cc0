// Fan patterns of tiles, independent of the reading (rules/erren.md#fans): flushes, kinds held or
// absent, nine gates, flowers.
#include <mlf/components/hand_shape.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/winds.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <bit>
#include <string>

namespace mlf::score {

namespace {

using table::TileMask;

TileMask KindsOf(Params& params, Doc doc) {
  const std::string text = params.Text("kinds", "", doc);
  if (params.describing()) return 0;
  const auto kinds = logic::ParseKinds(text);
  if (kinds) return *kinds;
  params.Fault("kinds: " + kinds.faults().front().message);
  return 0;
}

class OnlyTiles final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"only_tiles", 1, "所有牌都在这些牌之中",
                                  "hits on a hand of these kinds alone"};
  bool OfReading() const override { return false; }
  explicit OnlyTiles(Params& params)
      : kinds_(KindsOf(params, {"哪些牌，如 19m1-7z", "the kinds, as 19m1-7z"})) {
    logic::NeedsSuitOf(params, kinds_);
  }
  int Count(const HandShape& hand) const override { return (hand.kinds & ~kinds_) == 0 ? 1 : 0; }
  std::uint32_t Needs() const override {
    constexpr TileMask kMiddle = TileMask{0x38} * 0x40201;  // 4, 5 and 6 of each suit
    return ((kinds_ & kMiddle) == 0 ? kHasNoMiddle : 0u) |
           ((kinds_ & table::kOrphans) == 0 ? kHasNoOrphans : 0u);
  }

 private:
  TileMask kinds_;
};

class HoldsTiles final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "holds_tiles", 1, "有这些牌中的任一种，或全部",
      "hits on a hand with tiles of one of these kinds, or of all of them"};
  bool OfReading() const override { return false; }
  explicit HoldsTiles(Params& params)
      : kinds_(KindsOf(params, {"哪些牌，如 1-7z", "the kinds, as 1-7z"})),
        all_(params.Bool("all", false, {"须全有", "all of the kinds"})),
        wilds_(params.Bool("wilds", false,
                           {"缺的可用赖子补", "wildcards may stand for missing kinds",
                            /*added=*/true})) {
    logic::NeedsSuitOf(params, kinds_);
  }
  int Count(const HandShape& hand) const override {
    const TileMask held = hand.kinds & kinds_;
    if (!all_) return held != 0 || (wilds_ && hand.wild != 0) ? 1 : 0;
    if (wilds_) return std::popcount(kinds_ & ~held) <= hand.wild ? 1 : 0;
    return held == kinds_ ? 1 : 0;
  }

 private:
  TileMask kinds_;
  bool all_;
  bool wilds_;
};

// 国士无双十三面: 13 different orphans before the win, so that two of the winning tile are held.
class WinningTileHeld final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "winning_tile_held", 1, "胡的那种牌，手里连同它正好 count 张",
      "hits if the winner holds exactly `count` tiles of the winning kind"};
  bool OfReading() const override { return false; }
  explicit WinningTileHeld(Params& params)
      : count_(params.Int("count", 2, 1, 4, {"几张，不多不少", "how many, no more and no less"})) {}
  int Count(const HandShape& hand) const override {
    return hand.tile != table::kNoTile && hand.concealed[hand.tile] == count_ ? 1 : 0;
  }

 private:
  int count_;
};

// 混一色: needs honours; without them it would be one suit.
class SuitAndHonours final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"suit_and_honours", 1, "一种花色加字牌（混一色）",
                                  "hits on a hand of one suit and honours"};
  explicit SuitAndHonours(Params& params) { params.Needs(logic::kHonours); }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    return hand.owned.group[table::kHonour] != 0 ? 1 : 0;
  }
  std::uint32_t Needs() const override { return kIsFlush; }
};

// 九莲宝灯. 1112345678999m wins on every tile of the suit, including 1 and 9
// (rules/common.md#decisions). With `pure` off: 14 tiles of a suit that contain 111, 999 and 2 to
// 8, whichever came last.
class NineGates final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"nine_gates", 1, "九莲宝灯：同花色 1112345678999 加任一张",
                                  "hits on 1112345678999 of one suit and one more tile of it"};
  bool OfReading() const override { return false; }
  explicit NineGates(Params& params)
      : pure_(params.Bool(
            "pure", true,
            {"胡前须正好是 1112345678999", "the 13 tiles before the win are exactly these"})) {}
  int Count(const HandShape& hand) const override {
    if (!hand.melds.empty() || (pure_ && hand.tile == table::kNoTile)) return 0;
    for (int suit = 0; suit < 3; ++suit) {
      Counts rest = hand.concealed;
      if (pure_) rest.Remove(hand.tile);
      int extra = pure_ ? 0 : 1;
      for (int rank = 0; rank < kGroupSize; ++rank) {
        const int more =
            rest[static_cast<Tile>(suit * kGroupSize + rank)] - (rank == 0 || rank == 8 ? 3 : 1);
        extra -= more;
        if (more < 0) extra = -1;
      }
      if (extra == 0) return 1;
    }
    return 0;
  }
  std::uint32_t Needs() const override { return kIsOneSuit; }

 private:
  bool pure_;
};

// 四归一: all four copies of a kind, not as a gang.
class FourWithoutGang final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"four_without_gang", 1, "四张相同的牌都有而没有开杠（四归一）",
                                  "hits on four equal tiles of the winner that are no gang"};
  explicit FourWithoutGang(Params& params)
      : each_(params.Bool("each", false,
                          {"每种计一次", "counts once for each such kind", /*added=*/true})) {}
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    TileMask fours = hand.owned.AtLeast(4);
    for (const table::Meld& meld : hand.melds) {
      if (table::IsGang(meld.kind)) fours &= ~MaskOf(meld.tile);
    }
    return each_ ? std::popcount(fours) : fours != 0 ? 1 : 0;
  }

 private:
  bool each_;
};

// 四归: all four of a kind without a gang, split between the hand and a peng, or concealed.
class FoursHeld final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"fours_held", 1, "四归：四张相同的牌不开杠",
                                  "hits once for each kind held four times that is no gang"};
  enum class Held : std::uint8_t { kConcealed, kPeng };
  explicit FoursHeld(Params& params)
      : held_(params.Enum(
            "held", Held::kConcealed, {"concealed", "peng"},
            {"都在手里 / 三张碰出、一张在手里", "all in the hand / a peng, and one in the hand"})),
        winning_(
            params.Bool("winning_kind", false, {"只看胡的那种牌", "of the winning kind alone"})),
        triplet_(params.Bool(
            "as_triplet", false,
            {"须拆成一副刻子加一张", "the reading takes them as a triplet and one more"})) {}
  bool OfReading() const override { return triplet_; }
  bool NeedsReading() const override { return triplet_; }
  int Count(const HandShape& hand) const override {
    TileMask fours = 0;
    if (held_ == Held::kConcealed) {
      fours = hand.concealed.AtLeast(4);
      if (triplet_)
        fours &= hand.reading == nullptr || hand.reading->pairs ? 0 : hand.reading->triplets;
    } else {
      for (const table::Meld& meld : hand.melds) {
        if (meld.kind == table::MeldKind::kPeng && hand.concealed[meld.tile] > 0)
          fours |= MaskOf(meld.tile);
      }
    }
    if (winning_) fours &= hand.tile == table::kNoTile ? 0 : MaskOf(hand.tile);
    return std::popcount(fours);
  }

 private:
  Held held_;
  bool winning_, triplet_;
};

class WinningTile final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"winning_tile", 1, "胡的是这些牌之一",
                                  "hits if the winning tile is of these kinds"};
  explicit WinningTile(Params& params)
      : kinds_(KindsOf(params, {"哪些牌，如 5p5s", "the kinds, as 5p5s"})) {
    logic::NeedsSuitOf(params, kinds_);
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    return hand.tile != table::kNoTile && (kinds_ & MaskOf(hand.tile)) != 0 ? 1 : 0;
  }

 private:
  TileMask kinds_;
};

// 缺一门: melds included.
class SuitsHeld final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "suits_held", 1, "万、筒、条里正好有 count 门（缺一门为两门）",
      "hits on a hand with tiles of exactly `count` of the three suits"};
  bool OfReading() const override { return false; }
  explicit SuitsHeld(Params& params)
      : count_(params.Int("count", 2, 0, 3, {"几门", "how many suits"})) {}
  int Count(const HandShape& hand) const override {
    int suits = 0;
    for (const table::Suit suit : {table::kWan, table::kTong, table::kTiao})
      suits += (hand.kinds & table::SuitMask(suit)) != 0 ? 1 : 0;
    return suits == count_ ? 1 : 0;
  }

 private:
  int count_;
};

// How many tiles count where `held` are of one suit or rank, melds included.
class TilesAlike {
 public:
  explicit TilesAlike(Params& params)
      : least_(params.Int("least", 8, 1, 18, {"至少几张", "how many tiles at least"})),
        most_(params.Int("most", 18, 1, 18, {"至多几张", "how many tiles at most"})),
        above_(params.Int("above", 0, 0, 18,
                          {"超过几张的每张计一次，0 为只计一次",
                           "each tile above this number counts; 0 = it counts once"})) {
    if (least_ > most_ && !params.describing())
      params.Fault("least is " + std::to_string(least_) + ", which is above most");
  }
  int Of(int held) const {
    if (held < least_ || held > most_) return 0;
    return above_ == 0 ? 1 : std::max(held - above_, 0);
  }

 private:
  int least_, most_, above_;
};

// 支: the longest suit alone.
class TilesOfSuit final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"tiles_of_suit", 1, "最多的一门有 least 到 most 张",
                                  "hits if the longest suit has `least` to `most` tiles"};
  explicit TilesOfSuit(Params& params) : counted_(params) {}
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override { return counted_.Of(LongestSuit(hand.owned)); }

 private:
  TilesAlike counted_;
};

// 同, 十同: tiles of one rank in any suit; every rank counts.
class TilesOfRank final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "tiles_of_rank", 1, "某个点数（不论花色）有 least 到 most 张，各点数分别计",
      "hits if `least` to `most` tiles are of one rank, whatever their suits; each rank counts"};
  explicit TilesOfRank(Params& params) : counted_(params) {}
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    int count = 0;
    for (int rank = 0; rank < kGroupSize; ++rank) {
      int held = 0;
      for (int suit = 0; suit < 3; ++suit)
        held += hand.owned[static_cast<Tile>(suit * kGroupSize + rank)];
      count += counted_.Of(held);
    }
    return count;
  }

 private:
  TilesAlike counted_;
};

class FlowersHeld final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"flowers_held", 1, "这些花牌都已亮出",
                                  "matches if all of these flowers lie open before the winner"};
  bool OfReading() const override { return false; }
  explicit FlowersHeld(Params& params)
      : mask_(static_cast<std::uint8_t>(
            KindsOf(params, {"哪些花，如 1-4h", "the flowers, as 1-4h"}) >>
            table::MakeTile(table::kFlower, 1))),
        least_(params.Int("least", 0, 0, 8,
                          {"至少几张，0 为全部", "how many of them, 0 = all", /*added=*/true})) {
    params.Needs(logic::kFlowersInPlay);
    if (least_ == 0) least_ = std::popcount(mask_);
  }
  int Count(const HandShape& hand) const override {
    return std::popcount(static_cast<std::uint8_t>(hand.flowers & mask_)) >= least_ ? 1 : 0;
  }
  std::uint32_t Needs() const override { return kHasFlowers; }

 private:
  std::uint8_t mask_;
  int least_;
};

// The two colours of flowers: 春夏秋冬 and 梅兰竹菊.
constexpr std::uint8_t kColours[] = {0x0F, 0xF0};

// 一台花: counts each colour.
class FlowerSets final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"flower_sets", 1, "春夏秋冬或梅兰竹菊四张齐，每齐一种计一次",
                                  "hits for each colour with all four flowers open"};
  explicit FlowerSets(Params& params) { params.Needs(logic::kFlowersInPlay); }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    int sets = 0;
    for (const std::uint8_t colour : kColours) sets += (hand.flowers & colour) == colour ? 1 : 0;
    return sets;
  }
  std::uint32_t Needs() const override { return kHasFlowers; }
};

// 正花: East owns the first flower of each colour, South the second, and so on.
class OwnFlowers final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"own_flowers", 1, "与门风相应的花（正花），每张计一次",
                                  "hits for each flower of the seat's own wind"};
  explicit OwnFlowers(Params& params)
      : in_sets_(params.Bool("in_sets", true,
                             {"四张齐的一种里也算", "also of a colour that is complete"})),
        others_(params.Enum("whose", 0, {"own", "others"},
                            {"与门风相应的，或其余的", "those of the own wind, or the others",
                             /*added=*/true}) == 1) {
    params.Needs(logic::kFlowersInPlay);
  }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override {
    if (hand.seat_wind == table::kNoTile) return 0;
    const int own = 0x11 << (hand.seat_wind - logic::kEast);
    int counted = hand.flowers & (others_ ? ~own : own);
    for (const std::uint8_t colour : kColours) {
      if (!in_sets_ && (hand.flowers & colour) == colour) counted &= ~colour;
    }
    return std::popcount(static_cast<unsigned>(counted));
  }
  std::uint32_t Needs() const override { return kHasFlowers; }

 private:
  bool in_sets_;
  bool others_;
};

// 天和 and 地和 where they raise a hand: any of its tiles may be the winning one.
class WonInFirstTurn final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{
      "won_in_first_turn", 1, "第一巡就胡（番表 first_turn 所列的番种）",
      "matches a win in the first turn: a row counts that the fan table names in first_turn"};
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override { return hand.first_turn ? 1 : 0; }
};

class NoFlowers final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"without_flowers", 1, "没有亮出花牌",
                                  "matches if no flower lies before the winner"};
  explicit NoFlowers(Params& params) { params.Needs(logic::kFlowersInPlay); }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override { return hand.flowers == 0 ? 1 : 0; }
};

class EachFlower final : public FanPattern {
 public:
  static constexpr PartInfo kInfo{"each_flower", 1, "每亮出一张花牌计一次",
                                  "hits once for every flower open before the winner"};
  explicit EachFlower(Params& params) { params.Needs(logic::kFlowersInPlay); }
  bool OfReading() const override { return false; }
  int Count(const HandShape& hand) const override { return std::popcount(hand.flowers); }
  std::uint32_t Needs() const override { return kHasFlowers; }
};

}  // namespace

void RegisterFanPatternsTiles(Registry& registry) {
  registry.Add<OnlyTiles>();
  registry.Add<HoldsTiles>();
  registry.Add<WinningTileHeld>();
  registry.Add<SuitAndHonours>();
  registry.Add<NineGates>();
  registry.Add<FourWithoutGang>();
  registry.Add<FoursHeld>();
  registry.Add<WinningTile>();
  registry.Add<SuitsHeld>();
  registry.Add<TilesOfSuit>();
  registry.Add<TilesOfRank>();
  registry.Add<FlowersHeld>();
  registry.Add<FlowerSets>();
  registry.Add<OwnFlowers>();
  registry.Add<WonInFirstTurn>();
  registry.Add<NoFlowers>();
  registry.Add<EachFlower>();
}

}  // namespace mlf::score
