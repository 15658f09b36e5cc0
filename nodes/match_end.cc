// MatchEnd (终场): ends the match.
//
// After:     hand_end, after the last hand.
// Before:    nothing.
// Always:    the scores are final.
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class MatchEnd final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"match_end", 1,          "终场",
                                  "match end", "整场结束", "the match is over"};

  void ProcessAction(Step& step) const override;
};

namespace {
const EventType kMatchOver{"match_over", "整场结束", "the match is over"};
}  // namespace

void MatchEnd::ProcessAction(Step& step) const { step.Emit(kMatchOver, kNoSeat); }

void RegisterMatchEnd(Registry& r) { r.Add<MatchEnd>(); }

}  // namespace mlf::nodes
