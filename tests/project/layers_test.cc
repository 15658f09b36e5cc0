// The layers: includes point left only (flow <- table <- components <- nodes <- variants, play <-
// bots <- server <- cluster <- tools), shared parts contain no name of a variant, and each top
// folder has a README.
#include <mlf/flow/registry.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace mlf {
namespace {

namespace fs = std::filesystem;
std::vector<fs::path> Sources(const std::string& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(test::SourcePath(folder))) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".h" || ending == ".cc") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The folder of a path relative to the top of the tree.
std::string FolderOf(const std::string& path) { return path.substr(0, path.rfind('/')); }

// Project files included by `path`, relative to the top of the tree.
std::vector<std::string> IncludesOf(const fs::path& path) {
  static const std::regex include(R"re(#include\s+(?:<mlf/([^>]+)>|"([^"]+)"))re");
  const std::string text = test::ReadText(path);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
    found.push_back((*it)[1].matched ? "include/mlf/" + (*it)[1].str() : (*it)[2].str());
  }
  return found;
}

TEST(Layers, IncludesPointLeftOnly) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> may_include = {
      {"include/mlf/flow", {"include/mlf/flow"}},
      {"include/mlf/table", {"include/mlf/flow", "include/mlf/table"}},
      {"include/mlf/components",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components"}},
      {"include/mlf/nodes",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "include/mlf/nodes"}},
      {"include/mlf/variants", {"include/mlf/flow", "include/mlf/variants"}},
      {"include/mlf/play",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "include/mlf/play"}},
      {"include/mlf/bots", {"include/mlf/flow", "include/mlf/play", "include/mlf/bots"}},
      {"include/mlf/mjai", {"include/mlf/flow", "include/mlf/play", "include/mlf/mjai"}},
      {"include/mlf/kit", {"include/mlf/flow", "include/mlf/kit"}},
      {"include/mlf/chart", {"include/mlf/flow", "include/mlf/chart"}},
      {"include/mlf/tool", {"include/mlf/flow", "include/mlf/tool"}},
      {"flow", {"include/mlf/flow", "flow"}},
      {"table", {"include/mlf/flow", "include/mlf/table", "table"}},
      {"components/logic",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "flow/base",
        "components/logic"}},
      {"components/score",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "flow/base",
        "components/score"}},
      {"components/skills",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "flow/base",
        "components/skills"}},
      {"nodes",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "include/mlf/nodes",
        "components/logic", "nodes"}},
      {"variants", {"include/mlf", "flow/base", "variants"}},
      {"play",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "include/mlf/play",
        "play"}},
      {"bots",
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "include/mlf/play",
        "include/mlf/bots", "flow/base", "components/logic", "bots"}},
      {"server", {"include/mlf", "flow/base", "bots", "server"}},
      {"cluster", {"include/mlf", "server", "cluster"}},
      // cmake/Programs.cmake links each tool with the tools in its row.
      {"tools/console", {"include/mlf", "flow/base", "tools/console"}},
      {"tools/kit",
       {"include/mlf", "flow/base", "components/logic", "bots", "tools/console", "tools/kit"}},
      {"tools/chart", {"include/mlf", "flow/base", "tools/console", "tools/chart"}},
      {"tools/play",
       {"include/mlf", "flow/base", "bots", "tools/console", "tools/chart", "tools/play"}},
      {"tools/flowviz",
       {"include/mlf", "flow/base", "flow/record", "tools/console", "tools/kit", "tools/chart",
        "tools/flowviz"}},
      {"tools/mjai", {"include/mlf", "bots", "tools/console", "tools/kit", "tools/mjai"}},
      {"tools/mlf",
       {"include/mlf", "flow/base", "components/logic", "bots", "server/fair", "tools/console",
        "tools/kit", "tools/chart", "tools/play", "tools/mjai", "tools/mlf"}},
      {"tools/tool", {"include/mlf", "tools/mlf", "tools/flowviz", "tools/tool"}},
      {"tools/mlf-sim",
       {"include/mlf", "server/sim", "cluster/sim", "tools/console", "tools/kit", "tools/mlf-sim"}},
      {"tools/robots",
       {"include/mlf", "flow/base", "bots", "server", "tools/console", "tools/kit",
        "tools/robots"}},
      {"tools/server",
       {"include/mlf", "server", "cluster/node", "tools/console", "tools/kit", "tools/chart",
        "tools/flowviz", "tools/server"}},
  };
  for (const auto& entry : fs::directory_iterator(test::SourcePath("tools"))) {
    if (!entry.is_directory()) continue;
    const std::string tool = "tools/" + entry.path().filename().string();
    EXPECT_TRUE(
        std::ranges::any_of(may_include, [&](const auto& row) { return row.first == tool; }))
        << tool << " has no row here";
  }
  for (const auto& [folder, allowed] : may_include) {
    for (const fs::path& path : Sources(folder)) {
      for (const std::string& included : IncludesOf(path)) {
        EXPECT_TRUE(std::ranges::any_of(
            allowed, [&](const std::string& left) { return included.starts_with(left + "/"); }))
            << fs::relative(path, MLF_SOURCE_DIR) << " includes " << included
            << ", which does not lie below it";
      }
    }
  }
}

// The headers that are installed, with the reason for each.
std::map<std::string, std::string> PublicHeaders() {
  std::map<std::string, std::string> reasons;
  std::istringstream lines(test::ReadText(test::SourcePath("cmake/public_headers.txt")));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t header = line.find("mlf/");
    reasons[line.substr(header)] = line.substr(0, line.find(' '));
  }
  return reasons;
}

TEST(PublicHeaders, ThePagesListThemByReason) {
  const auto reasons = PublicHeaders();
  EXPECT_GT(reasons.size(), 50u);
  const std::regex row("^\\| `(mlf/[a-z]+/)` \\| (.*) \\|$"), name("`([a-z_]+\\.h)`");
  for (const char* language : {"en", "zh"}) {
    std::map<std::string, std::string> listed;
    int section = -1;
    std::istringstream lines(
        test::ReadText(test::SourcePath(std::string("docs/") + language + "/headers.md")));
    for (std::string line; std::getline(lines, line);) {
      std::smatch folder;
      if (line.starts_with("## ")) ++section;
      if (!std::regex_match(line, folder, row)) continue;
      ASSERT_TRUE(section >= 0 && section < 3) << line;
      const std::string text = folder[2].str();
      for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it)
        listed[folder[1].str() + (*it)[1].str()] =
            std::array{"call", "derive", "include"}[static_cast<std::size_t>(section)];
    }
    EXPECT_EQ(listed, reasons) << language;
  }
}

TEST(PublicHeaders, TheyIncludeNoOthers) {
  const auto reasons = PublicHeaders();
  for (const auto& [header, reason] : reasons) {
    const fs::path path = test::SourcePath("include/" + header);
    ASSERT_TRUE(fs::exists(path)) << header;
    for (const std::string& included : IncludesOf(path)) {
      ASSERT_TRUE(included.starts_with("include/")) << header << " includes " << included;
      EXPECT_TRUE(reasons.contains(included.substr(8)))
          << header << " is installed and includes " << included << ", which is not";
    }
  }
}

TEST(Layers, NoFolderIncludesItselfByWayOfOthers) {
  std::map<std::string, std::set<std::string>> includes;
  for (const char* top : {"include/mlf", "flow", "table", "components", "nodes", "variants", "play",
                          "bots", "server", "cluster", "tools"}) {
    for (const fs::path& path : Sources(top)) {
      const std::string folder = FolderOf(fs::relative(path, MLF_SOURCE_DIR).string());
      for (const std::string& included : IncludesOf(path)) {
        if (FolderOf(included) != folder) includes[folder].insert(FolderOf(included));
      }
    }
  }
  ASSERT_TRUE(includes.contains("flow/run"));
  // Repeatedly removes folders without remaining includes. What is left contains a cycle.
  for (bool taken = true; taken;) {
    taken = false;
    for (auto it = includes.begin(); it != includes.end();) {
      std::erase_if(it->second,
                    [&](const std::string& folder) { return !includes.contains(folder); });
      taken = taken || it->second.empty();
      it = it->second.empty() ? includes.erase(it) : std::next(it);
    }
  }
  for (const auto& [folder, included] : includes)
    ADD_FAILURE() << folder << " lies in a circle of includes, by " << *included.begin();
}

TEST(Layers, BoostGraphStaysInTheEngineAndTheCharts) {
  for (const char* folder : {"include", "flow", "table", "components", "nodes", "variants", "play",
                             "bots", "server", "cluster", "tools"}) {
    for (const fs::path& path : Sources(folder)) {
      const std::string name = fs::relative(path, MLF_SOURCE_DIR).string();
      if (test::ReadText(path).find("#include <boost/graph/") == std::string::npos) continue;
      EXPECT_TRUE(name == "include/mlf/flow/boost_graph.h" ||
                  (name.starts_with("flow/") && name.ends_with(".cc")) ||
                  name.starts_with("tools/chart/") || name.starts_with("tools/flowviz/"))
          << name;
    }
  }
}

// components/logic holds LogicComponents and components/score ScoreComponents. A part is found by
// its description in the source.
TEST(Layers, ComponentsAreWhatTheirFolderSays) {
  static const std::regex info(R"re("([a-z][a-z0-9_]*)",\s*\d+,\s*")re");
  const std::vector<std::pair<std::string, std::vector<PartKind>>> folders = {
      {"components/logic", {PartKind::kLogic}},
      {"components/score", {PartKind::kScore}},
      {"components/skills", {PartKind::kLogic}},
      {"include/mlf/components", {PartKind::kLogic, PartKind::kScore}},
      {"include/mlf/nodes", {PartKind::kNode}},
      {"nodes", {PartKind::kNode, PartKind::kLogic}},  // a condition may stand beside its node
      {"flow/build", {PartKind::kLogic}}};
  std::set<std::string> found;
  for (const auto& [folder, kinds] : folders) {
    for (const fs::path& path : Sources(folder)) {
      const std::string text = test::ReadText(path);
      for (std::sregex_iterator it(text.begin(), text.end(), info), end; it != end; ++it) {
        const Registry::Entry* entry = AllParts().Find((*it)[1].str());
        if (entry == nullptr) continue;
        found.insert((*it)[1].str());
        EXPECT_NE(std::ranges::find(kinds, entry->kind), kinds.end())
            << entry->info.id << " is a " << PartKindName(entry->kind) << ", in "
            << fs::relative(path, MLF_SOURCE_DIR);
      }
    }
  }
  for (const Registry::Entry* entry : AllParts().All())
    EXPECT_TRUE(found.contains(std::string(entry->info.id))) << entry->info.id << " was not found";
}

// Nodes and components change the table with the verbs of <mlf/table/board.h>.
TEST(Layers, NodesAndComponentsWriteTheTableByItsVerbs) {
  static const std::regex open_slots(
      R"re(OpenTableSlots|MoveAccess|[^d]Slot<\s*(table::)?(Board|Match)\s*>)re");
  for (const char* folder : {"components", "nodes"}) {
    for (const fs::path& path : Sources(folder)) {
      const std::string text = test::ReadText(path);
      std::smatch found;
      EXPECT_FALSE(std::regex_search(text, found, open_slots))
          << fs::relative(path, MLF_SOURCE_DIR) << " has \"" << found.str()
          << "\": take table::TableSlots, and change the table by the verbs of its moves";
    }
  }
}

// The verbs of <mlf/table/staging.h> bring tiles onto the table. ReadState makes a position with
// them, and a trial changes a copy; a step moves tiles by the verbs of its moves.
TEST(Layers, NodesAndComponentsStageOnlyPositionsAndCopies) {
  const std::set<std::string> trials = {"components/score/ready_check.cc"};
  for (const char* folder :
       {"include/mlf/components", "include/mlf/nodes", "components", "nodes"}) {
    for (const fs::path& path : Sources(folder)) {
      const std::string text = test::ReadText(path);
      if (text.find("staging(") == std::string::npos && text.find("Staging(") == std::string::npos)
        continue;
      const std::string name = fs::relative(path, MLF_SOURCE_DIR).string();
      EXPECT_TRUE(trials.contains(name) ||
                  text.find(" ReadState(Records& records,") != std::string::npos)
          << name << " stages tiles, but reads no position and is no trial on a copy";
    }
  }
}

TEST(Layers, NoSharedPartKnowsAVariant) {
  for (const char* folder :
       {"include/mlf/flow", "include/mlf/table", "include/mlf/components", "flow", "table",
        "components", "nodes", "play", "bots", "server", "cluster"}) {
    for (const fs::path& path : Sources(folder)) {
      const std::string text = test::ReadText(path);
      for (const std::string& id : VariantIds()) {
        EXPECT_EQ(text.find('"' + id + '"'), std::string::npos)
            << fs::relative(path, MLF_SOURCE_DIR) << " names the variant " << id;
      }
    }
  }
}

TEST(Layers, EveryFolderSaysWhatLivesInIt) {
  for (const char* folder : {"include",
                             "flow",
                             "table",
                             "nodes",
                             "components",
                             "components/logic",
                             "components/score",
                             "variants",
                             "play",
                             "bots",
                             "server",
                             "cluster",
                             "graphs",
                             "tests",
                             "tools",
                             "tools/chart",
                             "tools/flowviz",
                             "tools/mlf",
                             "tools/kit",
                             "tools/console",
                             "tools/play",
                             "bench",
                             "fuzz",
                             "docs",
                             "deploy",
                             "examples"}) {
    const std::string text = test::ReadText(test::SourcePath(folder) / "README.md");
    EXPECT_FALSE(text.empty()) << folder;
  }
}

}  // namespace
}  // namespace mlf
