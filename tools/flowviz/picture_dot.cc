#include <mlf/tools/flowviz/palette.h>
#include <mlf/tools/flowviz/picture.h>
#include <mlf/tools/kit/html.h>

#include <algorithm>

namespace mlf::tools {
namespace {

constexpr const char* kFont = "WenQuanYi Micro Hei,sans-serif";

class DotWriter {
 public:
  DotWriter(const Picture& picture, ChartLang lang) : picture_(picture), lang_(lang) {}

  std::string Write() {
    out_ += "digraph \"" + picture_.name + "\" {\n";
    out_ += "  graph [" + picture_.layout + ", bgcolor=white, pad=0.3, outputorder=edgesfirst,\n";
    out_ += "         fontname=\"" + std::string(kFont) + "\", fontsize=20, labelloc=t, label=<" + Rows(picture_.title) + ">];\n";
    out_ += "  node [fontname=\"" + std::string(kFont) + "\", fontsize=14, margin=\"0.12,0.06\", color=\"" + palette::kSystem + "\"];\n";
    out_ += "  edge [fontname=\"" + std::string(kFont) + "\", fontsize=10, arrowsize=0.8, color=\"" + palette::kSystem + "\"];\n\n";
    for (std::size_t group = 0; group < picture_.groups.size(); ++group) Group(static_cast<int>(group));
    for (const PictureBox& box : picture_.boxes) {
      if (box.group < 0) Box(box, "  ");
    }
    out_ += "\n";
    for (const PictureEdge& edge : picture_.edges) Edge(edge);
    if (!picture_.legend.empty()) Legend();
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  static std::string Font(const std::string& inner, const char* color, int size) {
    return "<FONT COLOR=\"" + std::string(color) + "\" POINT-SIZE=\"" + std::to_string(size) + "\">" + inner + "</FONT>";
  }

  // `end`: of a line, which says to which side it goes.
  std::string Row(const PictureRow& row, const std::string& end = "<BR/>") const {
    std::string text;
    const auto add = [&](ChartLang lang, int points) {
      std::string inner;
      for (const std::string& line : RowLines(row, lang)) inner += (inner.empty() ? "" : end) + HtmlText(line);
      if (inner.empty()) return;
      if (row.bold) inner = "<B>" + inner + "</B>";
      text += Font(inner, row.color, points) + end;
    };
    if (lang_ != ChartLang::kEn) add(ChartLang::kZh, row.size);
    if (lang_ == ChartLang::kEn || (lang_ == ChartLang::kBoth && row.text.en != row.text.zh)) {
      add(ChartLang::kEn, lang_ == ChartLang::kBoth ? row.size - 1 : row.size);
    }
    // Graphviz sets lines of different sizes so close that a "g" reaches into the Chinese line below; a thin line keeps them apart.
    if (!text.empty()) text += "<FONT POINT-SIZE=\"3\">&#160;</FONT><BR/>";
    return text;
  }
  std::string Rows(const PictureRows& rows) const {
    std::string text;
    for (const PictureRow& row : rows) text += Row(row);
    return text;
  }

  void Group(int group) {
    const PictureGroup& info = picture_.groups[static_cast<std::size_t>(group)];
    out_ += "  subgraph \"cluster_" + info.id + "\" {\n";
    out_ += "    graph [label=\"\", style=rounded, color=\"" + std::string(palette::kGroupLine) + "\", margin=12];\n";
    // The name is a box like the others, beside the group's first node: lines go round boxes, but straight across the label of a cluster.
    const std::string name = "\"group " + info.id + "\"";
    out_ += "    " + name + " [id=\"group." + info.id + "\", shape=plaintext, margin=\"0.05,0.05\", label=<" +
            Row({info.label, palette::kFaint, 15, true, 12}) + ">];\n";
    if (!info.beside.empty()) out_ += "    {rank=same; " + name + " -> \"" + info.beside + "\" [style=invis, weight=5]}\n";
    for (const PictureBox& box : picture_.boxes) {
      if (box.group == group) Box(box, "    ");
    }
    out_ += "  }\n";
  }

  void Box(const PictureBox& box, const std::string& indent) {
    out_ += indent + "\"" + box.name + "\" [id=\"" + box.id + "\", shape=box, style=\"" + box.style + "\"" + (box.doubled ? ", peripheries=2" : "") +
            ", penwidth=" + box.width + (*box.margin != '\0' ? ", margin=\"" + std::string(box.margin) + "\"" : "") + ", color=\"" + box.color + "\"" +
            (box.fill.empty() ? "" : ", fillcolor=\"" + box.fill + "\"") + (box.tooltip.empty() ? "" : ", tooltip=\"" + HtmlText(box.tooltip) + "\"") + ",\n" +
            indent + "  label=<" + BoxLabel(box) + ">];\n";
  }

  std::string BoxLabel(const PictureBox& box) const {
    const std::string rows = Rows(box.rows);
    if (box.cells.empty()) return rows;
    const std::size_t in_row = box.cells_in_row > 0 ? std::min(box.cells.size(), static_cast<std::size_t>(box.cells_in_row)) : box.cells.size();
    std::string text = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"" + std::to_string(box.spacing) + "\" CELLPADDING=\"0\">";
    if (!rows.empty()) text += "<TR><TD COLSPAN=\"" + std::to_string(in_row) + "\">" + rows + "</TD></TR>";
    for (std::size_t i = 0; i < box.cells.size(); ++i) {
      const PictureCell& cell = box.cells[i];
      if (i % in_row == 0) text += "<TR>";
      text += "<TD " + (cell.port.empty() ? "" : "PORT=\"" + cell.port + "\" ") + "BORDER=\"1\"" + (*cell.style != '\0' ? " STYLE=\"" + std::string(cell.style) + "\"" : "") +
              " COLOR=\"" + cell.color + "\" BGCOLOR=\"" + cell.fill + "\" CELLPADDING=\"5\" VALIGN=\"TOP\">" + Rows(cell.rows) + "</TD>";
      if (i % in_row == in_row - 1 || i + 1 == box.cells.size()) text += "</TR>";
    }
    return text + "</TABLE>";
  }

  // Room round what stands beside a line, so that neither its own nor another one touches it.
  static std::string Padded(const std::string& text) {
    if (text.empty()) return text;
    return "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"5\"><TR><TD>" + text + "</TD></TR></TABLE>";
  }

  void Edge(const PictureEdge& edge) {
    const auto end = [](const std::string& box, const std::string& port) { return "\"" + box + "\"" + (port.empty() ? "" : ":" + port); };
    out_ += "  " + end(edge.from, edge.from_port) + " -> " + end(edge.to, edge.to_port) + " [" + (edge.id.empty() ? "" : "id=\"edge." + edge.id + "\", ") +
            "class=\"" + edge.kind + "\", style=" + edge.style + ", penwidth=" + edge.width + ", color=\"" + edge.color + "\"" +
            (edge.tooltip.empty() ? "" : ", tooltip=\"" + HtmlText(edge.tooltip) + "\"") + (edge.arrow.empty() ? "" : ", arrowhead=" + edge.arrow) +
            (edge.note ? ", label=<" + Padded(Row(*edge.note)) + ">" : "") + (edge.more.empty() ? "" : ", " + edge.more) + "];\n";
  }

  void Legend() {
    std::string rows;
    for (const PictureLegend& line : picture_.legend) {
      rows += "<TR><TD ALIGN=\"LEFT\">" + Font("<B>" + HtmlText(line.sample) + "</B>", line.color, 13) + "</TD><TD ALIGN=\"LEFT\">" +
              Row({line.text, palette::kText, 12, false, 60}, "<BR ALIGN=\"LEFT\"/>") + "</TD></TR>";
    }
    out_ += "  \"legend\" [id=\"legend\", shape=box, style=rounded, color=\"" + std::string(palette::kGroupLine) +
            "\", label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"2\">" + rows + "</TABLE>>];\n";
  }

  const Picture& picture_;
  ChartLang lang_;
  std::string out_;
};

}  // namespace

std::string PictureDot(const Picture& picture, ChartLang lang) { return DotWriter(picture, lang).Write(); }

}  // namespace mlf::tools
