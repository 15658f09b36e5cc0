// Picture: boxes with text and cells, and lines between them, independent of the output format.
// Views of a chart make pictures; dot and Mermaid are two ways to write one. All text is kept in
// both languages until it is written.
#pragma once

#include <mlf/flow/flow.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

enum class ChartLang : std::uint8_t { kBoth, kZh, kEn };
std::optional<ChartLang> ChartLangFrom(const std::string& word);  // both, zh, en

// Text broken to `width` columns; a Chinese character takes two.
struct PictureRow {
  Label text;
  const char* color;
  int size = 11;
  bool bold = false;
  int width = 24;
  bool one_line = false;  // both languages on one line if they fit `width`
  std::string lead{};     // before the text, in any language
  std::string tail{};     // after the text
  const char* tag = "";   // "S" = strikethrough, "U" = underline
};
using PictureRows = std::vector<PictureRow>;

// A cell of a box; lines may start here.
struct PictureCell {
  std::string port{};
  PictureRows rows{};
  PictureRows details{};  // right of the rows
  const char* color = nullptr;
  const char* style = "";  // "", "DASHED", "DOTTED"
  std::string fill = "#FFFFFF";
};

enum class BoxShape : std::uint8_t { kPlain, kRounded, kWindow };

struct PictureBox {
  std::string name{};  // unique in the picture
  std::string id{};    // in dot and svg
  int group = -1;
  BoxShape shape = BoxShape::kRounded;
  const char* frame = "";  // "" = solid; dotted, dashed
  std::string color{};
  std::string fill{};  // empty = none
  std::string width = "1.4";
  const char* margin = "";
  bool doubled = false;
  std::string tooltip{};
  PictureRows rows{};
  std::vector<PictureCell> cells{};
  int cells_in_row = 0;  // 0 = all in one row
  int spacing = 4;       // between cells
  int padding = 5;       // inside a cell
  std::string under{};   // the box directly above, in the same rank
};

struct PictureEdge {
  std::string id{};
  std::string from{};
  std::string from_port{};  // a cell of `from`
  std::string from_side{};  // n, e, s, w; empty and no cell = the shortest line
  std::string to{};
  std::string to_side{};
  const char* kind = "system";  // class in dot and svg: system, answer, joint
  std::string style = "solid";
  std::string color{};
  std::string width = "1.4";
  std::string arrow{};  // empty = the default arrow
  std::string tooltip{};
  std::string more{};                // attributes for the layout only
  bool in_rank = false;              // to a lower box of the same rank
  std::optional<PictureRow> note{};  // beside the line; for views without cells
};

struct PictureGroup {
  std::string id{};
  Label label{};
  std::string beside{};  // the box next to the group's name
  std::string next{};    // a box without a group, directly above or below
};

// Boxes of one rank in a left-to-right layout, top down.
using PictureRank = std::vector<std::string>;

struct PictureLegend {
  std::string sample{};
  const char* color = nullptr;
  Label text{};
  std::string fill{};      // if set, the sample has a framed field of this colour
  const char* style = "";  // of the frame: "", "DASHED"
  const char* width = "2";
};

struct Picture {
  std::string name{};
  bool left_to_right = false;  // otherwise from top to bottom
  std::string layout = "newrank=true, splines=true, nodesep=0.35, ranksep=0.42";
  PictureRows title{};
  std::vector<PictureGroup> groups{};
  std::vector<PictureBox> boxes{};  // drawn by group; this order within a group
  std::vector<PictureEdge> edges{};
  std::vector<PictureRank> ranks{};
  std::vector<std::pair<std::string, std::string>> beside{};  // boxes of one rank, in any order
  std::vector<PictureLegend> legend{};                        // below the title, in this order
  PictureRows lists{};                                        // content outside the layout
};

// Writes every box and edge on lines of its own and numbers nothing, so that a small change of a
// flow changes few lines.
std::string PictureDot(const Picture& picture, ChartLang lang);
// A Mermaid flowchart. It has no cells; the text of a cell is written on its line.
std::string PictureMermaid(const Picture& picture, ChartLang lang);
// Breaks `text` into lines of at most `width` columns.
std::vector<std::string> WrapText(std::string_view text, int width);
// Both languages of `row` fit one line.
bool OnOneLine(const PictureRow& row, ChartLang lang);
// Text of a row in the requested languages, broken. Text that is equal in both appears once.
std::vector<std::string> RowLines(const PictureRow& row, ChartLang lang);

}  // namespace mlf::tools
