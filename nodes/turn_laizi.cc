#include <mlf/flow/registry.h>
#include <mlf/nodes/turn_laizi.h>

namespace mlf::nodes {

namespace {
// The tile turned up, then the wild one.
constexpr EventType kTurned{"turn_laizi", "翻开并定赖子 {pieces}", "turned up, and wild: {pieces}"};
}  // namespace

void TurnLaizi::ProcessAction(Step& step) const {
  Board& board = table_.board(step.records);
  logic::Laizi& laizi = laizi_(step.records);
  logic::TurnIndicator(laizi, board, table::DrawFront(board.wall));
  step.Emit(kTurned, kNoSeat).With(laizi.Pi()).With(laizi.Wild());
}

void RegisterTurnLaizi(Registry& r) { r.Add<TurnLaizi>(); }

}  // namespace mlf::nodes
