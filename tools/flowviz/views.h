// Views: what of a chart is drawn, and how.
//
//   windows  every edge of the flow once: an action is a rounded box (blue: players bring it, grey:
//   the system runs it), a window the orange box
//            beside its node with a cell for each answer and, dashed, for what the system does when
//            nobody answers. All text stands in boxes and cells, none beside lines, so no label can
//            sit on something else. A line from a cell is one edge of the flow. The chart reads
//            from left to right; a line that would go back, or leave the opening or the end, goes
//            to a small box with the target's name. A window that two nodes have is drawn once,
//            between the two, unless marks may tell them apart.
//   actions  what may come after what, the windows looked through; see actions.h
//   hooks    what each node's ten hooks and conditions are filled with, what guards its answers,
//   and the variant's shared parts parts    which nodes and parts each of several variants uses,
//   and which of them with other parameters
#pragma once

#include "tools/flowviz/actions.h"
#include "tools/flowviz/chart.h"
#include "tools/flowviz/picture.h"

#include <map>
#include <string>
#include <vector>

namespace mlf::tools {

// What is drawn over a chart: a difference, how often play went where. What is null or empty stays
// as it is.
struct ChartMark {
  const char* color = nullptr;
  std::string fill;
  std::string width;
  const char* style = nullptr;
  std::string number;    // of a system edge or an answer: its number, where that is not its place
                         // among those drawn
  const char* tag = "";  // of the name: "S", "U"
  const char* arrow = nullptr;
  std::string
      tail;  // of an edge: behind the name of its node where it is the only one and has no cell
  PictureRows notes;
};
struct ChartMarks {
  std::map<std::string, ChartMark> nodes;    // by id
  std::map<std::string, ChartMark> windows;  // by the id of their node
  std::map<std::string, ChartMark> edges;    // by id
  PictureRows title;
  std::vector<PictureLegend> legend;
  bool brief = false;  // the marks stand instead of conditions, deadlines and other small text
};

// Without `opening` the group of the entry is not drawn, and the title says how much that is.
Picture WindowsPicture(const Chart& chart, bool legend, const ChartMarks& marks = {},
                       bool opening = true);
// Edges that are not drawn without the opening.
int OpeningEdges(const Chart& chart);
Picture ActionsPicture(const Chart& chart, const ActionChart& actions, bool legend);
Picture HooksPicture(const Chart& chart, bool legend);
Picture PartsPicture(const std::vector<Chart>& charts, bool legend);

// For the views: the title and the groups of a chart, each named beside the node that is first
// reached.
PictureRows ChartTitle(const Chart& chart);
std::vector<PictureGroup> ChartGroups(const Chart& chart);

}  // namespace mlf::tools
