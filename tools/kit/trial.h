// Trial: bots play hands to see whether a flow can be played. Random bots play half of them, greedy
// bots the other half, from fixed seeds, as in `mlf sim`.
#pragma once

#include <mlf/flow/flow.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mlf::tools {

struct TrialFault {
  std::string text;  // of Player::Play, with the seed
  std::string sim;   // arguments of `mlf sim` that show it: "--games 16 --seed 1 --bot random"
};

// Plays `hands` hands. Returns the first fault of Player::Play.
std::optional<TrialFault> PlayTrial(const Flow& flow, std::uint64_t hands);

}  // namespace mlf::tools
