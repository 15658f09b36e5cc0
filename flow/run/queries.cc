// Questions about a game at rest: what a seat may do, its default, and why it may not do something.
#include "flow/run/offers.h"

namespace mlf {

void Flow::FillChoices(const Records& records, Choices& choices) const {
  choices.Clear();
  const FlowState& state = records.flow();
  if (state.fingerprint != fingerprint_ || state.over != 0 || state.node == kNoNode) return;
  try {
    ForEachSeat(state.window.active, [&](Seat seat) {
      offers::OffersTo(hot_nodes_[state.node], records, seat, choices);
    });
  } catch (...) {
    choices.Clear();  // the library throws nothing; an action that needs the broken code is refused
  }
}

std::uint32_t Flow::OffersTo(const Records& records, Seat seat, Choices& choices) const {
  const NodeIndex node = records.flow().node;
  if (node >= nodes_.size() || seat < 0 || seat >= people_) return 0;
  return offers::OffersTo(hot_nodes_[node], records, seat, choices);
}

Action Flow::Default(const Records& records, Seat seat) const {
  Choices choices;
  const FlowState& state = records.flow();
  if (state.fingerprint != fingerprint_ || state.over != 0 || state.node == kNoNode || seat < 0 ||
      seat >= people_)
    return {};
  if ((state.window.active & MaskOf(seat)) == 0) return {};
  try {
    offers::OffersTo(hot_nodes_[state.node], records, seat, choices);
    Action action;
    offers::FindDefault(*this, hot_nodes_[state.node], records, seat, choices, action);
    return action;
  } catch (...) {
    return {};
  }
}

const Reason* Flow::WhyNot(const Records& records, Seat seat, NodeIndex node) const {
  const FlowState& state = records.flow();
  if (state.over != 0 || state.node == kNoNode) return &refusals::kOver;
  if (node >= nodes_.size()) return &refusals::kUnknownNode;
  if (seat < 0 || seat >= people_) return &refusals::kNoSuchSeat;
  const HotNode& asking = hot_nodes_[state.node];
  const Reason* why = &refusals::kNotNow;
  try {
    for (const HotNode::Answer& answer : asking.answers) {
      if (answer.to->index != node) continue;
      if ((answer.asked[offers::ActorOf(records)] & MaskOf(seat)) == 0) {
        why = &refusals::kNotYours;
        continue;
      }
      if (!offers::Hold(answer.guards, records, seat, &why)) continue;
      Domain domain;
      Choices before;
      const std::uint32_t stronger = (1u << answer.place) - 1;
      const bool has_other_offer = offers::OffersTo(asking, records, seat, before, stronger) != 0;
      if (!offers::OfferOf(*answer.to, records, seat, has_other_offer, domain, &why)) continue;
      return (state.window.active & MaskOf(seat)) != 0 ? nullptr : &refusals::kNotAskedNow;
    }
  } catch (...) {
    return &refusals::kBroken;
  }
  return why;
}

}  // namespace mlf
