// RotatePersons (轮换, 晃): after a won hand the winners give up their seats to those who have waited longest.
//
// Follows:   settle.
// Leads to:  hand_end; the places change when the next hand starts (take_places).
// Always:    nobody moves after a drawn hand or where nobody waits. The seat opposite the first winner that leaves deals next: a seat is a
//            place, so it does not matter whether its person changes.
#pragma once

#include <mlf/components/persons.h>
#include "nodes/common.h"

namespace mlf::nodes {

class RotatePersons final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"rotate_persons", 1, "轮换", "rotate persons",
                                  "晃：胡家让位，等得最久的人入座",
                                  "winners leave their seats to those who have waited longest"};

  explicit RotatePersons(Params& params);

  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Persons> persons_;
  const logic::PersonRule* rule_;
};

}  // namespace mlf::nodes
