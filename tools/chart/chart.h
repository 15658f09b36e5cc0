// Chart: the content of a picture of a flow, as plain data. It is made from the compiled flow and
// never from a variant's text, so it always shows what runs. Renderers, differences and heat read
// charts.
//
// Every edge of the flow is one edge of the chart. Parallel edges stay separate.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>
#include <string>
#include <vector>

namespace mlf::tools {

// A condition or effect in use.
struct ChartPart {
  PartUse use;
  std::string text;  // the canonical text of `use`: "missed_win@1{mode: higher_fan}"
  Label sentence;    // what the part does, without its own parameters
  Label label;       // the sentence, followed by the parameters
};

struct ChartEdge {
  std::string id;  // "discard.hu" for an answer, "discard-draw" for a system edge; parallel edges
                   // end in "#2"
  int from = 0;
  int to = 0;
  bool player = false;  // an answer to the window of `from`
  bool pass = false;    // the pass: its node runs, then the window decides what follows
  bool rare = false;
  int order = 0;        // answers: place in the window; system edges: order of evaluation
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
  Label setter;  // if the setter of critical nodes may pass over seats: for which the flow rests

  // Two seats can answer, so answers compete.
  bool competes() const {
    return ask == Who::kOthers || ask == Who::kAll || ask == Who::kBystanders;
  }
};

struct ChartNode {
  std::string id;
  PartUse use;       // its type with the parameters
  std::string part;  // the canonical text of `use`: "deal@1{hand: 13}"
  Label label;
  int group = -1;
  bool player = false;  // players give it as an answer
  bool entry = false;
  bool end = false;
  std::string consumes;
  std::vector<ChartPart> conditions;
  std::vector<std::pair<std::string, ChartPart>>
      hooks;  // key of the hook, effect; in order of execution
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
  std::vector<std::pair<std::string, ChartPart>> shared;  // slots: name and part
  std::vector<ChartGroup> groups;                         // in order of first use
  std::vector<ChartNode> nodes;                           // in the flow's order
  std::vector<ChartEdge> edges;                           // by node; answers before system edges
  std::optional<ChartPart> setter;  // the part that narrows where the flow rests
};

Chart MakeChart(const Flow& flow);

// What a part does. The sentence of a condition is a clause that follows "if", "only if", 若 or 须.
enum class OwnParams : bool { kWithout, kWith };
Label PartSentence(const Flow& flow, const PartUse& use, OwnParams params = OwnParams::kWith);

// Number of edges of the compiled flow, counted independently of MakeChart.
int CountEdges(const Flow& flow);

// The node `id`, or -1.
int FindNode(const Chart& chart, const std::string& id);
// The edge with this id, or null.
const ChartEdge* FindEdge(const Chart& chart, const std::string& id);

// The id of a map such as {id: x, fan: 2}; empty for any other value.
std::string KeyOf(const Value& value);

}  // namespace mlf::tools
