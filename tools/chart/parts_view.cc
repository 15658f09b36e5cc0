#include "tools/chart/palette.h"
#include "tools/chart/parts.h"
#include "tools/chart/views.h"

#include <array>
#include <map>

namespace mlf::tools {
namespace {

using namespace palette;

std::string List(const std::vector<const PartUsage*>& uses) {
  std::string text;
  for (const PartUsage* use : uses)
    text += (text.empty() ? "" : ", ") + use->id + (use->same ? "" : "*");
  return text;
}

}  // namespace

Picture PartsPicture(const std::vector<Chart>& charts, bool legend) {
  const std::vector<PartUsage> uses = SharedParts(charts);
  Picture picture;
  picture.name = "parts";
  picture.left_to_right = true;
  picture.layout = "nodesep=0.25, ranksep=1.6, splines=spline";
  picture.title = {{{"共用的节点与部件", "nodes and parts in common"}, kText, 24, true, 60}};
  // Parts of the most variants first.
  std::map<std::pair<int, std::vector<bool>>, std::vector<const PartUsage*>> sets;
  for (const PartUsage& use : uses) sets[{-use.Count(), use.in}].push_back(&use);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    PictureBox box{.name = "v" + std::to_string(i),
                   .id = "variant." + charts[i].name,
                   .color = kPlayer,
                   .fill = kPlayerFill};
    box.width = "2";
    box.rows.push_back(
        {charts[i].label.zh.empty() ? Label{charts[i].name, charts[i].name} : charts[i].label,
         kText, 16, true, 30, true});
    int nodes = 0, parts = 0;
    for (const PartUsage& use : uses) (use.node() ? nodes : parts) += use.in[i] ? 1 : 0;
    box.rows.push_back(
        {{std::to_string(nodes) + " 种节点，" + std::to_string(parts) + " 种部件",
          std::to_string(nodes) + " kinds of nodes, " + std::to_string(parts) + " of parts"},
         kFaint,
         12,
         false,
         34});
    picture.boxes.push_back(std::move(box));
  }
  for (const auto& [key, members] : sets) {
    std::string names, who;
    const auto& in = key.second;
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (!in[i]) continue;
      names += " " + charts[i].name;
      who += (who.empty() ? "" : "、") +
             (charts[i].label.zh.empty() ? charts[i].name : charts[i].label.zh);
    }
    std::array<std::vector<const PartUsage*>, 3> by_kind;
    for (const PartUsage* use : members)
      by_kind[static_cast<std::size_t>(use->kind)].push_back(use);
    const std::string name = "set" + names;
    const bool all = -key.first == static_cast<int>(charts.size());
    PictureBox box{.name = name,
                   .id = name,
                   .shape = BoxShape::kPlain,
                   .color = all ? kWindow : kSystem,
                   .fill = all ? kWindowFill : kSystemFill};
    const std::string count = std::to_string(members.size());
    const Label head = all ? Label{"都用：" + count + " 种", "in all of them: " + count}
                           : Label{(-key.first == 1 ? "只有" : "") + who + "：" + count + " 种",
                                   (-key.first == 1 ? "only" : "shared by") + names + ": " + count};
    box.margin = "0.2,0.1";
    box.rows.push_back({head, kText, 15, true, 70});
    const auto list = [&](const Label& what, const std::vector<const PartUsage*>& listed,
                          const char* color) {
      if (listed.empty()) return;
      box.rows.push_back({what, color, 13, true, 70, true});
      const std::string ids = List(listed);
      box.rows.push_back({{ids, ids}, color, 13, false, 64});
    };
    list({"节点", "nodes"}, by_kind[0], kPlayer);
    list({"逻辑部件", "LogicComponents"}, by_kind[1], kText);
    list({"计分部件", "ScoreComponents"}, by_kind[2], kText);
    picture.boxes.push_back(std::move(box));
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (!in[i]) continue;
      PictureEdge line{.id = charts[i].name + ">" + names.substr(1),
                       .from = "v" + std::to_string(i),
                       .from_side = "e",
                       .to = name,
                       .to_side = "w"};
      line.color = all ? kWindow : kSystem;
      line.arrow = "none";
      picture.edges.push_back(std::move(line));
    }
  }
  if (legend) {
    picture.legend = {
        {"id",
         kText,
         {"同一种节点或部件，参数也相同", "the same node or part, with the same parameters"}},
        {"id*", kText, {"同一种，参数不同", "the same one with other parameters"}},
        {"▢", kWindow, {"所列各玩法都用", "used by every variant shown"}},
    };
  }
  return picture;
}

}  // namespace mlf::tools
