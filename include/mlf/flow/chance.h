/// \file
/// Chance: what a hand leaves to luck, given by the caller instead of drawn from a 64-bit seed.
///
/// Whoever knows the seed of a match knows every hand of it, so a match between people needs a
/// source that tells of one hand at a time (docs/en/fair.md). A match begun with a Chance takes it
/// at every hand: Flow::Start, and Flow::ProcessActionNode for actions that may begin a hand.
///
///   flow.Start(records, chance, response);
///   flow.ProcessActionNode(records, action, response, nullptr, &chance);
#pragma once

#include <mlf/flow/pieces.h>

#include <cstdint>
#include <vector>

namespace mlf {

struct HandChance {
  /// Every piece in play once a copy, the next draw first. Empty in a flow that builds no wall.
  std::vector<Piece> wall;
  /// Becomes FlowState::match_seed for this hand: all named streams but the wall's come from it.
  std::uint64_t seed = 0;
};

class Chance {
 public:
  virtual ~Chance() = default;
  /// The chance of hand `hand`, from 0. Called once when the engine begins that hand; called again
  /// only when the step was undone by an internal fault and is tried again. May throw a
  /// std::exception: the step is then refused as internal, with its text.
  virtual HandChance OfHand(std::uint32_t hand) = 0;
};

}  // namespace mlf
