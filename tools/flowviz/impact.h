// Impact: recorded hands played again on two flows side by side, and where they first go apart.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/flow/viewer.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::tools {

struct ImpactHand {
  enum class What : std::uint8_t {
    kLegality,  // one takes the action and the other refuses it, or seats are offered other things
    kPath,      // other nodes ran, or the flow rests elsewhere
    kPoints,    // other points
    kNotCompared,  // an earlier hand of the match went apart, and this one cannot be begun from its
                   // mark
  };

  std::string journal;
  std::uint32_t hand = 0;  // of its match, from 0
  What what = What::kLegality;
  int step = 0;        // of the journal, from 1; 0 = the start
  std::string action;  // as the journal has it
  std::string a, b;    // what came of it
};
std::string_view ImpactName(ImpactHand::What what);  // "legality"

struct Impact {
  int hands = 0;     // in the journals
  int compared = 0;  // played on both
  std::vector<ImpactHand> apart;
};

// Adds what comes of one journal. Neither flow need be the journal's own. Where one is, and the
// other keeps its state the same way, a hand that went apart does not spoil the next one: both
// begin it at its mark.
void AddImpact(const Flow& a, const Flow& b, const Journal& journal, Impact& impact);

std::string ImpactText(const Impact& impact, Lang lang);
// {hands, compared, apart: [{journal, hand, what, step, action, a, b}]}
std::string ImpactJson(const Impact& impact);

}  // namespace mlf::tools
