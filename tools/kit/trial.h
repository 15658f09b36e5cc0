// Trial: hands that bots play with a flow to see that it can be played at all. Half of them are
// played at random and half by greedy bots, from fixed seeds, as `mlf sim` plays them.
#pragma once

#include <mlf/flow/flow.h>
#include "tools/kit/bots.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlf::tools {

struct TrialFault {
  std::string text;  // of Player::Play, with the seed
  std::string sim;   // arguments of `mlf sim` that show it: "--games 16 --seed 1 --bot random"
};

// Plays `hands`; the first fault that Player::Play reports.
std::optional<TrialFault> PlayTrial(const Flow& flow, std::uint64_t hands);

}  // namespace mlf::tools
