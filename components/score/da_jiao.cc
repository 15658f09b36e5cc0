// da_jiao (查大叫, rules/xueliu.md#da-jiao): runs at the end of a hand, after flower_pigs. Each
// payer pays each ready seat that has not won its best value. The payers are the seats that have
// not won, are no pigs and are not ready.
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
    if (payers == 0) return;
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(payees, [&](Seat s) {
      dues[count++] = settlement_.Owed(s, payers, ready_->Best(step.records, s), reason_);
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  Slot<ScoreNotes> notes_;
  const ReadyCheck* ready_;
  bool to_winners_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterDaJiao(Registry& registry) { registry.Add<DaJiao>(); }

}  // namespace mlf::score
