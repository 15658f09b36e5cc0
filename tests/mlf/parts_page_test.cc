// docs/en/parts.md: loads its examples and runs their scenarios. Together with the variants they
// use every part of the library.
#include "cli.h"

#include <mlf/flow/loader.h>
#include <mlf/flow/registry.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tests/support/code_blocks.h"
#include "tools/kit/part_uses.h"
#include "tools/kit/scenario.h"
#include "tools/mlf/roles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::test {
namespace {

const std::string kSources = MLF_SOURCE_DIR;
const std::string kPartsPage = ReadText(kSources + "/docs/en/parts.md");

Result<Variant> LoadPage(const std::string& text) {
  return LoadVariant(VariantText{"docs/en/parts.md", text},
                     StandardSource(kSources + "/examples/variants"), &AllParts(),
                     &table::TileText());
}

// A variant of the page, then its scenarios.
TEST(PartsPage, EveryExamplePasses) {
  const std::vector<std::string> blocks = CodeBlocks(kPartsPage, "yaml");
  ASSERT_EQ(blocks.size() % 2, 0u);
  ASSERT_GE(blocks.size(), 14u);
  for (std::size_t i = 0; i < blocks.size(); i += 2) {
    const auto variant = LoadPage(blocks[i]);
    ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
    const auto scenarios = ParseYaml(blocks[i + 1], "docs/en/parts.md");
    ASSERT_TRUE(scenarios.ok()) << FaultText(scenarios.faults());
    const tools::ScenarioRun run =
        tools::RunScenarios(*scenarios, [&](const OptionValues& options) {
          return variant->Build(options, AllParts(), &table::TileText());
        });
    EXPECT_GE(run.results.size(), 1u) << variant->id();
    for (const tools::ScenarioResult& result : run.results) {
      EXPECT_TRUE(result.ok()) << variant->id() << " " << result.name << "\n"
                               << FaultText(result.failures);
    }
  }
}

std::set<std::string> NamedBy(const Variant& variant) {
  std::set<std::string> ids;
  for (const tools::PartNamed& part : tools::PartsNamedIn(variant.value(), AllParts()))
    ids.insert(part.id);
  return ids;
}

// Default parts of the named parts are in use too.
void AddDefaults(std::set<std::string>& ids) {
  for (std::size_t before = 0; before != ids.size();) {
    before = ids.size();
    for (const std::string& id : std::set<std::string>(ids)) {
      for (const std::string& more : tools::DefaultParts(AllParts(), *AllParts().Find(id)))
        ids.insert(more);
    }
  }
}

// A part that no built-in variant and no variant of the tests uses has an example on the page: in
// YAML, or in the table beside an example variant that uses it.
TEST(PartsPage, EveryPartIsUsedOrHasAnExample) {
  std::set<std::string> used;
  for (const std::string& id : VariantIds()) used.merge(NamedBy(*OpenVariant(id)));
  AddDefaults(used);
  EXPECT_TRUE(used.contains("win_points") && used.contains("best_basic") &&
              used.contains("missed_win") && used.contains("turn"));

  std::set<std::string> shown;
  // tests/kit/memory_test.cc runs the examples of memory.md.
  const std::string memory = ReadText(kSources + "/docs/en/memory.md");
  for (const std::string& page : {kPartsPage, memory}) {
    const std::vector<std::string> blocks = CodeBlocks(page, "yaml");
    for (std::size_t i = 0; i < blocks.size(); i += 2) {
      const auto patch = ParseYaml(blocks[i], "docs/en/parts.md");
      ASSERT_TRUE(patch.ok());
      for (const tools::PartNamed& part : tools::PartsNamedIn(*patch, AllParts()))
        shown.insert(part.id);
    }
  }
  std::istringstream lines(kPartsPage);
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t link = line.find("](../../examples/variants/");
    if (!line.starts_with("| `") || link == std::string::npos) continue;
    const std::size_t begin = link + std::string("](../../examples/variants/").size();
    const auto example = OpenVariant(kSources + "/examples/variants/" +
                                     line.substr(begin, line.find('/', begin) - begin));
    ASSERT_TRUE(example.ok()) << line;
    const std::set<std::string> named = NamedBy(*example);
    for (std::size_t at = line.find('`'); at != std::string::npos && at < link;
         at = line.find('`', at + 1)) {
      const std::size_t end = line.find('`', at + 1);
      const std::string id = line.substr(at + 1, end - at - 1);
      EXPECT_TRUE(named.contains(id))
          << "docs/en/parts.md says that " << line.substr(begin, line.find('/', begin) - begin)
          << " uses " << id;
      shown.insert(id);
      at = end;
    }
    ++rows;
  }
  EXPECT_EQ(rows, 1);
  AddDefaults(shown);
  // Skills and cells, and what they are woven in with, are on their own pages.
  const std::string skills = ReadText(kSources + "/docs/en/skills.md") + memory;
  for (const Registry::Entry* entry : AllParts().All()) {
    const std::string id(entry->info.id);
    if (skills.find("`" + id + "`") != std::string::npos) shown.insert(id);
    EXPECT_TRUE(used.contains(id) || shown.contains(id))
        << id << " is used by no built-in variant: give it an example in docs/en/parts.md";
  }
}

TEST(PartsPage, EveryRoleAndEveryNodeIsExplained) {
  for (const Registry::Entry* entry : AllParts().All()) {
    const tools::RoleText* role = tools::FindRole(entry->role);
    ASSERT_NE(role, nullptr) << entry->role << " has no text in tools/mlf/roles.cc";
    for (const std::string_view text :
         {role->what.zh, role->what.en, role->together.zh, role->together.en})
      EXPECT_FALSE(text.empty()) << entry->role;
    if (entry->role != ActionNode::kRole) continue;
    EXPECT_FALSE(entry->info.zh_does.empty()) << entry->info.id;
    EXPECT_GT(entry->info.en_does.size(), 15u) << entry->info.id;
  }
}

// A name that is no part, a shared name, or a value that looks like a part does not count.
TEST(PartsPage, NamesAreReadWhereTheyArePartsOnly) {
  const auto text = ParseYaml(
      "parts:\n  all: {fan_table: {combine: product, rows: [{id: gangs, pattern: {any_of: "
      "[one_suit, {gangs: {least: 1}}]}, fact: robbed}]}}\n"
      "  laizi: {fixed_wilds: {kinds: 5z}}\n"
      "flow:\n  twice: {type: settle, if: {by: any, x: not_wild, else: {not: {missed_win: {mode: "
      "any}}}}, states: [all, {in_window: {of: draw, run: lock_winner}}]}\n"
      "  draw: {window: {ask: all, answers: [{hu: {winners: all, if: after_draw}}]}, then: [{turn: "
      "{if: drew_nothing}}]}\n",
      "text");
  ASSERT_TRUE(text.ok()) << FaultText(text.faults());
  std::vector<std::string> named;
  for (const tools::PartNamed& part : tools::PartsNamedIn(*text, AllParts()))
    named.push_back(part.id + ":" + std::to_string(part.where.line));
  EXPECT_THAT(named,
              testing::ElementsAre("fan_table:2", "product:2", "any_of:2", "one_suit:2", "gangs:2",
                                   "robbed:2", "fixed_wilds:3", "settle:5", "not_wild:5", "not:5",
                                   "missed_win:5", "in_window:5", "lock_winner:5", "draw:6",
                                   "after_draw:6", "drew_nothing:6"));
}

// "..." replaces omitted lines.
TEST(PartsPage, ItsCommandPrintsWhatIsShown) {
  for (const char* page : {"/docs/en/parts.md", "/docs/zh/parts.md"}) {
    const std::vector<std::string> blocks = CodeBlocks(ReadText(kSources + page), "console");
    ASSERT_EQ(blocks.size(), 1u) << page;
    std::istringstream lines(blocks[0]);
    std::string command;
    std::getline(lines, command);
    ASSERT_TRUE(command.starts_with("$ mlf ")) << command;
    std::istringstream words(command.substr(6));
    const Ran ran =
        Mlf({std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()});
    for (std::string line; std::getline(lines, line);) {
      if (line == "...") continue;
      EXPECT_THAT("\n" + ran.out, testing::HasSubstr("\n" + line + "\n")) << page;
    }
  }
}

TEST(PartsPage, OnePartInFull) {
  const Ran factor = Mlf({"parts", "an_gang_factor"});
  for (const char* line :
       {"points for each an_gang of the winner",
        "those in A and in D multiply, those in B and in C add", "is 1 in A and D, 0 in B and C",
        "    payment: B\n", "used by no built-in variant; docs/en/parts.md has an example"}) {
    EXPECT_THAT(factor.out, testing::HasSubstr(line));
  }
  const Ran combine = Mlf({"parts", "best_basic"});
  EXPECT_THAT(combine.out, testing::HasSubstr("the default of\n    fan_table: combine\n"));
  EXPECT_THAT(combine.out, testing::HasSubstr("used at\n"));
  EXPECT_THAT(combine.out, testing::ContainsRegex("    [a-z/]*xueliu[a-z/.]*:[0-9]+\n"));
  EXPECT_THAT(Mlf({"parts", "peng"}).out, testing::HasSubstr("takes the tile just discarded"));
  EXPECT_THAT(Mlf({"parts", "peng", "--lang", "zh"}).out, testing::HasSubstr("用在\n"));
}

}  // namespace
}  // namespace mlf::test
