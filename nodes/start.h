// Start (开局): a hand begins on an empty table.
//
// Follows:   nothing (the entry), or ready, for every hand after the first.
// Leads to:  choose_dealer.
// Always:    hand slots are empty, except a wall that was given; the first hand sets every score to the stake.
#pragma once

#include "nodes/common.h"

namespace mlf::nodes {

class Start final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"start", 1, "开局", "start",
                                  "开一局：清空桌面，第一局给每家起始分",
                                  "begins a hand: clears the table; the first hand gives each seat its points"};

  // `stake`: points of each seat when the match starts.
  explicit Start(Params& params);

  // Clears the hand's slots. The first hand finds them blank, or holding what was given (Match::given_...), and leaves them alone.
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  int stake_;
};

}  // namespace mlf::nodes
