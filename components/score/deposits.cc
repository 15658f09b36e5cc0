// Deposits (供托, 立直棒): a seat that declares ready owes a deposit. It is paid into the pot when
// the next draw or claim happens. If the declaring discard is won on, the hand is over before, and
// nothing was paid (rules/riichi.md#riichi).
//
//   li_zhi: {type: ting, if: [{can_deposit: {points: 1000}}], states: note_deposit_due, ...}
//   li_zhi_cheng_li: {type: moment, settle: {pay_due_deposit: {points: 1000}}, ...}
//   chi: {before_action: {pay_due_deposit: {points: 1000}}, ...}
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/ledger.h>

namespace mlf::score {
namespace {

constexpr Reason kDeposit{"deposit", "立直供托", "deposit of a declaration"};
const EventType kEstablished{"declaration_stands", "{seat} 报听成立",
                             "the declaration of {seat} takes effect"};

struct DepositsDue {
  static constexpr std::string_view kSlot = "deposits_due";
  static constexpr Scope kScope = Scope::kHand;

  SeatMask seats = 0;
  std::uint8_t reserved[7] = {};

  void Check(const Validation& check) const {
    check.Require((seats & ~check.Seats()) == 0, "only seats owe a deposit");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

class NoteDepositDue final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"note_deposit_due", 1, "报听者稍后要出供托（见 pay_due_deposit）",
                                  "the declaring seat owes a deposit, for pay_due_deposit"};
  explicit NoteDepositDue(Params& params) : due_(params.Slot<DepositsDue>()) {
    params.Brings(logic::kDepositDue);
  }
  void Run(Step& step) const override {
    SeatMask& seats = due_(step.records).seats;
    seats = static_cast<SeatMask>(seats | MaskOf(step.seat));
  }

 private:
  Slot<DepositsDue> due_;
};

class PayDueDeposit final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"pay_due_deposit", 1, "报听成立：出供托",
                                  "a declaration takes effect: its seat pays the deposit"};
  explicit PayDueDeposit(Params& params)
      : ledger_(params.Slot<table::Ledger>()),
        due_(params.Slot<DepositsDue>()),
        points_(params.Int("points", 1000, 1, 1000000, {"供托的分", "points of a deposit"})),
        reason_(params.Number(table::kLedgerReasons, kDeposit)) {
    params.Needs(logic::kDepositDue);
  }
  void Run(Step& step) const override {
    SeatMask& seats = due_(step.records).seats;
    if (seats == 0) return;
    ForEachSeat(seats, [&](Seat seat) {
      table::Pay(step, ledger_(step.records), table::kPot, MaskOf(seat), points_, reason_);
      step.Emit(kEstablished, seat);
    });
    seats = 0;
  }

 private:
  Slot<table::Ledger> ledger_;
  Slot<DepositsDue> due_;
  int points_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterDeposits(Registry& registry) {
  registry.Add<NoteDepositDue>();
  registry.Add<PayDueDeposit>();
}

}  // namespace mlf::score
