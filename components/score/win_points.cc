// win_points: pays for a win, in the settle hook of hu and zi_mo. The winning tile is still in
// focus or, for a self-draw, in the winner's hand. The events `win_value` and `fan` state the value
// and its reasons. Each payer pays the value, or the result of the formula (payment.h), in points
// (settlement.h). The events `win_reading`, `fan_total`, `fu`, `limit`, `pay_plus`, `pay_times` and
// `pay_rounded` explain it: the hand in its sets, the sum of the rows, and the steps from the value
// to what one payer owes. The steps of a seat that does not owe the value begin with nothing.
// Where another seat is liable, `pay_own` states what the payer still pays itself.
#include <mlf/components/deposit.h>
#include <mlf/components/hand_shape.h>
#include <mlf/components/liability.h>
#include <mlf/components/payment.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_reading.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include "components/score/pay_steps.h"

#include <algorithm>
#include <array>

namespace mlf::score {

namespace {

using table::Board;
using table::MeldKind;

const EventType kWinValueEvent{"win_value", "{seat} 胡 {pieces}，{value} 底",
                               "{seat} wins with {pieces}, worth {value} units"};
const EventType kFanEvent{"fan", "{seat} {text} {value} 番", "{seat} {text}: {value} fan"};
// For a table whose rows are points or factors: their total is in `win_value`.
const EventType kRowEvent{"fan", "{seat} {text}", "{seat} {text}", /*names_seats=*/false,
                          /*other_words=*/true};

// The concealed tiles with the winning one: the pair, then `value` groups of three: the sets, and
// what the shape has beside them (组合龙: the tiles of a suit); if `value` is 0, pair by pair.
const EventType kReadingEvent{"win_reading", "{seat} 的牌 {pieces}", "{seat} lays out {pieces}"};
const EventType kTotalEvent{"fan_total", "{seat} 共 {value} 番", "{seat}: {value} fan in all"};
const EventType kFuEvent{"fu", "{seat} {value} 符", "{seat}: {value} fu"};
const EventType kLimitEvent{"limit", "{seat} {text}", "{seat}: {text}"};
class WinPoints final : public ScoreEffect, public WinPayer {
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
        liability_(params.PartIfAny<Liability>(
            "liability",
            {"包，不写则没有", "who is liable for a win; without it nobody is", true})),
        deposit_(params.PartIfAny<Deposit>(
            "deposit",
            {"供托，不写则没有",
             "points on the table, which the first winner takes; without it none", true})),
        source_pays_all_(params.Bool(
            "ming_gang_source_pays_all", false,
            {"点杠花算点炮：明杠后补牌自摸只由放杠者付",
             "a self-draw on the replacement of a ming_gang is paid by its source alone"})),
        all_pay_(params.Int("all_pay", 0, 0, 10000,
                            {"不论胡谁的牌，其余各家都另付几底",
                             "units that every other seat pays besides, the discarder or not",
                             /*added=*/true})),
        others_owe_(params.Bool(
            "others_owe", false,
            {"点炮时其余各家也按公式付", "off a discard the other seats owe by the formula too",
             /*added=*/true})),
        robbed_alone_(params.Bool("robbed_alone", false,
                                  {"被抢杠者一家付，不论 others_owe",
                                   "a robbed seat pays alone, whatever others_owe says",
                                   /*added=*/true})),
        robbed_for_all_(params.Bool("robbed_for_all", false,
                                    {"被抢杠者付自摸时各家所付的总数",
                                     "a robbed seat pays what all would owe for a self-draw",
                                     /*added=*/true})),
        discard_(params.Number(table::kLedgerReasons, kWinOnDiscard)),
        rob_(params.Number(table::kLedgerReasons, kWinByRobbing)),
        self_draw_(params.Number(table::kLedgerReasons, kWinBySelfDraw)) {
    params.NeedsHere(logic::kWin);
    params.NeedsHere(logic::kWinningTile);
    if (robbed_for_all_ && robbed_alone_)
      params.Fault("robbed_for_all and robbed_alone say two things of one seat; take one out",
                   params.WhereOf("robbed_for_all"));
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const WinCase win = CaseOf(board, step.seat);
    Verdict verdict;
    judge_->Evaluate(step.records, win, verdict);
    MLF_CHECK(verdict.win, "the winning hand is not complete");

    Event& value = step.Emit(kWinValueEvent, step.seat);
    value.other = win.payer;
    value.value = verdict.value;
    if (win.tile != table::kNoTile) value.With(win.tile);
    for (const FanLine& line : verdict.Lines()) {
      Event& fan = step.Emit(judge_->has_fan_total() ? kFanEvent : kRowEvent, step.seat);
      fan.value = line.count * line.fan;
      fan.text = judge_->Rows()[line.row].id;
    }
    TellReading(step, win, verdict);
    if (judge_->has_fan_total()) step.Emit(kTotalEvent, step.seat).value = verdict.fan;
    if (judge_->has_fu() && !verdict.limit) step.Emit(kFuEvent, step.seat).value = verdict.fu;
    if (const Reason* level = judge_->LevelOf(verdict))
      step.Emit(kLimitEvent, step.seat).text = level->id;
    TellPayments(step, win, verdict);
    const std::uint8_t reason = win.by == WinBy::kSelfDraw ? self_draw_
                                : win.by == WinBy::kRob    ? rob_
                                                           : discard_;
    settlement_.Pay(step, {.payee = step.seat,
                           .reason = reason,
                           .undoable = false,
                           .points = Owed(step.records, win, verdict)});
  }

  table::PerParty<std::int32_t> Owed(const Records& records, const WinCase& win,
                                     const Verdict& verdict) const override {
    table::PerParty<std::int32_t> owed{};
    const auto liable = LiableFor(records, win, verdict);
    ForEachSeat(Payers(records, win), [&](Seat payer) {
      const Share share = ShareOf(records, win, verdict, liable, payer);
      owed[payer] += share.payer;
      if (liable) owed[liable->seat] += share.liable;
    });
    if (all_pay_ != 0) {
      ForEachSeat(Others(records, win),
                  [&](Seat seat) { owed[seat] += settlement_.Points(all_pay_); });
    }
    if (deposit_ != nullptr) owed[table::kPot] = deposit_->Points(records);
    return owed;
  }

 private:
  void TellReading(Step& step, const WinCase& win, const Verdict& verdict) const {
    const logic::WinRule* rule = judge_->win_rule();
    if (rule == nullptr) return;
    const Board& board = table_.board(step.records);
    const table::SeatBoard& own = board.seats[win.seat];
    const auto reading =
        ReadingOf(*rule, step.records, TilesOf(board, win), own.meld_count, verdict);
    if (!reading) return;
    std::array<Piece, Event::kMaxPieces> pieces{}, laid{};
    std::size_t count = 0;
    const auto add = [&](Piece piece) {
      if (count < pieces.size()) pieces[count++] = piece;
    };
    ForEach(own.hand.Kinds(), [&](table::Tile kind) {
      const int reds = table::RedOf(kind) == kind ? 0 : own.RedsOf(kind);
      for (int i = 0; i < own.hand[kind]; ++i) add(i < reds ? table::RedOf(kind) : kind);
    });
    if (win.by != WinBy::kSelfDraw) add(board.FocusPiece());
    const table::TileMask wilds =
        rule->wilds() == nullptr ? table::TileMask{0} : rule->wilds()->WildsOf(step.records);
    const table::Face face =
        rule->wilds() == nullptr ? table::Face{} : rule->wilds()->FaceOf(step.records);
    const std::size_t shown =
        LayOut(*reading, {pieces.data(), count}, wilds, {laid.data(), count}, face);
    if (shown == 0) return;
    Event& event = step.Emit(kReadingEvent, step.seat);
    event.ShownTo(static_cast<SeatMask>(MaskOf(step.seat) | own.shown_to));
    event.value = reading->pairs ? 0 : reading->Threes();
    for (std::size_t i = 0; i < shown; ++i) event.With(laid[i]);
  }

  // A payer that pays the value as it is needs no explanation.
  void TellPayments(Step& step, const WinCase& win, const Verdict& verdict) const {
    const auto liable = LiableFor(step.records, win, verdict);
    ForEachSeat(Payers(step.records, win), [&](Seat payer) {
      if (formula_ != nullptr)
        TellTerms(step, payer, formula_->Terms(step.records, win, payer, verdict.value));
      TellBaseBet(step, payer, settlement_);
      if (!liable) return;
      const Share share = ShareOf(step.records, win, verdict, liable, payer);
      const std::int32_t own = share.payer + (liable->seat == payer ? share.liable : 0);
      if (own != settlement_.Points(Units(step.records, win, payer, verdict.value)))
        TellOwn(step, payer, own);
    });
    // What is added to the steps of a payer comes behind its own.
    if (liable) {
      ForEachSeat(Payers(step.records, win), [&](Seat payer) {
        const Share share = ShareOf(step.records, win, verdict, liable, payer);
        if (payer != liable->seat && share.liable != 0)
          TellTerm(step, liable->seat, {PaymentTerm::kPlus, &kLiable, share.liable});
      });
    }
    if (all_pay_ == 0) return;
    ForEachSeat(Others(step.records, win), [&](Seat payer) {
      TellTerm(step, payer, {PaymentTerm::kPlus, &kAllPay, settlement_.Points(all_pay_)});
    });
  }

  // What is paid of one payer's debt, in points.
  struct Share {
    std::int32_t payer = 0;   // by the payer itself
    std::int32_t liable = 0;  // by the liable seat
  };

  // The liable seat pays its part of a self-draw for all, with the fixed additions. Of its part of
  // a discard win it pays half, and the discarder the other half. There the discarder pays the
  // fixed additions, unless the rule gives them to the liable seat.
  Share ShareOf(const Records& records, const WinCase& win, const Verdict& verdict,
                const std::optional<Liability::Liable>& liable, Seat payer) const {
    if (!liable) return {.payer = settlement_.Points(Units(records, win, payer, verdict.value))};
    if (liable->whole) {
      const std::int32_t units = Units(records, win, payer, verdict.value);
      if (!liable->shared || win.by == WinBy::kSelfDraw || payer == liable->seat)
        return OfWhole(*liable, payer, units);
      const std::int32_t half = settlement_.Points((units + 1) / 2);
      return {.payer = half, .liable = half};
    }
    const auto own =
        static_cast<std::int32_t>(std::int64_t{verdict.value} * liable->fan / verdict.fan);
    const std::int32_t rest = verdict.value - own;
    const std::int32_t more = formula_ == nullptr ? 0 : formula_->Additions(records, win, payer);
    const std::int32_t part = Units(records, win, payer, own) - more;
    const std::int32_t others = rest == 0 ? 0 : Units(records, win, payer, rest) - more;
    const bool self_draw = win.by == WinBy::kSelfDraw;
    const std::int32_t half =
        (self_draw ? part : part / 2) + (self_draw || liable->additions ? more : 0);
    return {.payer = settlement_.Points(others + part + more - half),
            .liable = settlement_.Points(half)};
  }

  Share OfWhole(const Liability::Liable& liable, Seat payer, std::int32_t units) const {
    const std::int32_t own = payer == liable.seat ? 0 : std::min(units, liable.others);
    return {.payer = settlement_.Points(own), .liable = settlement_.Points(units - own)};
  }

  // Nobody, if the discarder itself is liable for a part: it owes all of it in any case.
  std::optional<Liability::Liable> LiableFor(const Records& records, const WinCase& win,
                                             const Verdict& verdict) const {
    if (PaysForAll(win)) return Liability::Liable{.seat = win.payer, .whole = true};
    if (liability_ == nullptr) return std::nullopt;
    const auto liable = liability_->Of(records, win, verdict);
    return liable && (liable->whole || liable->seat != win.payer) ? liable : std::nullopt;
  }

  bool PaysForAll(const WinCase& win) const { return robbed_for_all_ && win.by == WinBy::kRob; }
  SeatMask Others(const Records& records, const WinCase& win) const {
    return static_cast<SeatMask>(table_.board(records).InHandMask() & ~MaskOf(win.seat));
  }
  SeatMask Payers(const Records& records, const WinCase& win) const {
    const Board& board = table_.board(records);
    if (PaysForAll(win)) return Others(records, win);
    if (win.payer != kNoSeat) {
      const bool alone = !others_owe_ || (robbed_alone_ && win.by == WinBy::kRob);
      return alone ? MaskOf(win.payer) : Others(records, win);
    }
    const bool off_a_discard =
        board.turn.gang == MeldKind::kMingGang && board.InHand(board.turn.gang_from);
    if (source_pays_all_ && off_a_discard) return MaskOf(board.turn.gang_from);
    return Others(records, win);
  }
  std::int32_t Units(const Records& records, const WinCase& win, Seat payer,
                     std::int32_t value) const {
    return formula_ == nullptr ? value : formula_->Units(records, win, payer, value);
  }

  table::TableSlots table_;
  Settlement settlement_;
  const Judge* judge_;
  const Payment* formula_;
  const Liability* liability_;
  const Deposit* deposit_;
  bool source_pays_all_;
  int all_pay_;
  bool others_owe_;
  bool robbed_alone_;
  bool robbed_for_all_;
  std::uint8_t discard_, rob_, self_draw_;
};

}  // namespace

void RegisterWinPoints(Registry& registry) { registry.Add<WinPoints>(); }

}  // namespace mlf::score
