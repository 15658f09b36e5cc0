#include <mlf/flow/registry.h>
#include "nodes/turn_laizi.h"

namespace mlf::nodes {

namespace {
constexpr EventType kTurned{"turn_laizi", "翻开 {pieces}", "{pieces} is turned up"};
constexpr EventType kWild{"laizi", "赖子是 {pieces}", "{pieces} is wild"};
}  // namespace

void TurnLaizi::ProcessAction(Step& step) const {
  Board& board = table_.board(step.records);
  logic::Laizi& laizi = laizi_(step.records);
  logic::TurnIndicator(laizi, board, table::DrawFront(board.wall));
  step.Emit(kTurned, kNoSeat).With(laizi.Pi());
  step.Emit(kWild, kNoSeat).With(laizi.Wild());
}

void RegisterTurnLaizi(Registry& r) { r.Add<TurnLaizi>(); }

}  // namespace mlf::nodes
