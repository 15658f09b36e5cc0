#include <mlf/tools/flowviz/render.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace mlf::tools {
namespace {

// Colours that stay apart for colour-blind eyes (Okabe and Ito's palette); line style and shape say the same again.
constexpr const char* kPlayer = "#0072B2";
constexpr const char* kPlayerFill = "#E3F1FA";
constexpr const char* kSystem = "#555555";
constexpr const char* kSystemFill = "#F4F4F4";
constexpr const char* kWindow = "#D55E00";
constexpr const char* kWindowFill = "#FFF6E5";
constexpr const char* kRare = "#CC79A7";
constexpr const char* kGroupLine = "#BBBBBB";
constexpr const char* kFaint = "#666666";
constexpr const char* kFont = "WenQuanYi Micro Hei,sans-serif";

std::string Escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

struct Glyph {
  std::string_view bytes;
  bool wide;  // drawn about as wide as high, and a line may break before it
};

std::vector<Glyph> Glyphs(std::string_view text) {
  std::vector<Glyph> glyphs;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = std::min<std::size_t>(lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4, text.size() - at);
    glyphs.push_back({text.substr(at, size), size >= 3});
    at += size;
  }
  return glyphs;
}

// Breaks `text` into lines of at most `width` columns, a wide glyph being two: between words, and between Chinese characters, but never before a
// mark that closes. Then evens the lines out, so that no line holds a lone character.
std::vector<std::string> Wrap(std::string_view text, int width) {
  static constexpr std::string_view kClosing = "，。：；、）？！";
  std::vector<std::string> units;  // what may not be broken
  std::vector<int> widths;
  for (const Glyph& glyph : Glyphs(text)) {
    const bool closing = glyph.wide && kClosing.find(glyph.bytes) != std::string_view::npos;
    const bool joins = !units.empty() && (closing || (!glyph.wide && units.back().back() != ' ' && (units.back().size() > 3 || (units.back()[0] & 0x80) == 0)));
    if (!joins) {
      units.emplace_back();
      widths.push_back(0);
    }
    units.back() += glyph.bytes;
    widths.back() += glyph.wide ? 2 : 1;
  }
  const auto break_at = [&](int limit) {
    std::vector<std::string> lines(1);
    int used = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (used > 0 && used + widths[i] > limit + 1) {
        lines.emplace_back();
        used = 0;
      }
      lines.back() += units[i];
      used += widths[i];
    }
    return lines;
  };
  std::vector<std::string> lines = break_at(width);
  for (int narrower = width - 1; narrower > 0; --narrower) {
    std::vector<std::string> tried = break_at(narrower);
    if (tried.size() > lines.size()) break;
    lines = std::move(tried);
  }
  for (std::string& line : lines) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
  }
  return lines;
}

std::string Circled(int number) {
  static constexpr std::array<const char*, 10> kCircled = {"①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩"};
  return number < 10 ? kCircled[static_cast<std::size_t>(number)] : "(" + std::to_string(number + 1) + ")";
}

std::string Seconds(int ms) {
  std::string text = std::to_string(ms / 1000);
  if (ms % 1000 != 0) {
    std::string rest = std::to_string(1000 + ms % 1000).substr(1);
    while (rest.back() == '0') rest.pop_back();
    text += "." + rest;
  }
  return text;
}

Label WhoText(Who who) {
  switch (who) {
    case Who::kSelf: return {"自己", "the seat to move"};
    case Who::kNext: return {"下家", "the next seat"};
    case Who::kOpposite: return {"对家", "the seat opposite"};
    case Who::kPrevious: return {"上家", "the seat before"};
    case Who::kOthers: return {"其余各家", "all others"};
    case Who::kAll: return {"各家", "everybody"};
    case Who::kBystanders: return {"场外各人", "bystanders"};
  }
  return {};
}

Label OneWinnersText(Winners winners, const Label& abort_to) {
  switch (winners) {
    case Winners::kAll: return {"同答都算", "all who give it"};
    case Winners::kNearest: return {"近者先得", "nearest only"};
    case Winners::kAbort: return {"转「" + abort_to.zh + "」", "go to " + abort_to.en};
    case Winners::kUnset: break;
  }
  return {};
}

Label WinnersText(const Chart& chart, const ChartEdge& edge) {
  Label abort_to;
  if (edge.abort_to >= 0) abort_to = chart.nodes[static_cast<std::size_t>(edge.abort_to)].label;
  const auto& by_count = edge.winners.by_count;
  const int seats = std::min<int>(chart.seats, static_cast<int>(by_count.size()) - 1);
  Label text;
  for (int n = 2; n <= seats; ++n) {
    const Winners rule = by_count[static_cast<std::size_t>(n)];
    if (n > 2 && rule == by_count[static_cast<std::size_t>(n - 1)]) continue;
    const bool same = std::all_of(by_count.begin() + 2, by_count.begin() + seats + 1, [&](Winners w) { return w == by_count[2]; });
    const Label one = OneWinnersText(rule, abort_to);
    if (same) return one;
    if (!text.zh.empty()) {
      text.zh += "；";
      text.en += "; ";
    }
    text.zh += std::to_string(n) + "家：" + one.zh;
    text.en += std::to_string(n) + ": " + one.en;
  }
  return text;
}

class DotWriter {
 public:
  DotWriter(const Chart& chart, const RenderOptions& options) : chart_(chart), lang_(options.lang), legend_(options.legend) {}

  std::string Write() {
    FindDepths();
    Begin();
    for (std::size_t group = 0; group < chart_.groups.size(); ++group) Group(static_cast<int>(group));
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (chart_.nodes[i].group < 0) NodeBoxes(i, "  ");
    }
    Joints();
    for (const ChartEdge& edge : chart_.edges) EdgeLine(edge);
    if (legend_) Legend();
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  bool zh() const { return lang_ != ChartLang::kEn; }
  bool en() const { return lang_ != ChartLang::kZh; }

  static std::string Font(const std::string& inner, const char* color, int size) {
    return "<FONT COLOR=\"" + std::string(color) + "\" POINT-SIZE=\"" + std::to_string(size) + "\">" + inner + "</FONT>";
  }
  static std::string Lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
      if (!text.empty()) text += "<BR/>";
      text += Escape(line);
    }
    return text;
  }
  // Text of a cell in the languages asked for, each line ended. What stands in both the same way stands once.
  std::string Row(const Label& label, const char* color, int size, bool bold, int width) const {
    std::string text;
    const auto add = [&](const std::string& words, int columns, int points) {
      if (words.empty()) return;
      std::string inner = Lines(Wrap(words, columns));
      if (bold) inner = "<B>" + inner + "</B>";
      text += Font(inner, color, points) + "<BR/>";
    };
    if (zh()) add(label.zh, width, size);
    if (en() && !(zh() && label.en == label.zh)) add(label.en, width * 6 / 5, zh() ? size - 1 : size);
    // Graphviz sets lines of different sizes so close that a "g" reaches into the Chinese line below; a thin line keeps them apart.
    if (!text.empty()) text += "<FONT POINT-SIZE=\"3\">&#160;</FONT><BR/>";
    return text;
  }
  std::string Parts(const std::vector<ChartPart>& parts, const Label& before, int width) const {
    std::string rows;
    for (const ChartPart& part : parts) rows += Row({before.zh + part.label.zh, before.en + part.label.en}, kFaint, 11, false, width);
    return rows;
  }

  // Steps from the entry, for what comes first in a group.
  void FindDepths() {
    depth_.assign(chart_.nodes.size(), static_cast<int>(chart_.nodes.size()));
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (!chart_.nodes[i].entry) continue;
      depth_[i] = 0;
      open.push_back(i);
    }
    for (std::size_t at = 0; at < open.size(); ++at) {
      for (const ChartEdge& edge : chart_.edges) {
        const auto to = static_cast<std::size_t>(edge.to);
        if (edge.pass || edge.from != static_cast<int>(open[at]) || depth_[to] <= depth_[open[at]] + 1) continue;
        depth_[to] = depth_[open[at]] + 1;
        open.push_back(to);
      }
    }
  }

  void Begin() {
    out_ += "digraph \"" + chart_.name + "\" {\n";
    out_ += "  graph [rankdir=TB, newrank=true, splines=true, nodesep=0.35, ranksep=0.42, bgcolor=white, pad=0.3, outputorder=edgesfirst,\n";
    out_ += "         fontname=\"" + std::string(kFont) + "\", fontsize=20, labelloc=t, label=<" + Title() + ">];\n";
    out_ += "  node [fontname=\"" + std::string(kFont) + "\", fontsize=14, margin=\"0.12,0.06\", color=\"" + kSystem + "\"];\n";
    out_ += "  edge [fontname=\"" + std::string(kFont) + "\", fontsize=10, arrowsize=0.8, color=\"" + kSystem + "\"];\n\n";
  }

  std::string Title() const {
    std::string rows = Row(chart_.label.zh.empty() && chart_.label.en.empty() ? Label{chart_.name, chart_.name} : chart_.label, "#000000", 24, true, 60);
    Label facts{chart_.name + " · " + std::to_string(chart_.seats) + " 家 · " + std::to_string(chart_.nodes.size()) + " 节点 · " +
                    std::to_string(chart_.edges.size()) + " 条边",
                std::to_string(chart_.seats) + " seats, " + std::to_string(chart_.nodes.size()) + " nodes, " + std::to_string(chart_.edges.size()) + " edges"};
    if (chart_.custom_setter) {
      facts.zh += " · 自定停点";
      facts.en += ", resting points set by a part of its own";
    }
    return rows + Row(facts, kFaint, 13, false, 100);
  }

  void Group(int group) {
    const ChartGroup& info = chart_.groups[static_cast<std::size_t>(group)];
    out_ += "  subgraph \"cluster_" + info.id + "\" {\n";
    out_ += "    graph [label=\"\", style=rounded, color=\"" + std::string(kGroupLine) + "\", margin=12];\n";
    // The name is a box like the others, beside the group's first node: lines go round boxes, but straight across the label of a cluster.
    const std::string name = "\"group " + info.id + "\"";
    out_ += "    " + name + " [id=\"group." + info.id + "\", shape=plaintext, margin=\"0.05,0.05\", label=<" + Row(info.label, kFaint, 15, true, 12) + ">];\n";
    int first = -1;
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (chart_.nodes[i].group == group && (first < 0 || depth_[i] < depth_[static_cast<std::size_t>(first)])) first = static_cast<int>(i);
    }
    const std::string& beside = chart_.nodes[static_cast<std::size_t>(first)].id;
    out_ += "    {rank=same; " + name + " -> \"" + beside + "\" [style=invis, weight=5]}\n";
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (chart_.nodes[i].group == group) NodeBoxes(i, "    ");
    }
    out_ += "  }\n";
  }

  // System edges of `node`, and whether they leave from cells of their own.
  std::vector<const ChartEdge*> Then(std::size_t node) const {
    std::vector<const ChartEdge*> edges;
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.player && edge.from == static_cast<int>(node)) edges.push_back(&edge);
    }
    return edges;
  }
  static bool NeedsCells(const std::vector<const ChartEdge*>& then) {
    return then.size() > 1 || (then.size() == 1 && (!then[0]->guards.empty() || !then[0]->label.zh.empty() || !then[0]->label.en.empty() || then[0]->rare));
  }

  static std::string Port(const ChartEdge& edge) { return (edge.player ? "a" : "t") + std::to_string(edge.order); }

  // What the system does next: a cell an edge.
  std::string ThenCells(const std::vector<const ChartEdge*>& then, bool of_window) const {
    std::string cells;
    for (std::size_t i = 0; i < then.size(); ++i) {
      const ChartEdge& edge = *then[i];
      const Label& to = chart_.nodes[static_cast<std::size_t>(edge.to)].label;
      const std::string order = then.size() > 1 ? std::to_string(i + 1) + ". " : "";
      std::string rows;
      rows += Row({order + "→ " + to.zh, order + "→ " + to.en}, kSystem, 13, true, 22);
      if (of_window) rows += Row({"无人可答或都过", "nobody can, or all pass"}, kFaint, 11, false, 16);
      rows += Row(edge.label, kSystem, 11, false, 16);
      if (edge.guards.empty() && then.size() > 1 && i + 1 == then.size()) rows += Row({"否则", "otherwise"}, kFaint, 11, false, 16);
      rows += Parts(edge.guards, {"若 ", "if "}, 16);
      if (edge.rare) rows += Row({"罕见", "rare"}, kRare, 11, true, 16);
      cells += "<TD PORT=\"" + Port(edge) + "\" BORDER=\"1\" STYLE=\"DASHED\" COLOR=\"" + kSystem + "\" BGCOLOR=\"#FFFFFF\" CELLPADDING=\"5\" VALIGN=\"TOP\">" + rows + "</TD>";
    }
    return cells;
  }

  void NodeBoxes(std::size_t index, const std::string& indent) {
    const ChartNode& node = chart_.nodes[index];
    const char* color = node.player ? kPlayer : kSystem;
    std::string rows = Row(node.label, "#000000", 16, true, 24);
    if (node.end) rows += Row({"结束", "end"}, kFaint, 11, false, 20);
    if (node.entry) rows += Row({"入口", "entry"}, kFaint, 11, false, 20);
    if (!node.consumes.empty()) rows += Row({"消耗 " + node.consumes, "uses up " + node.consumes}, kFaint, 11, false, 20);
    rows += Parts(node.conditions, {"须 ", "only if "}, 24);
    const std::vector<const ChartEdge*> then = Then(index);
    std::string label = rows;
    if (!node.window && NeedsCells(then)) {
      label = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"4\" CELLPADDING=\"0\"><TR><TD COLSPAN=\"" + std::to_string(then.size()) + "\">" + label +
              "</TD></TR><TR>" + ThenCells(then, false) + "</TR></TABLE>";
    }
    out_ += indent + "\"" + node.id + "\" [id=\"node." + node.id + "\", shape=box, style=\"rounded,filled" + (node.end ? ",bold" : "") + "\"" +
            (node.end ? ", peripheries=2" : "") + ", penwidth=" + (node.player ? "2" : "1.4") + ", color=\"" + color + "\", fillcolor=\"" +
            (node.player ? kPlayerFill : kSystemFill) + "\", tooltip=\"" + Escape(node.id) + "\",\n" + indent + "  label=<" + label + ">];\n";
    if (node.window) WindowBox(index, then, indent);
  }

  void WindowBox(std::size_t index, const std::vector<const ChartEdge*>& then, const std::string& indent) {
    const ChartNode& node = chart_.nodes[index];
    const ChartWindow& window = *node.window;
    std::string cells;
    std::size_t count = 0;
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.player || edge.from != static_cast<int>(index)) continue;
      const Label& to = chart_.nodes[static_cast<std::size_t>(edge.to)].label;
      // Where one seat is asked nothing competes, so a rank would say nothing.
      const std::string rank = window.competes() && !edge.pass ? Circled(edge.rank) + " " : "";
      std::string rows = Row({rank + to.zh, rank + to.en}, edge.pass ? kFaint : kPlayer, 14, true, 22);
      rows += Row(edge.label, kPlayer, 11, false, 16);
      if (edge.pass) rows += Row({"不要", "pass"}, kFaint, 11, false, 16);
      if (edge.who != Who::kAll) {
        const Label who = WhoText(edge.who);
        rows += Row({"仅" + who.zh, "only " + who.en}, kFaint, 11, false, 16);
      }
      if (edge.winners.given()) rows += Row(WinnersText(chart_, edge), kWindow, 11, false, 18);
      rows += Parts(edge.guards, {"若 ", "if "}, 16);
      if (edge.rare) rows += Row({"罕见", "rare"}, kRare, 11, true, 16);
      cells += "<TD PORT=\"" + Port(edge) + "\" BORDER=\"1\" COLOR=\"" + (edge.pass ? kFaint : kPlayer) + "\"" + (edge.pass ? " STYLE=\"DOTTED\"" : "") +
               " BGCOLOR=\"#FFFFFF\" CELLPADDING=\"5\" VALIGN=\"TOP\">" + rows + "</TD>";
      ++count;
    }
    cells += ThenCells(then, true);
    count += then.size();

    const int width = count <= 1 ? 26 : 60;
    std::string rows = Row({"问询窗 " + (window.label.zh.empty() ? node.label.zh : window.label.zh), "window: " + (window.label.en.empty() ? node.label.en : window.label.en)},
                           kWindow, 14, true, width);
    const Label who = WhoText(window.ask);
    Label asks{"问" + who.zh, "asks " + who.en};
    if (window.competes()) {
      asks.zh += window.in_turn ? "，依次" : "，同时";
      asks.en += window.in_turn ? ", one after the other" : ", together";
      asks.zh += window.wait_for_all ? "，答齐才定" : "，无人能再压过即定";
      asks.en += window.wait_for_all ? ", decides when all have answered" : ", decides when nothing open can beat the best";
    }
    if (window.auto_single) {
      asks.zh += "，只有一种答法时自动";
      asks.en += ", a sole answer is taken by itself";
    }
    rows += Row(asks, kFaint, 11, false, width);
    Label timeout;
    if (window.deadline_ms > 0) timeout = {"限时 " + Seconds(window.deadline_ms) + " 秒", Seconds(window.deadline_ms) + " s"};
    for (std::size_t i = 0; i < window.defaults.size(); ++i) {
      const ChartDefault& preset = window.defaults[i];
      const Label& to = chart_.nodes[static_cast<std::size_t>(preset.to)].label;
      timeout.zh += (i == 0 ? (timeout.zh.empty() ? "默认" : "，超时") : "，不能则") + to.zh;
      timeout.en += (i == 0 ? (timeout.en.empty() ? "default " : ", then ") : ", else ") + to.en;
      for (const ChartPart& part : preset.when) {
        timeout.zh += "（若" + part.label.zh + "）";
        timeout.en += " (if " + part.label.en + ")";
      }
    }
    rows += Row(timeout, kFaint, 11, false, width);
    out_ += indent + "\"" + node.id + "?\" [id=\"window." + node.id + "\", shape=box, style=\"filled,diagonals\", penwidth=2.5, margin=\"0.16,0.06\", color=\"" + kWindow +
            "\", fillcolor=\"" + kWindowFill + "\", tooltip=\"" + Escape(node.id) + "\",\n" + indent +
            "  label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"5\" CELLPADDING=\"0\"><TR><TD COLSPAN=\"" + std::to_string(std::max<std::size_t>(count, 1)) +
            "\">" + rows + "</TD></TR>" + (cells.empty() ? "" : "<TR>" + cells + "</TR>") + "</TABLE>>];\n";
    // A pass does not lead on to what follows its node, so it ends in a mark of its own.
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.pass || edge.from != static_cast<int>(index)) continue;
      const Label& to = chart_.nodes[static_cast<std::size_t>(edge.to)].label;
      out_ += indent + "\"" + edge.id + "\" [id=\"pass." + node.id + "\", shape=box, style=\"rounded,dotted\", margin=\"0.1,0.06\", color=\"" + kFaint +
              "\", label=<" + Row({to.zh + "，等其余各家", to.en + "; the others decide"}, kFaint, 11, false, 16) + ">];\n";
    }
  }

  void Joints() {
    out_ += "\n";
    for (const ChartNode& node : chart_.nodes) {
      if (!node.window) continue;
      out_ += "  \"" + node.id + "\":s -> \"" + node.id + "?\":n [class=\"joint\", arrowhead=none, penwidth=4, color=\"" + kWindow + "\", weight=50];\n";
    }
  }

  void EdgeLine(const ChartEdge& edge) {
    const ChartNode& from = chart_.nodes[static_cast<std::size_t>(edge.from)];
    const ChartNode& to = chart_.nodes[static_cast<std::size_t>(edge.to)];
    std::string tail = "\"" + from.id + (from.window ? "?" : "") + "\"";
    if (edge.player || from.window || NeedsCells(Then(static_cast<std::size_t>(edge.from)))) tail += ":" + Port(edge) + ":s";
    const std::string head = edge.pass ? edge.id : to.id;
    std::string style = edge.player ? "solid" : "dashed";
    if (edge.pass) style = "dotted";
    if (edge.rare) style = "dotted";
    const char* color = edge.rare ? kRare : edge.pass ? kFaint : edge.player ? kPlayer : kSystem;
    out_ += "  " + tail + " -> \"" + head + "\" [id=\"edge." + edge.id + "\", class=\"" + (edge.player ? "answer" : "system") + "\", style=" + style +
            ", penwidth=" + (edge.player && !edge.pass ? "2" : "1.4") + ", color=\"" + color + "\", tooltip=\"" + edge.id + "\"" +
            (edge.player ? "" : ", arrowhead=vee") + "];\n";
  }

  void Legend() {
    struct Line {
      const char* sample;
      const char* color;
      Label text;
    };
    const std::vector<Line> lines = {
        {"▢", kPlayer, {"玩家的动作", "an action that players bring"}},
        {"▢", kSystem, {"系统的动作", "an action that the system runs"}},
        {"◇", kWindow, {"问询窗：问谁、何时定、限时与超时动作；每格一种答法", "a window: who is asked, when it decides, deadline and default; a cell for each answer"}},
        {"──→", kPlayer, {"玩家的回答", "a player's answer"}},
        {"┄┄→", kSystem, {"系统接着做的，按序号取第一个成立的", "what the system does next: the first that holds, in the order of the numbers"}},
        {"①②", kPlayer, {"优先级，① 最高", "priority, ① is the highest"}},
        {"同答都算", kWindow, {"同一答法的各家都成立（一炮多响）", "\"all who give it\": everybody who gave the answer has it"}},
        {"近者先得", kWindow, {"只算行牌方向上最近的一家（截胡）", "\"nearest only\": the first in turn order has it"}},
        {"罕见", kRare, {"平常对局很少走到，由示例场景走到", "rare: ordinary games seldom walk it, a scenario does"}},
    };
    std::string rows;
    for (const Line& line : lines) {
      rows += "<TR><TD ALIGN=\"LEFT\">" + Font("<B>" + std::string(line.sample) + "</B>", line.color, 13) + "</TD><TD ALIGN=\"LEFT\">" +
              Row(line.text, "#000000", 12, false, 60) + "</TD></TR>";
    }
    out_ += "  \"legend\" [id=\"legend\", shape=box, style=rounded, color=\"" + std::string(kGroupLine) + "\", label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLPADDING=\"2\">" +
            rows + "</TABLE>>];\n";
  }

  const Chart& chart_;
  ChartLang lang_;
  bool legend_;
  std::vector<int> depth_;
  std::string out_;
};

}  // namespace

std::optional<ChartLang> ChartLangFrom(const std::string& word) {
  if (word == "both") return ChartLang::kBoth;
  if (word == "zh") return ChartLang::kZh;
  if (word == "en") return ChartLang::kEn;
  return std::nullopt;
}

std::string RenderDot(const Flow& flow, const RenderOptions& options) {
  const Chart chart = MakeChart(flow, options.registry != nullptr ? *options.registry : AllParts());
  return DotWriter(chart, options).Write();
}

const std::vector<std::string>& ChartFormats() {
  static const std::vector<std::string> kFormats = {"dot", "svg", "png", "pdf", "json"};
  return kFormats;
}

Result<std::string> Render(const Flow& flow, const std::string& format, const RenderOptions& options) {
  if (format == "dot") return RenderDot(flow, options);
  if (format == "json") return RenderJson(flow, options);
  const std::vector<std::string>& formats = ChartFormats();
  if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
    std::string known;
    for (const std::string& one : formats) known += (known.empty() ? "" : ", ") + one;
    return Fault{"F01", {}, "a chart is drawn as " + known + ", not as \"" + format + "\""};
  }
  return DrawDot(RenderDot(flow, options), format);
}

Result<std::size_t> WriteChart(const Flow& flow, const std::string& path, const RenderOptions& options) {
  std::string format = std::filesystem::path(path).extension().string();
  if (!format.empty()) format.erase(0, 1);
  Result<std::string> bytes = Render(flow, format, options);
  if (!bytes) return bytes.faults();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
  file.close();
  if (!file) return Fault{"F02", {path, 0, 0}, "the file cannot be written"};
  return bytes->size();
}

}  // namespace mlf::tools
