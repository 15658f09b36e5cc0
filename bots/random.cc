#include "bots/random.h"
#include <mlf/flow/random.h>

#include <algorithm>

namespace mlf::bots {

void Chance::Begin(std::uint64_t seed) {
  seed_ = StreamSeed(seed, "bot");
  counter_ = 0;
}

std::uint32_t Chance::Below(std::uint32_t bound) { return Stream(seed_, counter_).Below(bound); }

Action RandomBot::Choose(const Question& q) {
  const std::uint64_t count = std::min<std::uint64_t>(q.choices.Count(q.seat), 0xFFFFFFFFu);
  return q.choices.Nth(q.seat, chance_.Below(static_cast<std::uint32_t>(count)), q.ask);
}

}  // namespace mlf::bots
