#include "flow/graph/offer_limits.h"
#include <mlf/flow/claim_limit.h>

#include <algorithm>
#include <bit>

namespace mlf {

std::vector<Seat> InTurn(SeatMask asked, Seat actor, int seats) {
  std::vector<Seat> order;
  for (int i = 1; i <= seats; ++i) {
    const auto seat = static_cast<Seat>((actor + i) % seats);
    if ((asked & MaskOf(seat)) != 0) order.push_back(seat);
  }
  for (int seat = seats; seat < kMaxSeats; ++seat) {
    if ((asked & MaskOf(static_cast<Seat>(seat))) != 0) order.push_back(static_cast<Seat>(seat));
  }
  return order;
}

std::uint32_t AnswersOf(const Window& window, Seat seat, Seat actor, int seats) {
  std::uint32_t may = 0;
  for (std::size_t i = 0; i < window.answers.size(); ++i) {
    const Who who = window.answers[i].who;
    if (who == Who::kAll || (SeatsOf(who, actor, seats) & MaskOf(seat)) != 0) may |= 1u << i;
  }
  return may;
}

OfferLimits::OfferLimits(std::span<const Node> nodes, const Window& window, int copies) {
  if (copies > 0) supply = copies - 1;  // no asked seat holds the piece in question
  for (std::size_t i = 0; i < window.answers.size(); ++i) {
    const Edge& answer = window.answers[i];
    const ActionNode* impl = answer.to < nodes.size() ? nodes[answer.to].impl : nullptr;
    const auto* limit = dynamic_cast<const ClaimLimit*>(impl);
    holds.push_back(limit == nullptr ? 0 : limit->Holds());
    if (limit != nullptr && limit->FirstInTurn()) first_in_turn |= 1u << i;
    if (answer.pass || (impl != nullptr && impl->beside_others())) beside |= 1u << i;
  }
}

int OfferLimits::HoldsOf(std::uint32_t set) const {
  int most = 0;
  for (; set != 0; set &= set - 1)
    most = std::max(most, holds[static_cast<std::size_t>(std::countr_zero(set))]);
  return most;
}

}  // namespace mlf
