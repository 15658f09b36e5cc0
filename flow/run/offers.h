// What a seat may do at a node: the offers of a window, and the default of a timeout. All functions
// read the records and change nothing.
#pragma once

#include <mlf/flow/node_alias.h>
#include "flow/build/hot_node.h"
#include "flow/run/refusals.h"

#include <bit>

namespace mlf::offers {

// Whether all `guards` hold. `why` gets the reason of the first that does not. A seat that is not
// asked does not get the reason of a SecretGuard.
inline bool Hold(const Tests& guards, const Records& records, Seat seat,
                 const Reason** why = nullptr) {
  for (const Test& guard : guards) {
    if (guard.Allow(records, seat, ~PieceMask{0}) != 0) continue;
    if (why != nullptr) {
      const bool asked = (records.flow().window.active & MaskOf(seat)) != 0;
      if (!asked && dynamic_cast<const SecretGuard*>(guard.condition) != nullptr) continue;
      *why = &guard.condition->WhyNot();
    }
    return false;
  }
  return true;
}

// The actor as a seat index, in range even for damaged records.
inline std::size_t ActorOf(const Records& records) {
  return static_cast<std::size_t>(records.flow().actor) % kMaxSeats;
}

// The node's offer to `seat`, narrowed by the variant's conditions.
inline bool OfferOf(const HotNode& node, const Records& records, Seat seat, bool has_other_offer,
                    Domain& domain, const Reason** why = nullptr) {
  OfferSink sink(domain, has_other_offer);
  node.impl->Offers(records, seat, sink);
  const bool pieces = domain.kind == Domain::kPiece;
  if (domain.Empty()) {
    if (why != nullptr) *why = sink.reason() != nullptr ? sink.reason() : &refusals::kNotOffered;
    return false;
  }
  for (const Test& test : node.conditions) {
    const PieceMask allowed = test.Allow(records, seat, pieces ? domain.mask : ~PieceMask{0});
    if (pieces) domain.mask &= allowed;
    if (allowed == 0 || domain.mask == 0) {
      if (allowed != 0 && !pieces) continue;
      if (why != nullptr) *why = &test.condition->WhyNot();
      return false;
    }
  }
  return true;
}

// Appends to `choices` the offers of `seat` at the window of `asking`. `may` is a mask of answers
// to consider. Returns the mask of answers offered.
inline std::uint32_t OffersTo(const HotNode& asking, const Records& records, Seat seat,
                              Choices& choices, std::uint32_t may = ~0u) {
  std::uint32_t offered = 0;
  Offer* room = &choices.Next();
  for (may &= asking.may_give[ActorOf(records)][seat]; may != 0; may &= may - 1) {
    const HotNode::Answer& answer = asking.answers[static_cast<std::size_t>(std::countr_zero(may))];
    if ((answer.pass && offered == 0) || !Hold(answer.guards, records, seat)) continue;
    if (!OfferOf(*answer.to, records, seat, offered != 0, room->domain)) {
      if (room->domain.kind != Domain::kNone)
        room->domain.Clear();  // narrowed to nothing by a condition
      continue;
    }
    offered |= may & -may;
    choices.Keep(*room, seat, answer.node);
    room = &choices.Next();
  }
  return offered;
}

// The default action of `seat` on a timeout.
inline void FindDefault(const Flow& flow, const HotNode& asking, const Records& records, Seat seat,
                        const Choices& choices, Action& action) {
  for (const HotNode::Default& fallback : asking.defaults) {
    const Offer* offer = choices.Find(seat, fallback.to->index);
    if (offer == nullptr || !Hold(fallback.when, records, seat)) continue;
    action = {.node = fallback.to->index, .seat = seat, .ask = records.flow().window.ask};
    return fallback.to->impl->Suggest(records, seat, offer->domain, action);
  }
  // This seat's offers may lack every default. Then use its first offer.
  const auto offers = choices.Of(seat);
  action = {};
  if (offers.empty()) return;
  action = {.node = offers.front().node, .seat = seat, .ask = records.flow().window.ask};
  flow.node(action.node).impl->Suggest(records, seat, offers.front().domain, action);
}

}  // namespace mlf::offers
