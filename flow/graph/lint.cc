// Checks of a compiled graph. Each check is independent, so one run reports all faults:
//
//   L01 node that cannot be reached from the entry
//   L02 node from which no end can be reached
//   L03 endless cycle of system edges
//   L04 dead end
//   L06 system edge written twice
//   L07 system edge that an earlier one shadows
//   L09 player's node that no window asks for
//   L10 answer that no player can give; system edge to a player's node
//   L12 end node with a way on
//
// lint_windows.cc has the checks of a window, and lint_parts.cc L14 to L21, which concern parts.
//
// The checks assume that every guard sometimes holds and sometimes fails, and that every window
// sometimes opens and sometimes not. The window proof and the walk tests check what depends on
// them.
#include "flow/graph/lint.h"
#include <mlf/flow/boost_graph.h>
#include "flow/base/words.h"
#include "flow/graph/lacks.h"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <set>

namespace mlf {

namespace {

// Whether a parameter of `use`, or of a nested part, is the node `id`.
bool NamesNode(const PartUse& use, const std::string& id) {
  return std::ranges::any_of(use.params, [&](const PartParam& param) {
    return (param.kind == PartParam::Kind::kNode && param.value.text() == id) ||
           std::ranges::any_of(param.parts,
                               [&](const PartUse& part) { return NamesNode(part, id); });
  });
}

// Whether a hook of `node` may call Step::Follow with `target`. A part gets a node to follow only
// by Params::Node. So the target is a parameter of the node or of an effect.
bool MayFollow(const Node& node, const std::string& target) {
  if (NamesNode(node.use, target)) return true;
  for (const auto& hook : node.hooks) {
    for (const RoleUse<Effect>& effect : hook) {
      if (NamesNode(effect, target)) return true;
    }
  }
  return false;
}

// The nodes reachable from `starts`, inclusive.
template <typename Graph>
std::vector<bool> Reached(const Graph& graph, const std::vector<std::size_t>& starts) {
  std::vector<boost::default_color_type> colors(boost::num_vertices(graph), boost::white_color);
  const auto color_map =
      boost::make_iterator_property_map(colors.begin(), boost::get(boost::vertex_index, graph));
  for (std::size_t start : starts) {
    if (colors[start] == boost::white_color)
      boost::depth_first_visit(graph, start, boost::dfs_visitor<>(), color_map);
  }
  std::vector<bool> reached;
  reached.reserve(colors.size());
  for (boost::default_color_type color : colors) reached.push_back(color != boost::white_color);
  return reached;
}

// By node: its strongly connected component.
template <typename Graph>
std::vector<std::size_t> ComponentsOf(const Graph& graph, std::size_t* count = nullptr) {
  std::vector<std::size_t> component(boost::num_vertices(graph));
  const std::size_t components = boost::strong_components(
      graph,
      boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph)));
  if (count != nullptr) *count = components;
  return component;
}

// Notes the first edge back to the start of a search.
template <typename Graph>
class FindsWayBack : public boost::default_bfs_visitor {
 public:
  FindsWayBack(std::size_t start, std::vector<std::size_t>& before, std::size_t& last)
      : start_(start), before_(before), last_(last) {}
  void examine_edge(const typename Graph::edge_descriptor& edge, const Graph& graph) {
    if (boost::target(edge, graph) == start_ && last_ == boost::num_vertices(graph))
      last_ = boost::source(edge, graph);
  }
  void tree_edge(const typename Graph::edge_descriptor& edge, const Graph& graph) {
    before_[boost::target(edge, graph)] = boost::source(edge, graph);
  }

 private:
  std::size_t start_;
  std::vector<std::size_t>& before_;  // by node: the one before it in the search
  std::size_t& last_;                 // from which the edge leads back
};

// A shortest cycle through `start`, beginning with `start`; empty if there is none.
template <typename Graph>
std::vector<std::size_t> CycleThrough(const Graph& graph, std::size_t start) {
  const std::size_t none = boost::num_vertices(graph);
  std::vector<std::size_t> before(none, none);
  std::size_t last = none;
  boost::breadth_first_search(graph, start,
                              boost::visitor(FindsWayBack<Graph>(start, before, last)));
  std::vector<std::size_t> cycle;
  if (last == none) return cycle;
  for (std::size_t at = last; at != start; at = before[at]) cycle.push_back(at);
  cycle.push_back(start);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

// Whether the system may take an edge without an action, and uses up nothing at either end.
struct IsFreeStep {
  const FlowGraph* graph = nullptr;
  bool operator()(const FlowGraph::edge_descriptor& way) const {
    const Node& from = *(*graph)[boost::source(way, *graph)].node;
    const Node& to = *(*graph)[boost::target(way, *graph)].node;
    if (!from.consumes.empty() || !to.consumes.empty()) return false;
    const WayKind kind = (*graph)[way].kind;
    if (kind == WayKind::kSystem) return true;
    return kind != WayKind::kAbort && from.window->auto_single &&
           (to.impl == nullptr || !to.impl->beside_others());
  }
};

class Linter {
 public:
  Linter(const std::vector<Node>& nodes, NodeIndex entry, int seats)
      : nodes_(nodes), entry_(entry), seats_(seats) {
    CountEntries();
  }

  Faults Run() {
    if (nodes_.empty() || entry_ >= nodes_.size()) return {};  // the builder reports these
    FindCycles();
    Reach();
    SystemCycles();
    for (const Node& node : nodes_) {
      DeadEnd(node);
      EndGoesOn(node);
      Kinds(node);
      SystemEdges(node);
      if (node.window) LintWindow(nodes_, node, seats_, faults_);
    }
    return std::move(faults_);
  }

 private:
  // ---- Shared by the checks ----

  void Add(std::string code, const SourcePos& where, std::string message) {
    faults_.push_back({std::move(code), where, std::move(message)});
  }
  bool Exists(NodeIndex index) const { return index < nodes_.size(); }
  const std::string& Id(NodeIndex index) const { return nodes_[index].id; }
  std::size_t IndexOf(const Node& node) const {
    return static_cast<std::size_t>(&node - nodes_.data());
  }
  bool Player(NodeIndex index) const {
    return nodes_[index].impl != nullptr && nodes_[index].impl->player();
  }

  void CountEntries() {
    answered_.resize(nodes_.size());
    entered_.resize(nodes_.size());
    passed_from_.resize(nodes_.size());
    if (Exists(entry_)) entered_[entry_] = true;
    for (const Node& node : nodes_) {
      for (const Edge& edge : node.then) Enter(edge.to);
      if (!node.window) continue;
      for (const Edge& answer : node.window->answers) {
        if (Exists(answer.to)) answered_[answer.to] = true;
        Enter(answer.abort_to);
        if (!answer.pass) {
          Enter(answer.to);
        } else if (Exists(answer.to)) {
          passed_from_[answer.to].push_back(static_cast<NodeIndex>(IndexOf(node)));
        }
      }
    }
  }

  void Enter(NodeIndex index) {
    if (Exists(index)) entered_[index] = true;
  }

  // A pass is the answer "no". Its hooks run, but when all have passed, the system edges of the
  // window's node are tried. A node that is only a pass therefore needs no edges, and its edges
  // would never be taken.
  bool OnlyPass(const Node& node) const {
    return !passed_from_[IndexOf(node)].empty() && !entered_[IndexOf(node)];
  }

  // ---- L01, L02 ----

  void Reach() {
    const FlowGraph graph = GraphOf(nodes_);
    const std::vector<bool> from_entry = Reached(graph, {entry_});
    std::vector<std::size_t> ends;
    for (const Node& node : nodes_) {
      if (node.end) ends.push_back(IndexOf(node));
    }
    const std::vector<bool> to_end = Reached(boost::make_reverse_graph(graph), ends);
    if (ends.empty())
      Add("L02", nodes_[entry_].where,
          "the flow has no end node; mark the node that closes the match with end: true");
    // A node that may find nothing lacks an edge, possibly the one that leads to these nodes. L21
    // reports it.
    std::vector<std::size_t> lacking;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (from_entry[i] && !UncoveredLack(nodes_, static_cast<NodeIndex>(i)).empty())
        lacking.push_back(i);
    }
    for (const std::size_t i :
         lacking.empty() ? RootsOfLost(graph, from_entry) : std::vector<std::size_t>()) {
      Add("L01", nodes_[i].where,
          "node " + Quoted(nodes_[i].id) + " cannot be reached from the entry " +
              Quoted(Id(entry_)) + "; lead an edge to it or take it out");
    }
    // If a dead end can be reached, it explains why no end can, and L04 reports it.
    std::vector<std::size_t> dead;
    for (const Node& node : nodes_) {
      if (IsDeadEnd(node)) dead.push_back(IndexOf(node));
    }
    // The same holds for an endless cycle from which no end can be reached; L03 reports it.
    for (const std::vector<std::size_t>& cycle : cycles_) {
      if (!to_end[cycle.front()]) dead.push_back(cycle.front());
    }
    dead.insert(dead.end(), lacking.begin(), lacking.end());
    if (!ends.empty())
      NoEnd(graph, to_end, Reached(boost::make_reverse_graph(graph), dead), EndNames(ends));
  }

  // Adds one L02 per strongly connected component without an outgoing edge. The nodes that lead to
  // it are lost only because of it.
  void NoEnd(const FlowGraph& graph, const std::vector<bool>& to_end,
             const std::vector<bool>& to_reason, const std::string& ends) {
    std::size_t components = 0;
    const std::vector<std::size_t> component = ComponentsOf(graph, &components);
    std::vector<bool> has_exit(components, false);
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
      const std::size_t from = component[boost::source(*edge, graph)],
                        to = boost::target(*edge, graph);
      if (from != component[to] && !OnlyPass(nodes_[to])) has_exit[from] = true;
    }
    std::vector<std::vector<std::string>> lost(components);
    for (const Node& node : nodes_) {
      const std::size_t i = IndexOf(node);
      if (!has_exit[component[i]] && !to_end[i] && !to_reason[i] && !OnlyPass(node))
        lost[component[i]].push_back(Quoted(node.id));
    }
    for (const Node& node : nodes_) {
      std::vector<std::string>& ids = lost[component[IndexOf(node)]];
      if (ids.empty()) continue;
      const std::size_t count = ids.size(), named = std::min<std::size_t>(count, 3);
      ids.resize(named);
      const std::string more =
          count > named ? " and " + std::to_string(count - named) + " more" : "";
      Add("L02", node.where,
          "no end can be reached from node" + std::string(count > 1 ? "s " : " ") + Join(ids) +
              more + "; some way from " + (count > 1 ? "there" : "it") + " must lead to " + ends);
      ids.clear();
    }
  }

  // Of the unreachable nodes, returns the ones whose edge is missing. The others are reachable from
  // them.
  std::vector<std::size_t> RootsOfLost(const FlowGraph& graph,
                                       const std::vector<bool>& from_entry) const {
    std::vector<bool> entered(nodes_.size(), false);
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
      if (boost::source(*edge, graph) != boost::target(*edge, graph))
        entered[boost::target(*edge, graph)] = true;
    }
    std::vector<std::size_t> first;
    std::vector<bool> reported = from_entry;
    // The second pass handles unreachable cycles.
    for (const bool cycles : {false, true}) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (reported[i] || (entered[i] && !cycles)) continue;
        const std::vector<bool> with_it = Reached(graph, {i});
        for (std::size_t k = 0; k < reported.size(); ++k) reported[k] = reported[k] || with_it[k];
        // A player's node that no window asks for is reported as L09.
        if (answered_[i] || !Player(static_cast<NodeIndex>(i))) first.push_back(i);
      }
    }
    return first;
  }

  std::string EndNames(const std::vector<std::size_t>& ends) const {
    std::vector<std::string> names;
    names.reserve(ends.size());
    for (std::size_t end : ends) names.push_back(Quoted(nodes_[end].id));
    return Join(names, " or ");
  }

  // ---- L03 ----

  // A window is skipped if nobody has an offer, so any system edge may be taken without an action.
  // So may an answer of an auto_single window, unless it is never the only one. A cycle ends if one
  // of its nodes consumes something; the engine checks that the amount falls. All other cycles are
  // faults. Report one cycle per strongly connected component: a shortest one through its first
  // node.
  void FindCycles() {
    const FlowGraph all = GraphOf(nodes_);
    const boost::filtered_graph<FlowGraph, IsFreeStep> graph(all, {&all});
    const std::vector<std::size_t> component = ComponentsOf(graph);
    std::set<std::size_t> reported;
    for (const Node& node : nodes_) {
      const std::size_t i = IndexOf(node);
      if (reported.contains(component[i])) continue;
      std::vector<std::size_t> cycle = CycleThrough(graph, i);
      if (cycle.empty()) continue;
      reported.insert(component[i]);
      cycles_.push_back(std::move(cycle));
    }
  }

  void SystemCycles() {
    for (const std::vector<std::size_t>& cycle : cycles_) {
      const Node& node = nodes_[cycle.front()];
      std::vector<std::string> path;
      path.reserve(cycle.size() + 1);
      for (std::size_t at : cycle) path.push_back(nodes_[at].id);
      path.push_back(node.id);
      Add("L03", node.where,
          "the system may go round " + Join(path, " -> ") +
              " for ever; one of these nodes must declare what it uses up (consumes: NAME), or a "
              "player's answer must lie between");
    }
  }

  // ---- L04, L12 ----

  // A node without any way on.
  bool IsDeadEnd(const Node& node) const {
    return !node.end && node.then.empty() && !OnlyPass(node) && !node.window;
  }

  void DeadEnd(const Node& node) {
    if (node.end || !node.then.empty() || OnlyPass(node)) return;
    if (IsDeadEnd(node)) {
      Add("L04", node.where,
          "node " + Quoted(node.id) +
              " is a dead end: it has no window and no system edge; add then: or mark it end: "
              "true");
      return;
    }
    const auto& answers = node.window->answers;
    const auto pass = std::find_if(answers.begin(), answers.end(),
                                   [](const Edge& answer) { return answer.pass; });
    if (pass == answers.end() || !Exists(pass->to)) return;
    Add("L04", node.where,
        "node " + Quoted(node.id) + " is a dead end when everybody answers " +
            Quoted(Id(pass->to)) + " or nobody is asked; add then: with what the system does then");
  }

  void EndGoesOn(const Node& node) {
    if (!node.end) return;
    if (node.window)
      Add("L12", node.where,
          "node " + Quoted(node.id) +
              " is an end and has a window, which would never open; take one of the two out");
    for (const Edge& edge : node.then) {
      if (!Exists(edge.to)) continue;
      Add("L12", edge.where,
          "node " + Quoted(node.id) + " is an end, but an edge leads on to " + Quoted(Id(edge.to)) +
              "; take one of the two out");
    }
  }

  // ---- L09, L10 ----

  void Kinds(const Node& node) {
    const auto index = static_cast<NodeIndex>(IndexOf(node));
    if (Player(index) && !answered_[index]) {
      Add("L09", node.where,
          "node " + Quoted(node.id) +
              " is a player's, but no window has it among its answers; add it to one or take it "
              "out");
    }
    if (index == entry_ && Player(index)) {
      Add("L10", node.where,
          "the entry " + Quoted(node.id) +
              " is a player's node; a flow starts with a node of the system");
    }
    for (const Edge& edge : node.then) {
      if (!Exists(edge.to) || !Player(edge.to)) continue;
      Add("L10", edge.where,
          "the system edge " + EdgeText(edge) +
              " leads to a player's node; make it an answer of a window, or lead the edge to a "
              "node of the system");
    }
    if (!node.window) return;
    for (const Edge& answer : node.window->answers) {
      if (!Exists(answer.to) || nodes_[answer.to].impl == nullptr || Player(answer.to)) continue;
      Add("L10", answer.where,
          "the window of " + Quoted(node.id) + " has the answer " + Quoted(Id(answer.to)) +
              ", which is the system's and no player can give; reach it by then:");
    }
  }

  std::string EdgeText(const Edge& edge) const { return Id(edge.from) + " -> " + Id(edge.to); }

  // ---- L06, L07 of system edges ----

  void SystemEdges(const Node& node) {
    if (OnlyPass(node) && !node.then.empty()) {
      Add("L07", node.then[0].where,
          "no edge out of " + Quoted(node.id) +
              " is ever taken: it is only the pass of a window, after which then: of the "
              "window's node goes on; take its then: out");
      return;
    }
    for (std::size_t i = 0; i < node.then.size(); ++i) {
      const Edge& edge = node.then[i];
      if (!Exists(edge.to)) continue;
      const auto begin = node.then.begin(), end = begin + static_cast<std::ptrdiff_t>(i);
      if (std::any_of(begin, end, [&](const Edge& earlier) {
            return earlier.to == edge.to && SameGuards(earlier, edge);
          })) {
        Add("L06", edge.where,
            "the system edge " + EdgeText(edge) +
                " is written twice with the same guards; take one out");
        continue;
      }
      const auto open =
          std::find_if(begin, end, [](const Edge& earlier) { return earlier.guards.empty(); });
      if (open == end || !Exists(open->to) || MayFollow(node, Id(edge.to))) continue;
      Add("L07", edge.where,
          "the system edge " + EdgeText(edge) + " is never taken: " + EdgeText(*open) +
              " comes before it and has no guard; put it before that edge or give that edge an "
              "if:");
    }
  }

  const std::vector<Node>& nodes_;
  const NodeIndex entry_;
  const int seats_;
  std::vector<bool> answered_;                       // by node: it is an answer of some window
  std::vector<bool> entered_;                        // by node: the flow can enter it
  std::vector<std::vector<NodeIndex>> passed_from_;  // by node: the windows whose pass it is
  std::vector<std::vector<std::size_t>> cycles_;     // endless: a shortest one per component
  Faults faults_;
};

}  // namespace

Faults Lint(const std::vector<Node>& nodes, NodeIndex entry, int seats) {
  return Linter(nodes, entry, seats).Run();
}

}  // namespace mlf
