// Runs one scenario: plays it from its position or start, or judges it as a fan case. Used by
// scenario.cc only.
#pragma once

#include "tools/kit/scenario.h"

namespace mlf::tools {

// Plays a scenario with position or start. Adds failures to `result` and walked edges to `walked`.
void PlayScenario(std::shared_ptr<const Flow> flow, const Value& scenario, ScenarioResult& result,
                  std::set<EdgeKey>& walked);
// {fan: {hand: ..., win: ..., by: ...}, expect: {fans: [...], gen: 0, fan: 0, value: 1}}
void RunFanCase(const Flow& flow, const Value& scenario, ScenarioResult& result);
// Whether all entries of a list are rows of the variant's fan table. Others are faults.
bool KnownFans(const Flow& flow, const Value& list, Faults& faults);

}  // namespace mlf::tools
