// Follows docs/en/add-a-part.md: compiles its C++ (add_a_part/missing_suit.cc), registers the part,
// loads the YAML and runs the scenarios.
#include "cli.h"

#include <mlf/flow/loader.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tests/support/code_blocks.h"
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace mlf::score {
void RegisterMissingSuit(Registry& registry);
}

namespace mlf::test {
namespace {

const std::string kPage = ReadText(std::string(MLF_SOURCE_DIR) + "/docs/en/add-a-part.md");

TEST(AddAPart, TheCodeOfThePageIsWhatIsCompiled) {
  const std::vector<std::string> code = CodeBlocks(kPage, "cpp");
  ASSERT_EQ(code.size(), 1u);
  EXPECT_EQ(code[0],
            ReadText(std::string(MLF_SOURCE_DIR) + "/tests/mlf/add_a_part/missing_suit.cc"));
}

TEST(AddAPart, TheVariantOfThePageUsesIt) {
  const std::vector<std::string> yaml = CodeBlocks(kPage, "yaml");
  ASSERT_EQ(yaml.size(), 2u);
  const auto variant = LoadVariant(VariantText{"page", yaml[0]}, StandardSource());
  ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
  EXPECT_FALSE(variant->Build({}, AllParts(), &table::TileText()).ok())
      << "without the part there is no such variant";

  Registry registry;
  RegisterAll(registry);
  score::RegisterMissingSuit(registry);
  const auto scenarios = ParseYaml(yaml[1], "page");
  ASSERT_TRUE(scenarios.ok());
  const tools::ScenarioRun run = tools::RunScenarios(*scenarios, [&](const OptionValues& options) {
    return variant->Build(options, registry, &table::TileText());
  });
  EXPECT_EQ(run.results.size(), 3u);
  for (const tools::ScenarioResult& result : run.results)
    EXPECT_TRUE(result.ok()) << result.name << "\n" << FaultText(result.failures);

  const Registry::Entry* entry = registry.Find("missing_suit");
  ASSERT_NE(entry, nullptr);
  const std::vector<ParamDoc> docs = Registry::Describe(*entry);
  ASSERT_EQ(docs.size(), 1u);
  EXPECT_EQ(docs[0].type, "int 1..2");
}

// The models that the page names exist.
TEST(AddAPart, TheFilesItNamesExist) {
  int count = 0;
  std::istringstream lines(kPage);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || !line.ends_with("` |")) continue;
    const std::size_t begin = line.rfind('`', line.size() - 4) + 1;
    const std::string file = line.substr(begin, line.size() - 3 - begin);
    EXPECT_FALSE(ReadText(std::string(MLF_SOURCE_DIR) + "/" + file).empty()) << file;
    ++count;
  }
  EXPECT_GE(count, 8);
}

}  // namespace
}  // namespace mlf::test
