// Bot: a player made of code. It chooses among the offers of one seat and sees only what that seat
// may know.
#pragma once

#include <mlf/play/view.h>

#include <cstdint>

namespace mlf::bots {

class Bot {
 public:
  virtual ~Bot() = default;
  // Restarts the bot's random numbers. Bots with equal seeds give equal answers.
  virtual void Begin(std::uint64_t seed) = 0;
  // One of the offers of the view, or its fallback.
  virtual Action Choose(const play::TableView& view) = 0;
};

// The n-th action of `offer`.
Action Take(const play::TableView& view, const Offer& offer, std::uint64_t n);

}  // namespace mlf::bots
