// EfficientBot: plain tile efficiency (牌效率). It keeps its hand closed and as near to ready as it
// can, with the most live tiles, declares ready whenever it can win, and never folds. The measure
// for other bots.
#pragma once

#include "bots/greedy.h"

namespace mlf::bots {

class EfficientBot final : public GreedyBot {
 public:
  using GreedyBot::GreedyBot;

 private:
  bool Declare(const play::TableView& view, const SeenTable& table, const Offer& offer,
               Action& answer) const override;
  bool Claim(const play::TableView&, const SeenTable&, const Offer&, Action&) const override {
    return false;
  }
  bool Gang(const play::TableView& view, const SeenTable& table, const Offer& offer,
            Action& answer) const override;
};

}  // namespace mlf::bots
