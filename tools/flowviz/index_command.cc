// flowviz index: pages of all variants.
#include <mlf/variants/open.h>
#include "tools/chart/render.h"
#include "tools/flowviz/commands.h"
#include "tools/flowviz/index_page.h"

#include <filesystem>
#include <ostream>

namespace mlf::tools {

int RunIndex(const IndexCommand& options, const Console& console) {
  const Lang lang = LangFrom(options.lang).value_or(console.lang);
  std::error_code failed;
  std::filesystem::create_directories(options.out, failed);
  if (failed)
    return console.Fail(
        console.Format({"建不了文件夹 {}", "the folder {} cannot be made"}, options.out));
  const std::vector<std::string> names =
      options.variants.empty() ? VariantIds(options.variant_dir) : options.variants;
  std::vector<IndexedVariant> variants;
  const auto write = [&](const std::string& file, const std::string& page) {
    const auto written = WriteBytes((std::filesystem::path(options.out) / file).string(), page);
    if (!written) console.Fail(written.faults());
    return written.ok();
  };
  for (const std::string& name : names) {
    console.DrawBar(variants.size(), names.size());
    auto variant = OpenVariant(name, options.variant_dir);
    if (!variant) {
      console.ClearBar();
      return console.Fail(variant.faults());
    }
    std::shared_ptr<const Flow> flow = Open(console, {name, {}, options.variant_dir});
    if (flow == nullptr) return kBadInput;
    variants.push_back({*std::move(variant), std::move(flow),
                        VariantReadme(name, Lang::kZh, options.variant_dir),
                        VariantReadme(name, Lang::kEn, options.variant_dir)});
    const auto page =
        VariantPage(variants.back(), {.games = options.games, .seed = options.seed}, lang);
    console.ClearBar();
    if (!page) return console.Fail(page.faults());
    if (!write(IndexFile(variants.back()), *page)) return kBadInput;
  }
  if (!write("index.html", IndexPage(variants, lang))) return kBadInput;
  console.out << console.Format({"{} 个玩法，从 {} 看起\n", "{} variants; begin at {}\n"},
                                variants.size(),
                                (std::filesystem::path(options.out) / "index.html").string());
  return kDone;
}

}  // namespace mlf::tools
