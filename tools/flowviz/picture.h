// Picture: boxes with text and cells, and lines between them, ready to be written in any form. Views of a chart make pictures; dot and Mermaid
// are two ways to write one. All text is in both languages until it is written.
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
};
using PictureRows = std::vector<PictureRow>;

// A cell of a box, where a line may begin.
struct PictureCell {
  std::string port{};
  PictureRows rows{};
  const char* color = nullptr;
  const char* style = "";  // "", "DASHED", "DOTTED"
  std::string fill = "#FFFFFF";
};

struct PictureBox {
  std::string name{};     // unique in the picture
  std::string id{};       // as dot and svg carry it
  int group = -1;
  std::string style = "rounded,filled";
  std::string color{};
  std::string fill{};     // empty = none
  const char* width = "1.4";
  const char* margin = "";
  bool doubled = false;
  std::string tooltip{};
  PictureRows rows{};
  std::vector<PictureCell> cells{};
  int cells_in_row = 0;  // 0 = all in one
  int spacing = 4;       // between cells
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
  std::string arrow{};   // empty = the usual one
  std::string tooltip{};
  std::string more{};    // attributes for the layout alone
  std::optional<PictureRow> note{};  // beside the line; for views that have no cells
};

struct PictureGroup {
  std::string id{};
  Label label{};
  std::string beside{};  // the box the group's name stands next to
};

struct PictureLegend {
  std::string sample{};
  const char* color = nullptr;
  Label text{};
};

struct Picture {
  std::string name{};
  std::string layout = "rankdir=TB, newrank=true, splines=true, nodesep=0.35, ranksep=0.42";
  PictureRows title{};
  std::vector<PictureGroup> groups{};
  std::vector<PictureBox> boxes{};  // drawn by group, in this order within one
  std::vector<PictureEdge> edges{};
  std::vector<PictureLegend> legend{};
};

// Every box and every edge on lines of its own, nothing numbered, so that a small change of a flow is a small change of the text.
std::string PictureDot(const Picture& picture, ChartLang lang);
// A Mermaid flowchart. It has no cells: what stands in the cell of a line is written on the line.
std::string PictureMermaid(const Picture& picture, ChartLang lang);
// `text` broken into lines of at most `width` columns.
std::vector<std::string> WrapText(std::string_view text, int width);
// Text of a row in the languages asked for, broken; what is the same in both stands once.
std::vector<std::string> RowLines(const PictureRow& row, ChartLang lang);

}  // namespace mlf::tools
