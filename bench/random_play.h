// Random play for all measurements of the engine. One of the asked seats is chosen uniformly, then
// one of its distinct legal actions, uniformly over the flat list. A pass is one entry, and so is
// each different discard. Numbers are SplitMix64 (docs/en/random.md).
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/random.h>
#include <mlf/flow/trace.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace mlf::bench {

[[noreturn]] inline void Die(const char* what) {
  std::fprintf(stderr, "bench: %s\n", what);
  std::abort();
}

// A random answer to `response`.
inline Action PickAction(const Response& response, Stream& stream) {
  SeatMask asked = response.asked;
  const auto seats = static_cast<std::uint32_t>(std::popcount(asked));
  for (std::uint32_t n = seats == 1 ? 0 : stream.Below(seats); n > 0; --n)
    asked &= static_cast<SeatMask>(asked - 1);
  const Seat seat = static_cast<Seat>(std::countr_zero(asked));
  const std::uint64_t count = response.choices.Count(seat);
  return response.choices.Nth(
      seat, count == 1 ? 0 : stream.Below(static_cast<std::uint32_t>(count)), response.ask);
}

// A table that plays one match after the other.
struct Table {
  Records records;
  Response response;
  Trace trace;
  std::uint32_t counter = 0;  // of the generator
  std::uint64_t match = 0;
  std::uint64_t hands = 0;  // hands finished so far

  void Start(const Flow& flow, std::uint64_t seed) {
    records = flow.Blank();
    flow.Start(records, HandSeed(seed, static_cast<std::uint32_t>(match++)), response, &trace);
    if (!response.ok()) Die("a start was refused");
  }

  Action Pick(std::uint64_t seed) {
    Stream stream(seed, counter);
    return PickAction(response, stream);
  }

  void Step(const Flow& flow, std::uint64_t seed) {
    const std::uint32_t hand = records.flow().hand;
    flow.ProcessActionNode(records, Pick(seed), response, &trace);
    if (!response.ok()) Die("a choice was refused");
    if (response.status == Status::kOver) {
      ++hands;
      Start(flow, seed);
    } else if (records.flow().hand != hand) {
      ++hands;
    }
  }
};

}  // namespace mlf::bench
