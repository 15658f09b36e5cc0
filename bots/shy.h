// ShyBot: plays as GreedyBot, but declines every other win, and every other turn that offers more
// than a discard. Its games reach what good play does not.
#pragma once

#include "bots/greedy.h"
#include "bots/random.h"

namespace mlf::bots {

class ShyBot final : public GreedyBot {
 public:
  using GreedyBot::GreedyBot;
  void Begin(std::uint64_t seed) override { chance_.Begin(seed); }

 private:
  bool TakesWin(bool only_offer) override;
  bool PassesTurn() override;

  Chance chance_;
};

}  // namespace mlf::bots
