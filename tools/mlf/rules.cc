// mlf rules: the named rules that variants pick, with their parameters and their users.
#include <mlf/variants/open.h>
#include <mlf/variants/rules.h>
#include "tools/mlf/commands.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace mlf::tools {

namespace {

using Json = nlohmann::ordered_json;

std::string TextAt(const Value& map, std::string_view key) {
  const Value* value = map.IsMap() ? map.Find(key) : nullptr;
  return value == nullptr ? std::string() : value->text();
}

// The variants whose text is made from the file of the rule.
std::vector<std::string> UsersOf(const std::string& rule, const std::string& variant_dir) {
  std::vector<std::string> users;
  for (const std::string& id : VariantIds(variant_dir)) {
    const auto variant = OpenVariant(id, variant_dir);
    if (!variant) continue;
    if (std::ranges::any_of(variant->files(), [&](const std::string& file) {
          return file.ends_with("rules/" + rule + ".yaml");
        }))
      users.push_back(id);
  }
  return users;
}

// Empty where the parameter is required.
std::string DefaultOf(const Value& param) {
  const Value* fallback = param.IsMap() ? param.Find("default") : nullptr;
  if (fallback == nullptr) return "";
  return fallback->IsScalar() ? fallback->text() : fallback->Canonical();
}

}  // namespace

int RunRules(const ListCommand& options, const Console& console) {
  if (!HasMahjong()) return FailWithoutMahjong(console, "rules");
  const bool zh = console.zh();
  const char* lang = zh ? "zh" : "en";
  Json list = Json::array();
  for (const std::string& id : RuleIds(options.variant_dir)) {
    const auto rule = OpenRule(id, options.variant_dir);
    if (!rule) {
      console.err << FaultText(rule.faults()) << "\n";
      return 1;
    }
    const Value* does = rule->Find("does");
    const Value* params = rule->Find("params");
    const std::vector<std::string> users = UsersOf(id, options.variant_dir);
    Json one{{"id", id}, {"zh", TextAt(*rule, "zh")}, {"en", TextAt(*rule, "en")}};
    one["does"] = does == nullptr ? "" : TextAt(*does, lang);
    one["params"] = Json::array();
    for (std::size_t i = 0; params != nullptr && i < params->entries().size(); ++i) {
      const Value::Entry& param = params->entries()[i];
      one["params"].push_back({{"name", param.key},
                               {"default", DefaultOf(param.value)},
                               {"means", TextAt(param.value, lang)}});
    }
    one["used_by"] = users;
    list.push_back(std::move(one));
  }
  if (options.json) {
    console.out << list.dump(2) << "\n";
    return 0;
  }
  for (const Json& one : list) {
    console.out << one["id"].get<std::string>() << "  " << one[lang].get<std::string>() << "\n  "
                << one["does"].get<std::string>() << "\n";
    for (const Json& param : one["params"]) {
      const std::string fallback = param["default"];
      console.out << "    " << param["name"].get<std::string>()
                  << (fallback.empty() ? (zh ? "（必须写）" : " (required)") : " = " + fallback)
                  << (zh ? "：" : ": ") << param["means"].get<std::string>() << "\n";
    }
    std::string users;
    for (const Json& user : one["used_by"])
      users += (users.empty() ? "" : ", ") + user.get<std::string>();
    console.out << (zh ? "  用它的玩法：" : "  used by: ") << (users.empty() ? "-" : users) << "\n";
  }
  return 0;
}

}  // namespace mlf::tools
