// Deal (发牌): deals the hands.
//
// After:     shuffle.
// Before:    the opening of the variant (exchange, void suits), the first draw, or the dealer's
//            turn.
// Always:    each seat takes its whole hand from the front of the wall, in turn order from the
//            dealer. The dealer takes its extra tile last. No dealt tile counts as drawn.
#include <mlf/components/deal_node.h>
#include <mlf/components/kept_draws.h>
#include <mlf/components/own_walls.h>
#include <mlf/components/topics.h>
#include <mlf/flow/check.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/find_slot.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Deal final : public ActionNode, public logic::DealNode {
 public:
  static constexpr PartInfo kInfo{"deal",
                                  1,
                                  "发牌",
                                  "deal",
                                  "发起手牌，庄家可多一张",
                                  "deals the hands; the dealer may get one tile more"};

  // `hand`: tiles per seat. `dealer_extra`: 1 = the dealer starts with one more tile, as if it had
  // drawn; 0 = the dealer draws.
  explicit Deal(Params& params);

  int hand_size() const override { return hand_; }
  bool dealer_draws() const override { return !dealer_extra_; }
  void ProcessAction(Step& step) const override;
  void CheckRecords(const Validation& check) const override;

 private:
  table::TableSlots table_;
  int hand_;
  bool dealer_extra_;
  const logic::OwnWallRule* own_walls_;
};

namespace {
const EventType kDealt{"deal", "{seat} 起手 {pieces}", "{seat} is dealt {pieces}"};
}  // namespace

Deal::Deal(Params& params)
    : table_(params),
      hand_(params.Int("hand", 13, 1, 16, {"每家起手张数", "tiles dealt to each seat"})),
      dealer_extra_(params.Int("dealer_extra", 1, 0, 1,
                               {"庄家多发几张", "how many more the dealer gets"}) != 0),
      own_walls_(logic::OwnWallsIfAny(params)) {
  params.Brings(dealer_extra_ ? logic::kDealtTileMore : logic::kDealerDraws);
}

void Deal::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  MLF_CHECK(
      board->wall.Left() - board->wall.keep >= hand_ * board->seat_count + (dealer_extra_ ? 1 : 0),
      "the tiles do not suffice for the hands dealt and those kept back: more kinds or "
      "copies in tile_set, a smaller hand in deal, a smaller keep in shuffle, or fewer seats");
  table::PerSeat<std::array<Tile, 17>> dealt{};
  const auto take = [&](int seat) {
    if (own_walls_ != nullptr)
      own_walls_->Bring(step.records, static_cast<Seat>(seat), /*to_tail=*/false);
    return table::DealTile(board, static_cast<Seat>(seat));
  };
  for (int turn = 0; turn < board->seat_count; ++turn) {
    const int seat = (board->dealer + turn) % board->seat_count;
    for (int i = 0; i < hand_; ++i) dealt[seat][i] = take(seat);
  }
  if (dealer_extra_) {
    const Tile extra = take(board->dealer);
    dealt[board->dealer][hand_] = extra;
    table::NoteDealtExtra(board, extra);
  }
  for (Seat seat = 0; seat < board->seat_count; ++seat) {
    const int count = hand_ + (dealer_extra_ && seat == board->dealer ? 1 : 0);
    Event& event = step.Emit(kDealt, seat).ShownTo(MaskOf(seat));
    for (int i = 0; i < count; ++i) event.With(dealt[seat][i]);
  }
  table::BeginFirstTurn(board, dealer_extra_);
  step.SetActor(board->dealer);
}

void Deal::CheckRecords(const Validation& check) const {
  const Board& board = table_.board(check.records);
  const auto kept = table::FindSlot<logic::KeptDraws>(check.flow);
  const SeatMask keep = kept ? (*kept)(check.records).seats : SeatMask{0};
  int with_one_more = 0;
  for (Seat seat = 0; seat < board.seat_count; ++seat) {
    const int size = board.seats[seat].HandSize();
    check.Require(size <= hand_ + 1, "a hand has as many tiles as are dealt, and one drawn", seat);
    if (size > hand_ && (keep & MaskOf(seat)) == 0) ++with_one_more;
  }
  check.Require(with_one_more <= 1, "one seat at most holds a drawn tile");
}

void RegisterDeal(Registry& r) { r.Add<Deal>(); }

}  // namespace mlf::nodes
