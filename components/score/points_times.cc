// points_times (水, 底, rules/xiamen.md#value): the rows of kind event are points, the greatest row
// of kind basic multiplies them together with a base. pay_point_differences settles the points of
// the seats that have not won.
//
// Example: base 8, two flowers, self-draw 2: (8 + 2) * 2 = 20. With `times: base`: 8 * 2 + 2 = 18.
//
// The base is made of pair factors. The value of the hand has the base of a payer of whom they say
// nothing. payer_base_factor adds what they say of one payer: the dealer pays 16 and not 8, so
// (16 - 8) * 2 more.
#include <mlf/components/fan_combine.h>
#include <mlf/components/given_settlement.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/seat_points.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>
#include "components/score/greatest_basic.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace mlf::score {

namespace {

using table::Board;

std::vector<const PairFactor*> BaseOf(Params& params, std::string_view name) {
  return params.Parts<PairFactor>(name, {"底：这些因子之和", "the base: the sum of these factors"});
}

std::int32_t SumOf(const std::vector<const PairFactor*>& factors, const Records& records,
                   const WinCase& win, Seat payer) {
  std::int32_t sum = 0;
  for (const PairFactor* factor : factors) sum += factor->Value(records, win, payer).value_or(0);
  return sum;
}

class PointsTimes final : public FanCombine {
 public:
  static constexpr PartInfo kInfo{
      "points_times", 1, "各行 event 的分加上底，乘最大的一行 basic；没有 basic 行则为零",
      "the points of all event rows and a base, multiplied by the greatest basic row, of equal "
      "ones the first; without such a row the total is 0"};
  enum class Times : std::uint8_t { kAll, kBase };

  explicit PointsTimes(Params& params)
      : base_(BaseOf(params, "base")),
        times_(params.Enum("times", Times::kAll, {"all", "base"},
                           {"basic 行乘底和分，还是只乘底",
                            "what the basic row multiplies: base and points, or the base alone"})) {
  }

  bool CountsGen() const override { return false; }
  bool Combine(const RowMatches& win, Verdict& verdict) const override {
    const std::vector<TableRow>& rows = win.rows();
    const auto [basic, counted] = CountGreatestBasic(win);
    std::int32_t points = 0;
    counted.rows.ForEach([&](int i) {
      const int count = counted.times[static_cast<std::size_t>(i)];
      const int fan = rows[static_cast<std::size_t>(i)].fan;
      if (fan == 0) return;  // the table may count nothing for a row
      AddLine(verdict, i, count, fan);
      if (!basic || i != *basic) points += count * fan;
    });
    const int times =
        basic ? std::clamp(rows[static_cast<std::size_t>(*basic)].fan, 0, kMostTimes) : 0;
    verdict.times = static_cast<std::uint8_t>(times);
    const std::int64_t base = SumOf(base_, win.records(), win.win(), kNoSeat);
    const std::int64_t total = times_ == Times::kAll ? (base + points) * times
                               : basic               ? base * times + points
                                                     : 0;
    verdict.fan = static_cast<std::int32_t>(std::min(total, kMost));
    return basic && rows[static_cast<std::size_t>(*basic)].full;
  }

 private:
  static constexpr int kMostTimes = 255;
  static constexpr std::int64_t kMost = 100'000'000;  // the sum over three payers fits 32 bits

  std::vector<const PairFactor*> base_;
  Times times_;
};

class PayerBaseFactor final : public PairFactor {
 public:
  static constexpr PartInfo kInfo{
      "payer_base_factor", 1, "付家的底比番值里的底多多少，乘 basic 行的倍数（配 points_times）",
      "how much the base of the payer is above the one in the value, multiplied as the value is "
      "(for points_times)"};
  explicit PayerBaseFactor(Params& params)
      : judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})),
        base_(BaseOf(params, "base")) {}
  const Reason& What() const override {
    static constexpr Reason kLabel{"payer_base", "付家的底", "the base of the payer"};
    return kLabel;
  }
  std::optional<std::int32_t> Value(const Records& records, const WinCase& win,
                                    Seat payer) const override {
    const std::int64_t more =
        SumOf(base_, records, win, payer) - SumOf(base_, records, win, kNoSeat);
    if (more == 0) return std::nullopt;
    Verdict verdict;
    judge_->Evaluate(records, win, verdict);
    return static_cast<std::int32_t>(std::clamp(more * verdict.times, -kMost, kMost));
  }

 private:
  static constexpr std::int64_t kMost = 100'000'000;

  const Judge* judge_;
  std::vector<const PairFactor*> base_;
};

constexpr Reason kDifferences{"point_differences", "水差", "difference of points held"};
const EventType kSeatPoints{"seat_points", "{seat} {value} 水", "{seat} holds {value} points"};

// Points stated by a position or a case of `mlf score`.
struct StatedPoints {
  static constexpr std::string_view kSlot = "stated_points";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kMost = 255;
  std::uint8_t stated = 0;
  table::PerSeat<std::uint8_t> of{};
  std::uint8_t reserved[3] = {};

  void Check(const Validation& check) const {
    check.Require(stated <= 1, "points are stated or not");
    check.RequireSeatsOnly(of, "only seats have points");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

class PayPointDifferences final : public ScoreEffect,
                                  public GivenSettlement,
                                  public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "pay_point_differences", 1,
      "没胡的各家两两结算手里和副露的分（番表里的 event 行）之差，不乘倍数",
      "each two seats that have not won settle the difference of their points, which are the event "
      "rows of the fan table; nothing multiplies them"};

  explicit PayPointDifferences(Params& params)
      : table_(params),
        settlement_(params),
        stated_(params.Slot<StatedPoints>()),
        judge_(params.Part<Judge>("judge", {"番表", "the fan table"})),
        points_(dynamic_cast<const SeatPoints*>(judge_)),
        reason_(params.Number(table::kLedgerReasons, kDifferences)) {
    if (judge_ != nullptr && points_ == nullptr)
      params.Fault("judge: this one counts nothing for hands that do not win; name a fan_table");
  }

  void Run(Step& step) const override {
    const SeatMask losers = Losers(step.records, kNoSeat);
    table::PerSeat<int> points{};
    ForEachSeat(losers, [&](Seat seat) { points[seat] = PointsOf(step.records, seat); });
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(losers, [&](Seat seat) {
      if (points[seat] != 0) step.Emit(kSeatPoints, seat).value = points[seat];
      Due due{.payee = seat, .reason = reason_, .undoable = false, .points = {}};
      ForEachSeat(losers, [&](Seat other) {
        due.points[other] = settlement_.Points(std::max(points[seat] - points[other], 0));
      });
      dues[count++] = due;
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

  table::PerParty<std::int32_t> Given(const Records& records, Seat winner) const override {
    table::PerParty<std::int32_t> points{};
    if (stated_(records).stated == 0) return points;
    const SeatMask losers = Losers(records, winner);
    ForEachSeat(losers, [&](Seat seat) {
      ForEachSeat(losers, [&](Seat other) {
        points[seat] += settlement_.Points(PointsOf(records, seat) - PointsOf(records, other));
      });
    });
    return points;
  }

  std::string_view StateKey() const override { return "water"; }
  table::StateLabel Label() const override { return {"水", "points held"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    StatedPoints& stated = stated_(records);
    const int seats = table_.board(records).seat_count;
    const std::string wrong =
        "water: a list with a number in 0..255 for each seat is needed, ~ "
        "for the winner, not " +
        value.Canonical();
    if (!value.IsList() || static_cast<int>(value.items().size()) != seats) return wrong;
    for (Seat seat = 0; seat < seats; ++seat) {
      const Value& item = value.items()[static_cast<std::size_t>(seat)];
      const auto number = item.IsNull() ? std::optional<std::int64_t>(0) : item.AsInt();
      if (!number || *number < 0 || *number > StatedPoints::kMost) return wrong;
      stated.of[seat] = static_cast<std::uint8_t>(*number);
    }
    stated.stated = 1;
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const StatedPoints& stated = stated_(records);
    if (stated.stated == 0) return {};
    std::vector<Value> seats;
    for (Seat seat = 0; seat < table_.board(records).seat_count; ++seat)
      seats.emplace_back(static_cast<int>(stated.of[seat]));
    return Value::List(std::move(seats));
  }

 private:
  SeatMask Losers(const Records& records, Seat winner) const {
    const Board& board = table_.board(records);
    SeatMask losers = 0;
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (seat != winner && !board.seats[seat].Is(table::kHasWon))
        losers = static_cast<SeatMask>(losers | MaskOf(seat));
    });
    return losers;
  }
  int PointsOf(const Records& records, Seat seat) const {
    const StatedPoints& stated = stated_(records);
    return stated.stated != 0 ? stated.of[seat] : points_->PointsOf(records, seat);
  }

  table::TableSlots table_;
  Settlement settlement_;
  Slot<StatedPoints> stated_;
  const Judge* judge_;
  const SeatPoints* points_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterPointsTimes(Registry& registry) {
  registry.Add<PointsTimes>();
  registry.Add<PayerBaseFactor>();
  registry.Add<PayPointDifferences>();
}

}  // namespace mlf::score
