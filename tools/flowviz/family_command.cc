// flowviz family: how variants derive from and resemble each other.
#include <mlf/variants/open.h>
#include "tools/chart/render.h"
#include "tools/flowviz/commands.h"
#include "tools/flowviz/family.h"

#include <filesystem>
#include <ostream>

namespace mlf::tools {
namespace {

// The id of the variant whose text `file` is: the name of its folder.
std::string IdOfText(const std::string& file) {
  return std::filesystem::path(file).parent_path().filename().string();
}

}  // namespace

int RunFamily(const FamilyCommand& options, const Console& console) {
  const std::vector<std::string> names =
      options.variants.empty() ? VariantIds(options.variant_dir) : options.variants;
  std::vector<FamilyMember> family;
  for (const std::string& name : names) {
    const auto variant = OpenVariant(name, options.variant_dir);
    if (!variant) return console.Fail(variant.faults());
    const std::shared_ptr<const Flow> flow = Open(console, {name, {}, options.variant_dir});
    if (flow == nullptr) return kBadInput;
    const auto& files = variant->files();
    family.push_back({MakeChart(*flow), files.size() > 1 ? IdOfText(files[1]) : std::string()});
  }
  const Lang page = LangFrom(options.lang).value_or(console.lang);
  const ChartLang lang = ChartLangFrom(options.lang).value_or(ChartLang::kBoth);
  for (const std::string& path : options.out) {
    const std::string format = FormatOf(path);
    const Result<std::string> bytes =
        format == "html" ? FamilyPage(family, page)
                         : DrawPicture(FamilyPicture(family, options.legend), format, lang);
    if (!bytes) return console.Fail(bytes.faults());
    const auto written = WriteBytes(path, *bytes);
    if (!written) return console.Fail(written.faults());
    console.out << path << "\n";
  }
  return kDone;
}

}  // namespace mlf::tools
