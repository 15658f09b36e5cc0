#include <mlf/variants/open.h>
#include "tools/chart/render.h"
#include "tools/flowviz/commands.h"
#include "tools/flowviz/diff.h"
#include "tools/flowviz/impact.h"
#include "tools/flowviz/revisions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;

Result<DiffSide> OpenSide(const std::string& name, const VariantChoice& choice) {
  Result<Variant> variant = OpenVariant(choice.name, choice.variant_dir);
  if (!variant) return variant.faults();
  auto flow = OpenFlow(choice.name, ValuesOf(choice), choice.variant_dir);
  if (!flow) return flow.faults();
  return DiffSide{name, *flow, variant->options(), variant->presets()};
}

std::string NameOf(const VariantChoice& choice) {
  std::string name = choice.name;
  for (std::size_t i = 0; i < choice.set.size(); ++i) name += (i == 0 ? "?" : "&") + choice.set[i];
  return name;
}

int Write(const DiffCommand& options, const Console& console, const FlowDiff& diff,
          const std::vector<std::string>& files) {
  const ChartLang lang = ChartLangFrom(options.lang).value_or(ChartLang::kBoth);
  for (const std::string& path : files) {
    const std::string format = FormatOf(path);
    const auto bytes = format == "json" ? Result<std::string>(DiffJson(diff).dump(2) + "\n")
                       : format == "md"
                           ? Result<std::string>(DiffText(diff, console.lang))
                           : DrawPicture(DiffPicture(diff, options.legend), format, lang);
    if (!bytes) return console.Fail(bytes.faults());
    const auto written = WriteBytes(path, *bytes);
    if (!written) return console.Fail(written.faults());
  }
  return kDone;
}

// The named journals and the journals of named folders, sorted.
std::vector<std::string> JournalFiles(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!fs::is_directory(name, ignored)) {
      files.push_back(name);
      continue;
    }
    const std::size_t before = files.size();
    for (const auto& entry : fs::recursive_directory_iterator(name, ignored)) {
      if (entry.is_regular_file()) files.push_back(entry.path().string());
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  }
  return files;
}

// The flow of one side for a journal. It uses those options of the journal that the side has; the
// side's own options override them.
class JournalFlows {
 public:
  explicit JournalFlows(VariantChoice choice) : choice_(std::move(choice)) {}

  Result<std::shared_ptr<const Flow>> For(const Journal& journal) {
    if (!variant_) {
      Result<Variant> read = OpenVariant(choice_.name, choice_.variant_dir);
      if (!read) return read.faults();
      variant_ = *std::move(read);
    }
    OptionValues values;
    for (const auto& [name, value] : journal.options) {
      const OptionDecl* option = variant_->FindOption(name);
      if (option != nullptr && option->Normal(value)) values[name] = value;
    }
    values = variant_->Over(values, ValuesOf(choice_));
    const auto found = flows_.find(values);
    if (found != flows_.end()) return found->second;
    auto flow = OpenFlow(choice_.name, values, choice_.variant_dir);
    if (flow) flows_[values] = *flow;
    return flow;
  }

 private:
  VariantChoice choice_;
  std::optional<Variant> variant_;
  std::map<OptionValues, std::shared_ptr<const Flow>> flows_;
};

Result<Impact> ImpactOf(const DiffCommand& options, const Console& console, const VariantChoice& a,
                        const VariantChoice& b) {
  const std::vector<std::string> files = JournalFiles(options.impact);
  JournalFlows one(a), two(b);
  Impact impact;
  for (std::size_t i = 0; i < files.size(); ++i) {
    console.DrawBar(i, files.size());
    const auto read = ReadJournalFile(files[i], false);
    if (!read) {
      console.ClearBar();
      return read.faults();
    }
    const auto flow_a = one.For(read->journal);
    if (!flow_a) return flow_a.faults();
    const auto flow_b = two.For(read->journal);
    if (!flow_b) return flow_b.faults();
    AddImpact(**flow_a, **flow_b, read->journal, impact);
  }
  console.ClearBar();
  return impact;
}

// Builds the variants of two commits, or of one and the working tree, with the parts of this
// program. A variant that needs other parts is reported, and the comparison continues.
int DiffCommits(const DiffCommand& options, const Console& console) {
  const auto range = ReadRange(options.git);
  if (!range) return console.Fail(range.faults());
  const TempFolder base, checked_out;
  const auto before = CheckOut(range->first, options.folder, base.path());
  if (!before) return console.Fail(before.faults());
  const bool tree = range->second.empty();
  const auto after = tree ? VariantsIn(options.folder)
                          : CheckOut(range->second, options.folder, checked_out.path());
  if (!after) return console.Fail(after.faults());
  const std::string head = tree ? options.folder : checked_out.path();
  const std::string head_name = tree ? console.Format({"工作区", "working tree"}) : range->second;
  if (before->empty() && after->empty()) {
    return console.Fail(
        {Fault{"F05",
               {options.folder, 0, 0},
               "this folder has no <id>/variant.yaml, neither at " + range->first +
                   " nor in the working tree: name the folder of the variants with --folder"}});
  }
  std::vector<std::string> ids = *before;
  ids.insert(ids.end(), after->begin(), after->end());
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  const auto has = [](const std::vector<std::string>& list, const std::string& id) {
    return std::find(list.begin(), list.end(), id) != list.end();
  };

  int status = kDone, compared = 0;
  bool differs = false;
  auto json = nlohmann::ordered_json::array();
  for (const std::string& id : ids) {
    const bool old = has(*before, id), now = has(*after, id);
    if (!old || !now) {
      differs = true;
      if (!options.json) {
        console.out << console.Format(
            now ? Text{"### `{}`\n\n新玩法。\n\n", "### `{}`\n\nA new variant.\n\n"}
                : Text{"### `{}`\n\n玩法已删除。\n\n", "### `{}`\n\nThe variant is gone.\n\n"},
            id);
      }
      continue;
    }
    // Each side is the folder of one commit and takes base variants from it.
    auto a = OpenSide(id + "@" + range->first, {base.path() + "/" + id, {}, base.path()});
    auto b = OpenSide(id + "@" + head_name, {head + "/" + id, {}, head});
    if (!a || !b) {
      status = console.Fail(a ? b.faults() : a.faults());
      continue;
    }
    const FlowDiff diff = DiffFlows(*std::move(a), *std::move(b));
    ++compared;
    if (diff.same()) continue;
    differs = true;
    if (options.json) {
      json.push_back(DiffJson(diff));
    } else {
      console.out << DiffText(diff, console.lang) << "\n";
    }
    std::vector<std::string> files;
    for (const std::string& folder : options.out) {
      std::error_code ignored;
      fs::create_directories(folder, ignored);
      files.push_back(folder + "/" + id + ".svg");
    }
    status = std::max(status, Write(options, console, diff, files));
  }
  if (options.json) {
    console.out << json.dump(2) << '\n';
  } else if (!differs && status == kDone) {
    console.out << console.Format({"{} 与 {} 没有不同：比较了 {} 个玩法。\n",
                                   "Nothing differs between {} and {}: {} variants compared.\n"},
                                  range->first, head_name, compared);
  }
  return status;
}

}  // namespace

int RunDiff(const DiffCommand& options, const Console& console) {
  if (!options.git.empty()) return DiffCommits(options, console);
  if (options.a.empty() || options.b.empty()) {
    console.Fail(console.Format({"要两个玩法，或 --git BASE..HEAD，或 --git BASE（与工作区比）",
                                 "two variants are wanted, or --git BASE..HEAD, or --git BASE "
                                 "(against the working tree)"}));
    return kUsage;
  }
  std::vector<std::string> set_a = options.set, set_b = options.set;
  set_a.insert(set_a.end(), options.set_a.begin(), options.set_a.end());
  set_b.insert(set_b.end(), options.set_b.begin(), options.set_b.end());
  const VariantChoice choice_a = VariantFrom(options.a, set_a, options.variant_dir),
                      choice_b = VariantFrom(options.b, set_b, options.variant_dir);
  auto a = OpenSide(NameOf(choice_a), choice_a);
  if (!a) return console.Fail(a.faults());
  auto b = OpenSide(NameOf(choice_b), choice_b);
  if (!b) return console.Fail(b.faults());
  for (const DiffSide* side : {&*a, &*b}) console.Warn(side->flow->warnings());
  const FlowDiff diff = DiffFlows(*std::move(a), *std::move(b));
  std::optional<Impact> impact;
  if (!options.impact.empty()) {
    auto made = ImpactOf(options, console, choice_a, choice_b);
    if (!made) return console.Fail(made.faults());
    impact = *std::move(made);
  }
  if (options.json) {
    nlohmann::ordered_json json = DiffJson(diff);
    if (impact) json["impact"] = ImpactJson(*impact);
    console.out << json.dump(2) << '\n';
  } else {
    console.out << DiffText(diff, console.lang);
    if (diff.same()) console.out << console.Format({"\n没有不同。\n", "\nNothing differs.\n"});
    if (impact) console.out << ImpactText(*impact, console.lang);
  }
  return Write(options, console, diff, options.out);
}

}  // namespace mlf::tools
