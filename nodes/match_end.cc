#include <mlf/flow/registry.h>
#include "nodes/match_end.h"

namespace mlf::nodes {

namespace {
constexpr EventType kMatchOver{"match_over", "整场结束", "the match is over"};
}  // namespace

void MatchEnd::ProcessAction(Step& step) const { step.Emit(kMatchOver, kNoSeat); }

void RegisterMatchEnd(Registry& r) { r.Add<MatchEnd>(); }

}  // namespace mlf::nodes
