// TakeLast (要海底): a seat takes the last tile of the wall, which was offered to it.
//
// After:     a moment at which one tile is left, in a window that asks one seat after the other.
// Before:    open_draw of the same seat.
// Always:    the tile is still in the wall. The seat is due to draw it.
#include <mlf/components/play_node.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class TakeLast final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"take_last",
                                  1,
                                  "要海底",
                                  "take the last tile",
                                  "要牌墙的最后一张，由这一家摸",
                                  "takes the last tile of the wall: the seat is due to draw it"};
  explicit TakeLast(Params& params) : table_(params) {}

  logic::Play play() const override { return logic::Play::kDraw; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

namespace {
const EventType kTaken{"take_last", "{seat} 要海底", "{seat} takes the last tile"};
constexpr Reason kNotLast{"not_last_tile", "牌墙不是剩最后一张", "the wall does not hold one tile"};
}  // namespace

void TakeLast::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!board.InHand(seat) || board.wall.Left() - board.wall.keep != 1)
    return sink.Because(kNotLast);
  sink.Nothing();
}

void TakeLast::ProcessAction(Step& step) const { step.Emit(kTaken, step.seat); }

void TakeLast::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::ForgetTurnGang(board);
  const int seats = board->seat_count;
  table::DrawAfter(board, static_cast<Seat>((step.seat + seats - 1) % seats));
}

void RegisterTakeLast(Registry& r) { r.Add<TakeLast>(); }

}  // namespace mlf::nodes
