// Toy parts for tests of the engine: nodes that offer what their parameters say and record what
// ran.
#pragma once

#include <mlf/flow/check.h>
#include <mlf/flow/flow.h>

#include <memory>
#include <string>
#include <vector>

namespace mlf::test {

// What ran, in order, and a counter for parts.
struct ToyLog {
  static constexpr std::string_view kSlot = "toy_log";
  static constexpr Scope kScope = Scope::kHand;
  std::int32_t size = 0;
  std::int32_t left = 0;
  std::array<std::uint8_t, 120> marks{};

  void Check(const Validation& check) const;
};
struct ToyScore {
  static constexpr std::string_view kSlot = "toy_score";
  static constexpr Scope kScope = Scope::kMatch;
  std::array<std::int32_t, 4> points{};

  void Check(const Validation&) const {}
};

// Pieces 1..9 of three groups as "3a 17b", similar to tiles.
class ToyPieces final : public PieceText {
 public:
  std::string Format(const Piece* pieces, int count) const override;
  std::optional<int> Parse(std::string_view word, Piece* out, int capacity) const override;
};

// The toy parts:
//   tick          system; each hook marks its number (1..9)                      {follow: node}
//   hand          system; begins hand number `number`, or the next one           {number:
//   next|first} use           system; uses up `left` of the log {honest: bool} say, say2, no
//   player, no payload, offered to the seats of bit mask `seats`; marks 100 + seat (say), 120 +
//   seat (say2), 140 + seat (no) give          player, payload of `kind`; marks its value or first
//   piece
// Effects: note {n}, follow {node}, fail {}, score {seat}.  Conditions: never, seat_is {seat},
// marks {least}, odd (pieces), broken. Setter: rest_for {seat}.
const Registry& ToyRegistry();
const PieceText& ToyText();

// The marks so far.
std::vector<int> Marks(const Flow& flow, const Records& records);
ToyLog& LogOf(const Flow& flow, Records& records);

// Builds the flow, or fails the test with the faults.
std::shared_ptr<const Flow> BuildOrDie(const FlowBuilder& builder);

// Two hands of: everybody says `say` or `no` (default), then seat 0 gives a piece; hand over hand
// until two are played. Has events, a seat-only one among them, and options. For journals and
// explanations.
std::shared_ptr<const Flow> TwoHands(int version_of_rules = 1);

}  // namespace mlf::test
