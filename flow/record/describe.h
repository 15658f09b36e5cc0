// A response to records at rest without the step that led to them: of a replay, or restored
// records.
#pragma once

#include <mlf/flow/flow.h>

namespace mlf {

// Fills `response` as the step to these records would have, without events.
inline void Describe(const Flow& flow, const Records& records, Response& response) {
  const FlowState& state = records.flow();
  response.Clear();
  response.status = state.over != 0 ? Status::kOver : Status::kRests;
  response.node = state.node;
  response.version = state.version;
  if (state.over != 0) return;
  response.ask = state.window.ask;
  flow.FillChoices(records, response.choices);
  for (int s = 0; s < flow.people(); ++s) {
    const Seat seat = static_cast<Seat>(s);
    if (response.choices.Of(seat).empty()) continue;
    response.asked |= MaskOf(seat);
    response.defaults[seat] = flow.Default(records, seat);
  }
  if (flow.node(state.node).window)
    response.deadline_ms = flow.node(state.node).window->deadline_ms;
}

}  // namespace mlf
