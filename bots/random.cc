#include "bots/random.h"
#include <mlf/flow/random.h>

#include <algorithm>

namespace mlf::bots {

void Chance::Begin(std::uint64_t seed) {
  seed_ = StreamSeed(seed, "bot");
  counter_ = 0;
}

std::uint32_t Chance::Below(std::uint32_t bound) { return Stream(seed_, counter_).Below(bound); }

Action RandomBot::Choose(const play::TableView& view) {
  std::uint64_t count = 0;
  for (const Offer& offer : view.offers()) count += offer.domain.Count();
  std::uint64_t n =
      chance_.Below(static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 0xFFFFFFFFu)));
  for (const Offer& offer : view.offers()) {
    if (n < offer.domain.Count()) return Take(view, offer, n);
    n -= offer.domain.Count();
  }
  return view.fallback();
}

}  // namespace mlf::bots
