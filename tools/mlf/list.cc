#include <mlf/tools/mlf/commands.h>
#include <mlf/variants/open.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace mlf::tools {

namespace {

using Json = nlohmann::ordered_json;

Json LabelJson(const Label& label) { return {{"zh", label.zh}, {"en", label.en}}; }

Json VariantJson(const Variant& variant, const Flow& flow) {
  Json options = Json::array();
  for (const OptionDecl& option : variant.options()) {
    Json one = {{"name", option.name}, {"default", option.preset}, {"allowed", option.Allowed()}};
    one.update(LabelJson(option.label));
    if (!option.values.empty()) one["values"] = option.values;
    if (option.type == OptionDecl::Type::kBool) one["values"] = {"on", "off"};
    if (option.type == OptionDecl::Type::kInt) {
      one["low"] = option.low;
      one["high"] = option.high;
    }
    options.push_back(std::move(one));
  }
  Json json = {{"id", variant.id()}};
  json.update(LabelJson(variant.label()));
  json["seats"] = flow.seats();
  json["fingerprint"] = flow.fingerprint_text();
  json["options"] = std::move(options);
  return json;
}

void Print(const Variant& variant, const Flow& flow, const Console& console) {
  const Label& label = variant.label();
  console.out << console.Format({"{}  {}（{}）  {} 人  指纹 {}\n", "{}  {} ({})  {} seats  fingerprint {}\n"}, variant.id(),
                                console.zh() ? label.zh : label.en, console.zh() ? label.en : label.zh, flow.seats(),
                                flow.fingerprint_text());
  int name_width = 0, value_width = 0;
  for (const OptionDecl& option : variant.options()) {
    name_width = std::max(name_width, Columns(option.name));
    value_width = std::max(value_width, Columns(option.preset));
  }
  for (const OptionDecl& option : variant.options()) {
    console.out << "  " << Pad(option.name, name_width + 2) << Pad(option.preset, value_width + 2)
                << console.Format({"{}：{}\n", "{}: {}\n"}, console.zh() ? option.label.zh : option.label.en, option.Allowed());
  }
}

}  // namespace

int RunList(const ListCommand& options, const Console& console) {
  Json list = Json::array();
  int status = kDone;
  for (const std::string& id : VariantIds(options.variant_dir)) {
    const auto variant = OpenVariant(id, options.variant_dir);
    if (!variant) {
      status = console.Fail(variant.faults());
      continue;
    }
    const std::shared_ptr<const Flow> flow = Open(console, {id, {}, options.variant_dir});
    if (flow == nullptr) {
      status = kBadInput;
    } else if (options.json) {
      list.push_back(VariantJson(*variant, *flow));
    } else {
      Print(*variant, *flow, console);
    }
  }
  if (options.json) {
    console.out << list.dump(2) << "\n";
  } else {
    console.out << console.Format({"（选项：名称、默认值、含义与取值；用 --set 名称=值 设定）\n",
                                   "(options: name, default, meaning and values; set with --set name=value)\n"});
  }
  return status;
}

}  // namespace mlf::tools
