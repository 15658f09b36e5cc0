// HandEnd (局终): the hand is over: hands are shown, points become the match's, the next dealer is named.
//
// Follows:   settle.
// Leads to:  ready of every seat, and with that the next hand; match_end after the last one.
// Always:    the dealer stays where nobody has won (rules/common.md#next-dealer).
#pragma once

#include "nodes/common.h"
#include <mlf/table/ledger.h>

namespace mlf::nodes {

class HandEnd final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"hand_end", 1, "局终", "hand end",
                                  "一局结束：分数计入总分，定下一局庄家，问询窗问各家是否准备好",
                                  "ends a hand: adds its points to the match and names the next dealer; its window asks for the next hand"};

  // `hands`: hands in a match.
  explicit HandEnd(Params& params);

  void ProcessAction(Step& step) const override;
  void CheckRecords(const Validation& check) const override;

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  int hands_;
};

}  // namespace mlf::nodes
