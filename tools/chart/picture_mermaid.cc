#include "tools/chart/picture.h"

#include <algorithm>
#include <map>

namespace mlf::tools {
namespace {

// An identifier that is not a keyword ("end") or punctuation of Mermaid.
std::string Name(std::string_view name) {
  std::string out = "n_";
  for (const char c : name) {
    switch (c) {
      case '?': out += "_q"; break;
      case '.': out += "_d"; break;
      case '-': out += "_s"; break;
      case '#': out += "_h"; break;
      default:
        out +=
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
                ? c
                : '_';
    }
  }
  return out;
}

std::string MermaidText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '"': out += "#quot;"; break;
      case '<': out += "#lt;"; break;
      case '>': out += "#gt;"; break;
      case '#': out += "#35;"; break;
      case '&': out += "#amp;"; break;
      case '|': out += "#124;"; break;
      default: out += c;
    }
  }
  return out;
}

class MermaidWriter {
 public:
  MermaidWriter(const Picture& picture, ChartLang lang) : picture_(picture), lang_(lang) {}

  std::string Write() {
    out_ += "---\ntitle: \"" + MermaidText(Rows(picture_.title, " · ", false)) +
            "\"\n---\nflowchart " + (picture_.left_to_right ? "LR" : "TB") + "\n";
    for (std::size_t group = 0; group < picture_.groups.size(); ++group) {
      const PictureGroup& info = picture_.groups[group];
      out_ += "  subgraph g_" + info.id + "[\"" + Rows({{info.label, "", 11, false, 60}}) + "\"]\n";
      for (const PictureBox& box : picture_.boxes) {
        if (box.group == static_cast<int>(group)) Box(box, "    ");
      }
      out_ += "  end\n";
    }
    for (const PictureBox& box : picture_.boxes) {
      if (box.group < 0) Box(box, "  ");
    }
    std::string styles;
    int number = 0;
    for (const PictureEdge& edge : picture_.edges) {
      if (edge.style == "invis") continue;
      if (!edge.id.empty()) out_ += "  %% edge." + edge.id + "\n";
      const char* line = edge.arrow == "none" ? "===" : edge.style == "solid" ? "-->" : "-.->";
      const std::string text = EdgeText(edge);
      out_ += "  " + Name(edge.from) + " " + line + (text.empty() ? "" : "|\"" + text + "\"|") +
              " " + Name(edge.to) + "\n";
      styles += "  linkStyle " + std::to_string(number++) + " stroke:" + edge.color +
                ",stroke-width:" + edge.width + "px\n";
    }
    if (!picture_.legend.empty()) {
      out_ += "  n_legend[\"";
      for (std::size_t i = 0; i < picture_.legend.size(); ++i) {
        const PictureLegend& line = picture_.legend[i];
        out_ += (i == 0 ? "" : "<br/>") + MermaidText(line.sample) + " " +
                Rows({{line.text, "", 11, false, 60}});
      }
      out_ += "\"]\n";
    }
    return std::move(out_) + styles;
  }

 private:
  std::string Rows(const PictureRows& rows, const char* between = "<br/>",
                   bool escape = true) const {
    std::string text;
    for (const PictureRow& row : rows) {
      for (const std::string& line : RowLines(row, lang_))
        text += (text.empty() ? "" : between) + (escape ? MermaidText(line) : line);
    }
    return text;
  }

  std::string CellText(const PictureCell& cell) const {
    PictureRows rows = cell.rows;
    rows.insert(rows.end(), cell.details.begin(), cell.details.end());
    return Rows(rows);
  }

  void Box(const PictureBox& box, const std::string& indent) {
    const bool window = box.shape == BoxShape::kWindow;
    const bool round = box.shape == BoxShape::kRounded;
    std::string text = Rows(box.rows);
    // Cells without a line appear in the box; nothing else shows them.
    for (const PictureCell& cell : box.cells) {
      const bool shown = std::any_of(picture_.edges.begin(), picture_.edges.end(),
                                     [&](const PictureEdge& edge) { return At(edge, box, cell); });
      if (!shown) text += (text.empty() ? "" : "<br/>") + CellText(cell);
    }
    if (text.empty()) text = MermaidText(box.name);
    out_ += indent + Name(box.name) +
            (window  ? "{{\""
             : round ? "(\""
                     : "[\"") +
            text +
            (window  ? "\"}}"
             : round ? "\")"
                     : "\"]") +
            "\n";
    out_ += indent + "style " + Name(box.name) + " stroke:" + box.color +
            (box.fill.empty() ? "" : ",fill:" + box.fill) + ",stroke-width:" + box.width +
            "px,color:#000\n";
  }

  static bool At(const PictureEdge& edge, const PictureBox& box, const PictureCell& cell) {
    return edge.from == box.name && !cell.port.empty() && edge.from_port == cell.port;
  }

  std::string EdgeText(const PictureEdge& edge) const {
    std::string text = edge.note ? Rows({*edge.note}) : "";
    if (edge.from_port.empty()) return text;
    for (const PictureBox& box : picture_.boxes) {
      for (const PictureCell& cell : box.cells) {
        if (At(edge, box, cell)) text += (text.empty() ? "" : "<br/>") + CellText(cell);
      }
    }
    return text;
  }

  const Picture& picture_;
  ChartLang lang_;
  std::string out_;
};

}  // namespace

std::string PictureMermaid(const Picture& picture, ChartLang lang) {
  return MermaidWriter(picture, lang).Write();
}

}  // namespace mlf::tools
