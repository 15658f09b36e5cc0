// The window proof for people (docs/en/proof.md): a line a window, and a counterexample as a
// scenario file, which is looked for in played games, so that it is a table that can come about and
// every step of it is one that the engine takes.
#pragma once

#include <mlf/flow/loader.h>
#include <mlf/flow/prove.h>
#include <mlf/flow/viewer.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

struct ProvedWindow {
  std::string node;
  Label label;
  WindowProof proof;
  std::vector<Label> faults;  // each counterexample in a sentence
};

struct ProofReport {
  std::vector<ProvedWindow> windows;
  bool holds() const;
};

ProofReport ProveFlow(const Flow& flow, DecideFunction decide = Decide);
// "  window discard: 1016 sets of offers, 2528 ways to answer, 7444 orders: holds", one line a
// window, counterexamples below theirs.
std::string ProofText(const ProofReport& report, Lang lang);

// What the open window of `records` has offered.
OfferSet OffersAt(const Records& records);

struct PlayedExample {
  Counterexample example;
  Label text;
  bool shows = false;    // the engine, taken through it, does what the counterexample says
  std::string scenario;  // a whole scenario file
};

// Plays up to `hands` hands between bots until the window meets a set of offers with a fault of
// this kind; one that shows in the engine if there is any. `options` are those the flow was built
// with. Nothing where no game came to such a table.
std::optional<PlayedExample> FindInPlay(const Flow& flow, const OptionValues& options,
                                        NodeIndex node, ProofFault fault, std::uint64_t hands,
                                        DecideFunction decide = Decide);

}  // namespace mlf::tools
