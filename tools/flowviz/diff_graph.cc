// The difference of two graphs: nodes, edges and windows.
#include "tools/flowviz/diff_items.h"
#include "tools/flowviz/diff_values.h"

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

std::string Number(int number) { return std::to_string(number); }
std::string YesNo(bool yes) { return yes ? "yes" : "no"; }

std::string PartsText(const std::vector<ChartPart>& parts) {
  std::string text;
  for (const ChartPart& part : parts) text += (text.empty() ? "" : ", ") + part.text;
  return text;
}

// "hu > ming_gang = peng": the answers of a window by rank.
std::string Priorities(const std::vector<std::pair<int, std::string>>& answers) {
  std::vector<std::pair<int, std::string>> sorted = answers;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  std::string text;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    text += (i == 0                                   ? ""
             : sorted[i].first == sorted[i - 1].first ? " = "
                                                      : " > ") +
            sorted[i].second;
  return text;
}

class GraphDiffer : private DiffItems {
 public:
  explicit GraphDiffer(FlowDiff& diff) : DiffItems(diff) {}

  void Run() {
    MatchNodes();
    Nodes();
    Edges();
    Windows();
  }

 private:
  // ---- nodes ----

  std::set<std::string> Near(const Chart& chart, int node, bool of_b) const {
    std::set<std::string> ids;
    for (const ChartEdge& edge : chart.edges) {
      if (edge.from != node && edge.to != node) continue;
      const std::string& id =
          chart.nodes[static_cast<std::size_t>(edge.from == node ? edge.to : edge.from)].id;
      ids.insert((edge.from == node ? ">" : "<") + (of_b ? InA(id) : id));
    }
    return ids;
  }
  // The id in A of a node of B; its own id if only B has it.
  std::string InA(const std::string& id) const {
    const auto found = diff_.node_of.find(id);
    return found == diff_.node_of.end() ? id : found->second;
  }

  // Matches nodes by id, then the rest by kind if half of their neighbours match.
  void MatchNodes() {
    for (const ChartNode& node : b_.nodes) {
      if (FindNode(a_, node.id) >= 0) diff_.node_of[node.id] = node.id;
    }
    for (std::size_t i = 0; i < a_.nodes.size(); ++i) {
      const ChartNode& node = a_.nodes[i];
      if (FindNode(b_, node.id) >= 0) continue;
      const std::set<std::string> near = Near(a_, static_cast<int>(i), false);
      for (std::size_t j = 0; j < b_.nodes.size(); ++j) {
        const ChartNode& other = b_.nodes[j];
        if (diff_.node_of.count(other.id) > 0 || node.use.info.id != other.use.info.id) continue;
        std::size_t shared = 0;
        for (const std::string& id : Near(b_, static_cast<int>(j), true)) shared += near.count(id);
        if (shared * 2 < near.size()) continue;
        diff_.node_of[other.id] = node.id;
        break;
      }
    }
  }

  static std::string Group(const Chart& chart, const ChartNode& node) {
    return node.group < 0 ? "" : chart.groups[static_cast<std::size_t>(node.group)].id;
  }

  std::vector<DiffChange> NodeChanges(const ChartNode& a, const ChartNode& b) const {
    std::vector<DiffChange> changes;
    Changed("zh", a.label.zh, b.label.zh, changes);
    Changed("en", a.label.en, b.label.en, changes);
    if (a.use.info.id == b.use.info.id)
      DiffUses("with", a.use, b.use, changes);
    else
      Changed("type", a.part, b.part, changes);
    Changed("group", Group(a_, a), Group(b_, b), changes);
    Changed("entry", YesNo(a.entry), YesNo(b.entry), changes);
    Changed("end", YesNo(a.end), YesNo(b.end), changes);
    Changed("consumes", a.consumes, b.consumes, changes);
    DiffParts("if", a.conditions, b.conditions, changes);
    std::vector<std::string> hooks;
    for (const ChartNode* node : {&a, &b}) {
      for (const auto& hook : node->hooks) {
        if (std::find(hooks.begin(), hooks.end(), hook.first) == hooks.end())
          hooks.push_back(hook.first);
      }
    }
    const auto of = [](const ChartNode& node, const std::string& hook) {
      std::vector<ChartPart> parts;
      for (const auto& [key, part] : node.hooks) {
        if (key == hook) parts.push_back(part);
      }
      return parts;
    };
    for (const std::string& hook : hooks) DiffParts(hook, of(a, hook), of(b, hook), changes);
    return changes;
  }

  const ChartNode* NodeOfB(const std::string& id_a) const {
    for (const ChartNode& node : b_.nodes) {
      const auto found = diff_.node_of.find(node.id);
      if (found != diff_.node_of.end() && found->second == id_a) return &node;
    }
    return nullptr;
  }

  void Nodes() {
    for (const ChartNode& node : a_.nodes) {
      const ChartNode* other = NodeOfB(node.id);
      if (other == nullptr) {
        Add(DiffArea::kNode, DiffKind::kRemoved, node.id, node.label).text = ShortText(node.use);
      } else if (other->id != node.id) {
        AddRenamed(DiffArea::kNode, node.id, other->id, node.label, NodeChanges(node, *other));
      } else {
        AddChanged(DiffArea::kNode, node.id, node.label, NodeChanges(node, *other));
      }
    }
    for (const ChartNode& node : b_.nodes) {
      if (diff_.node_of.count(node.id) == 0)
        Add(DiffArea::kNode, DiffKind::kAdded, node.id, node.label).text = ShortText(node.use);
    }
  }

  // ---- edges ----

  static const std::string& Id(const Chart& chart, int node) {
    return chart.nodes[static_cast<std::size_t>(node)].id;
  }
  static Label EdgeLabel(const Chart& chart, const ChartEdge& edge) {
    const Label& from = chart.nodes[static_cast<std::size_t>(edge.from)].label;
    const Label& to = chart.nodes[static_cast<std::size_t>(edge.to)].label;
    return {from.zh + " → " + to.zh, from.en + " → " + to.en};
  }
  static std::string EdgeText(const ChartEdge& edge) {
    std::string text =
        edge.player ? edge.pass ? "pass" : "answer, rank " + Number(edge.rank + 1) : "system";
    if (edge.winners.given()) text += ", winners " + edge.winners.Text();
    if (edge.who != Who::kAll) text += ", only " + std::string(WhoName(edge.who));
    if (!edge.guards.empty()) text += ", if " + PartsText(edge.guards);
    if (edge.rare) text += ", rare";
    return text;
  }

  void Edges() {
    std::set<std::string> taken;
    for (const ChartEdge& edge : b_.edges) {
      // Among parallel edges, the one with the same guards, otherwise the next.
      const ChartEdge* best = nullptr;
      for (const ChartEdge& other : a_.edges) {
        if (other.player != edge.player || taken.count(other.id) > 0) continue;
        if (Id(a_, other.from) != InA(Id(b_, edge.from)) ||
            Id(a_, other.to) != InA(Id(b_, edge.to)))
          continue;
        if (best == nullptr || (PartsText(other.guards) == PartsText(edge.guards) &&
                                PartsText(best->guards) != PartsText(edge.guards)))
          best = &other;
      }
      if (best == nullptr) continue;
      taken.insert(best->id);
      diff_.edge_of[edge.id] = best->id;
    }
    for (const ChartEdge& edge : a_.edges) {
      const ChartEdge* other = EdgeOfB(edge.id);
      if (other == nullptr) {
        Add(DiffArea::kEdge, DiffKind::kRemoved, edge.id, EdgeLabel(a_, edge)).text =
            EdgeText(edge);
        continue;
      }
      std::vector<DiffChange> changes;
      Changed("pass", YesNo(edge.pass), YesNo(other->pass), changes);
      Changed("rare", YesNo(edge.rare), YesNo(other->rare), changes);
      Changed("who", std::string(WhoName(edge.who)), std::string(WhoName(other->who)), changes);
      Changed("winners", edge.winners.Text(), other->winners.Text(), changes);
      Changed("abort to", edge.abort_to < 0 ? "" : Id(a_, edge.abort_to),
              other->abort_to < 0 ? "" : InA(Id(b_, other->abort_to)), changes);
      Changed("zh", edge.label.zh, other->label.zh, changes);
      Changed("en", edge.label.en, other->label.en, changes);
      DiffParts("if", edge.guards, other->guards, changes);
      AddChanged(DiffArea::kEdge, edge.id, EdgeLabel(a_, edge), std::move(changes));
    }
    for (const ChartEdge& edge : b_.edges) {
      if (diff_.edge_of.count(edge.id) == 0)
        Add(DiffArea::kEdge, DiffKind::kAdded, edge.id, EdgeLabel(b_, edge)).text = EdgeText(edge);
    }
    for (const ChartNode& node : a_.nodes) Order(node);
  }

  const ChartEdge* EdgeOfB(const std::string& id_a) const {
    for (const auto& [b, a] : diff_.edge_of) {
      if (a == id_a) return FindEdge(b_, b);
    }
    return nullptr;
  }

  // Of the named edges with their ranks on both sides, the ones whose relative place changed.
  void Moved(const std::vector<std::string>& edges,
             const std::vector<std::pair<int, std::string>>& a,
             const std::vector<std::pair<int, std::string>>& b) {
    const auto place = [](const std::vector<std::pair<int, std::string>>& ranks, int rank) {
      std::set<int> before;
      for (const auto& other : ranks) {
        if (other.first < rank) before.insert(other.first);
      }
      return static_cast<int>(before.size());
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const std::pair<int, int> places{place(a, a[i].first), place(b, b[i].first)};
      if (places.first != places.second) diff_.moved[edges[i]] = places;
    }
  }

  // System edges that are tried in another order.
  void Order(const ChartNode& node) {
    std::vector<std::pair<int, std::string>> one, two;
    std::vector<std::string> edges;
    for (const ChartEdge& edge : a_.edges) {
      if (edge.player || Id(a_, edge.from) != node.id) continue;
      const ChartEdge* other = EdgeOfB(edge.id);
      if (other == nullptr) continue;
      one.emplace_back(edge.order, Id(a_, edge.to));
      two.emplace_back(other->order, Id(a_, edge.to));
      edges.push_back(edge.id);
    }
    Moved(edges, one, two);
    const auto list = [](std::vector<std::pair<int, std::string>> tried) {
      std::stable_sort(tried.begin(), tried.end(),
                       [](const auto& x, const auto& y) { return x.first < y.first; });
      std::string text;
      for (const auto& edge : tried) text += (text.empty() ? "" : ", ") + edge.second;
      return text;
    };
    std::vector<DiffChange> changes;
    Changed("order of what follows", list(one), list(two), changes);
    AddChanged(DiffArea::kNode, node.id, node.label, std::move(changes));
  }

  // ---- windows ----

  std::string Defaults(const Chart& chart, const ChartWindow& window, bool of_b) const {
    std::string text;
    for (const ChartDefault& fallback : window.defaults) {
      const std::string& id = Id(chart, fallback.to);
      text += (text.empty() ? "" : ", ") + (of_b ? InA(id) : id);
      if (!fallback.when.empty()) text += " if " + PartsText(fallback.when);
    }
    return text;
  }

  void Windows() {
    for (const ChartNode& node : a_.nodes) {
      const ChartNode* other = NodeOfB(node.id);
      if (other == nullptr || (!node.window && !other->window)) continue;
      const Label& label =
          node.window && !node.window->label.zh.empty() ? node.window->label : node.label;
      if (!node.window || !other->window) {
        Add(DiffArea::kWindow, node.window ? DiffKind::kRemoved : DiffKind::kAdded, node.id, label);
        continue;
      }
      const ChartWindow& one = *node.window;
      const ChartWindow& two = *other->window;
      std::vector<DiffChange> changes;
      Changed("zh", one.label.zh, two.label.zh, changes);
      Changed("en", one.label.en, two.label.en, changes);
      Changed("asks", std::string(WhoName(one.ask)), std::string(WhoName(two.ask)), changes);
      Changed("order", one.in_turn ? "in_turn" : "together", two.in_turn ? "in_turn" : "together",
              changes);
      Changed("decides", one.wait_for_all ? "all" : "as_soon_as_sure",
              two.wait_for_all ? "all" : "as_soon_as_sure", changes);
      Changed("auto_single", YesNo(one.auto_single), YesNo(two.auto_single), changes);
      Changed("deadline ms", Number(one.deadline_ms), Number(two.deadline_ms), changes);
      Changed("default", Defaults(a_, one, false), Defaults(b_, two, true), changes);
      std::vector<std::pair<int, std::string>> ranks_a, ranks_b;
      std::vector<std::string> edges;
      for (const ChartEdge& edge : a_.edges) {
        const ChartEdge* match =
            edge.player && !edge.pass && Id(a_, edge.from) == node.id ? EdgeOfB(edge.id) : nullptr;
        if (match == nullptr) continue;
        ranks_a.emplace_back(edge.rank, Id(a_, edge.to));
        ranks_b.emplace_back(match->rank, Id(a_, edge.to));
        edges.push_back(edge.id);
      }
      Moved(edges, ranks_a, ranks_b);
      Changed("priority", Priorities(ranks_a), Priorities(ranks_b), changes);
      AddChanged(DiffArea::kWindow, node.id, label, std::move(changes));
    }
    for (const ChartNode& node : b_.nodes) {
      if (diff_.node_of.count(node.id) == 0 && node.window)
        Add(DiffArea::kWindow, DiffKind::kAdded, node.id, node.window->label);
    }
    for (const ChartNode& node : a_.nodes) {
      if (NodeOfB(node.id) == nullptr && node.window)
        Add(DiffArea::kWindow, DiffKind::kRemoved, node.id, node.window->label);
    }
  }
};

}  // namespace

void DiffGraph(FlowDiff& diff) { GraphDiffer(diff).Run(); }

}  // namespace mlf::tools
