// `flowviz prove`: its output, and the scenario it writes.
#include <mlf/variants/open.h>
#include "tools/flowviz/run.h"
#include "tools/kit/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

struct Proved {
  int status;
  std::string out, err;
};

Proved Prove(std::vector<std::string> args) {
  args.insert(args.begin(), "prove");
  std::istringstream in;
  std::ostringstream out, err;
  const int status = RunFlowviz(args, in, out, err);
  return {status, out.str(), err.str()};
}

TEST(Prove, SaysWhatWasTried) {
  const Proved en = Prove({"xueliu", "--lang", "en"});
  EXPECT_EQ(en.status, 0) << en.err;
  EXPECT_THAT(en.out,
              testing::MatchesRegex("xueliu\n(  window [a-z_]+: [0-9]+ sets of offers, [0-9]+ ways "
                                    "to answer, [0-9]+ orders: holds\n)+  everything holds\n"));
  EXPECT_THAT(en.out, HasSubstr("window discard:"));
  EXPECT_THAT(en.out, HasSubstr("window bu_gang:"));
  const Proved zh = Prove({"xueliu", "--lang", "zh", "--set", "huan_san_zhang=off"});
  EXPECT_EQ(zh.status, 0) << zh.err;
  EXPECT_THAT(zh.out, HasSubstr("问询窗 discard：可选项 "));
  EXPECT_THAT(zh.out, HasSubstr("全部成立"));
  EXPECT_THAT(zh.out, Not(HasSubstr("exchange_done")));
}

TEST(Prove, WrongInput) {
  EXPECT_EQ(Prove({"no_such_variant", "--lang", "en"}).status, 1);
  EXPECT_EQ(Prove({}).status, 2);
}

// Without a rule for a tie the flow does not build: the lint names the line.
TEST(Prove, ADroppedTieRuleIsNamed) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("mlf_prove_tie_" + std::to_string(::getpid())) / "faulty";
  fs::create_directories(folder);
  std::ofstream(folder / "variant.yaml")
      << "id: faulty\nzh: 有误\nen: faulty\nextends: xueliu\nflow:\n  discard:\n    window:\n      "
         "answers:\n"
         "        - hu\n        - ming_gang: {winners: nearest}\n        - peng: {winners: "
         "nearest}\n";
  const Proved result = Prove({folder.string(), "--lang", "en"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err,
              HasSubstr("variant.yaml:9:11: L05: up to 3 seats may answer \"hu\" in the window of "
                        "\"discard\", and nothing says who wins when 2 do"));
  fs::remove_all(folder.parent_path());
}

TEST(Prove, LeavesAScenarioThatShowsTheFault) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("mlf_prove_" + std::to_string(::getpid()));
  fs::create_directories(folder / "faulty");
  std::ofstream(folder / "faulty" / "variant.yaml")
      << "id: faulty\nzh: 有误\nen: faulty\nextends: xueliu\nflow:\n  peng: {then: [{turn: {if: "
         "after_draw}}]}\n";
  const std::string variant = (folder / "faulty").string();
  const Proved result = Prove({variant, "-o", folder.string(), "--hands", "200", "--lang", "en"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("DOES NOT HOLD\n    window of discard (actor 0): offered "));
  EXPECT_THAT(result.out, HasSubstr("discard no_edge: written as a scenario, "));
  const std::string file = (folder / "faulty_discard_no_edge.yaml").string();
  ASSERT_TRUE(fs::exists(file)) << result.out;
  const ScenarioRun run = RunScenarioFolder(
      folder.string(), [&](const OptionValues& options) { return OpenFlow(variant, options); });
  EXPECT_EQ(run.results.size(), 1u);
  EXPECT_EQ(run.failed(), 1);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace mlf::tools
