/// \file
/// WallOpening: decides places of the wall just before they are turned up. Implemented by the
/// shared part `skills`, if there is one.
#pragma once

#include <mlf/flow/node.h>

namespace mlf::logic {

class WallOpening {
 public:
  static constexpr std::string_view kRole = "skill_table";

  /// An indicator at `place` is turned; `below`: the tile below one.
  virtual void BeforeIndicator(Step& step, int place, bool below) const = 0;

 protected:
  ~WallOpening() = default;
};

}  // namespace mlf::logic
