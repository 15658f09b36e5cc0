// Impact: replays recorded hands on two flows side by side and finds the first difference of each.
#pragma once

#include <mlf/flow/journal.h>
#include <mlf/flow/viewer.h>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::tools {

struct ImpactHand {
  enum class What : std::uint8_t {
    kLegality,     // one side accepts what the other refuses, or seats get other offers
    kPath,         // other nodes ran, or the flow rests elsewhere
    kPoints,       // the points differ
    kNotCompared,  // an earlier hand of the match differs, and this one cannot start from its mark
  };

  std::string journal;
  std::uint32_t hand = 0;  // number in the match, from 0
  What what = What::kLegality;
  int step = 0;        // line of the journal, from 1; 0 = the start
  std::string action;  // as written in the journal
  std::string a, b;    // the result on each side
};
std::string_view ImpactName(ImpactHand::What what);  // "legality"

struct Impact {
  int hands = 0;     // number in the journals
  int compared = 0;  // replayed on both sides
  std::vector<ImpactHand> apart;
};

// Adds the comparison of one journal. Neither flow needs to be the journal's own. If one is, and
// the other has the same layout of records, a difference ends with its hand: both sides start the
// next hand at its mark.
void AddImpact(const Flow& a, const Flow& b, const Journal& journal, Impact& impact);

std::string ImpactText(const Impact& impact, Lang lang);
// {hands, compared, apart: [{journal, hand, what, step, action, a, b}]}
nlohmann::ordered_json ImpactJson(const Impact& impact);

}  // namespace mlf::tools
