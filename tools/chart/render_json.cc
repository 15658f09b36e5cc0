#include "tools/chart/actions.h"
#include "tools/chart/parts.h"
#include "tools/chart/render.h"

#include <nlohmann/json.hpp>

namespace mlf::tools {
namespace {

using Json = nlohmann::ordered_json;

void Put(Json& json, const Label& label) {
  json["zh"] = label.zh;
  json["en"] = label.en;
}

Json PartsJson(const std::vector<ChartPart>& parts) {
  Json list = Json::array();
  for (const ChartPart& part : parts) {
    Json one{{"part", part.text}};
    Put(one, part.label);
    list.push_back(std::move(one));
  }
  return list;
}

Json WindowJson(const Chart& chart, const ChartNode& node) {
  const ChartWindow& window = *node.window;
  Json json;
  Put(json, window.label);
  json["ask"] = WhoName(window.ask);
  json["order"] = window.in_turn ? "in_turn" : "together";
  json["decide"] = window.wait_for_all ? "all" : "as_soon_as_sure";
  json["auto_single"] = window.auto_single;
  json["deadline_ms"] = window.deadline_ms;
  json["default"] = Json::array();
  for (const ChartDefault& fallback : window.defaults) {
    json["default"].push_back({{"to", chart.nodes[static_cast<std::size_t>(fallback.to)].id},
                               {"when", PartsJson(fallback.when)}});
  }
  return json;
}

Json NodeJson(const Chart& chart, const ChartNode& node) {
  Json json{{"id", node.id}};
  Put(json, node.label);
  json["part"] = node.part;
  json["group"] =
      node.group < 0 ? Json(nullptr) : Json(chart.groups[static_cast<std::size_t>(node.group)].id);
  json["player"] = node.player;
  json["entry"] = node.entry;
  json["end"] = node.end;
  json["consumes"] = node.consumes;
  json["if"] = PartsJson(node.conditions);
  json["hooks"] = Json::array();
  for (const auto& [hook, part] : node.hooks) {
    Json one{{"hook", hook}, {"part", part.text}};
    Put(one, part.label);
    json["hooks"].push_back(std::move(one));
  }
  json["window"] = node.window ? WindowJson(chart, node) : Json(nullptr);
  return json;
}

Json EdgeJson(const Chart& chart, const ChartEdge& edge) {
  Json json{{"id", edge.id},
            {"from", chart.nodes[static_cast<std::size_t>(edge.from)].id},
            {"to", chart.nodes[static_cast<std::size_t>(edge.to)].id},
            {"kind", edge.player ? edge.pass ? "pass" : "answer" : "system"},
            {"order", edge.order}};
  if (edge.player) {
    json["rank"] = edge.rank;
    json["who"] = WhoName(edge.who);
    json["winners"] = edge.winners.given() ? Json(edge.winners.Text()) : Json(nullptr);
    json["abort_to"] = edge.abort_to < 0
                           ? Json(nullptr)
                           : Json(chart.nodes[static_cast<std::size_t>(edge.abort_to)].id);
  }
  json["rare"] = edge.rare;
  json["if"] = PartsJson(edge.guards);
  Put(json, edge.label);
  return json;
}

Json ChartJson(const Chart& chart) {
  Json json{{"flowviz", 1}, {"variant", chart.name}};
  Put(json, chart.label);
  json["seats"] = chart.seats;
  json["fingerprint"] = chart.fingerprint;
  json["options"] = Json::object();
  for (const auto& [name, value] : chart.options) json["options"][name] = value;
  for (const char* list : {"parts", "groups", "nodes", "edges"}) json[list] = Json::array();
  for (const auto& [name, part] : chart.shared) {
    Json one{{"name", name}, {"part", part.text}};
    Put(one, part.label);
    json["parts"].push_back(std::move(one));
  }
  for (const ChartGroup& group : chart.groups) {
    Json one{{"id", group.id}};
    Put(one, group.label);
    json["groups"].push_back(std::move(one));
  }
  for (const ChartNode& node : chart.nodes) json["nodes"].push_back(NodeJson(chart, node));
  for (const ChartEdge& edge : chart.edges) json["edges"].push_back(EdgeJson(chart, edge));
  return json;
}

Json ActionsJson(const Chart& chart, const ActionChart& actions) {
  Json json{{"flowviz", 1}, {"view", "actions"}, {"variant", chart.name}};
  Put(json, chart.label);
  json["fingerprint"] = chart.fingerprint;
  json["actions"] = Json::array();
  json["edges"] = Json::array();
  for (const ActionPoint& point : actions.points) {
    Json one{{"id", point.id},
             {"node", chart.nodes[static_cast<std::size_t>(point.node)].id},
             {"pass", point.pass}};
    Put(one, point.label);
    json["actions"].push_back(std::move(one));
  }
  for (const ActionEdge& edge : actions.edges) {
    Json one{{"id", edge.id},
             {"from", actions.points[edge.from].id},
             {"to", actions.points[edge.to].id},
             {"ways", Json::array()}};
    for (const ActionWay& way : edge.ways) {
      Json how;
      Put(how, way.when);
      how["walked"] = way.walked;
      how["answer"] = way.answer;
      how["waits"] = way.waits;
      one["ways"].push_back(std::move(how));
    }
    json["edges"].push_back(std::move(one));
  }
  return json;
}

Json PartsJson(const std::vector<Chart>& charts) {
  Json json{{"flowviz", 1}, {"view", "parts"}};
  for (const char* list : {"variants", "nodes", "parts"}) json[list] = Json::array();
  for (const Chart& chart : charts) json["variants"].push_back(chart.name);
  for (const PartUsage& use : SharedParts(charts)) {
    Json one{{"id", use.id},
             {"kind", PartKindName(use.kind)},
             {"in", Json::array()},
             {"same", use.same}};
    for (std::size_t i = 0; i < charts.size(); ++i) {
      if (use.in[i]) one["in"].push_back(charts[i].name);
    }
    json[use.node() ? "nodes" : "parts"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

std::string RenderJson(const std::vector<const Flow*>& flows, const RenderOptions& options) {
  std::vector<Chart> charts;
  charts.reserve(flows.size());
  for (const Flow* flow : flows) charts.push_back(MakeChart(*flow));
  Json json;
  if (options.view == ChartView::kActions) {
    json = ActionsJson(charts[0], MakeActions(*flows[0], charts[0]));
  } else if (options.view == ChartView::kParts) {
    json = PartsJson(charts);
  } else {
    json = ChartJson(charts[0]);
  }
  return json.dump(2) + "\n";
}

}  // namespace mlf::tools
