#include "server/lobby/option_words.h"

#include "flow/base/words.h"
#include "server/protocol/json_wire.h"

#include <algorithm>
#include <string>
#include <vector>

namespace mlf::server {
namespace {

std::string InQuotes(const std::string& text) { return "“" + text + "”"; }

std::string NameOf(const OptionDecl& option) {
  return InQuotes(option.label.zh.empty() ? option.name : option.label.zh);
}

std::string ValueName(const OptionDecl& option, const std::string& value) {
  const auto label = option.value_labels.find(value);
  if (label != option.value_labels.end() && !label->second.zh.empty())
    return InQuotes(label->second.zh);
  if (option.type == OptionDecl::Type::kBool) return InQuotes(value == "on" ? "开" : "关");
  return InQuotes(value);
}

// "“6”、“10”或“无起胡”"
std::string List(const std::vector<std::string>& words, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? last : "、") + words[i];
  return text;
}

std::string Allowed(const OptionDecl& option) {
  std::vector<std::string> words;
  if (option.type == OptionDecl::Type::kBool) words = {InQuotes("开"), InQuotes("关")};
  if (option.type == OptionDecl::Type::kInt)
    words.push_back(InQuotes(std::to_string(option.low)) + "到" +
                    InQuotes(std::to_string(option.high)));
  for (const std::string& value : option.values) words.push_back(ValueName(option, value));
  return List(words, "或");
}

std::string Needs(const Variant& variant, const std::vector<OptionNeed>& needs) {
  std::vector<std::string> all;
  for (const OptionNeed& need : needs) {
    const OptionDecl* other = variant.FindOption(need.option);
    if (other == nullptr) continue;
    std::vector<std::string> values;
    for (const std::string& value : need.values) values.push_back(ValueName(*other, value));
    all.push_back(NameOf(*other) + (need.except ? "不为" : "为") + List(values, "或"));
  }
  return List(all, "且");
}

std::string UnknownOption(const Variant& variant, const std::string& name) {
  std::vector<std::string> names;
  for (const OptionDecl& option : variant.options()) names.push_back(option.name);
  const OptionDecl* near = variant.FindOption(Nearest(name, names));
  return variant.label().zh + "没有选项" + InQuotes(name) +
         (near == nullptr ? "" : "，是否为 " + near->name + NameOf(*near) + "？");
}

std::string UnknownPreset(const Variant& variant, const std::string& name) {
  std::vector<std::string> names;
  for (const Preset& preset : variant.presets())
    names.push_back(preset.name + InQuotes(preset.label.zh));
  return variant.label().zh + "没有预设" + InQuotes(name) +
         (names.empty() ? "" : "，有 " + List(names, "和 "));
}

// What the fault says; empty where it is not about an option that a player gives.
std::string Sentence(const Variant& variant, const OptionValues& given, const Fault& fault) {
  if (fault.code == "O01" || fault.code == "O02") {
    for (const auto& [name, text] : given) {
      const OptionDecl* option = variant.FindOption(name);
      if (name == kPresetKey || (option != nullptr && option->Normal(text))) continue;
      if (option == nullptr && fault.code == "O01") return UnknownOption(variant, name);
      if (option != nullptr && fault.code == "O02")
        return "选项" + NameOf(*option) + "不能是" + InQuotes(text) + "，应为" + Allowed(*option);
    }
  }
  if (const OptionDecl* option = variant.FindOption(fault.about);
      fault.code == "O03" && option != nullptr) {
    if (!option->needs.empty())
      return "选项" + NameOf(*option) + "只在" + Needs(variant, option->needs) + "时才有";
    const auto value = given.find(option->name);
    const std::string text =
        value == given.end() ? option->fallback : option->Normal(value->second).value_or("");
    return "选项" + NameOf(*option) + "为" + ValueName(*option, text) + "时，须" +
           Needs(variant, option->NeedsOf(text));
  }
  if (const auto preset = given.find(kPresetKey); fault.code == "O04" && preset != given.end())
    return UnknownPreset(variant, preset->second);
  return {};
}

}  // namespace

Error OptionError(const Variant& variant, const OptionValues& given, const Fault& fault) {
  Error error = BadOption(fault);
  if (const std::string zh = Sentence(variant, given, fault); !zh.empty())
    error.reason["zh"] = "选项有误：" + zh;
  return error;
}

}  // namespace mlf::server
