#include <mlf/tools/flowviz/render.h>

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
  for (const ChartDefault& preset : window.defaults) {
    json["default"].push_back({{"to", chart.nodes[static_cast<std::size_t>(preset.to)].id}, {"when", PartsJson(preset.when)}});
  }
  return json;
}

Json NodeJson(const Chart& chart, const ChartNode& node) {
  Json json{{"id", node.id}};
  Put(json, node.label);
  json["part"] = node.part;
  json["group"] = node.group < 0 ? Json(nullptr) : Json(chart.groups[static_cast<std::size_t>(node.group)].id);
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
    json["abort_to"] = edge.abort_to < 0 ? Json(nullptr) : Json(chart.nodes[static_cast<std::size_t>(edge.abort_to)].id);
  }
  json["rare"] = edge.rare;
  json["if"] = PartsJson(edge.guards);
  Put(json, edge.label);
  return json;
}

}  // namespace

std::string RenderJson(const Flow& flow, const RenderOptions& options) {
  const Chart chart = MakeChart(flow, options.registry != nullptr ? *options.registry : AllParts());
  Json json{{"flowviz", 1}, {"variant", chart.name}};
  Put(json, chart.label);
  json["seats"] = chart.seats;
  json["fingerprint"] = chart.fingerprint;
  json["options"] = Json::object();
  for (const auto& [name, value] : chart.options) json["options"][name] = value;
  for (const char* list : {"groups", "nodes", "edges"}) json[list] = Json::array();
  for (const ChartGroup& group : chart.groups) {
    Json one{{"id", group.id}};
    Put(one, group.label);
    json["groups"].push_back(std::move(one));
  }
  for (const ChartNode& node : chart.nodes) json["nodes"].push_back(NodeJson(chart, node));
  for (const ChartEdge& edge : chart.edges) json["edges"].push_back(EdgeJson(chart, edge));
  return json.dump(2) + "\n";
}

}  // namespace mlf::tools
