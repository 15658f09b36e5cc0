#include "tools/chart/actions.h"
#include <mlf/components/drawn_tile_guard.h>
#include <mlf/components/play_node.h>
#include <mlf/flow/boost_graph.h>
#include <mlf/flow/check.h>
#include <mlf/flow/prove.h>
#include <mlf/flow/window.h>

#include <boost/graph/depth_first_search.hpp>

#include <algorithm>
#include <set>

namespace mlf::tools {
namespace {

using logic::Play;

class ActionMaker {
 public:
  ActionMaker(const Flow& flow, const Chart& chart, bool know_tiles)
      : flow_(flow), prover_(flow), chart_(chart), know_tiles_(know_tiles) {}

  ActionChart Make() {
    FindKinds();
    FindAfterMeld();
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      const int node = static_cast<int>(i);
      if (point_[i] < 0) continue;
      from_ = point_[i];
      claim_ = claimed_.count(node) > 0 || PlayAt(i) == Play::kPass;
      seen_.clear();
      Leads(node, {});
    }
    for (std::size_t i = 0; i < chart_.nodes.size(); ++i) {
      if (chart_.nodes[i].window) Together(static_cast<int>(i));
    }
    std::stable_sort(out_.edges.begin(), out_.edges.end(),
                     [](const ActionEdge& a, const ActionEdge& b) { return a.from < b.from; });
    return std::move(out_);
  }
  bool complete() const { return carried_.size() == chart_.edges.size(); }

 private:
  Play PlayAt(std::size_t index) const { return logic::PlayOf(*flow_.nodes()[index].impl); }
  const ChartNode& node(int index) const { return chart_.nodes[static_cast<std::size_t>(index)]; }

  // Selects the nodes to draw and the nodes that are merged with the action before them.
  void FindKinds() {
    const std::size_t count = chart_.nodes.size();
    point_.assign(count, -1);
    pass_.assign(count, -1);
    part_of_.assign(count, -1);
    std::vector<int> into(count, 0), from_player(count, -1);
    std::vector<bool> passed(count, false), acted(count, false);
    for (const ChartEdge& edge : chart_.edges) {
      const auto to = static_cast<std::size_t>(edge.to);
      ++into[to];
      from_player[to] =
          !edge.player && edge.guards.empty() && node(edge.from).player ? edge.from : -1;
      (edge.pass ? passed : acted)[to] = true;
      if (edge.player && !edge.pass && node(edge.from).window->competes() &&
          node(edge.from).window->ask != Who::kAll)
        claimed_.insert(edge.to);
      if (edge.abort_to >= 0) {
        acted[static_cast<std::size_t>(edge.abort_to)] = true;
        ++into[static_cast<std::size_t>(edge.abort_to)];
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const ChartNode& one = chart_.nodes[i];
      if (passed[i]) {
        pass_[i] = static_cast<int>(out_.points.size());
        out_.points.push_back({one.id + "?", static_cast<int>(i),
                               acted[i] ? Label{"弃", "pass a claim"} : one.label, true});
      }
      if (!acted[i] && !one.entry) continue;
      if (!one.player && !one.entry && !one.end) {
        // It asks or settles between two actions.
        if (PlayAt(i) == Play::kTurn || PlayAt(i) == Play::kAccounts) continue;
        if (into[i] == 1 && from_player[i] >= 0) {
          part_of_[i] = from_player[i];
          continue;
        }
      }
      point_[i] = static_cast<int>(out_.points.size());
      out_.points.push_back({one.id, static_cast<int>(i),
                             passed[i] ? Label{"自弃", "decline, own turn"} : one.label});
    }
  }

  // Nodes that can run in a hand after the meld for an added gang was made, and before the next
  // hand.
  void FindAfterMeld() {
    const FlowGraph graph = GraphOf(flow_);
    std::vector<boost::default_color_type> colors(boost::num_vertices(graph));
    const auto color_map =
        boost::make_iterator_property_map(colors.begin(), boost::get(boost::vertex_index, graph));
    // The entry counts as visited, so the search does not go on from there.
    colors[flow_.entry()] = boost::black_color;
    for (std::size_t i = 0; i < colors.size(); ++i) {
      if (PlayAt(i) == Play::kPeng && colors[i] == boost::white_color)
        boost::depth_first_visit(graph, i, boost::dfs_visitor<>(), color_map);
    }
    after_meld_.assign(chart_.nodes.size(), false);
    for (std::size_t i = 0; i < colors.size(); ++i)
      after_meld_[i] = i != flow_.entry() && colors[i] != boost::white_color;
  }

  void Add(int from, int to, ActionWay way) {
    carried_.insert(way.walked.begin(), way.walked.end());
    for (ActionEdge& edge : out_.edges) {
      if (edge.from != from || edge.to != to) continue;
      edge.ways.push_back(std::move(way));
      return;
    }
    const auto id = [&](int point) { return out_.points[point].id; };
    out_.edges.push_back({id(from) + ">" + id(to), from, to, {std::move(way)}});
  }

  static Label Join(const Label& a, const Label& b) {
    if (a.zh.empty()) return b;
    if (b.zh.empty()) return a;
    return {a.zh + "，" + b.zh, a.en + "; " + b.en};
  }
  static Label Guards(const ChartEdge& edge) {
    Label text = edge.label;
    for (const ChartPart& part : edge.guards)
      text = Join(text, {"若" + part.label.zh, "if " + part.label.en});
    return text;
  }

  bool NeedsDrawnTile(const ChartEdge& answer) const {
    const Window& window = *flow_.nodes()[static_cast<std::size_t>(answer.from)].window;
    const Edge& edge = window.answers[static_cast<std::size_t>(answer.order)];
    return std::ranges::any_of(edge.guards, [](const RoleUse<Condition>& guard) {
      return dynamic_cast<const logic::DrawnTileGuard*>(guard.part) != nullptr;
    });
  }

  // Collects what may follow `from_` once its hooks have run, continuing at `at`.
  void Leads(int at, const ActionWay& way) {
    if (!seen_.insert(at).second) return;
    const ChartNode& here = node(at);
    for (const ChartEdge& edge : chart_.edges) {
      if (edge.from != at) continue;
      ActionWay next = way;
      next.walked.push_back(edge.id);
      if (!edge.player) {
        next.when = Join(next.when, Guards(edge));
        if (here.window && !here.window->in_turn && here.window->competes())
          next.when = Join({"无人可答", "nobody can answer"}, next.when);
        Follow(edge.to, !edge.guards.empty(), next);
        continue;
      }
      // After a claim or a decline the seat has no drawn tile, so answers that need one cannot
      // follow.
      const int began = out_.points[from_].node;
      if (know_tiles_ && NeedsDrawnTile(edge) && claim_ && at != began && !guarded_) continue;
      if (know_tiles_ && PlayAt(static_cast<std::size_t>(edge.to)) == Play::kAddedGang &&
          !after_meld_[static_cast<std::size_t>(began)])
        continue;
      next.answer = true;
      next.when = here.window->label.zh.empty() ? here.label : here.window->label;
      if (!edge.pass && edge.abort_to >= 0) {
        ActionWay abort = next;
        abort.when = {"同答过多", "too many give it"};
        Follow(edge.abort_to, false, abort);
      }
      const int to = edge.pass ? pass_[static_cast<std::size_t>(edge.to)]
                               : point_[static_cast<std::size_t>(edge.to)];
      Add(from_, to, std::move(next));
    }
    seen_.erase(at);  // another way may lead here too
  }

  // The flow goes on at `node` by itself.
  void Follow(int node, bool guarded, const ActionWay& way) {
    const auto to = static_cast<std::size_t>(node);
    if (point_[to] >= 0) return Add(from_, point_[to], way);
    carried_.insert(way.walked.begin(), way.walked.end());
    if (part_of_[to] >= 0 && point_[static_cast<std::size_t>(part_of_[to])] != from_)
      return Add(from_, point_[static_cast<std::size_t>(part_of_[to])], way);
    const bool before = guarded_;
    guarded_ = guarded_ || guarded;
    Leads(node, way);
    guarded_ = before;
  }

  // For a window with several seats: which answer may arrive after which, and what follows when all
  // have passed.
  void Together(int at) {
    const ChartWindow& asked = *node(at).window;
    const Window& window = *flow_.nodes()[static_cast<std::size_t>(at)].window;
    std::vector<const ChartEdge*> answers;
    for (const ChartEdge& edge : chart_.edges) {
      if (edge.from == at && edge.player) answers.push_back(&edge);
    }
    const auto point = [&](const ChartEdge& edge) {
      return (edge.pass ? pass_ : point_)[static_cast<std::size_t>(edge.to)];
    };
    for (std::size_t first = 0; first < answers.size(); ++first) {
      for (std::size_t second = 0; second < answers.size(); ++second) {
        const ChartEdge& a = *answers[first];
        const ChartEdge& b = *answers[second];
        if (!asked.competes() || !MayFollow(static_cast<NodeIndex>(at), window, first, second))
          continue;
        ActionWay way{.when = {"别家未答", "others have not answered"},
                      .walked = {b.id},
                      .waits = !a.pass,
                      .answer = true};
        if (!a.pass)
          way.when = &a == &b ? Label{"各家都可答", "everybody may"}
                              : Label{"等待时收到", "received while it waits"};
        Add(point(a), point(b), std::move(way));
      }
    }
    for (const ChartEdge* pass : answers) {
      if (!pass->pass) continue;
      from_ = point(*pass);
      claim_ = true;
      seen_.clear();
      for (const ChartEdge& edge : chart_.edges) {
        if (edge.from == at && !edge.player)
          Follow(edge.to, !edge.guards.empty(),
                 {.when = Join({"都过", "all passed"}, Guards(edge)), .walked = {edge.id}});
      }
    }
  }

  // After one seat gives `first`, the window may stay open with `second` on offer to another seat.
  // The joint offers are those of the window proof (include/mlf/flow/claim_limit.h): no two seats
  // hold the same tile.
  bool MayFollow(NodeIndex at, const Window& window, std::size_t first, std::size_t second) const {
    const Seat actor = 0;
    const bool bystanders = window.ask == Who::kBystanders;
    const SeatMask asked = bystanders ? SeatMask{0b110} : SeatsOf(window.ask, actor, flow_.seats());
    const auto open = [&](Seat gave, Seat other, std::uint32_t offered, std::uint32_t left) {
      OfferSet offers{.node = at, .actor = actor};
      offers.offered[gave] = offered;
      offers.offered[other] = left;
      if (know_tiles_ && !bystanders && !prover_.Outside(offers).empty()) return false;
      WindowState state;
      state.ask = 1;
      state.asked = state.active = static_cast<SeatMask>(MaskOf(gave) | MaskOf(other));
      state.offered = offers.offered;
      state.answered = MaskOf(gave);
      state.answers[gave].edge = static_cast<std::uint8_t>(first);
      return !Decide(window, state, actor, flow_.seats()).decided;
    };
    bool found = false;
    ForEachSeat(asked, [&](Seat gave) {
      ForEachSeat(asked, [&](Seat other) {
        if (gave == other) return;
        // A pass implies another offer, and that offer keeps the window open.
        for (std::size_t added_to_first = 0; added_to_first < window.answers.size() && !found;
             ++added_to_first) {
          for (std::size_t added_to_second = 0; added_to_second < window.answers.size() && !found;
               ++added_to_second)
            found = open(gave, other, 1U << first | 1U << added_to_first,
                         1U << second | 1U << added_to_second);
        }
      });
    });
    return found;
  }

  const Flow& flow_;
  const Prover prover_;
  const Chart& chart_;
  const bool know_tiles_;
  ActionChart out_;
  std::vector<int> point_;        // by node; -1 = skipped, or merged with another action
  std::vector<int> pass_;         // by node: the point of its pass
  std::vector<int> part_of_;      // by node: the action it completes
  std::vector<bool> after_meld_;  // by node
  std::set<int> claimed_;         // nodes that answer a window of others
  std::set<std::string> carried_;
  int from_ = 0;
  bool claim_ = false;
  bool guarded_ = false;
  std::set<int> seen_;  // nodes on the current path
};

}  // namespace

ActionChart MakeActions(const Flow& flow, const Chart& chart) {
  ActionMaker maker(flow, chart, true);
  ActionChart actions = maker.Make();
  if (maker.complete()) return actions;
  ActionMaker all(flow, chart, false);
  actions = all.Make();
  MLF_CHECK(all.complete(), "the chart of actions lost an edge");
  return actions;
}

}  // namespace mlf::tools
