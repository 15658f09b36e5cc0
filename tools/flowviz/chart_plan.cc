#include <mlf/tools/flowviz/chart_plan.h>

#include <algorithm>

namespace mlf::tools {
namespace {

class Planner {
 public:
  explicit Planner(const Chart& chart) : chart_(chart), state_(chart.nodes.size(), State::kNew) {}

  ChartPlan Make() {
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (chart_.nodes[i].entry) Visit(static_cast<int>(i));
    }
    // A flow reaches all of its nodes; a difference draws some that A does not reach.
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (state_[i] == State::kNew) Visit(static_cast<int>(i));
    }
    FindColumns();
    FindWide();
    FindEnds();
    return std::move(plan_);
  }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };

  const ChartNode& node(int index) const { return chart_.nodes[static_cast<std::size_t>(index)]; }
  bool Leads(const ChartEdge& edge) const { return !edge.pass && plan_.jumps.count(edge.id) == 0; }

  // Depth first: what leads to a node that is still open leads back.
  void Visit(int at) {
    state_[static_cast<std::size_t>(at)] = State::kOpen;
    order_.push_back(at);
    for (const ChartEdge& edge : chart_.edges) {
      if (edge.from != at || edge.pass) continue;
      const State to = state_[static_cast<std::size_t>(edge.to)];
      if (to == State::kOpen) plan_.jumps.insert(edge.id);
      if (to == State::kNew) Visit(edge.to);
    }
    state_[static_cast<std::size_t>(at)] = State::kDone;
    done_.push_back(at);
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
    for (const int at : order_) {
      if (node(at).group == opening) plan_.columns[0].push_back(at);
      if (node(at).group == plan_.end && plan_.end >= 0) plan_.columns[1].push_back(at);
    }
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.pass && plan_.ColumnOf(edge.from) != plan_.ColumnOf(edge.to)) plan_.jumps.insert(edge.id);
    }
  }

  void FindWide() {
    for (const ChartEdge& edge : chart_.edges) {
      if (!edge.player || !Leads(edge) || node(edge.to).window || plan_.ColumnOf(edge.from) >= 0) continue;
      const bool beside = std::any_of(chart_.edges.begin(), chart_.edges.end(), [&](const ChartEdge& other) {
        return other.from == edge.from && other.player && Leads(other) && node(other.to).window;
      });
      if (beside) plan_.wide.insert(edge.id);
    }
  }

  void FindEnds() {
    std::vector<int> far(chart_.nodes.size(), 0);
    // Nodes that were done last come first: what leads on leads to one that was done before.
    for (auto at = done_.rbegin(); at != done_.rend(); ++at) {
      if (plan_.ColumnOf(*at) >= 0) continue;
      bool led_to = false;
      for (const ChartEdge& edge : chart_.edges) {
        if (edge.to == *at && Leads(edge)) led_to = true;
        if (edge.from != *at || !Leads(edge)) continue;
        int& there = far[static_cast<std::size_t>(edge.to)];
        there = std::max(there, far[static_cast<std::size_t>(*at)] + (plan_.wide.count(edge.id) > 0 ? 2 : 1));
      }
      if (!led_to) plan_.starts.push_back(*at);
      if (plan_.last < 0 || far[static_cast<std::size_t>(*at)] > far[static_cast<std::size_t>(plan_.last)]) plan_.last = *at;
    }
  }

  const Chart& chart_;
  ChartPlan plan_;
  std::vector<State> state_;
  std::vector<int> order_;  // as they are reached
  std::vector<int> done_;   // as all behind them has been seen
};

}  // namespace

int ChartPlan::ColumnOf(int node) const {
  for (int column = 0; column < 2; ++column) {
    if (std::find(columns[column].begin(), columns[column].end(), node) != columns[column].end()) return column;
  }
  return -1;
}

ChartPlan PlanOf(const Chart& chart) { return Planner(chart).Make(); }

}  // namespace mlf::tools
