/// \file
/// RowUse: implemented by judges with rows that an option has switched off.
#pragma once

namespace mlf::score {

class RowUse {
 public:
  virtual ~RowUse() = default;
  /// Whether row `row` of Judge::Rows may count.
  virtual bool Uses(int row) const = 0;
};

}  // namespace mlf::score
