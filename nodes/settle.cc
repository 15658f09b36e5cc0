#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include "nodes/settle.h"

namespace mlf::nodes {

Settle::Settle(Params& params) : table_(params) { NoTileInQuestionAfter(params); }

void Settle::ProcessAction(Step& step) const { table::ClearFocus(table_.board(step.records)); }

void RegisterSettle(Registry& r) { r.Add<Settle>(); }

}  // namespace mlf::nodes
