/// \file
/// Tiles set aside (拔北): the topic, and the rule of their replacements.
#pragma once

#include <mlf/flow/declared.h>

namespace mlf::logic {

inline constexpr Topic kTileSetAside{"tile_set_aside", "有人拔牌", "a tile is set aside"};

/// Implemented by the node after which a tile set aside stays there.
class SetAsideRule {
 public:
  /// Whether its replacement counts as that of a gang.
  virtual bool CountsAsGang() const = 0;

 protected:
  ~SetAsideRule() = default;
};

}  // namespace mlf::logic
