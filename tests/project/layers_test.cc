// The architecture, held by a test: includes point left only (flow <- table <- components <- nodes <- variants <- tools), a variant's name stands in
// no shared part, and each top folder says what lives in it.
#include <mlf/tests/support/files.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
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

TEST(Layers, IncludesPointLeftOnly) {
  const std::map<std::string, std::vector<std::string>> may_include = {
      {"flow", {"flow"}},
      {"table", {"flow", "table"}},
      {"components", {"flow", "table", "components"}},
      {"nodes", {"flow", "table", "components", "nodes"}},
  };
  const std::regex include(R"(#include\s+[<"]mlf/([a-z]+)/)");
  for (const auto& [folder, allowed] : may_include) {
    for (const fs::path& path : Sources(folder)) {
      const std::string text = test::ReadText(path);
      for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
        EXPECT_NE(std::find(allowed.begin(), allowed.end(), (*it)[1].str()), allowed.end())
            << fs::relative(path, MLF_SOURCE_DIR) << " includes <mlf/" << (*it)[1] << "/...>, which lies to its right";
      }
    }
  }
}

TEST(Layers, BoostGraphStaysInTheEngineAndTheCharts) {
  for (const char* folder : {"flow", "table", "components", "nodes", "variants", "tools"}) {
    for (const fs::path& path : Sources(folder)) {
      const std::string name = fs::relative(path, MLF_SOURCE_DIR).string();
      if (test::ReadText(path).find("#include <boost/graph/") == std::string::npos) continue;
      EXPECT_TRUE((name.starts_with("flow/") && name.ends_with(".cc")) || name.starts_with("tools/flowviz/")) << name;
    }
  }
}

TEST(Layers, NoSharedPartKnowsAVariant) {
  for (const char* folder : {"flow", "table", "components", "nodes"}) {
    for (const fs::path& path : Sources(folder)) {
      const std::string text = test::ReadText(path);
      for (const std::string& id : VariantIds()) {
        EXPECT_EQ(text.find('"' + id + '"'), std::string::npos) << fs::relative(path, MLF_SOURCE_DIR) << " names the variant " << id;
      }
    }
  }
}

TEST(Layers, EveryFolderSaysWhatLivesInIt) {
  for (const char* folder : {"flow", "table", "nodes", "components", "components/logic", "components/score", "variants", "graphs", "tests", "tools",
                             "tools/flowviz", "tools/mlf", "tools/kit", "tools/logging", "bench", "fuzz", "docs", "examples"}) {
    const std::string text = test::ReadText(test::SourcePath(folder) / "README.md");
    EXPECT_FALSE(text.empty()) << folder;
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 20) << folder << "/README.md";
  }
}

}  // namespace
}  // namespace mlf
