#include "tools/chart/render.h"
#include "tools/flowviz/commands.h"

#include <filesystem>
#include <ostream>

namespace mlf::tools {

int RunRender(const RenderCommand& options, const Console& console) {
  std::vector<std::shared_ptr<const Flow>> open;
  std::vector<const Flow*> flows;
  for (const std::string& name : options.variants) {
    VariantChoice choice = VariantFrom(name, options.set, options.variant_dir);
    choice.strict = options.strict;
    open.push_back(Open(console, choice));
    if (open.back() == nullptr) return kBadInput;
    flows.push_back(open.back().get());
  }
  const RenderOptions how{.lang = ChartLangFrom(options.lang).value_or(ChartLang::kBoth),
                          .legend = options.legend,
                          .view = *ChartViewFrom(options.view),
                          .opening = options.opening};
  if (options.out.empty()) {
    const auto bytes = Render(flows, options.format, how);
    if (!bytes) return console.Fail(bytes.faults());
    console.out << *bytes;
    return kDone;
  }
  for (const std::string& path : options.out) {
    // A pipe or the standard output has no extension.
    std::error_code ignored;
    const bool stream = path == "-" || (std::filesystem::exists(path, ignored) &&
                                        !std::filesystem::is_regular_file(path, ignored));
    const auto bytes =
        Render(flows, stream && FormatOf(path).empty() ? options.format : FormatOf(path), how);
    if (!bytes) return console.Fail(bytes.faults());
    const auto written = WriteBytes(path, *bytes);
    if (!written) return console.Fail(written.faults());
  }
  return kDone;
}

}  // namespace mlf::tools
