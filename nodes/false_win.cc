// FalseWin (诈和, 错和): a seat declares a win that it may not make, and is punished.
//
// After:     turn, after a draw; or a discard that completes the hand of the seat.
// Before:    the end of the hand; or the window that it answered again, without the seat's win.
// Always:    no tile moves. The variant says which wins are false, by conditions of this node.
//
// Example (rules/guobiao.md#false-win): seat 1 declares a win with 7 fan. It pays 10 to each other
// seat and the hand is over.
#include <mlf/components/barred_seats.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class FalseWin final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"false_win",
                                  1,
                                  "诈和",
                                  "false win",
                                  "诈和：自己轮次里，或打出的牌使牌成型时，宣告不该和的和牌",
                                  "declares a win that the seat may not make: in its own turn, or "
                                  "on a discard that completes its hand"};

  // `bars`: the seat may not win in this hand any more.
  explicit FalseWin(Params& params);

  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  const logic::WinRule* win_;
  Slot<logic::BarredSeats> barred_;
  bool bars_;
};

namespace {
const EventType kFalseWin{"false_win", "{seat} 诈和", "{seat} declares a false win"};
}  // namespace

FalseWin::FalseWin(Params& params)
    : table_(params),
      win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
      bars_(params.Bool("bars", false,
                        {"诈和后本局不能再和（见 not_barred）",
                         "the seat may not win in this hand any more, for not_barred"})) {
  params.Brings(logic::kFalseWinDeclared);
  if (!bars_) return;
  barred_ = params.Slot<logic::BarredSeats>();
  params.Brings(logic::kSeatBarred);
}

void FalseWin::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (OwnTurn(records, board, seat)) return sink.Nothing();
  if (!MayClaim(board, seat)) return sink.Because(kNotYourTurn);
  if (!win_->CanWin(records, seat, board.turn.focus_tile, logic::WinBy::kDiscard))
    return sink.Because(kNotComplete);
  sink.Nothing();
}

void FalseWin::ProcessAction(Step& step) const {
  step.Emit(kFalseWin, step.seat);
  // A discard stays in question, and its seat is the one whose tile the others are asked about.
  const Board& board = table_.board(step.records);
  if (board.turn.focus != Focus::kNone) step.SetActor(board.turn.focus_seat);
  if (!bars_) return;
  SeatMask& barred = barred_(step.records).seats;
  barred = static_cast<SeatMask>(barred | MaskOf(step.seat));
}

void RegisterFalseWin(Registry& r) { r.Add<FalseWin>(); }

}  // namespace mlf::nodes
