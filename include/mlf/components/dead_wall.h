/// \file
/// DeadWallRule (王牌): where the indicators lie in the wall. The variant's shared part
/// `dead_wall`.
#pragma once

#include <mlf/flow/params.h>

namespace mlf::logic {

class DeadWallRule : public Part, public LogicComponent {
 public:
  static constexpr std::string_view kRole = "dead_wall";

  /// The place of indicator `index` (from 0) in a wall of `size` tiles, or of the tile below it.
  virtual int PlaceOf(int size, int index, bool below) const = 0;
};

}  // namespace mlf::logic
