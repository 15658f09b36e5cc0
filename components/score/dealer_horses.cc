// Factors of the settlement formula by dealer and horses (rules/changsha.md#settlement):
//
//   dealer_fan_factor    in B: with the dealer, each fan is worth so much more
//   horse_pair_factor    in D or C: horses that point at the winner or at the payer
//
// Example (CP04): dealer 0, seat 3 wins off it with W = 2, horses 4p and 1s. The unit is 6 * 2 and
// 2 more, so 14. 4p points at seat 3 and 1s at the dealer: 14 * 4 = 56.
#include <mlf/components/horse_direction.h>
#include <mlf/components/horse_rule.h>
#include <mlf/components/judge.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>

#include <algorithm>

namespace mlf::score {

namespace {

using table::Board;

class DealerFanFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{
      "dealer_fan_factor", 1, "庄家：胡家或付家是庄家时，每番加这么多；零番也加一份",
      "where the winner or the payer is the dealer: points for each fan, or once for no fan"};
  explicit DealerFanFactor(Params& params)
      : board_(params),
        judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})),
        each_(EachOf(params)) {}
  std::string Name() const override { return "zhuang"; }
  const Reason& What() const override {
    static constexpr Reason kLabel{"zhuang", "庄家", "dealer"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const Seat dealer = board_(records).dealer;
    if (win.seat != dealer && payer != dealer) return std::nullopt;
    return each_ * Fan(records, win);
  }

 private:
  // At least 1. Where no facts are asked, it is no win of the whole hand (起手胡).
  int Fan(const Records& records, const WinCase& win) const {
    if (win.facts == WinCase::Facts::kNone) return 1;
    Verdict verdict;
    judge_->Evaluate(records, win, verdict);
    return verdict.win ? std::max(verdict.fan, 1) : 1;
  }

  table::BoardSlot board_;
  const Judge* judge_;
  int each_;
};

class HorsePairFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{
      "horse_pair_factor", 1, "中鸟：马牌从庄家（或胡家）数起指到胡家或付家的张数",
      "counts the horses that point at the winner or at the payer, from the dealer or the winner"};
  enum class From : std::uint8_t { kDealer, kWinner };
  enum class Worth : std::uint8_t { kDouble, kTimes, kEach };
  explicit HorsePairFactor(Params& params)
      : board_(params),
        horses_(params.Slot<TurnedHorses>()),
        from_(params.Enum(
            "from", From::kDealer, {"dealer", "winner"},
            {"从谁数起：庄家 / 胡家", "where the count begins: the dealer / the winner"})),
        worth_(
            params.Enum("worth", Worth::kDouble, {"double", "times", "each"},
                        {"每张：翻一倍（1、2、4……）/ 加一份（1、2、3……）/ 加 each",
                         "each doubles: 1, 2, 4 ... / adds one part: 1, 2, 3 ... / adds `each`"})),
        each_(EachOf(params)) {
    params.Needs(logic::kHorsesTurned);
  }
  std::string Name() const override { return "horse_pair"; }
  const Reason& What() const override {
    static constexpr Reason kLabel{"horse_pair", "中鸟", "birds"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const Board& board = board_(records);
    const TurnedHorses& horses = horses_(records);
    const Seat origin = from_ == From::kDealer ? board.dealer : win.seat;
    int hits = 0;
    for (int i = 0; i < horses.count; ++i) {
      const auto direction = logic::HorseDirection(horses.tiles[static_cast<std::size_t>(i)]);
      if (!direction) continue;
      const int seat = (origin + *direction) % board.seat_count;
      hits += seat == win.seat || seat == payer ? 1 : 0;
    }
    if (hits == 0) return std::nullopt;
    switch (worth_) {
      case Worth::kDouble: return std::int32_t{1} << std::min(hits, kMostDoubled);
      case Worth::kTimes: return 1 + hits;
      case Worth::kEach: return each_ * hits;
    }
    return std::nullopt;
  }

 private:
  static constexpr int kMostDoubled = 20;

  table::BoardSlot board_;
  Slot<TurnedHorses> horses_;
  From from_;
  Worth worth_;
  int each_;
};

}  // namespace

void RegisterDealerHorses(Registry& registry) {
  registry.Add<DealerFanFactor>();
  registry.Add<HorsePairFactor>();
}

}  // namespace mlf::score
