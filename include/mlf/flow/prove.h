/// \file
/// The window proof. It tries every set of offers that the pieces allow, every combination of
/// answers and every order of arrival. Each window must decide, with the same result in every
/// order, and as early as its rule says. Every decision must have a way on in the flow.
///
/// docs/en/proof.md states the assumptions and why every order is covered. The proof runs no game:
/// it uses only the window's data and Decide.
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

/// The offers of every seat when the window of `node` opens; bit e = answer e. A seat without an
/// offer is not asked.
struct OfferSet {
  NodeIndex node = kNoNode;
  Seat actor = 0;
  std::array<std::uint32_t, kMaxSeats> offered{};
};

enum class ProofFault : std::uint8_t {
  kNever,     ///< all have answered and the window has not decided
  kEarly,     ///< it decides while an open answer could still change the result
  kLate,      ///< it waits although no open answer could change the result
  kOrder,     ///< the same answers in another order give another result
  kWinners,   ///< the decision breaks the window's rule
  kNoRule,    ///< several seats gave the best answer, and no rule picks the winners
  kTwoNodes,  ///< the winners go to different nodes
  kNoEdge,    ///< no unconditional edge leads on after the decision
  kNobody,    ///< no seat is ever offered anything
  kUnused,    ///< an answer that is never offered or never wins
  kLacks,     ///< a later node may find nothing, and no edge covers that
  kTooMany,   ///< too many cases to try
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
      order;  ///< in order of arrival; the fault shows at the last (kOrder: at the end)
  std::vector<Answer> other;  ///< kOrder: the same answers in another order
  SeatMask winners = 0;       ///< of the decision, if there was one
  Answer open;  ///< kEarly: an answer that could change the result; kLate: a seat waited for;
                ///< kUnused: the answer, with kNoSeat if it is never offered
  NodeIndex lacks = kNoNode;  ///< kLacks: the node that may find nothing
};

struct WindowProof {
  NodeIndex node = kNoNode;
  std::uint64_t offer_sets = 0;
  std::uint64_t answers = 0;           ///< combinations of answers, over all offer sets
  std::uint64_t orders = 0;            ///< orders of arrival, over all combinations
  std::uint64_t decisions = 0;         ///< calls of Decide
  std::vector<Counterexample> faults;  ///< the smallest example of each kind
  bool holds() const { return faults.empty(); }
};

class Prover {
 public:
  explicit Prover(const Flow& flow, DecideFunction decide = Decide);
  /// For nodes that need not come from a built flow. `copies`: the largest number of equal pieces;
  /// 0 = unknown.
  Prover(std::span<const Node> nodes, int seats, int copies, DecideFunction decide = Decide);

  /// Proves every window, in the order of the nodes.
  std::vector<WindowProof> All() const;
  WindowProof Of(NodeIndex node) const;
  /// All that the proof of this window reads of the flow. Windows with the same text have the same
  /// proof with the same Decide, in one flow or in two.
  std::string Inputs(NodeIndex node) const;
  /// Checks one set of offers, allowed or not.
  WindowProof Of(const OfferSet& offers) const;
  /// Why the pieces do not allow `offers`; empty if they do, and the proof has tried them.
  std::string Outside(const OfferSet& offers) const;

  /// A sentence about the fault.
  Label Explain(const Counterexample& example) const;

 private:
  std::span<const Node> nodes_;
  int seats_;
  int copies_;
  DecideFunction decide_;
};

}  // namespace mlf
