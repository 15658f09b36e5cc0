#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include "nodes/turn.h"

namespace mlf::nodes {

Turn::Turn(Params& params) : table_(params) { NoTileInQuestionAfter(params); params.Ends(logic::kNothingDrawn); }

void Turn::ProcessAction(Step& step) const { table::ClearFocus(table_.board(step.records)); }

void RegisterTurn(Registry& r) { r.Add<Turn>(); }

}  // namespace mlf::nodes
