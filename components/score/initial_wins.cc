// Initial wins (起手胡): the patterns, and what they pay (rules/changsha.md#initial-wins). A seat
// that shows is paid by every other seat like a small self-drawn win, with two dice as the birds.
//
// Example (CP06): dealer 0, seat 2 shows, dice 3 and 5. Rank 3 marks seat 2 and rank 5 the dealer,
// so the dealer pays 2 * 4 = 8 and the others 1 * 2 = 2.
//
// The event `initial_win_value` has what each payer begins with; its steps follow (pay_steps.h).
#include <mlf/components/hand_shape.h>
#include <mlf/components/horse_rule.h>
#include <mlf/components/initial_wins.h>
#include <mlf/components/payment.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include "components/score/pay_steps.h"
#include "components/score/tile_groups.h"

namespace mlf::score {

void InitialWins::Check(const Validation& check) const {
  check.Require(asked <= check.flow.seats() && asking <= check.flow.seats(),
                "only seats are asked for initial wins");
  check.RequireSeatsOnly(shown_at, "only seats show initial wins");
  check.RequireZero(std::span(&reserved, 1), "the unused byte is zero");
}

namespace {

constexpr Reason kInitialWinPoints{"initial_win", "起手胡", "initial win"};
const EventType kValue{"initial_win_value", "{seat} 亮的值 {value} 底",
                       "what {seat} shows is worth {value} units"};
const EventType kDice{"dice", "骰子 {value}", "dice {value}"};
constexpr std::size_t kMostRows = 8;

class InitialWinPatterns final : public InitialWinRule {
 public:
  static constexpr PartInfo kInfo{"initial_win_rule", 1, "起手胡：起手的牌有哪些花样可亮，亮哪些牌",
                                  "initial wins: the patterns of the dealt hand that may be shown, "
                                  "and the tiles that show them"};

  explicit InitialWinPatterns(Params& params) : board_(params) {
    static constexpr std::string_view kPatternLabels[] = {"zh", "en"};
    const mlf::Value& rows =
        params.Raw("rows",
                   {"各花样：[{id: si_xi, pattern: {kinds_held: {copies: 4}}, in_play: on}]；"
                    "in_play 表示打牌途中凑成也可亮",
                    "the patterns: [{id: si_xi, pattern: {kinds_held: {copies: 4}}, in_play: on}]; "
                    "in_play: also where it is completed in play"},
                   kPatternLabels);
    if (params.describing()) return;
    for (const mlf::Value& row : rows.items()) ReadRow(params, row);
    if (rows_.size() > kMostRows) params.Fault("rows: at most 8 fit", rows.where());
  }

  const std::vector<InitialWinRow>& Rows() const override { return rows_; }

  std::uint8_t Held(const Records& records, Seat seat, bool completed) const override {
    const table::SeatBoard& own = board_(records).seats[seat];
    if (completed && own.drawn == table::kNoTile) return 0;
    const HandShape hand = Shape(own.hand);
    std::uint8_t held = 0;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (completed && !in_play_[i]) continue;
      const int count = patterns_[i]->Count(hand);
      if (count == 0) continue;
      if (completed) {
        Counts before = own.hand;
        before.Remove(own.drawn);
        if (patterns_[i]->Count(Shape(before)) >= count) continue;
      }
      held = static_cast<std::uint8_t>(held | 1u << i);
    }
    return held;
  }

  Counts Shown(const Records& records, Seat seat, int row) const override {
    const Counts& hand = board_(records).seats[seat].hand;
    const auto* group = dynamic_cast<const TileGroup*>(patterns_[static_cast<std::size_t>(row)]);
    return group == nullptr ? hand : group->Tiles(hand);
  }

 private:
  static HandShape Shape(const Counts& hand) {
    return HandShape(hand, {}, table::kNoTile, WinBy::kSelfDraw);
  }

  void ReadRow(Params& params, const mlf::Value& spec) {
    InitialWinRow row;
    const FanPattern* pattern = nullptr;
    bool in_play = false;
    for (const mlf::Value::Entry& entry : spec.entries()) {
      if (entry.key == "id") {
        row.id = entry.value.text();
      } else if (entry.key == "zh") {
        row.zh = entry.value.text();
      } else if (entry.key == "en") {
        row.en = entry.value.text();
      } else if (entry.key == "pattern") {
        pattern = params.PartFrom<FanPattern>(entry.value);
        if (pattern == nullptr) return;
        RefuseReadingPattern(params, *pattern, "pattern", entry.value.where());
      } else if (entry.key == "in_play") {
        const auto on = entry.value.AsBool();
        if (!on) params.Fault("in_play must be on or off", entry.value.where());
        in_play = on.value_or(false);
      } else {
        params.Fault(
            "rows: there is no \"" + entry.key + "\"; a row has id, zh, en, pattern, in_play",
            entry.where);
      }
    }
    if (row.id.empty() || pattern == nullptr)
      return params.Fault("rows: a row needs an id and a pattern", spec.where());
    if (row.zh.empty()) row.zh = row.id;
    if (row.en.empty()) row.en = row.id;
    rows_.push_back(std::move(row));
    patterns_.push_back(pattern);
    in_play_.push_back(in_play);
  }

  table::BoardSlot board_;
  std::vector<InitialWinRow> rows_;
  std::vector<const FanPattern*> patterns_;
  std::vector<bool> in_play_;
};

class InitialWinPayment final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "initial_win_points", 1, "起手胡结算：掷两枚骰子当马牌，按结算公式由其余各家付",
      "pays for an initial win: two dice are the horses, and every other seat pays by the formula"};
  explicit InitialWinPayment(Params& params)
      : table_(params),
        settlement_(params),
        wins_(params.Slot<InitialWins>()),
        horses_(params.Slot<TurnedHorses>()),
        formula_(params.PartIfAny<Payment>(
            "formula", {"结算公式，不写则各家付 units",
                        "the settlement formula; without it each pays the units"})),
        units_(params.Int("units", 1, 1, 10000, {"每家几底", "what each pays, in units"})),
        each_pattern_(
            params.Bool("each_pattern", false, {"每个花样各付一次", "each pattern is paid"})),
        stream_(params.Stream("dice")),
        reason_(params.Number(table::kLedgerReasons, kInitialWinPoints)) {
    params.Needs(kInitialWinShown);
  }

  void Run(Step& step) const override {
    Stream random = step.Random(stream_);
    const auto dice = table::ThrowDice(table_.match_moves(step.records), random);
    step.Emit(kDice, kNoSeat).value = 10 * dice[0] + dice[1];
    TurnedHorses& horses = horses_(step.records);
    horses = {};
    for (const std::uint8_t face : dice)
      horses.tiles[horses.count++] = table::MakeTile(table::kWan, face);
    const WinCase win{.seat = step.seat, .by = WinBy::kSelfDraw, .facts = WinCase::Facts::kNone};
    const int times = each_pattern_ ? std::popcount(unsigned{wins_(step.records).shown}) : 1;
    step.Emit(kValue, step.seat).value = units_;
    Due due{.payee = step.seat, .reason = reason_, .undoable = false, .points = {}};
    ForEachSeat(static_cast<SeatMask>(table_.board(step.records).InHandMask() & ~MaskOf(step.seat)),
                [&](Seat payer) {
                  const std::int32_t owed = formula_ == nullptr
                                                ? units_
                                                : formula_->Units(step.records, win, payer, units_);
                  if (formula_ != nullptr)
                    TellTerms(step, payer, formula_->Terms(step.records, win, payer, units_));
                  if (times != 1)
                    TellTerm(step, payer, {PaymentTerm::kTimes, &kEachPattern, times});
                  TellBaseBet(step, payer, settlement_);
                  due.points[payer] = settlement_.Points(std::int64_t{owed} * times);
                });
    settlement_.Pay(step, due);
    horses = {};
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  Slot<InitialWins> wins_;
  Slot<TurnedHorses> horses_;
  const Payment* formula_;
  int units_;
  bool each_pattern_;
  int stream_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterInitialWins(Registry& registry) {
  registry.Add<InitialWinPatterns>();
  registry.Add<InitialWinPayment>();
}

}  // namespace mlf::score
