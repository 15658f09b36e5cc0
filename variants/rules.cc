#include <mlf/variants/open.h>
#include <mlf/variants/rules.h>

#include "flow/base/words.h"
#include "variants/embedded.h"

#include <algorithm>
#include <filesystem>

namespace mlf {

std::vector<std::string> RuleIds(const std::string& variant_dir) {
  std::vector<std::string> ids;
  for (const EmbeddedFile& file : EmbeddedVariants()) {
    if (file.id == "rules") ids.push_back(std::filesystem::path(file.name).stem().string());
  }
  std::error_code ignored;
  if (!variant_dir.empty()) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(variant_dir) / "rules", ignored))
      if (entry.path().extension() == ".yaml") ids.push_back(entry.path().stem().string());
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

Result<Value> OpenRule(const std::string& id, const std::string& variant_dir) {
  if (const auto text = StandardSource(variant_dir)("rules." + id))
    return ParseYaml(text->text, text->name);
  return Fault{"V16", {}, "there is no rule " + Quoted(id) + DidYouMean(id, RuleIds(variant_dir))};
}

}  // namespace mlf
