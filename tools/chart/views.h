// Views: which content of a chart is drawn, and how.
//
//   windows  Every edge of the flow once. An action is a rounded box: blue for players, grey for
//            the system. A window is the orange box beside its node, with a cell for each answer
//            and a dashed cell for each system edge. All text is in boxes and cells, so no label
//            overlaps anything. A line from a cell is one edge of the flow. The chart reads from
//            left to right. A line that would go back, or leave the opening or the end, ends in a
//            small box with the name of its target. A window that two nodes share is drawn once,
//            between them, unless marks may distinguish the two.
//   actions  Which action may follow which; see actions.h.
//   hooks    The parts in the ten hooks and conditions of each node, the guards of its answers,
//            and the shared parts of the variant.
//   parts    The nodes and parts of several variants, and which have different parameters.
#pragma once

#include "tools/chart/actions.h"
#include "tools/chart/chart.h"
#include "tools/chart/picture.h"

#include <map>
#include <string>
#include <vector>

namespace mlf::tools {

// Marks on a chart: a difference, or heat. Null or empty members change nothing.
struct ChartMark {
  const char* color = nullptr;
  std::string fill;
  std::string width;
  const char* style = nullptr;
  std::string number;    // of a system edge or answer, if it is not the place among the drawn ones
  const char* tag = "";  // of the name: "S", "U"
  const char* arrow = nullptr;
  std::string tail;  // of a sole edge without a cell: follows the name of its node
  PictureRows notes;
};
struct ChartMarks {
  std::map<std::string, ChartMark> nodes;    // by id
  std::map<std::string, ChartMark> windows;  // by the id of the window's node
  std::map<std::string, ChartMark> edges;    // by id
  PictureRows title;
  std::vector<PictureLegend> legend;
  bool brief = false;  // marks replace conditions, deadlines and other small text
};

// Without `opening` the group of the entry is not drawn, and the title names the omitted nodes and
// edges.
Picture WindowsPicture(const Chart& chart, bool legend, const ChartMarks& marks = {},
                       bool opening = true);
// Edges omitted together with the opening.
int OpeningEdges(const Chart& chart);
Picture ActionsPicture(const Chart& chart, const ActionChart& actions, bool legend);
Picture HooksPicture(const Chart& chart, bool legend);
Picture PartsPicture(const std::vector<Chart>& charts, bool legend);

// The name of the box of a node's window.
inline std::string WindowBox(const ChartNode& node) { return node.id + "?"; }
// For views: the title, and the groups of a chart, each named beside its first node in walking
// order.
PictureRows ChartTitle(const Chart& chart);
std::vector<PictureGroup> ChartGroups(const Chart& chart);

}  // namespace mlf::tools
