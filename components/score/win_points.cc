// win_points: pays for a win, in the settle hook of hu and zi_mo. The winning tile is still in
// focus or, for a self-draw, in the winner's hand. The events `win_value` and `fan` state the value
// and its reasons. Each payer pays the value, or the result of the formula (payment.h), in points
// (settlement.h).
#include <mlf/components/hand_shape.h>
#include <mlf/components/payment.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

using table::Board;
using table::MeldKind;

constexpr EventType kWinValueEvent{"win_value", "{seat} 胡 {pieces}，{value} 底",
                                   "{seat} wins with {pieces}, worth {value} units"};
constexpr EventType kFanEvent{"fan", "{seat} {text} {value} 番", "{seat} {text}: {value} fan"};
// For a table whose rows are points or factors: their total is in `win_value`.
constexpr EventType kRowEvent{"fan", "{seat} {text}", "{seat} {text}"};

class WinPoints final : public Effect, public WinPayer {
 public:
  static constexpr PartInfo kInfo{
      "win_points", 1, "胡牌结算：胡别人的牌由那一家付，自摸由其余各家付",
      "pays for a win: the discarder or robbed seat pays, or for a self-draw all others"};

  explicit WinPoints(Params& params)
      : table_(params),
        settlement_(params),
        judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})),
        formula_(params.PartIfAny<Payment>(
            "formula", {"结算公式，不写则各家付番值",
                        "the settlement formula; without it each pays the value"})),
        source_pays_all_(params.Bool(
            "ming_gang_source_pays_all", false,
            {"点杠花算点炮：明杠后补牌自摸只由放杠者付",
             "a self-draw on the replacement of a ming_gang is paid by its source alone"})),
        discard_(params.Number(table::kLedgerReasons, kWinOnDiscard)),
        rob_(params.Number(table::kLedgerReasons, kWinByRobbing)),
        self_draw_(params.Number(table::kLedgerReasons, kWinBySelfDraw)) {
    params.NeedsHere(logic::kWin);
    params.NeedsHere(logic::kWinningTile);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const WinCase win = CaseOf(board, step.seat);
    Verdict verdict;
    judge_->Evaluate(step.records, win, verdict);
    MLF_CHECK(verdict.win, "a hand that is not complete was won with");

    Event& value = step.Emit(kWinValueEvent, step.seat);
    value.other = win.payer;
    value.value = verdict.value;
    if (win.tile != table::kNoTile) value.With(win.tile);
    for (const FanLine& line : verdict.Lines()) {
      Event& fan = step.Emit(judge_->has_fan_total() ? kFanEvent : kRowEvent, step.seat);
      fan.value = line.count * line.fan;
      fan.text = judge_->Rows()[line.row].id;
    }
    const std::uint8_t reason = win.by == WinBy::kSelfDraw ? self_draw_
                                : win.by == WinBy::kRob    ? rob_
                                                           : discard_;
    Due due{.payee = step.seat, .reason = reason, .undoable = false, .points = {}};
    ForEachSeat(Payers(step.records, win), [&](Seat payer) {
      due.points[payer] = Points(step.records, win, payer, verdict.value);
    });
    settlement_.Pay(step, due);
  }

  SeatMask Payers(const Records& records, const WinCase& win) const override {
    const Board& board = table_.board(records);
    if (win.payer != kNoSeat) return MaskOf(win.payer);
    const bool off_a_discard =
        board.turn_gang == MeldKind::kMingGang && board.InHand(board.turn_gang_from);
    if (source_pays_all_ && off_a_discard) return MaskOf(board.turn_gang_from);
    return static_cast<SeatMask>(board.InHandMask() & ~MaskOf(win.seat));
  }
  std::int32_t Points(const Records& records, const WinCase& win, Seat payer,
                      std::int32_t value) const override {
    return settlement_.Points(formula_ == nullptr ? value
                                                  : formula_->Units(records, win, payer, value));
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  const Judge* judge_;
  const Payment* formula_;
  bool source_pays_all_;
  std::uint8_t discard_, rob_, self_draw_;
};

}  // namespace

void RegisterWinPoints(Registry& registry) { registry.Add<WinPoints>(); }

}  // namespace mlf::score
