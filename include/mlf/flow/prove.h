/// \file
/// The window proof: for every set of offers that the pieces on the table allow, every way to
/// answer and every order of arrival, each window of a flow decides, in the same way in every
/// order, and as early as its rule says; and whatever it decides, the flow knows where to go.
///
/// What it assumes and why it covers every order stands in docs/en/proof.md. It runs no game: a
/// window's data and Decide are all it looks at.
#pragma once

#include <mlf/flow/window.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

using DecideFunction = Decision (*)(const Window& window, const WindowState& state, Seat actor,
                                    int seats);

/// What every seat is offered when the window of `node` opens: bit e = its answer e. A seat without
/// an offer is not asked.
struct OfferSet {
  NodeIndex node = kNoNode;
  Seat actor = 0;
  std::array<std::uint32_t, kMaxSeats> offered{};
};

enum class ProofFault : std::uint8_t {
  kNever,     ///< all have answered and it has not decided
  kEarly,     ///< it decides while an open answer could still change what it decides
  kLate,      ///< it waits although no open answer could
  kOrder,     ///< the same answers in another order come to something else
  kWinners,   ///< it decides something else than its rule says
  kNoRule,    ///< several gave the best answer, and nothing says who of them wins
  kTwoNodes,  ///< the winners go different ways
  kNoEdge,    ///< no edge that can always be taken leads on from what it decides
  kNobody,    ///< no seat is ever offered anything
  kUnused,    ///< an answer that no seat is ever offered, or that never wins
  kLacks,     ///< on the way on a node may find nothing, and no edge tells so
  kTooMany,   ///< too many cases to try them all
};
std::string_view ProofFaultName(ProofFault fault);  ///< "never", "early", ...

struct Counterexample {
  struct Answer {
    Seat seat = 0;
    std::uint8_t answer = 0;
  };

  ProofFault fault = ProofFault::kNever;
  OfferSet offers;
  std::vector<Answer>
      order;  ///< as they arrive; the fault shows at the last one (kOrder: all of them)
  std::vector<Answer> other;  ///< kOrder: the same answers as they arrive otherwise
  SeatMask winners = 0;       ///< what was decided, where something was
  Answer open;  ///< kEarly: what could still change it; kLate: a seat waited for, with one of its
                ///< answers; kUnused: the answer, of
                /// kNoSeat where nobody is offered it
  NodeIndex lacks = kNoNode;  ///< kLacks: the node that may find nothing
};

struct WindowProof {
  NodeIndex node = kNoNode;
  std::uint64_t offer_sets = 0;
  std::uint64_t answers = 0;           ///< ways to answer, over all offer sets
  std::uint64_t orders = 0;            ///< orders of arrival, over all ways to answer
  std::uint64_t decisions = 0;         ///< times the window was asked to decide
  std::vector<Counterexample> faults;  ///< the smallest of each kind
  bool holds() const { return faults.empty(); }
};

class Prover {
 public:
  explicit Prover(const Flow& flow, DecideFunction decide = Decide);
  /// Nodes that need not come from a built flow. `copies`: the most equal pieces there are; 0 =
  /// nothing is known of that.
  Prover(std::span<const Node> nodes, int seats, int copies, DecideFunction decide = Decide);

  /// Every window, in the order of the nodes.
  std::vector<WindowProof> All() const;
  WindowProof Of(NodeIndex node) const;
  /// One set of offers, whether allowed or not.
  WindowProof Of(const OfferSet& offers) const;
  /// Why the pieces do not allow `offers`; empty when they do, and the proof has tried them.
  std::string Outside(const OfferSet& offers) const;

  /// What is wrong, in a sentence.
  Label Explain(const Counterexample& example) const;

 private:
  std::span<const Node> nodes_;
  int seats_;
  int copies_;
  DecideFunction decide_;
};

}  // namespace mlf
