#include "scenario_cover.h"

#include <mlf/table/tile.h>
#include "tools/kit/checks.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace mlf::tools {
namespace {

std::string Whole(const std::string& folder) { return std::string(MLF_SOURCE_DIR) + "/" + folder; }

}  // namespace

Result<std::shared_ptr<const Flow>> FlowOf(const std::string& folder, const OptionValues& options) {
  static std::map<std::string, Result<Variant>> variants;
  static std::map<std::pair<std::string, OptionValues>, std::shared_ptr<const Flow>> flows;
  std::shared_ptr<const Flow>& flow = flows[{folder, options}];
  if (flow != nullptr) return flow;
  auto variant = variants.find(folder);
  if (variant == variants.end())
    variant = variants.emplace(folder, OpenVariant(Whole(folder))).first;
  if (!variant->second) return variant->second.faults();
  auto built = variant->second->Build(options, AllParts(), &table::TileText());
  if (built) flow = *built;
  return built;
}

void ExpectPasses(const CheckReport& report) {
  std::ostringstream text;
  WriteCheckReport(report, Lang::kEn, false, text);
  EXPECT_TRUE(report.ok()) << text.str();
  EXPECT_FALSE(report.proof.windows.empty());
  for (const ProvedWindow& window : report.proof.windows)
    EXPECT_GT(window.proof.offer_sets, 0u) << window.node;
}

const ScenarioRun& RunScenariosOf(const std::string& folder) {
  static std::map<std::string, ScenarioRun> runs;  // shared by several tests
  const auto found = runs.find(folder);
  if (found != runs.end()) return found->second;
  const auto open = [&](const OptionValues& options) { return FlowOf(folder, options); };
  return runs.emplace(folder, RunScenarioFolder(Whole(folder) + "/scenarios", open)).first->second;
}

void ExpectRows(const std::string& folder, const std::string& prefix, int count) {
  std::set<std::string> names;
  for (const ScenarioResult& result : RunScenariosOf(folder).results) names.insert(result.name);
  for (int row = 1; row <= count; ++row) {
    const std::string name =
        prefix + static_cast<char>('0' + row / 10) + static_cast<char>('0' + row % 10);
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

void ExpectEveryValue(const std::string& folder, const std::set<std::string>& shown_by_rows) {
  const auto variant = OpenVariant(Whole(folder));
  ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
  std::vector<std::string> names;
  for (const ScenarioResult& result : RunScenariosOf(folder).results) names.push_back(result.name);
  const auto is_shown = [&](const std::string& value) {
    if (shown_by_rows.contains(value)) return true;
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name == value || name.starts_with(value + " ");
    });
  };
  for (const OptionDecl& option : variant->options()) {
    std::vector<std::string> values = option.values;
    if (option.type == OptionDecl::Type::kBool) values = {"on", "off"};
    if (option.type == OptionDecl::Type::kInt && option.high - option.low < 3) {
      for (std::int64_t value = option.low; value <= option.high; ++value)
        values.push_back(std::to_string(value));
    }
    for (const std::string& value : values)
      EXPECT_TRUE(is_shown(option.name + "=" + value)) << option.name << "=" << value;
    const bool any = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.starts_with(option.name + "=") && name != option.name + "=" + option.fallback;
    });
    EXPECT_TRUE(any || shown_by_rows.contains(option.name + "=" + option.fallback)) << option.name;
  }
}

void ExpectEveryEdge(const std::string& folder, const std::vector<OptionValues>& option_sets,
                     const ScenarioRun& more) {
  const ScenarioRun& run = RunScenariosOf(folder);
  for (const OptionValues& options : option_sets) {
    const auto flow = FlowOf(folder, options);
    ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
    for (const Node& node : (*flow)->nodes()) {
      const auto expect_walked = [&](const Edge& edge) {
        const EdgeKey key{node.id, (*flow)->node(edge.to).id, edge.player};
        EXPECT_TRUE(run.walked.contains(key) || more.walked.contains(key))
            << key.from << " -> " << key.to;
      };
      for (const Edge& edge : node.then) expect_walked(edge);
      if (!node.window) continue;
      for (const Edge& edge : node.window->answers) expect_walked(edge);
    }
  }
}

void ExpectGamesHold(const std::string& folder, const std::vector<OptionValues>& option_sets) {
  for (const OptionValues& options : option_sets) {
    const auto flow = FlowOf(folder, options);
    ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
    for (const BotKind bot : {BotKind::kRandom, BotKind::kGreedy, BotKind::kShy}) {
      const KitOptions kit{
          .bots = std::vector<BotKind>(static_cast<std::size_t>((*flow)->seats()), bot),
          .hands = 16,
          .seed = 11};
      const KitReport report = RunKit(**flow, kit);
      EXPECT_TRUE(report.findings.empty()) << report.findings.Text();
      EXPECT_TRUE(bot == BotKind::kRandom || report.wins_judged > 0);
    }
  }
}

}  // namespace mlf::tools
