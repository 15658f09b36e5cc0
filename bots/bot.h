// Bot: a player made of code. It chooses among the choices of one seat and sees only what that seat
// may know.
#pragma once

#include <mlf/flow/flow.h>

#include <cstdint>

namespace mlf::bots {

// `seen` is what the seat may know (sight.h); `fallback` is the action of a timeout.
struct Question {
  const Records& seen;
  Seat seat;
  const Choices& choices;
  std::uint32_t ask;
  const Action& fallback;
};

class Bot {
 public:
  virtual ~Bot() = default;
  // Restarts the bot's random numbers. Bots with equal seeds give equal answers.
  virtual void Begin(std::uint64_t seed) = 0;
  // False: the bot does not read `seen`, so the caller need not fill it.
  virtual bool looks() const = 0;
  virtual Action Choose(const Question& question) = 0;
};

// The n-th action of `offer`.
Action Take(const Question& question, const Offer& offer, std::uint64_t n);

}  // namespace mlf::bots
