#include "tools/console/console.h"
#include "tools/flowviz/heat.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace mlf::tools {

std::string HeatText(const Chart& chart, const Heat& heat, Lang lang) {
  const bool zh = lang == Lang::kZh;
  const HeatCover cover = Cover(chart, heat);
  std::string text =
      zh ? fmt::format("{} · {} 局 · 走过 {}/{} 条边（{:.1f}%）\n\n", chart.name, heat.hands,
                       cover.walked, cover.all, cover.percent())
         : fmt::format("{}, {} hands, {} of {} edges walked ({:.1f}%)\n\n", chart.name, heat.hands,
                       cover.walked, cover.all, cover.percent());
  if (heat.journals > 0) {
    text += zh ? fmt::format("日志 {} 份，其中 {} 份未走到头\n\n", heat.journals, heat.journals_cut)
               : fmt::format("{} journals, {} of them not followed to their end\n\n", heat.journals,
                             heat.journals_cut);
  }
  std::size_t width = 4;
  for (const ChartEdge& edge : chart.edges) width = std::max(width, edge.id.size());
  text += fmt::format("{}{:>10}{:>10}{:>10}{:>8}\n",
                      Pad(zh ? "边" : "edge", static_cast<int>(width) + 2), "walked", "offered",
                      "given", "%");
  for (std::size_t i = 0; i < chart.edges.size(); ++i) {
    const HeatEdge& edge = heat.edges[i];
    text += fmt::format("{:<{}}{:>10}", chart.edges[i].id, width + 2, edge.walked);
    if (edge.offered > 0)
      text +=
          fmt::format("{:>10}{:>10}{:>7.1f}%", edge.offered, edge.given,
                      100.0 * static_cast<double>(edge.given) / static_cast<double>(edge.offered));
    text += "\n";
  }
  std::uint64_t all = 0;
  for (const HeatNode& node : heat.nodes) all += node.nanoseconds;
  if (all > 0) {
    text += zh ? "\n节点用时（每次，占比）\n" : "\ntime of nodes (each run, share)\n";
    std::vector<std::size_t> order(heat.nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return heat.nodes[a].nanoseconds > heat.nodes[b].nanoseconds;
    });
    for (const std::size_t i : order) {
      const HeatNode& node = heat.nodes[i];
      if (node.timed == 0) continue;
      text += fmt::format("{:<{}}{:>10} ns{:>7.1f}%\n", chart.nodes[i].id, width + 2,
                          node.nanoseconds / node.timed,
                          100.0 * static_cast<double>(node.nanoseconds) / static_cast<double>(all));
    }
  }
  if (!cover.never.empty()) text += zh ? "\n从未走过的边：\n" : "\nedges never walked:\n";
  for (const std::size_t i : cover.never) {
    text += "  " + chart.edges[i].id +
            (chart.edges[i].rare ? (zh ? "（罕见，不计）" : " (rare, not counted)") : "") + "\n";
  }
  return text;
}

std::string HeatJson(const Chart& chart, const Heat& heat) {
  using Json = nlohmann::ordered_json;
  const HeatCover cover = Cover(chart, heat);
  Json json{{"heat", 1},
            {"variant", chart.name},
            {"fingerprint", chart.fingerprint},
            {"options", Json::object()},
            {"hands", heat.hands}};
  for (const auto& [option, value] : chart.options) json["options"][option] = value;
  json["journals"] = heat.journals;
  json["journals_cut"] = heat.journals_cut;
  json["cover"] = {{"walked", cover.walked}, {"all", cover.all}, {"percent", cover.percent()}};
  json["edges"] = Json::array();
  for (std::size_t i = 0; i < chart.edges.size(); ++i) {
    const ChartEdge& edge = chart.edges[i];
    Json one{{"id", edge.id}, {"walked", heat.edges[i].walked}};
    if (edge.player) {
      one["offered"] = heat.edges[i].offered;
      one["given"] = heat.edges[i].given;
    }
    one["rare"] = edge.rare;
    json["edges"].push_back(std::move(one));
  }
  json["nodes"] = Json::array();
  for (std::size_t i = 0; i < chart.nodes.size(); ++i) {
    json["nodes"].push_back({{"id", chart.nodes[i].id},
                             {"timed", heat.nodes[i].timed},
                             {"nanoseconds", heat.nodes[i].nanoseconds}});
  }
  json["never"] = Json::array();
  for (const std::size_t i : cover.never) json["never"].push_back(chart.edges[i].id);
  return json.dump(2) + "\n";
}

}  // namespace mlf::tools
