// No parts here.
#include <mlf/components/act_conditions.h>
#include <mlf/flow/params.h>

namespace mlf::logic {

ActConditions::ActConditions(Params& params)
    : if_(params.Parts<Condition>("if", {"只在这些条件下", "only if these conditions hold"})),
      unless_(params.Parts<Condition>("unless",
                                      {"这些条件都成立时不做", "not if these conditions hold"})) {}

bool ActConditions::Hold(const Step& step, const table::Board& board) const {
  const Seat self = ActorOf(step);
  const table::Tile tile = TileOf(step, board);
  const PieceMask pieces = tile == table::kNoTile ? ~PieceMask{0} : MaskOf(tile);
  const auto all_hold = [&](const std::vector<const Condition*>& conditions) {
    PieceMask left = pieces;
    for (const Condition* condition : conditions)
      left &= condition->Allow({step.records, self, left});
    return left != 0;
  };
  return all_hold(if_) && (unless_.empty() || !all_hold(unless_));
}

Seat ActConditions::ActorOf(const Step& step) {
  return step.action.ask != 0 ? step.seat : step.records.flow().actor;
}

table::Tile ActConditions::TileOf(const Step& step, const table::Board& board) {
  if (step.action.count > 0) return table::KindOf(step.action.pieces[0]);
  if (board.turn.focus != table::Focus::kNone) return board.turn.focus_tile;
  const Seat self = ActorOf(step);
  return self >= 0 && self < board.seat_count ? board.seats[self].drawn : table::kNoTile;
}

}  // namespace mlf::logic
