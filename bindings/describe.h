// What a variant has to choose from and what a flow is, as JSON. All languages tell the same.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/json.h>
#include <mlf/variants/open.h>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace mlf::bindings {

inline Json LabelJson(const Label& label, Json json) {
  json["zh"] = label.zh;
  json["en"] = label.en;
  return json;
}

inline std::string_view KindName(Domain::Kind kind) {
  switch (kind) {
    case Domain::kNone: return "none";
    case Domain::kNothing: return "nothing";
    case Domain::kPiece: return "piece";
    case Domain::kCombo: return "combo";
    case Domain::kSubset: return "subset";
    case Domain::kValue: return "value";
    case Domain::kRange: return "range";
    case Domain::kBits: return "bits";
  }
  return "?";
}

inline Json OptionJson(const OptionDecl& option) {
  using Type = OptionDecl::Type;
  Json json{{"name", option.name},
            {"type", option.type == Type::kBool  ? "bool"
                     : option.type == Type::kInt ? "int"
                                                 : "choice"},
            {"default", option.fallback}};
  if (option.type != Type::kBool) json["values"] = option.values;
  if (option.type == Type::kInt) {
    json["low"] = option.low;
    json["high"] = option.high;
  }
  return LabelJson(option.label, std::move(json));
}

inline Json VariantJson(const Variant& variant) {
  Json json = LabelJson(variant.label(), {{"id", variant.id()}});
  json["options"] = Json::array();
  for (const OptionDecl& option : variant.options()) json["options"].push_back(OptionJson(option));
  json["presets"] = Json::array();
  for (const Preset& preset : variant.presets()) {
    Json one = LabelJson(preset.label, {{"name", preset.name}});
    one["options"] = Json::object();
    for (const auto& [name, value] : preset.options) one["options"][name] = value;
    json["presets"].push_back(std::move(one));
  }
  return json;
}

// All variants; `variant_dir`: a folder that is searched first, or "".
inline Result<Json> VariantsJson(const std::string& variant_dir) {
  Json json{{"v", kJsonVersion}, {"variants", Json::array()}};
  for (const std::string& id : VariantIds(variant_dir)) {
    const auto variant = OpenVariant(id, variant_dir);
    if (!variant) return variant.faults();
    json["variants"].push_back(VariantJson(*variant));
  }
  return json;
}

// Nodes stand in the order of their numbers.
inline Json FlowJson(const Flow& flow) {
  Json json = LabelJson(flow.label(), {{"v", kJsonVersion}, {"variant", flow.name()}});
  json["fingerprint"] = flow.fingerprint_text();
  json["seats"] = flow.seats();
  json["people"] = flow.people();
  json["options"] = Json::object();
  for (const auto& [name, value] : flow.options()) json["options"][name] = value;
  json["nodes"] = Json::array();
  for (const Node& node : flow.nodes()) {
    Json one = LabelJson(node.label, {{"id", node.id}});
    const bool player = node.impl != nullptr && node.impl->player();
    one["player"] = player;
    if (player) one["payload"] = KindName(node.impl->payload());
    json["nodes"].push_back(std::move(one));
  }
  json["warnings"] = Json::array();
  for (const Fault& warning : flow.warnings()) json["warnings"].push_back(warning.Text());
  return json;
}

}  // namespace mlf::bindings
