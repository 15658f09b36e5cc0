// One scenario of a file: played from its position or start, or judged as a fan case. Used by
// scenario.cc alone.
#pragma once

#include "tools/kit/scenario.h"

namespace mlf::tools {

// A scenario with position or start. Failures go into `result`, the edges its steps walk into
// `walked`.
void PlayScenario(std::shared_ptr<const Flow> flow, const Value& scenario, ScenarioResult& result,
                  std::set<EdgeKey>& walked);
// {fan: {hand: ..., win: ..., by: ...}, expect: {fans: [...], gen: 0, fan: 0, value: 1}}
void RunFanCase(const Flow& flow, const Value& scenario, ScenarioResult& result);
// Whether each of a list is a row of the variant's fan table; what is not is a fault.
bool KnownFans(const Flow& flow, const Value& list, Faults& faults);

}  // namespace mlf::tools
