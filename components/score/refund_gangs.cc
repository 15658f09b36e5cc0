// refund_gangs (退税, rules/xueliu.md#refund): runs at the end of a hand, after flower_pigs. A pig
// returns the gang points it still holds; so does a seat that has neither won nor is ready. The
// payers get them back if they are still in the hand. Payers that left by winning get them too,
// unless `to_left` is off. Those who left broke get nothing.
#include <mlf/components/ready_check.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

using table::Board;
using table::Ledger;

class RefundGangs final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "refund_gangs", 3, "退税：花猪和没有听牌的一家退还收过的杠分",
      "at the end of a drawn hand, pigs and seats that are not ready give back their gang points"};

  explicit RefundGangs(Params& params)
      : table_(params),
        ledger_(params.Slot<Ledger>()),
        settlement_(params),
        notes_(params.Slot<ScoreNotes>()),
        ready_(params.Part<ReadyCheck>("ready_check", {"查叫", "who is ready at the end"})),
        reasons_(params),
        to_left_(params.Bool(
            "to_left", true,
            {"也退给胡后离局的各家", "seats that have won and left get theirs back too"})),
        all_alike_(params.Bool("all_alike", false,
                               {"只在各家都听或都没听时，各家都退",
                                "only where all seats are ready, or none is: all give back",
                                /*added=*/true})),
        refund_(params.Number(table::kLedgerReasons, kGangRefund)) {
    params.Needs(logic::kGangPaid);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (all_alike_) {
      SeatMask ready = 0;
      ForEachSeat(board.InHandMask(), [&](Seat s) {
        if (ready_->IsReady(step.records, s)) ready |= MaskOf(s);
      });
      if (ready == 0 || ready == board.InHandMask())
        ForEachSeat(board.InHandMask(), [&](Seat s) { GiveBack(step, s); });
      return;
    }
    ForEachSeat(board.InHandMask(), [&](Seat s) {
      const bool pig = (notes_(step.records).pigs & MaskOf(s)) != 0;
      const bool won = board.seats[s].Is(table::kHasWon);
      if (pig || (!won && !ready_->IsReady(step.records, s))) GiveBack(step, s);
    });
  }

 private:
  // Oldest first. A refund closes its entry and may move others, so the search restarts each time.
  void GiveBack(Step& step, Seat seat) const {
    Ledger& ledger = ledger_(step.records);
    const Board& board = table_.board(step.records);
    SeatMask to = board.InHandMask();
    for (Seat s = 0; to_left_ && s < board.seat_count; ++s) {
      if (board.seats[s].Is(table::kHasWon)) to |= MaskOf(s);
    }
    for (int i = 0; i < ledger.count;) {
      if (reasons_.IsKept(ledger.entries[static_cast<std::size_t>(i)], seat)) {
        const std::int32_t most = settlement_.Payable(
            step.records, seat, ledger.entries[static_cast<std::size_t>(i)].total());
        Refund(step, ledger, i, refund_, to, most);
        i = 0;
      } else {
        ++i;
      }
    }
  }

  table::TableSlots table_;
  Slot<Ledger> ledger_;
  Settlement settlement_;
  Slot<ScoreNotes> notes_;
  const ReadyCheck* ready_;
  GangReasons reasons_;
  bool to_left_;
  bool all_alike_;
  std::uint8_t refund_;
};

}  // namespace

void RegisterRefundGangs(Registry& registry) { registry.Add<RefundGangs>(); }

}  // namespace mlf::score
