// The window proof as text (docs/en/proof.md): one line a window, and counterexamples as scenario
// files. A counterexample is found in played games, so the engine can reach its table and takes
// every step of it.
#pragma once

#include <mlf/flow/loader.h>
#include <mlf/flow/prove.h>
#include <mlf/flow/viewer.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct ProvedWindow {
  std::string node;
  Label label;
  WindowProof proof;
  std::vector<Label> faults;  // each counterexample in a sentence
  bool known = false;         // an equal window was proved before, with the same result
};

struct ProofReport {
  std::vector<ProvedWindow> windows;
  bool holds() const;
};

// The proofs of windows by what each reads (Prover::Inputs): most options change a few windows or
// none, so a variant with many options has few windows to prove.
using KnownProofs = std::map<std::string, WindowProof>;

ProofReport ProveFlow(const Flow& flow, DecideFunction decide = Decide);
ProofReport ProveFlow(const Flow& flow, KnownProofs& known);
// "window discard: 1016 sets of offers, 2528 ways to answer, 7444 orders: holds": one line a
// window, with its counterexamples below.
std::string ProofText(const ProofReport& report, Lang lang);

// The offers of the open window of `records`.
OfferSet OffersAt(const Records& records);

struct PlayedExample {
  Counterexample example;
  Label text;
  bool shows = false;    // the engine behaves as the counterexample says
  std::string scenario;  // a whole scenario file
};

// Bots play up to `hands` hands until the window has a set of offers with a fault of this kind. A
// fault that shows in the engine is preferred. `options` are the options of the flow. Nothing if no
// game reaches such a table.
std::optional<PlayedExample> FindInPlay(const Flow& flow, const OptionValues& options,
                                        NodeIndex node, ProofFault fault, std::uint64_t hands,
                                        DecideFunction decide = Decide);

}  // namespace mlf::tools
