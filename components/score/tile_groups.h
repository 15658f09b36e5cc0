// TileGroup: a pattern that can name the tiles it is made of, to show them.
#pragma once

#include <mlf/flow/pieces.h>

namespace mlf::score {

class TileGroup {
 public:
  // The tiles of one occurrence in `hand`, the lowest; nothing if there is none.
  virtual Counts Tiles(const Counts& hand) const = 0;

 protected:
  ~TileGroup() = default;
};

}  // namespace mlf::score
