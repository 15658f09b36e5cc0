// wild_limit counts all wildcards, not only the turned laizi: here the white dragons of tuidaohu.
#include <mlf/components/win_rule.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace mlf::tools {
namespace {

namespace fs = std::filesystem;

TEST(WildLimit, CountsFixedWilds) {
  const fs::path folder =
      fs::path(::testing::TempDir()) / ("mlf_wild_limit_" + std::to_string(::getpid()));
  test::WriteText(folder / "x" / "variant.yaml",
                  "id: x\nzh: 测试\nen: test\nextends: tuidaohu\nparts:\n  win: {win_rule: "
                  "{shapes: standard, filters: {wild_limit: {most: 1}}}}\n");
  const auto flow = OpenFlow((folder / "x").string(), {{"ghost", "white"}, {"seven_pairs", "off"}},
                             (fs::path(MLF_SOURCE_DIR) / "examples/variants").string());
  fs::remove_all(folder);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const auto* rule = (*flow)->Shared<logic::WinRule>("win");
  ASSERT_NE(rule, nullptr);
  const Records records = (*flow)->Blank();
  const auto complete = [&](const char* tiles) {
    return rule->Complete(records, 0, table::ToCounts(*table::ParseTiles(tiles)), 0,
                          logic::WinBy::kSelfDraw);
  };
  EXPECT_TRUE(complete("123456789m11p23s5z")) << "one ghost stands for 1s or 4s";
  EXPECT_FALSE(complete("123456789m11p2s55z")) << "two are one too many";
  const auto waits = [&](const char* tiles) {
    return rule->Waits(records, 0, table::ToCounts(*table::ParseTiles(tiles)), 0);
  };
  const table::TileMask ghosts = MaskOf(table::MakeTile(table::kHonour, 5));
  EXPECT_NE(waits("123456789m11p23s") & ghosts, 0u) << "the first ghost may be won on";
  EXPECT_EQ(waits("123456789m11p2s5z") & ghosts, 0u) << "the second may not";
  EXPECT_NE(waits("123456789m11p2s5z"), 0u);
}

}  // namespace
}  // namespace mlf::tools
