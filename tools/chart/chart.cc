#include "tools/chart/chart.h"

#include <mlf/flow/check.h>
#include <mlf/flow/may_decline.h>
#include "tools/chart/cell_text.h"

#include <algorithm>
#include <array>

namespace mlf::tools {
namespace {

bool HasAny(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

std::string ReplacedAll(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

// Negates a sentence. A single plain clause is inverted, which avoids a double "not": "the hand is
// not locked", "the hand is locked". Where that might change the scope of the "not", the whole
// sentence is negated.
Label Negated(const Label& text) {
  Label out{"并非「" + text.zh + "」", "it is not so that " + text.en};
  if (text.en.starts_with("the ") && !HasAny(text.en, {",", ";", " and ", " or "})) {
    for (const std::string verb : {" is ", " was "}) {
      const std::string no = verb + "not ";
      const std::size_t at = text.en.find(verb);
      if (at == std::string::npos) continue;
      out.en = text.en;
      if (out.en.compare(at, no.size(), no) == 0)
        out.en.replace(at, no.size(), verb);
      else
        out.en.replace(at, verb.size(), no);
      break;
    }
  }
  if (!HasAny(text.zh, {"，", "；", "而", "且", "或", "时"})) {
    const bool never = HasAny(text.zh, {"未"}), already = HasAny(text.zh, {"已"});
    if (never != already)
      out.zh = never ? ReplacedAll(text.zh, "未", "已") : ReplacedAll(text.zh, "已", "未");
    else if (text.zh.starts_with("该牌不是"))
      out.zh = ReplacedAll(text.zh, "该牌不是", "该牌是");
  }
  return out;
}

Label Bracketed(const Label& text) { return {"（" + text.zh + "）", "(" + text.en + ")"}; }

// Several conditions joined by "and" or "or": they need brackets among others.
bool IsJoined(const PartUse& use) {
  return (use.info.id == "all" || use.info.id == "any") && use.Children().size() > 1;
}

ChartPart PartOf(const Flow& flow, const PartUse& use) {
  return {use, use.Text(), PartSentence(flow, use, OwnParams::kWithout), PartSentence(flow, use)};
}

template <typename Role>
std::vector<ChartPart> PartsOf(const Flow& flow, const std::vector<RoleUse<Role>>& uses) {
  std::vector<ChartPart> parts;
  parts.reserve(uses.size());
  for (const PartUse& use : uses) parts.push_back(PartOf(flow, use));
  return parts;
}

bool MayPassOver(const Flow& flow, NodeIndex node) {
  if (flow.critical_setter() == nullptr) return false;
  const auto* some = dynamic_cast<const MayDecline*>(flow.critical_setter());
  return some == nullptr || some->DeclinesAt(node);
}

// For which seats the setter rests: its condition if it takes one, else what it does.
Label RestSentence(const Flow& flow) {
  const PartUse& use = flow.critical_use();
  const std::vector<const PartUse*> children = use.Children();
  if (children.size() != 1) return {std::string(use.info.zh), std::string(use.info.en)};
  const Label condition = PartSentence(flow, *children[0]);
  return {"须 " + condition.zh, "only if " + condition.en};
}

int GroupOf(Chart& chart, const std::string& id) {
  if (id.empty()) return -1;
  for (std::size_t i = 0; i < chart.groups.size(); ++i) {
    if (chart.groups[i].id == id) return static_cast<int>(i);
  }
  struct Known {
    std::string_view id;
    std::string_view zh;
    std::string_view en;
  };
  static constexpr std::array<Known, 5> kKnown = {
      {{"opening", "开局", "opening"},
       {"turn", "轮次", "turn"},
       {"claims", "鸣牌与开杠", "claims and gangs"},
       {"settlement", "胡牌结算", "wins and settlement"},
       {"end", "终局", "end"}}};
  ChartGroup group{id, {id, id}};
  for (const Known& known : kKnown) {
    if (known.id == id) group.label = {std::string(known.zh), std::string(known.en)};
  }
  chart.groups.push_back(std::move(group));
  return static_cast<int>(chart.groups.size()) - 1;
}

}  // namespace

Label PartSentence(const Flow& flow, const PartUse& use, OwnParams own) {
  if (!use.shared.empty()) {
    for (const Flow::SharedUse& shared : flow.shared()) {
      if (shared.name == use.shared) return PartSentence(flow, shared.use);
    }
    return {use.Name(), use.Name()};
  }
  if (auto asked = CellSentence(flow, use)) return *asked;
  const std::vector<const PartUse*> children = use.Children();
  if (use.info.id == "not" && children.size() == 1) {
    if (auto asked = CellSentence(flow, *children[0], /*opposite=*/true)) return *asked;
    const Label inner = PartSentence(flow, *children[0]);
    return Negated(IsJoined(*children[0]) ? Bracketed(inner) : inner);
  }
  if ((use.info.id == "all" || use.info.id == "any") && !children.empty()) {
    Label joined;
    for (const PartUse* child : children) {
      Label inner = PartSentence(flow, *child);
      if (children.size() > 1 && IsJoined(*child)) inner = Bracketed(inner);
      if (!joined.zh.empty()) {
        joined.zh += use.info.id == "all" ? "，且" : "，或";
        joined.en += use.info.id == "all" ? "; and " : "; or ";
      }
      joined.zh += inner.zh;
      joined.en += inner.en;
    }
    return joined;
  }
  Label label{std::string(use.info.zh), std::string(use.info.en)};
  if (const Label cell = CellNamed(flow, use); !cell.zh.empty()) {
    label.zh += cell.zh;
    label.en += " (" + cell.en + ")";
  }
  // Parameters that are parts would be longer than the sentence, and the names of shared parts say
  // little to a reader.
  if (own == OwnParams::kWith && children.empty() && !use.params.empty()) {
    std::string inner;
    for (const PartParam& param : use.params)
      inner += (inner.empty() ? "" : ", ") + param.name + ": " + param.Text();
    label.zh += "（" + inner + "）";
    label.en += " (" + inner + ")";
  }
  return label;
}

Chart MakeChart(const Flow& flow) {
  Chart chart;
  chart.name = flow.name();
  chart.label = flow.label();
  chart.seats = flow.seats();
  chart.fingerprint = flow.fingerprint_text();
  chart.options = flow.options();
  if (flow.critical_setter() != nullptr) chart.setter = PartOf(flow, flow.critical_use());
  for (const Flow::SharedUse& shared : flow.shared())
    chart.shared.emplace_back(shared.name, PartOf(flow, shared.use));

  const auto add_edge = [&](const Edge& edge, int order) {
    ChartEdge out;
    out.id = flow.node(edge.from).id + (edge.player ? "." : "-") + flow.node(edge.to).id;
    const auto same =
        std::count_if(chart.edges.begin(), chart.edges.end(), [&](const ChartEdge& other) {
          return other.from == edge.from && other.to == edge.to && other.player == edge.player;
        });
    if (same > 0) out.id += "#" + std::to_string(same + 1);
    out.from = edge.from;
    out.to = edge.to;
    out.player = edge.player;
    out.pass = edge.pass;
    out.rare = edge.rare;
    out.order = order;
    out.rank = edge.rank;
    out.who = edge.who;
    out.winners = edge.winners;
    out.abort_to = edge.abort_to == kNoNode ? -1 : static_cast<int>(edge.abort_to);
    out.guards = PartsOf(flow, edge.guards);
    out.label = edge.label;
    chart.edges.push_back(std::move(out));
  };

  for (std::size_t i = 0; i < flow.nodes().size(); ++i) {
    const Node& node = flow.nodes()[i];
    ChartNode out;
    out.id = node.id;
    out.use = node.use;
    out.part = node.use.Text();
    out.label = node.label;
    out.group = GroupOf(chart, node.group);
    out.player = node.impl->player();
    out.entry = i == flow.entry();
    out.end = node.end;
    out.consumes = node.consumes;
    out.conditions = PartsOf(flow, node.conditions);
    for (int hook = 0; hook < kHooks; ++hook) {
      for (const RoleUse<Effect>& use : node.hooks[hook]) {
        out.hooks.emplace_back(std::string(HookKey(static_cast<Hook>(hook))), PartOf(flow, use));
      }
    }
    int order = 0;
    if (node.window) {
      const Window& window = *node.window;
      ChartWindow asked;
      asked.label = window.label;
      asked.ask = window.ask;
      asked.in_turn = window.in_turn;
      asked.wait_for_all = window.wait_for_all;
      asked.auto_single = window.auto_single;
      asked.deadline_ms = window.deadline_ms;
      for (const DefaultAnswer& fallback : window.defaults) {
        asked.defaults.push_back(
            {window.answers[fallback.answer].to, PartsOf(flow, fallback.when)});
      }
      if (MayPassOver(flow, static_cast<NodeIndex>(i))) asked.setter = RestSentence(flow);
      out.window = std::move(asked);
      for (const Edge& edge : window.answers) add_edge(edge, order++);
    }
    chart.nodes.push_back(std::move(out));
    order = 0;
    for (const Edge& edge : node.then) add_edge(edge, order++);
  }
  // A chart without one of the edges would be misleading.
  MLF_CHECK(static_cast<int>(chart.edges.size()) == CountEdges(flow), "the chart lost an edge");
  return chart;
}

int CountEdges(const Flow& flow) {
  std::size_t count = 0;
  for (const Node& node : flow.nodes())
    count += node.then.size() + (node.window ? node.window->answers.size() : 0);
  return static_cast<int>(count);
}

int FindNode(const Chart& chart, const std::string& id) {
  for (std::size_t i = 0; i < chart.nodes.size(); ++i) {
    if (chart.nodes[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

const ChartEdge* FindEdge(const Chart& chart, const std::string& id) {
  for (const ChartEdge& edge : chart.edges) {
    if (edge.id == id) return &edge;
  }
  return nullptr;
}

std::string KeyOf(const Value& value) {
  const Value* id = value.Find("id");
  return id == nullptr ? std::string() : id->Canonical();
}

}  // namespace mlf::tools
