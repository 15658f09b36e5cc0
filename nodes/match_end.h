// MatchEnd (终场): the match is over.
//
// Follows:   hand_end, after the last hand.
// Leads to:  nothing.
// Always:    the scores are final.
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class MatchEnd final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"match_end", 1, "终场", "match end",
                                  "整场结束",
                                  "the match is over"};

  void ProcessAction(Step& step) const override;
};

}  // namespace mlf::nodes
