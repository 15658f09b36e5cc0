/// \file
/// SwapRule (食替): the tiles that a seat may not discard right after a chi or peng. The variant's
/// shared part `swaps`. The condition not_swapped narrows the discard; chi and the condition
/// leaves_discard refuse a claim after which every tile would be forbidden.
///
/// Example: after chi(3m) with 45m the tiles 3m and 6m are forbidden, after chi(3m) with 24m only
/// 3m (`rules/riichi.md#swap-calling`).
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

namespace mlf::logic {

class SwapRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "swap_rule";

  /// The kinds that may not be discarded after `meld` has been claimed.
  virtual table::TileMask Forbidden(const table::Meld& meld) const = 0;
};

}  // namespace mlf::logic
