// The words for the seats that a window asks.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/flow/spec.h>

namespace mlf {

inline Label WhoText(Who who) {
  switch (who) {
    case Who::kSelf: return {"自己", "the seat to move"};
    case Who::kNext: return {"下家", "the next seat"};
    case Who::kOpposite: return {"对家", "the seat opposite"};
    case Who::kPrevious: return {"上家", "the seat before"};
    case Who::kOthers: return {"其余各家", "all others"};
    case Who::kAll: return {"各家", "everybody"};
    case Who::kBystanders: return {"场外各人", "bystanders"};
  }
  return {};
}

}  // namespace mlf
