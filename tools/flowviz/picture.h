// Picture: boxes with text and cells, and lines between them, ready to be written in any form.
// Views of a chart make pictures; dot and Mermaid are two ways to write one. All text is in both
// languages until it is written.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

enum class ChartLang : std::uint8_t { kBoth, kZh, kEn };
std::optional<ChartLang> ChartLangFrom(const std::string& word);  // both, zh, en

// Text broken to `width` columns, a Chinese character being two.
struct PictureRow {
  Label text;
  const char* color;
  int size = 11;
  bool bold = false;
  int width = 24;
  bool one_line = false;  // both languages on one line where they fit `width`
  std::string lead{};     // before the text, in any language
  std::string tail{};     // behind it
  const char* tag = "";   // "S" = struck through, "U" = underlined
};
using PictureRows = std::vector<PictureRow>;

// A cell of a box, where a line may begin.
struct PictureCell {
  std::string port{};
  PictureRows rows{};
  PictureRows details{};  // at the right of the rows
  const char* color = nullptr;
  const char* style = "";  // "", "DASHED", "DOTTED"
  std::string fill = "#FFFFFF";
};

struct PictureBox {
  std::string name{};  // unique in the picture
  std::string id{};    // as dot and svg carry it
  int group = -1;
  std::string style = "rounded,filled";
  std::string color{};
  std::string fill{};  // empty = none
  std::string width = "1.4";
  const char* margin = "";
  bool doubled = false;
  std::string tooltip{};
  PictureRows rows{};
  std::vector<PictureCell> cells{};
  int cells_in_row = 0;  // 0 = all in one
  int spacing = 4;       // between cells
  std::string under{};   // the box it stands right below, in one rank with it
};

struct PictureEdge {
  std::string id{};
  std::string from{};
  std::string from_port{};  // a cell, or a side; empty = wherever it is shortest
  std::string to{};
  std::string to_port{};
  const char* kind = "system";  // class in dot and svg: system, answer, joint
  std::string style = "solid";
  std::string color{};
  std::string width = "1.4";
  std::string arrow{};  // empty = the usual one
  std::string tooltip{};
  std::string more{};                // attributes for the layout alone
  bool in_rank = false;              // from a box to one below it in the same rank
  std::optional<PictureRow> note{};  // beside the line; for views that have no cells
};

struct PictureGroup {
  std::string id{};
  Label label{};
  std::string beside{};  // the box the group's name stands next to
  std::string next{};    // a box of no group that stands right above or below it
};

// Boxes that stand below each other in one rank of a layout from left to right, the first on top.
using PictureRank = std::vector<std::string>;

struct PictureLegend {
  std::string sample{};
  const char* color = nullptr;
  Label text{};
  std::string fill{};      // not empty: the sample stands in a field of this colour, with a frame
  const char* style = "";  // of the frame: "", "DASHED"
  const char* width = "2";
};

struct Picture {
  std::string name{};
  std::string layout = "rankdir=TB, newrank=true, splines=true, nodesep=0.35, ranksep=0.42";
  PictureRows title{};
  std::vector<PictureGroup> groups{};
  std::vector<PictureBox> boxes{};  // drawn by group, in this order within one
  std::vector<PictureEdge> edges{};
  std::vector<PictureRank> ranks{};
  std::vector<std::pair<std::string, std::string>> beside{};  // boxes in one rank, in any order
  std::vector<PictureLegend> legend{};                        // below the title, as is
  PictureRows lists{};                                        // what has no place in the layout
};

// Every box and every edge on lines of its own, nothing numbered, so that a small change of a flow
// is a small change of the text.
std::string PictureDot(const Picture& picture, ChartLang lang);
// A Mermaid flowchart. It has no cells: what stands in the cell of a line is written on the line.
std::string PictureMermaid(const Picture& picture, ChartLang lang);
// `text` broken into lines of at most `width` columns.
std::vector<std::string> WrapText(std::string_view text, int width);
// Whether both languages of `row` share a line.
bool OnOneLine(const PictureRow& row, ChartLang lang);
// Text of a row in the languages asked for, broken; what is the same in both stands once.
std::vector<std::string> RowLines(const PictureRow& row, ChartLang lang);

}  // namespace mlf::tools
