#include "bots/bot.h"

namespace mlf::bots {

Action Take(const Question& question, const Offer& offer, std::uint64_t n) {
  Action action{.node = offer.node, .seat = question.seat, .ask = question.ask};
  offer.domain.Nth(n, action);
  return action;
}

}  // namespace mlf::bots
