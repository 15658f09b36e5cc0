#include "tools/chart/render.h"
#include "tools/flowviz/commands.h"
#include "tools/flowviz/heat.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;

// Returns false if a journal cannot be read, after reporting it.
bool AddFolder(const HeatCommand& options, const Console& console, const Flow& flow,
               const Chart& chart, Heat& heat) {
  std::vector<std::string> files;
  std::error_code failed;
  for (const auto& entry : fs::recursive_directory_iterator(options.journals, failed)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  if (failed) {
    console.Fail(
        console.Format({"读不了文件夹 {}", "the folder {} cannot be read"}, options.journals));
    return false;
  }
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i) {
    console.DrawBar(i, files.size());
    const auto read = ReadJournalFile(files[i], false);
    if (!read) {
      console.ClearBar();
      console.Fail(read.faults());
      return false;
    }
    AddJournalHeat(flow, chart, read->journal, heat);
  }
  console.ClearBar();
  return true;
}

}  // namespace

int RunHeat(const HeatCommand& options, const Console& console) {
  const auto flow = Open(console, VariantFrom(options.variant, options.set, options.variant_dir));
  if (flow == nullptr) return kBadInput;
  const Chart chart = MakeChart(*flow);
  Heat heat;
  heat.edges.resize(chart.edges.size());
  heat.nodes.resize(chart.nodes.size());
  if (!options.journals.empty()) {
    if (!AddFolder(options, console, *flow, chart, heat)) return kBadInput;
  } else {
    auto bots = bots::ParseBots(options.bot, flow->seats());
    if (!bots) return console.Fail(bots.faults());
    HeatOptions how{.hands = options.games,
                    .seed = options.seed,
                    .threads = options.threads,
                    .bots = *std::move(bots),
                    .times = options.times};
    how.on_progress = [&](std::uint64_t hands) { console.DrawBar(hands, options.games); };
    std::optional<std::string> fault;
    heat = PlayHeat(*flow, chart, how, fault);
    console.ClearBar();
    if (fault) return console.Fail(*fault);
  }
  if (!options.times) heat.nodes.assign(chart.nodes.size(), {});

  for (const std::string& path : options.out) {
    const std::string format = FormatOf(path);
    const auto bytes =
        format == "json"
            ? Result<std::string>(HeatJson(chart, heat))
            : DrawPicture(HeatPicture(chart, heat, options.legend, options.opening), format,
                          ChartLangFrom(options.lang).value_or(ChartLang::kBoth));
    if (!bytes) return console.Fail(bytes.faults());
    const auto written = WriteBytes(path, *bytes);
    if (!written) return console.Fail(written.faults());
  }
  console.out << (options.json ? HeatJson(chart, heat) : HeatText(chart, heat, console.lang));
  const double percent = Cover(chart, heat).percent();
  if (percent < options.fail_under) {
    return console.Fail(console.Format({"只走过 {:.1f}% 的边，要求 {}%",
                                        "only {:.1f}% of the edges were walked, {}% are asked for"},
                                       percent, options.fail_under));
  }
  return kDone;
}

}  // namespace mlf::tools
