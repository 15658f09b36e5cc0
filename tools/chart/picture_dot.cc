#include "tools/chart/palette.h"
#include "tools/chart/picture.h"
#include "tools/console/html.h"

#include <algorithm>

namespace mlf::tools {
namespace {

constexpr const char* kFont = "WenQuanYi Micro Hei,sans-serif";
constexpr int kSmallest = 12;  // points; text of this size is not reduced in the second language

class DotWriter {
 public:
  DotWriter(const Picture& picture, ChartLang lang) : picture_(picture), lang_(lang) {}

  std::string Write() {
    out_ += "digraph \"" + picture_.name + "\" {\n";
    out_ += std::string("  graph [rankdir=") + (picture_.left_to_right ? "LR, " : "TB, ") +
            picture_.layout + ", bgcolor=white, pad=0.3, outputorder=edgesfirst,\n";
    out_ += "         fontname=\"" + std::string(kFont) + "\", fontsize=20, labelloc=t, label=<" +
            Title() + ">];\n";
    out_ += "  node [fontname=\"" + std::string(kFont) +
            "\", fontsize=14, margin=\"0.12,0.06\", width=0.2, height=0.2, color=\"" +
            palette::kSystem + "\"];\n";
    out_ += "  edge [fontname=\"" + std::string(kFont) +
            "\", fontsize=10, arrowsize=0.8, color=\"" + palette::kSystem + "\"];\n\n";
    for (std::size_t group = 0; group < picture_.groups.size(); ++group) {
      const PictureGroup& info = picture_.groups[group];
      if (info.next.empty()) {
        Group(static_cast<int>(group));
        continue;
      }
      Begin(info.id + " next");
      Group(static_cast<int>(group));
      for (const PictureBox& box : picture_.boxes) {
        if (box.name == info.next) BoxAndBelow(box, "    ");
      }
      End();
    }
    Boxes(-1, "  ");
    out_ += "\n";
    for (const PictureRank& rank : picture_.ranks) Rank(rank);
    for (const auto& [one, other] : picture_.beside)
      out_ += "  {rank=same; \"" + one + "\"; \"" + other + "\"}\n";
    for (const PictureEdge& edge : picture_.edges) Edge(edge);
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  static std::string Font(const std::string& inner, const char* color, int size) {
    return "<FONT COLOR=\"" + std::string(color) + "\" POINT-SIZE=\"" + std::to_string(size) +
           "\">" + inner + "</FONT>";
  }

  // `end`: which side of the box a line leaves to.
  std::string Row(const PictureRow& row, const std::string& end = "<BR/>") const {
    std::string text;
    const auto add = [&](ChartLang lang, int points) {
      std::string inner;
      for (const std::string& line : RowLines(row, lang))
        inner += (inner.empty() ? "" : end) + HtmlText(line);
      if (inner.empty()) return;
      if (row.bold) inner = "<B>" + inner + "</B>";
      if (*row.tag != '\0') inner = "<" + std::string(row.tag) + ">" + inner + "</" + row.tag + ">";
      text += Font(inner, row.color, points) + end;
    };
    if (OnOneLine(row, lang_)) {
      add(lang_, row.size);
    } else {
      if (lang_ != ChartLang::kEn) add(ChartLang::kZh, row.size);
      if (lang_ == ChartLang::kEn || (lang_ == ChartLang::kBoth && row.text.en != row.text.zh)) {
        add(ChartLang::kEn,
            lang_ == ChartLang::kBoth && row.size > kSmallest ? row.size - 1 : row.size);
      }
    }
    // Graphviz sets lines of different sizes so close that a "g" touches the Chinese line below. A
    // thin line separates them.
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
    out_ += "    graph [label=\"\", peripheries=1, style=rounded, color=\"" +
            std::string(palette::kGroupLine) + "\", margin=12];\n";
    // The name is a box beside the group's first node. Lines avoid boxes but cross the label of a
    // cluster.
    const std::string name = "\"group " + info.id + "\"";
    out_ += "    " + name + " [id=\"group." + info.id +
            "\", shape=plaintext, margin=\"0.05,0.05\", label=<" +
            Row({info.label, palette::kFaint, 15, true, 12}) + ">];\n";
    // In a vertical rank the first box is the lowest.
    const std::string beside = "\"" + info.beside + "\"";
    if (!info.beside.empty())
      out_ += "    {rank=same; " +
              (picture_.left_to_right ? beside + " -> " + name : name + " -> " + beside) +
              " [style=invis, weight=5]}\n";
    Boxes(group, "    ");
    out_ += "  }\n";
  }

  void Boxes(int group, const std::string& indent) {
    const auto elsewhere = [&](const PictureBox& box) {
      return !box.under.empty() ||
             std::any_of(picture_.groups.begin(), picture_.groups.end(),
                         [&](const PictureGroup& one) { return one.next == box.name; });
    };
    for (const PictureBox& box : picture_.boxes) {
      if (box.group == group && !elsewhere(box)) BoxAndBelow(box, indent);
    }
  }

  // A cluster without a frame keeps its boxes together.
  void Begin(const std::string& name, const std::string& more = "") {
    out_ += "  subgraph \"cluster_" + name + "\" { graph [label=\"\", peripheries=0, margin=0]" +
            more + "\n";
  }
  void End(const std::string& more = "") { out_ += "  " + more + "}\n"; }

  void BoxAndBelow(const PictureBox& box, const std::string& indent) {
    const auto below = [&](const PictureBox& above) {
      return std::find_if(picture_.boxes.begin(), picture_.boxes.end(),
                          [&](const PictureBox& other) { return other.under == above.name; });
    };
    auto next = below(box);
    if (next == picture_.boxes.end()) return Box(box, indent);
    Begin(box.name, " {rank=same;");
    Box(box, indent);
    for (; next != picture_.boxes.end(); next = below(*next)) Box(*next, indent);
    End("}");
  }

  static std::string Style(const PictureBox& box) {
    std::string style = box.shape == BoxShape::kRounded ? "rounded" : "";
    const auto add = [&](const char* word) {
      style += (style.empty() ? "" : ",") + std::string(word);
    };
    if (!box.fill.empty()) add("filled");
    if (box.shape == BoxShape::kWindow) add("diagonals");
    if (*box.frame != '\0') add(box.frame);
    return style;
  }

  void Box(const PictureBox& box, const std::string& indent) {
    out_ += indent + "\"" + box.name + "\" [id=\"" + box.id + "\", shape=box, style=\"" +
            Style(box) + "\"" + (box.doubled ? ", peripheries=2" : "") + ", penwidth=" + box.width +
            (*box.margin != '\0' ? ", margin=\"" + std::string(box.margin) + "\"" : "") +
            ", color=\"" + box.color + "\"" +
            (box.fill.empty() ? "" : ", fillcolor=\"" + box.fill + "\"") +
            (box.tooltip.empty() ? "" : ", tooltip=\"" + HtmlText(box.tooltip) + "\"") + ",\n" +
            indent + "  label=<" + BoxLabel(box) + ">];\n";
  }

  std::string BoxLabel(const PictureBox& box) const {
    std::string rows = Rows(box.rows);
    if (box.cells.empty()) return rows;
    const std::size_t in_row =
        box.cells_in_row > 0
            ? std::min(box.cells.size(), static_cast<std::size_t>(box.cells_in_row))
            : box.cells.size();
    std::string text = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"" +
                       std::to_string(box.spacing) + "\" CELLPADDING=\"0\">";
    if (!rows.empty())
      text += "<TR><TD COLSPAN=\"" + std::to_string(in_row) + "\">" + rows + "</TD></TR>";
    for (std::size_t i = 0; i < box.cells.size(); ++i) {
      const PictureCell& cell = box.cells[i];
      if (i % in_row == 0) text += "<TR>";
      text += "<TD " + (cell.port.empty() ? "" : "PORT=\"" + cell.port + "\" ") + "BORDER=\"1\"" +
              (*cell.style != '\0' ? " STYLE=\"" + std::string(cell.style) + "\"" : "") +
              " COLOR=\"" + cell.color + "\" BGCOLOR=\"" + cell.fill + "\" CELLPADDING=\"" +
              std::to_string(box.padding) + "\" VALIGN=\"" +
              (cell.details.empty() ? "TOP" : "MIDDLE") + "\">" + CellText(cell) + "</TD>";
      if (i % in_row == in_row - 1 || i + 1 == box.cells.size()) text += "</TR>";
    }
    return text + "</TABLE>";
  }

  // Space around text beside a line, so that no line touches it.
  static std::string Padded(const std::string& text) {
    if (text.empty()) return text;
    return "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"5\"><TR><TD>" +
           text + "</TD></TR></TABLE>";
  }

  void Edge(const PictureEdge& edge) {
    const auto end = [&](const std::string& box, const std::string& port, const std::string& side) {
      std::string text = "\"" + box + "\"";
      for (const std::string* at : {&port, &side}) {
        if (!at->empty() && !edge.in_rank) text += ":" + *at;
      }
      return text;
    };
    // Within a rank Graphviz draws upwards. A downward line is therefore written from its end; a
    // port there would lose the arrow.
    const std::string from = end(edge.from, edge.from_port, edge.from_side),
                      to = end(edge.to, "", edge.to_side);
    const std::string arrow =
        edge.arrow.empty()
            ? ""
            : std::string(edge.in_rank ? ", arrowtail=" : ", arrowhead=") + edge.arrow;
    out_ += "  " + (edge.in_rank ? to + " -> " + from : from + " -> " + to) + " [" +
            (edge.id.empty() ? "" : "id=\"edge." + edge.id + "\", ") + "class=\"" + edge.kind +
            "\", style=" + edge.style + ", penwidth=" + edge.width + ", color=\"" + edge.color +
            "\"" + (edge.tooltip.empty() ? "" : ", tooltip=\"" + HtmlText(edge.tooltip) + "\"") +
            arrow +
            (edge.in_rank ? edge.arrow == "none" ? ", dir=none, weight=10" : ", dir=back, weight=10"
                          : "") +
            (edge.note ? ", label=<" + Padded(Row(*edge.note)) + ">" : "") +
            (edge.more.empty() ? "" : ", " + edge.more) + "];\n";
  }

  // Long lists are part of the title, in columns. The layout would place a separate box anywhere.
  std::string Title() const {
    std::string title = Rows(picture_.title);
    if (picture_.legend.empty() && picture_.lists.empty()) return title;
    std::string text = Table("3") + "<TR><TD>" + title + "</TD></TR>";
    if (!picture_.lists.empty()) {
      std::string lists;
      for (const PictureRow& row : picture_.lists) lists += Row(row, kLeft);
      text += "<TR><TD BORDER=\"1\" COLOR=\"" + std::string(palette::kGroupLine) +
              "\" CELLPADDING=\"8\">" + lists + "</TD></TR>";
    }
    if (!picture_.legend.empty())
      text += "<TR><TD ID=\"legend\" BORDER=\"1\" COLOR=\"" + std::string(palette::kGroupLine) +
              "\">" + Legend() + "</TD></TR>";
    return text + "</TABLE>";
  }

  std::string Legend() const {
    constexpr std::size_t kColumns = 4;
    const std::size_t height = (picture_.legend.size() + kColumns - 1) / kColumns;
    std::string rows;
    for (std::size_t row = 0; row < height; ++row) {
      rows += "<TR>";
      for (std::size_t at = row; at < picture_.legend.size(); at += height) {
        const PictureLegend& line = picture_.legend[at];
        const std::string sample = Font("<B>" + HtmlText(line.sample) + "</B>", line.color, 15);
        const std::string swatch =
            Table("3") + "<TR><TD BORDER=\"" + line.width + "\"" +
            (*line.style != '\0' ? " STYLE=\"" + std::string(line.style) + "\"" : "") +
            " COLOR=\"" + line.color + "\" BGCOLOR=\"" + line.fill +
            "\" WIDTH=\"56\" HEIGHT=\"24\">" + sample + "</TD></TR></TABLE>";
        rows += "<TD ALIGN=\"CENTER\">" + (line.fill.empty() ? sample : swatch) +
                "</TD><TD ALIGN=\"LEFT\">" +
                Row({line.text, palette::kText, 12, false, 52}, kLeft) + "</TD>";
      }
      rows += "</TR>";
    }
    return Table("4") + rows + "</TABLE>";
  }

  static std::string Table(const char* padding) {
    return "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"" +
           std::string(padding) + "\">";
  }
  std::string CellText(const PictureCell& cell) const {
    if (cell.details.empty()) return Rows(cell.rows);
    std::string details;
    for (const PictureRow& row : cell.details) details += Row(row, kLeft);
    if (details.empty()) return Rows(cell.rows);
    return Table("2") + "<TR><TD ALIGN=\"LEFT\">" + Rows(cell.rows) + "</TD><TD ALIGN=\"RIGHT\">" +
           details + "</TD></TR></TABLE>";
  }

  void Rank(const PictureRank& rank) {
    out_ += "  {rank=same;";
    for (const std::string& name : rank) out_ += " \"" + name + "\";";
    out_ += "}\n";
    // A second edge would bend the one that is drawn.
    for (std::size_t i = 1; i < rank.size(); ++i) {
      const bool drawn =
          std::any_of(picture_.edges.begin(), picture_.edges.end(), [&](const PictureEdge& edge) {
            return edge.in_rank && edge.from == rank[i - 1] && edge.to == rank[i];
          });
      if (!drawn)
        out_ += "  \"" + rank[i] + "\" -> \"" + rank[i - 1] + "\" [style=invis, weight=10];\n";
    }
  }

  static constexpr const char* kLeft = "<BR ALIGN=\"LEFT\"/>";
  const Picture& picture_;
  ChartLang lang_;
  std::string out_;
};

}  // namespace

std::string PictureDot(const Picture& picture, ChartLang lang) {
  return DotWriter(picture, lang).Write();
}

}  // namespace mlf::tools
