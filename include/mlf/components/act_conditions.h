/// \file
/// ActConditions: `if` and `unless` of an effect, asked about the act that runs it.
///
///   discard: {states: [{clear: {cell: chain, unless: [{tile: wild}]}}]}
///
/// They ask for the acting seat. Conditions on tiles ask about the tile of the act: the one that it
/// names, else the one in question, else the one drawn.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/table/board.h>

#include <vector>

namespace mlf::logic {

class ActConditions {
 public:
  /// Takes the parameters `if` and `unless`.
  explicit ActConditions(Params& params);
  ActConditions() = default;

  bool Hold(const Step& step, const table::Board& board) const;
  /// The acting seat. A person's act answers a window; the passes of a window have no winners.
  static Seat ActorOf(const Step& step);
  static table::Tile TileOf(const Step& step, const table::Board& board);

 private:
  std::vector<const Condition*> if_, unless_;
};

}  // namespace mlf::logic
