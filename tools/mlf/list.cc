#include <mlf/variants/open.h>
#include "tools/mlf/commands.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace mlf::tools {

namespace {

using Json = nlohmann::ordered_json;

Json LabelJson(const Label& label) { return {{"zh", label.zh}, {"en", label.en}}; }

Json NeedsJson(const std::vector<OptionNeed>& needs) {
  Json json = Json::array();
  for (const OptionNeed& need : needs)
    json.push_back({{"option", need.option}, {need.except ? "not" : "is", need.values}});
  return json;
}

void AddNeeds(const OptionDecl& option, Json& json) {
  if (!option.needs.empty()) json["needs"] = NeedsJson(option.needs);
  for (const auto& [value, needs] : option.value_needs)
    json["value_needs"][value] = NeedsJson(needs);
}

// "  [only with score_table=2]"
std::string NeedsText(const OptionDecl& option, const Console& console) {
  std::string text;
  if (!option.needs.empty())
    text += console.Format({"［仅当 {}］", " [only with {}]"}, mlf::NeedsText(option.needs));
  for (const auto& [value, needs] : option.value_needs)
    text += console.Format({"［{} 仅当 {}］", " [{} only with {}]"}, value, mlf::NeedsText(needs));
  return text;
}

Json VariantJson(const Variant& variant, const Flow& flow) {
  Json options = Json::array();
  for (const OptionDecl& option : variant.options()) {
    Json one = {{"name", option.name}, {"default", option.fallback}, {"allowed", option.Allowed()}};
    one.update(LabelJson(option.label));
    if (!option.values.empty()) one["values"] = option.values;
    if (option.type == OptionDecl::Type::kBool) one["values"] = {"on", "off"};
    if (option.type == OptionDecl::Type::kInt) {
      one["low"] = option.low;
      one["high"] = option.high;
    }
    AddNeeds(option, one);
    options.push_back(std::move(one));
  }
  Json json = {{"id", variant.id()}};
  json.update(LabelJson(variant.label()));
  json["seats"] = flow.seats();
  json["fingerprint"] = flow.fingerprint_text();
  json["options"] = std::move(options);
  json["presets"] = Json::array();
  for (const Preset& preset : variant.presets()) {
    Json one = {{"name", preset.name}};
    one.update(LabelJson(preset.label));
    if (!preset.source.empty()) one["source"] = preset.source;
    one["options"] = preset.options;
    json["presets"].push_back(std::move(one));
  }
  return json;
}

void Print(const Variant& variant, const Flow& flow, const Console& console) {
  const Label& label = variant.label();
  console.out << console.Format(
      {"{}  {}（{}）  {} 人  指纹 {}\n", "{}  {} ({})  {} seats  fingerprint {}\n"}, variant.id(),
      console.zh() ? label.zh : label.en, console.zh() ? label.en : label.zh, flow.seats(),
      flow.fingerprint_text());
  int name_width = 0, value_width = 0;
  for (const OptionDecl& option : variant.options()) {
    name_width = std::max(name_width, Columns(option.name));
    value_width = std::max(value_width, Columns(option.fallback));
  }
  for (const OptionDecl& option : variant.options()) {
    console.out << "  " << Pad(option.name, name_width + 2) << Pad(option.fallback, value_width + 2)
                << console.Format({"{}：{}{}\n", "{}: {}{}\n"},
                                  console.zh() ? option.label.zh : option.label.en,
                                  option.Allowed(), NeedsText(option, console));
  }
  for (const Preset& preset : variant.presets()) {
    std::string values = preset.options.empty() ? console.Format({" 默认", " the defaults"}) : "";
    for (const auto& [option, value] : preset.options) values += " " + option + "=" + value;
    console.out << console.Format(
        {"  预设 {}  {}：{}{}\n", "  preset {}  {}: {}{}\n"}, preset.name,
        console.zh() ? preset.label.zh : preset.label.en, values.substr(1),
        preset.source.empty() ? "" : console.Format({"（{}）", " ({})"}, preset.source));
  }
}

}  // namespace

int RunList(const ListCommand& options, const Console& console) {
  Json list = Json::array();
  const int status =
      ForEachVariant(console, options.variant_dir, [&](const Variant& variant, const Flow& flow) {
        if (options.json) {
          list.push_back(VariantJson(variant, flow));
        } else {
          Print(variant, flow, console);
        }
      });
  if (options.json) {
    console.out << list.dump(2) << "\n";
  } else {
    console.out << console.Format(
        {"（选项：名称、默认值、含义与取值；用 --set 名称=值 设定，或用 --preset 名称 取一组）\n",
         "(options: name, default, meaning and values; set with --set name=value, or a set of them "
         "with --preset name)\n"});
  }
  return status;
}

}  // namespace mlf::tools
