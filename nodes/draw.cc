// Draw (摸牌): the seat that is due draws from the front of the wall, or from the tail for a
// replacement.
//
// After:     deal, discard that nobody claimed, gangs, wins after which the hand goes on.
// Before:    turn of that seat, or the end of the hand if the wall cannot serve it (drew_nothing).
// Always:    the wall has one tile fewer, or only drew_nothing has changed.
#include <mlf/components/own_walls.h>
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/consumer.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Draw final : public ActionNode, public logic::PlayNode, public Consumer {
 public:
  static constexpr PartInfo kInfo{
      "draw",
      1,
      "摸牌",
      "draw",
      "轮到的一家摸一张：平时从牌墙前端，补牌从尾端；牌墙空了就记下没摸到",
      "the seat due draws a tile, from the front of the wall or, as a replacement, from its tail; "
      "where none is left it notes that"};

  explicit Draw(Params& params);

  logic::Play play() const override { return logic::Play::kDraw; }
  std::string_view Consumes() const override { return "wall"; }
  int Remaining(const Records& records) const override { return table_.board(records).wall.Left(); }
  std::string_view may_lack() const override { return "wall"; }
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  const logic::OwnWallRule* own_walls_;
};

namespace {
const EventType kDrew{"draw", "{seat} 摸 {pieces}", "{seat} draws {pieces}"};
}  // namespace

Draw::Draw(Params& params) : table_(params), own_walls_(logic::OwnWallsIfAny(params)) {
  params.Brings(logic::kDrawing);
  params.Brings(logic::kNothingDrawn);
  NoTileInQuestionAfter(params);
}

void Draw::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::ClearFocus(board);
  const Seat seat = board->turn.drawer;
  if (!logic::CanDraw(own_walls_, step.records, *board, seat)) {
    table::NoteNothingDrawn(board);
    return;
  }
  const bool replacement = board->turn.from_tail != 0;
  if (own_walls_ != nullptr) own_walls_->Bring(step.records, seat, replacement);
  const Tile tile = table::DrawForTurn(board);
  step.SetActor(seat);
  Event& event = step.Emit(kDrew, seat)
                     .With(tile)
                     .ShownTo(static_cast<SeatMask>(MaskOf(seat) | board->seats[seat].shown_to));
  // Seats that do not see the tile do not see the value either. The view shows which end was used.
  event.value = replacement ? 1 : 0;
}

void RegisterDraw(Registry& r) { r.Add<Draw>(); }

}  // namespace mlf::nodes
