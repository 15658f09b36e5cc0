/// \file
/// DrawnTileGuard: implemented by guards that fail for a seat without a drawn tile, so that charts
/// know which answers cannot follow a claim.
#pragma once

namespace mlf::logic {

class DrawnTileGuard {
 public:
  virtual ~DrawnTileGuard() = default;
};

}  // namespace mlf::logic
