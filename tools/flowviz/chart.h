// Chart: what a picture of a flow has to show, as plain data. It is made from the compiled flow and
// never from a variant's text, so it cannot show anything else than what runs; renderers,
// differences and heat read charts.
//
// Every edge of the flow is one edge of the chart: none is left out, and two between the same nodes
// stay two.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

// A condition or effect in use.
struct ChartPart {
  std::string text;  // canonical: "missed_win@1{mode: higher_fan}"
  Label label;       // a sentence, with the parameters behind it
};

struct ChartEdge {
  std::string id;  // "discard.hu" for an answer, "discard-draw" for a system edge; a second one
                   // between the same nodes ends in "#2"
  int from = 0;
  int to = 0;
  bool player = false;  // an answer to the window of `from`
  bool pass =
      false;  // the answer that means no: its node runs, but what follows is up to the window
  bool rare = false;
  int order = 0;        // answers: in the window; system edges: in which they are tried
  int rank = 0;         // answers: 0 is the strongest
  Who who = Who::kAll;  // answers: which of the asked seats
  WinnersRule winners;  // answers
  int abort_to = -1;    // the node an abort leads to
  std::vector<ChartPart> guards;
  Label label;
};

struct ChartDefault {
  int to = 0;
  std::vector<ChartPart> when;
};

struct ChartWindow {
  Label label;
  Who ask = Who::kSelf;
  bool in_turn = false;
  bool wait_for_all = false;
  bool auto_single = false;
  int deadline_ms = 0;
  std::vector<ChartDefault> defaults;  // the first one offered is played

  // Whether two seats can answer, so that answers compete.
  bool competes() const {
    return ask == Who::kOthers || ask == Who::kAll || ask == Who::kBystanders;
  }
};

struct ChartNode {
  std::string id;
  std::string part;  // canonical: "deal@1{hand: 13}"
  Label label;
  int group = -1;
  bool player = false;  // an action players bring
  bool entry = false;
  bool end = false;
  std::string consumes;
  std::vector<ChartPart> conditions;
  std::vector<std::pair<std::string, ChartPart>> hooks;  // hook's key, effect; in order of running
  std::optional<ChartWindow> window;
};

struct ChartGroup {
  std::string id;
  Label label;
};

struct Chart {
  std::string name;
  Label label;
  int seats = 0;
  std::string fingerprint;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::pair<std::string, ChartPart>> shared;  // the slots: name and part
  std::vector<ChartGroup> groups;                         // in order of first use
  std::vector<ChartNode> nodes;                           // in the flow's order
  std::vector<ChartEdge> edges;                           // by node; answers before system edges
  bool custom_setter = false;  // a part of the variant's own narrows where the flow rests
};

// `registry` holds the sentences of the parts in use.
Chart MakeChart(const Flow& flow, const Registry& registry = AllParts());

// What a part does, from its canonical text. Of a condition it is a clause that stands behind "if",
// "only if", 若 and 须.
Label PartSentence(const Flow& flow, const Registry& registry, const std::string& text);

// Number of edges of the compiled flow, counted apart from MakeChart.
int CountEdges(const Flow& flow);

// The node `id`, or -1.
int FindNode(const Chart& chart, const std::string& id);
// The edge with this id, or null.
const ChartEdge* FindEdge(const Chart& chart, const std::string& id);

}  // namespace mlf::tools
