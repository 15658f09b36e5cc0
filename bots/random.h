// RandomBot: any legal action of the seat, each payload equally likely.
#pragma once

#include "bots/bot.h"

#include <cstdint>

namespace mlf::bots {

// The random numbers of one bot.
class Chance {
 public:
  void Begin(std::uint64_t seed);
  // 0 .. bound - 1.
  std::uint32_t Below(std::uint32_t bound);

 private:
  std::uint64_t seed_ = 0;
  std::uint32_t counter_ = 0;
};

class RandomBot final : public Bot {
 public:
  void Begin(std::uint64_t seed) override { chance_.Begin(seed); }
  Action Choose(const play::TableView& view) override;

 private:
  Chance chance_;
};

}  // namespace mlf::bots
