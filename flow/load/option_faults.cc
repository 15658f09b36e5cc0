#include "flow/load/option_faults.h"

#include "flow/base/words.h"
#include "flow/load/loader_options.h"

namespace mlf::loader {
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

std::string Needs(const std::vector<OptionDecl>& options, const std::vector<OptionNeed>& needs) {
  std::vector<std::string> all;
  for (const OptionNeed& need : needs) {
    const OptionDecl& other = *FindOption(options, need.option);
    std::vector<std::string> values;
    for (const std::string& value : need.values) values.push_back(ValueName(other, value));
    all.push_back(NameOf(other) + (need.except ? "不为" : "为") + List(values, "或"));
  }
  return List(all, "且");
}

}  // namespace

Fault UnknownOption(const Variant& variant, const std::string& name,
                    const std::vector<std::string>& others) {
  const std::vector<std::string> names = NamesOf(variant.options());
  std::vector<std::string> known = names;
  known.insert(known.end(), others.begin(), others.end());
  const OptionDecl* near = variant.FindOption(Nearest(name, names));
  return {.code = "O01",
          .message = "variant " + variant.id() + " has no option " + Quoted(name) +
                     DidYouMean(name, known),
          .zh = variant.label().zh + "没有选项" + InQuotes(name) +
                (near == nullptr ? "" : "，是否为 " + near->name + NameOf(*near) + "？")};
}

Fault WrongValue(const OptionDecl& option, const std::string& text) {
  return {.code = "O02",
          .message = "option " + Quoted(option.name) + " cannot be " + Quoted(text) +
                     DidYouMean(text, option.values) + "; it is " + option.Allowed(),
          .zh = "选项" + NameOf(option) + "不能是" + InQuotes(text) + "，应为" + Allowed(option)};
}

Fault Unavailable(const std::vector<OptionDecl>& options, const OptionDecl& option,
                  const std::string& missing) {
  return {.code = "O03",
          .message = "option " + Quoted(option.name) + " is there only with " + missing,
          .about = option.name,
          .zh = "选项" + NameOf(option) + "只在" + Needs(options, option.needs) + "时才有"};
}

Fault ValueUnavailable(const std::vector<OptionDecl>& options, const OptionDecl& option,
                       const std::string& value, bool is_given, const std::string& missing) {
  return {.code = "O03",
          .message = "option " + Quoted(option.name) +
                     (is_given ? " can be " : ", which is not set, is ") + Quoted(value) +
                     (is_given ? " only with " : ", which needs ") + missing,
          .about = option.name,
          .zh = "选项" + NameOf(option) + "为" + ValueName(option, value) + "时，须" +
                Needs(options, option.NeedsOf(value))};
}

Fault UnknownPreset(const Variant& variant, const std::string& name) {
  std::vector<std::string> names, in_chinese;
  for (const Preset& preset : variant.presets()) {
    names.push_back(preset.name);
    in_chinese.push_back(preset.name + InQuotes(preset.label.zh));
  }
  std::string hint = DidYouMean(name, names);
  if (hint.empty()) hint = names.empty() ? "; it has none" : "; it has " + Join(names);
  return {.code = "O04",
          .message = "variant " + variant.id() + " has no preset " + Quoted(name) + hint,
          .zh = variant.label().zh + "没有预设" + InQuotes(name) +
                (names.empty() ? "" : "，有 " + List(in_chinese, "和 "))};
}

}  // namespace mlf::loader
