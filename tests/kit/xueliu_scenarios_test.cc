// Every scenario of every variant under variants/, and that each row of the xueliu rules has one by its name.
#include <mlf/tools/kit/scenario.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

const std::string kVariants = std::string(MLF_SOURCE_DIR) + "/variants/";

FlowSource Flows(const std::string& folder) {
  return [folder](const OptionValues& options) { return OpenFlow(folder, options); };
}

ScenarioRun RunAll(const std::string& id) { return RunScenarioFolder(kVariants + id + "/scenarios", Flows(kVariants + id)); }

class Scenarios : public ::testing::TestWithParam<std::string> {};

TEST_P(Scenarios, Hold) {
  const ScenarioRun run = RunAll(GetParam());
  EXPECT_FALSE(run.results.empty());
  for (const ScenarioResult& result : run.results) {
    EXPECT_TRUE(result.ok()) << result.name << ": " << result.en << "\n" << FaultText(result.failures);
    EXPECT_FALSE(result.zh.empty() || result.en.empty()) << result.where.Text() << ": " << result.name << " lacks its sentence";
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, Scenarios, ::testing::ValuesIn(VariantIds()), [](const auto& info) { return info.param; });

// xueliu §10.
TEST(Xueliu, EveryRowOfTheRulesIsACase) {
  std::set<std::string> names;
  for (const ScenarioResult& result : RunAll("xueliu").results) names.insert(result.name);
  const auto expect_rows = [&](const char* prefix, int count) {
    for (int row = 1; row <= count; ++row) {
      const std::string name = std::string(prefix) + static_cast<char>('0' + row / 10) + static_cast<char>('0' + row % 10);
      EXPECT_TRUE(names.contains(name)) << name;
    }
  };
  expect_rows("XL", 25);
  expect_rows("XS", 12);
  expect_rows("XA", 9);
}

// xueliu §9: a scenario is named after each value of each option, unless a row of §10 shows it.
TEST(Xueliu, EveryValueOfEveryOptionIsACase) {
  const auto variant = OpenVariant(kVariants + "xueliu");
  ASSERT_TRUE(variant.ok());
  const std::set<std::string> shown_by_rows = {
      "huan_san_zhang=on",       // opening
      "que_first=on",            // XA06
      "long_qi_dui=3",           // XL07
      "ting_gang=keep_superset", // XA01, XA02
      "diangang_hua=zimo",       // XS12
      "diangang_hua=pao",        // XS11
      "tui_shui=on",             // XS10
      "huazhu=16",               // XS09
      "huazhu_plus_dajiao=on",   // XS09
      "robbed_seat=loses_tile",  // XS06
  };
  std::vector<std::string> names;
  for (const ScenarioResult& result : RunAll("xueliu").results) names.push_back(result.name);
  const auto is_shown = [&](const std::string& value) {
    if (shown_by_rows.contains(value)) return true;
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name == value || name.starts_with(value + " "); });
  };
  for (const OptionDecl& option : variant->options()) {
    std::vector<std::string> values = option.values;
    if (option.type == OptionDecl::Type::kBool) values = {"on", "off"};
    if (option.type == OptionDecl::Type::kInt && option.high - option.low < 3) values = {std::to_string(option.low), std::to_string(option.high)};
    for (const std::string& value : values) EXPECT_TRUE(is_shown(option.name + "=" + value)) << option.name << "=" << value;
    // Of a number with many values one other than the default.
    const bool any = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.starts_with(option.name + "=") && name != option.name + "=" + option.preset;
    });
    EXPECT_TRUE(any || shown_by_rows.contains(option.name + "=" + option.preset)) << option.name;
  }
}

// A heavenly win that is worth the cap is worth nothing in particular without one (xueliu §9).
TEST(Xueliu, AHeavenlyWinWorthTheCapNeedsOne) {
  const auto flow = OpenFlow(kVariants + "xueliu", {{"tianhu_mode", "cap"}});
  ASSERT_FALSE(flow.ok());
  EXPECT_NE(FaultText(flow.faults()).find("need a cap"), std::string::npos) << FaultText(flow.faults());
  EXPECT_TRUE(OpenFlow(kVariants + "xueliu", {{"tianhu_mode", "cap"}, {"cap", "5"}}).ok());
}

// Every edge of every value of every option is walked by some scenario (the flow's own list is in `mlf check --verbose`).
TEST(Xueliu, EveryEdgeIsWalked) {
  const ScenarioRun run = RunAll("xueliu");
  const OptionValues sets[] = {{}, {{"huan_san_zhang", "off"}}, {{"bankrupt", "give_up"}}, {{"robbed_seat", "discards"}}};
  for (const OptionValues& options : sets) {
    const auto flow = OpenFlow(kVariants + "xueliu", options);
    ASSERT_TRUE(flow.ok());
    for (const Node& node : (*flow)->nodes()) {
      const auto expect_walked = [&](const Edge& edge) {
        const EdgeKey key{node.id, (*flow)->node(edge.to).id, edge.player};
        EXPECT_TRUE(run.walked.contains(key)) << key.from << " -> " << key.to;
      };
      for (const Edge& edge : node.then) expect_walked(edge);
      if (!node.window) continue;
      for (const Edge& edge : node.window->answers) expect_walked(edge);
    }
  }
}

}  // namespace
}  // namespace mlf::tools
