// CountOff: the parameter `dice` of the nodes that turn a tile up. Two dice count the tile off from
// the end of the wall.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/table/board.h>

namespace mlf::nodes {

class CountOff {
 public:
  explicit CountOff(Params& params);

  // With `dice`: throws them, and brings the tile that they count off to the end of the wall, where
  // it is turned up next. Of the kinds `passed` it is the next tile inwards. Returns whether there
  // are dice.
  bool Bring(Step& step, table::Moves board, TileMask passed = 0) const;

 private:
  bool dice_;
  int stream_ = -1;
};

}  // namespace mlf::nodes
