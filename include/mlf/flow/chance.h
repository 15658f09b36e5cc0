/// \file
/// Chance: the random decisions of a hand, given by the caller instead of drawn from a 64-bit
/// seed.
///
/// The seed of a match reveals every hand of it. So a match between people needs a source that
/// reveals one hand at a time (docs/en/fair.md). A match begun with a Chance uses it at every hand:
/// Flow::Start, and Flow::ProcessActionNode for actions that may begin a hand.
///
///   flow.Start(records, chance, response);
///   flow.ProcessActionNode(records, action, response, nullptr, &chance);
#pragma once

#include <mlf/flow/pieces.h>

#include <cstdint>
#include <vector>

namespace mlf {

struct HandChance {
  /// One entry for each copy of each piece in play, the next draw first. Empty in a flow that
  /// builds no wall.
  std::vector<Piece> wall;
  /// Becomes FlowState::match_seed for this hand. All named streams except the wall's come from it.
  std::uint64_t seed = 0;
};

class Chance {
 public:
  virtual ~Chance() = default;
  /// The chance of hand `hand`, from 0. The engine calls it once when it begins that hand. It calls
  /// again only if an internal fault has undone the step and the step is tried again. May throw a
  /// std::exception: the step is then refused as internal, with its text.
  virtual HandChance OfHand(std::uint32_t hand) = 0;
};

}  // namespace mlf
