// The JSON of a view and of a question, read into records and offers.
#pragma once

#include <mlf/flow/json.h>
#include <mlf/play/seen_view.h>

#include <array>
#include <string>

namespace mlf::play {

// What is wrong with a message, with the key.
struct Misfit {
  std::string what;
};

// What one message shows. Each function throws Misfit, or an exception of nlohmann::json where a
// value has the wrong type.
struct SeenTable {
  Records seen;
  Seat seat = kNoSeat;
  std::array<int, kMaxSeats> sizes{};  // of the hands
};
SeenTable ReadView(const ViewFacts& facts, const Json& view);

// The offers of `seat`: the `offers` of a window or of `choices`.
void ReadOffers(const Flow& flow, const Json& offers, Seat seat, Choices& choices);
// An action as `defaults` has it.
Action ReadAction(const Flow& flow, const Json& action);
// Marks `seen` as asked by window `ask`, with these choices.
void SetQuestion(const Flow& flow, const Choices& choices, Seat seat, std::uint32_t ask,
                 Records& seen);

}  // namespace mlf::play
