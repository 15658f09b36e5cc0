#include <mlf/flow/game_registry.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "flow/base/text_file.h"
#include "flow/base/words.h"
#include "variants/embedded.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace mlf {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadmeMaxBytes = 1'000'000;

std::optional<VariantText> Embedded(std::string_view id) {
  if (id.starts_with("rules.")) {
    const std::string name = "rules/" + std::string(id.substr(6)) + ".yaml";
    const auto rule = std::ranges::find(EmbeddedVariants(), name, &EmbeddedFile::name);
    if (rule == EmbeddedVariants().end()) return std::nullopt;
    return VariantText{name, std::string(rule->text)};
  }
  const VariantFiles* found = AllGames().FindVariant(id);
  if (found == nullptr) return std::nullopt;
  return VariantText{found->id + "/variant.yaml", found->yaml};
}

// The README of an embedded variant; empty if it has none.
std::string ReadmeOf(const VariantFiles& variant, Lang lang) {
  const bool zh = variant.readme.empty() || (lang == Lang::kZh && !variant.readme_zh.empty());
  return zh ? variant.readme_zh : variant.readme;
}

// A missing base: suggests the nearest existing one.
Result<Variant> NameBase(Result<Variant> variant) {
  if (variant) return variant;
  Faults faults = variant.faults();
  for (Fault& fault : faults) {
    const std::size_t open = fault.message.find('"'), close = fault.message.rfind('"');
    if (fault.code != "V09" || close == open) continue;
    const std::string near =
        Nearest(fault.message.substr(open + 1, close - open - 1), VariantIds());
    if (!near.empty()) fault.message += " (did you mean \"" + near + "\"?)";
  }
  return faults;
}

// A file of the folder that may be a misnamed variant.yaml.
std::string OtherYaml(const fs::path& folder) {
  std::error_code ignored;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const fs::path ending = entry.path().extension();
    if (ending == ".yaml" || ending == ".yml") names.push_back(entry.path().filename().string());
  }
  if (names.empty()) return "; `mlf new` makes a folder that plays";
  return "; if " + *std::min_element(names.begin(), names.end()) +
         " is the variant, give it that name";
}

}  // namespace

void RegisterAllGames(GameRegistry& registry) {
  RegisterAll(registry);
  const auto readme = [](const std::string& name) {
    const auto found = std::ranges::find(EmbeddedReadmes(), name, &EmbeddedFile::name);
    return found == EmbeddedReadmes().end() ? std::string() : std::string(found->text);
  };
  for (const EmbeddedFile& file : EmbeddedVariants()) {
    const std::string id(file.id);
    if (id == "rules" || registry.FindVariant(id) != nullptr) continue;
    registry.AddVariant({.id = id,
                         .yaml = std::string(file.text),
                         .readme = readme(id + "/README.md"),
                         .readme_zh = readme(id + "/README.zh-CN.md")});
  }
}

std::vector<std::string> VariantIds(const std::string& variant_dir) {
  std::vector<std::string> ids;
  for (const VariantFiles& variant : AllGames().variants()) ids.push_back(variant.id);
  std::error_code ignored;
  if (!variant_dir.empty()) {
    for (const auto& entry : fs::directory_iterator(variant_dir, ignored)) {
      if (fs::exists(entry.path() / "variant.yaml", ignored))
        ids.push_back(entry.path().filename().string());
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::string VariantReadme(const std::string& name, Lang lang, const std::string& variant_dir) {
  std::vector<std::string> files = {"README.md", "README.zh-CN.md"};
  if (lang == Lang::kZh) std::swap(files[0], files[1]);
  std::error_code ignored;
  const fs::path path(name);
  const auto in_folder = [&](const fs::path& folder) -> std::optional<std::string> {
    for (const std::string& file : files) {
      if (auto text = ReadTextFile((folder / file).string(), kReadmeMaxBytes)) return *text;
    }
    return std::nullopt;
  };
  if (fs::is_directory(path, ignored)) return in_folder(path).value_or("");
  if (fs::is_regular_file(path, ignored)) return in_folder(path.parent_path()).value_or("");
  if (!variant_dir.empty()) {
    if (auto text = in_folder(fs::path(variant_dir) / name)) return *text;
  }
  const VariantFiles* embedded = AllGames().FindVariant(name);
  return embedded == nullptr ? std::string() : ReadmeOf(*embedded, lang);
}

VariantSource StandardSource(const std::string& variant_dir, const std::string& beside) {
  return [variant_dir, beside](std::string_view id) -> std::optional<VariantText> {
    for (const std::string& folder : {variant_dir, beside}) {
      if (folder.empty()) continue;
      if (auto found = FolderSource(folder)(id)) return found;
    }
    return Embedded(id);
  };
}

Result<Variant> OpenVariant(const std::string& name, const std::string& variant_dir) {
  std::error_code ignored;
  fs::path path(name);
  const bool is_folder = fs::is_directory(path, ignored);
  const bool has_text = is_folder && fs::exists(path / "variant.yaml", ignored);
  if (has_text) path /= "variant.yaml";
  if (!fs::exists(path, ignored) || (is_folder && !has_text)) {
    const VariantSource source = StandardSource(variant_dir);
    if (source(name)) return NameBase(LoadVariant(name, source, &AllParts(), &table::TileText()));
    if (is_folder)
      return Fault{
          "V09", {path.string(), 0, 0}, "the folder has no variant.yaml" + OtherYaml(path)};
    const std::string near = Nearest(name, VariantIds());
    std::string hint;
    if (!near.empty()) {
      hint = " (did you mean \"" + near + "\"?)";
    } else if (name.find('/') == std::string::npos) {
      hint = "; `mlf list` lists the variants, and one of a plug-in needs --plugin FILE";
    }
    return Fault{"V09", {}, "there is no variant, folder or file \"" + name + "\"" + hint};
  }
  const auto text = ReadTextFile(path.string(), kYamlMaxBytes + 1);
  if (!text) return text.faults();
  const fs::path own = fs::absolute(path, ignored).lexically_normal().parent_path();
  const fs::path folder = own.parent_path();
  // A file given by path may be a copy in any folder, so its folder name is not checked.
  const std::string id = is_folder ? own.filename().string() : "";
  return NameBase(LoadVariant({path.string(), *text, id},
                              StandardSource(variant_dir, folder.string()), &AllParts(),
                              &table::TileText()));
}

Result<std::shared_ptr<const Flow>> OpenFlow(const std::string& name, const OptionValues& options,
                                             const std::string& variant_dir) {
  Result<Variant> variant = OpenVariant(name, variant_dir);
  if (!variant) return variant.faults();
  return variant->Build(options, AllParts(), &table::TileText());
}

}  // namespace mlf
