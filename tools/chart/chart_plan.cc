#include "tools/chart/chart_plan.h"
#include "tools/chart/chart_graph.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dag_shortest_paths.hpp>
#include <boost/graph/depth_first_search.hpp>

#include <algorithm>
#include <iterator>

namespace mlf::tools {
namespace {

bool Same(const Label& a, const Label& b) { return a.zh == b.zh && a.en == b.en; }
bool Same(const std::vector<ChartPart>& a, const std::vector<ChartPart>& b) {
  return std::ranges::equal(a, b, {}, &ChartPart::text, &ChartPart::text);
}

// All fields except the start of the window.
bool Same(const ChartEdge& a, const ChartEdge& b) {
  return a.to == b.to && a.player == b.player && a.pass == b.pass && a.rare == b.rare &&
         a.order == b.order && a.rank == b.rank && a.who == b.who &&
         a.winners.by_count == b.winners.by_count && a.abort_to == b.abort_to &&
         Same(a.guards, b.guards) && Same(a.label, b.label);
}

bool Same(const ChartWindow& a, const ChartWindow& b) {
  return Same(a.label, b.label) && a.ask == b.ask && a.in_turn == b.in_turn &&
         a.wait_for_all == b.wait_for_all && a.auto_single == b.auto_single &&
         a.deadline_ms == b.deadline_ms &&
         std::ranges::equal(a.defaults, b.defaults,
                            [](const ChartDefault& x, const ChartDefault& y) {
                              return x.to == y.to && Same(x.when, y.when);
                            });
}

using WeightedGraph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                          boost::property<boost::edge_weight_t, int>>;

// Notes the order of a search, and the edges that go back.
class NotesOrder : public boost::default_dfs_visitor {
 public:
  NotesOrder(std::vector<int>& discovered, std::vector<int>& finished, std::set<std::string>& back)
      : discovered_(discovered), finished_(finished), back_(back) {}
  void discover_vertex(std::size_t at, const ChartGraph&) {
    discovered_.push_back(static_cast<int>(at));
  }
  void back_edge(const ChartGraph::edge_descriptor& edge, const ChartGraph& graph) {
    back_.insert(graph[edge]->id);
  }
  void finish_vertex(std::size_t at, const ChartGraph&) {
    finished_.push_back(static_cast<int>(at));
  }

 private:
  std::vector<int>& discovered_;
  std::vector<int>& finished_;
  std::set<std::string>& back_;
};

class Planner {
 public:
  explicit Planner(const Chart& chart) : chart_(chart) {}

  ChartPlan Make() {
    Search();
    FindColumns();
    FindWide();
    FindEnds();
    FindTwins();
    return std::move(plan_);
  }

 private:
  const ChartNode& node(int index) const { return chart_.nodes[static_cast<std::size_t>(index)]; }
  bool Leads(const ChartEdge& edge) const { return !edge.pass && plan_.jumps.count(edge.id) == 0; }

  void Search() {
    const ChartGraph graph = GraphOf(chart_);
    std::vector<boost::default_color_type> colors(chart_.nodes.size());
    const auto visit = [&](std::size_t from) {
      if (colors[from] != boost::white_color) return;
      boost::depth_first_visit(graph, from, NotesOrder(order_, done_, plan_.jumps),
                               boost::make_iterator_property_map(
                                   colors.begin(), boost::get(boost::vertex_index, graph)));
    };
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (chart_.nodes[i].entry) visit(i);
    }
    // A flow reaches all of its nodes. A difference also draws nodes that A does not reach.
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) visit(i);
  }

  void FindColumns() {
    int opening = -1, end = -1;
    for (const int at : order_) {
      if (node(at).entry) opening = node(at).group;
      if (node(at).end) end = node(at).group;
    }
    const auto play = [&](int at) { return node(at).group != opening && node(at).group != end; };
    if (opening < 0 || std::none_of(order_.begin(), order_.end(), play)) return;
    plan_.opening = opening;
    if (end != opening) plan_.end = end;
    plan_.columns[0] = Column(opening);
    if (plan_.end >= 0) plan_.columns[1] = Column(plan_.end);
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.pass && plan_.ColumnOf(edge.from) != plan_.ColumnOf(edge.to))
        plan_.jumps.insert(edge.id);
    }
  }

  // The nodes of a group in topological order; ties keep the order of discovery.
  std::vector<int> Column(int group) const {
    std::vector<int> left, column;
    std::copy_if(order_.begin(), order_.end(), std::back_inserter(left),
                 [&](int at) { return node(at).group == group; });
    while (!left.empty()) {
      const auto first = std::find_if(left.begin(), left.end(), [&](int at) {
        return std::none_of(chart_.edges.begin(), chart_.edges.end(), [&](const ChartEdge& edge) {
          return edge.to == at && edge.from != at && Leads(edge) &&
                 std::find(left.begin(), left.end(), edge.from) != left.end();
        });
      });
      column.push_back(*first);
      left.erase(first);
    }
    return column;
  }

  void FindWide() {
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.player || !Leads(edge) || node(edge.to).window || plan_.ColumnOf(edge.from) >= 0)
        continue;
      const bool has_neighbour_with_window =
          std::any_of(chart_.edges.begin(), chart_.edges.end(), [&](const ChartEdge& other) {
            return other.from == edge.from && other.player && Leads(other) && node(other.to).window;
          });
      if (has_neighbour_with_window) plan_.wide.insert(edge.id);
    }
  }

  // How far down each node of the play stands: the length of the longest way to it.
  std::vector<int> Depths() const {
    const std::size_t count = chart_.nodes.size(), root = count;
    WeightedGraph graph(count + 1);
    for (std::size_t i = 0; i < count; ++i) boost::add_edge(root, i, 0, graph);
    for (const ChartEdge& edge : chart_.edges) {
      if (Leads(edge) && plan_.ColumnOf(edge.from) < 0)
        boost::add_edge(static_cast<std::size_t>(edge.from), static_cast<std::size_t>(edge.to),
                        plan_.wide.count(edge.id) > 0 ? -2 : -1, graph);
    }
    std::vector<int> depths(count + 1);
    boost::dag_shortest_paths(graph, root, boost::distance_map(depths.data()));
    for (int& depth : depths) depth = -depth;
    return depths;
  }

  void FindEnds() {
    const std::vector<int> far = Depths();
    // Reverse post-order is topological.
    for (auto at = done_.rbegin(); at != done_.rend(); ++at) {
      if (plan_.ColumnOf(*at) >= 0) continue;
      if (std::ranges::none_of(
              chart_.edges, [&](const ChartEdge& edge) { return edge.to == *at && Leads(edge); }))
        plan_.starts.push_back(*at);
      if (plan_.last < 0 ||
          far[static_cast<std::size_t>(*at)] > far[static_cast<std::size_t>(plan_.last)])
        plan_.last = *at;
    }
    std::copy_if(order_.begin(), order_.end(), std::back_inserter(plan_.as_far), [&](int at) {
      return plan_.last >= 0 && plan_.ColumnOf(at) < 0 &&
             far[static_cast<std::size_t>(at)] == far[static_cast<std::size_t>(plan_.last)];
    });
  }

  // The windows of two nodes, and their system edges, look the same in the drawing.
  bool SameWindow(std::size_t a, std::size_t b) const {
    const ChartNode &one = chart_.nodes[a], &other = chart_.nodes[b];
    if (!one.window || !other.window || !Same(*one.window, *other.window)) return false;
    std::vector<const ChartEdge*> edges[2];
    for (const ChartEdge& edge : chart_.edges) {
      if (edge.from == static_cast<int>(a)) edges[0].push_back(&edge);
      if (edge.from == static_cast<int>(b)) edges[1].push_back(&edge);
    }
    return std::equal(edges[0].begin(), edges[0].end(), edges[1].begin(), edges[1].end(),
                      [](const ChartEdge* x, const ChartEdge* y) { return Same(*x, *y); });
  }

  // The last node is drawn above the window, the others below.
  void FindTwins() {
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (plan_.ColumnOf(static_cast<int>(i)) >= 0 || plan_.twins.count(static_cast<int>(i)) > 0)
        continue;
      for (std::size_t j = chart_.nodes.size(); j-- > i + 1;) {
        if (plan_.ColumnOf(static_cast<int>(j)) >= 0 ||
            plan_.twins.count(static_cast<int>(j)) > 0 || !SameWindow(i, j))
          continue;
        plan_.twins.emplace(static_cast<int>(i), static_cast<int>(j));
        break;
      }
    }
  }

  const Chart& chart_;
  ChartPlan plan_;
  std::vector<int> order_;  // order of discovery
  std::vector<int> done_;   // post-order
};

}  // namespace

int ChartPlan::ColumnOf(int node) const {
  for (int column = 0; column < 2; ++column) {
    if (std::find(columns[column].begin(), columns[column].end(), node) != columns[column].end())
      return column;
  }
  return -1;
}

ChartPlan PlanOf(const Chart& chart) { return Planner(chart).Make(); }

}  // namespace mlf::tools
