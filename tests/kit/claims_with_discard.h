// Scenarios of riichi's option claim_carries_discard: after each way to discard, each claim that
// names its own discard. The variants that patch riichi have the same nodes.
#pragma once

#include "tools/kit/scenario.h"

#include <string>

namespace mlf::tools {

// Seat 0 discards or declares, and in turn the next seat, and the next again, claim. `options` is a
// YAML map; it switches chi and red fives on.
ScenarioRun RunClaimsWithDiscard(const std::string& folder, const std::string& options);

}  // namespace mlf::tools
