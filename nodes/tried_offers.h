// The offers that a window would make on records that are tried out and thrown away.
#pragma once

#include <mlf/flow/flow.h>

namespace mlf::nodes {

// What the window of `node` offers `seat` on `tried`, whose actor is set. `offered` gets the mask
// of its answers. The next call on this thread ends the result. Allocates on the first call of a
// thread only, so that a step allocates nothing.
inline const Choices& TriedOffers(const Flow& flow, NodeIndex node, Records& tried, Seat seat,
                                  std::uint32_t& offered) {
  static thread_local Choices choices = [] {
    constexpr int kRoom = 32;  // more answers than a window has
    Choices room;
    for (int i = 0; i < kRoom; ++i) room.Keep(room.Next(), 0, 0);
    return room;
  }();
  tried.flow().node = node;
  choices.Clear();
  offered = flow.OffersTo(tried, seat, choices);
  return choices;
}

}  // namespace mlf::nodes
