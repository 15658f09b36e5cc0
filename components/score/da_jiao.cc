// da_jiao (查大叫, rules/xueliu.md#da-jiao): runs at the end of a hand, after flower_pigs. Each
// payer pays each ready seat that has not won its best value. The payers are the seats that have
// not won, are no pigs and are not ready. With `open_pays`, an open seat pays each ready seat that
// is not open, ready or not (卡五星). With `owed_by`, a formula says what a payer owes.
#include <mlf/components/open_hands.h>
#include <mlf/components/payment.h>
#include <mlf/components/ready_check.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

using table::Board;

class DaJiao final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "da_jiao", 2, "查大叫：流局时，没有听牌的各家赔听牌的各家",
      "at the end of a drawn hand, seats that are not ready pay the ready seats"};

  explicit DaJiao(Params& params)
      : table_(params),
        settlement_(params),
        notes_(params.Slot<ScoreNotes>()),
        ready_(params.Part<ReadyCheck>("ready_check", {"查叫", "who is ready at the end"})),
        to_winners_(params.Bool("to_winners", false,
                                {"已胡的各家也收", "seats that have won collect too"})),
        owed_by_(params.PartIfAny<Payment>(
            "owed_by", {"结算公式，不写则付番值",
                        "the settlement formula; without it each pays the value", true})),
        open_pays_(params.PartIfAny<logic::OpenHandRule>(
            "open_pays", {"亮倒，不写则没有", "the open hands; without it there are none", true})),
        reason_(params.Number(table::kLedgerReasons, kDaJiao)) {}

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const SeatMask pigs = notes_(step.records).pigs;
    SeatMask payers = 0;
    SeatMask payees = 0;
    for (Seat s = 0; s < board.seat_count; ++s) {
      const bool won = board.seats[s].Is(table::kHasWon);
      const bool takes_part = won ? to_winners_ : board.InHand(s);
      if (!takes_part || (pigs & MaskOf(s)) != 0) continue;
      if (ready_->IsReady(step.records, s)) {
        payees |= MaskOf(s);
      } else if (!won) {
        payers |= MaskOf(s);
      }
    }
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(payees, [&](Seat s) {
      const SeatMask owing = Owing(step.records, payers, payees, s);
      if (owing == 0) return;
      const std::int32_t best = ready_->Best(step.records, s);
      Due due = settlement_.Owed(s, owing, best, reason_);
      ForEachSeat(owing, [&](Seat payer) {
        if (owed_by_ == nullptr) return;
        const WinCase win{.seat = s, .payer = payer, .facts = WinCase::Facts::kNone};
        due.points[payer] = settlement_.Points(owed_by_->Units(step.records, win, payer, best));
      });
      dues[count++] = due;
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

 private:
  SeatMask Owing(const Records& records, SeatMask payers, SeatMask ready, Seat payee) const {
    if (open_pays_ == nullptr || open_pays_->IsOpen(records, payee)) return payers;
    const auto open = static_cast<SeatMask>(open_pays_->Open(records) & ready & ~MaskOf(payee));
    return static_cast<SeatMask>(payers | open);
  }

  table::TableSlots table_;
  Settlement settlement_;
  Slot<ScoreNotes> notes_;
  const ReadyCheck* ready_;
  bool to_winners_;
  const Payment* owed_by_;
  const logic::OpenHandRule* open_pays_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterDaJiao(Registry& registry) { registry.Add<DaJiao>(); }

}  // namespace mlf::score
