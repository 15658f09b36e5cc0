#include "bots/bot.h"

namespace mlf::bots {

Action Take(const play::TableView& view, const Offer& offer, std::uint64_t n) {
  Action action{.node = offer.node, .seat = view.seat(), .ask = view.nonce()};
  offer.domain.Nth(n, action);
  return action;
}

}  // namespace mlf::bots
