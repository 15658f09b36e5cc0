// The variants of examples/variants: a folder each, without C++ and without a change to other
// files. kit_games_test.cc plays them; this file checks the other required files.
#include "scenario_cover.h"

#include <mlf/variants/open.h>
#include "tests/support/files.h"
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;
const fs::path kExamples = fs::path(MLF_SOURCE_DIR) / "examples/variants";

std::vector<std::string> Ids() {
  std::vector<std::string> ids;
  for (const auto& entry : fs::directory_iterator(kExamples)) {
    if (entry.is_directory()) ids.push_back(entry.path().filename().string());
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

class Example : public ::testing::TestWithParam<std::string> {};

TEST_P(Example, Passes) {
  const CheckReport report = CheckVariant((kExamples / GetParam()).string(), "", true);
  ExpectPasses(report);
  EXPECT_GE(report.scenarios.results.size(), 3u);
  for (const ScenarioResult& result : report.scenarios.results)
    EXPECT_FALSE(result.zh.empty() || result.en.empty()) << result.name;
}

TEST_P(Example, IsDataAlone) {
  for (const auto& entry : fs::recursive_directory_iterator(kExamples / GetParam())) {
    const std::string ending = entry.path().extension().string();
    EXPECT_TRUE(ending != ".cc" && ending != ".h") << entry.path();
  }
  const std::vector<std::string> built_in = VariantIds();
  EXPECT_EQ(std::count(built_in.begin(), built_in.end(), GetParam()), 0)
      << "it is loaded at run time";
}

TEST_P(Example, SaysItsRulesInBothLanguages) {
  const std::string folder = (kExamples / GetParam()).string();
  const std::string en = VariantReadme(folder, Lang::kEn), zh = VariantReadme(folder, Lang::kZh);
  EXPECT_NE(en.find("## Rules\n"), std::string::npos);
  EXPECT_NE(zh.find("## 规则\n"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Example, ::testing::ValuesIn(Ids()),
                         [](const auto& named) { return named.param; });

// The purpose of the two variants.
TEST(Examples, OnlyTheOppositeSeatIsAskedForPeng) {
  const auto flow = OpenFlow((kExamples / "peng_dui_jia").string());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const Node& discard = (*flow)->node((*flow)->Find("discard"));
  int found = 0;
  for (const Edge& answer : discard.window->answers) {
    const bool peng = (*flow)->node(answer.to).id == "peng";
    EXPECT_EQ(answer.who == Who::kOpposite, peng) << (*flow)->node(answer.to).id;
    found += peng ? 1 : 0;
  }
  EXPECT_EQ(found, 1);
}

TEST(Examples, ThreeSeats) {
  const auto flow = OpenFlow((kExamples / "san_ren_liang_fang").string());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  EXPECT_EQ((*flow)->seats(), 3);
  EXPECT_EQ((*flow)->Find("choose_void"), kNoNode);
}

}  // namespace
}  // namespace mlf::tools
