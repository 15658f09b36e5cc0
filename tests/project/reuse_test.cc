// The size of each variant: lines of YAML and C++, parts it uses, parts that only it uses. The test
// prints the table; no variant has C++ of its own.
#include <mlf/flow/registry.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace mlf {
namespace {

namespace fs = std::filesystem;
// Lines that are neither blank nor comments.
int Lines(const std::string& text, const std::string& comment) {
  int lines = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string::npos && line.compare(first, comment.size(), comment) != 0) ++lines;
  }
  return lines;
}

struct Measure {
  int yaml = 0;
  int cpp = 0;
  std::set<std::string> parts;  // under any options
};

void AddParts(const Variant& variant, const OptionValues& options, std::set<std::string>& parts) {
  const auto flow = variant.Build(options, AllParts(), &table::TileText());
  ASSERT_TRUE(flow) << FaultText(flow.faults());
  parts.insert((*flow)->part_ids().begin(), (*flow)->part_ids().end());
}

Measure MeasureOf(const std::string& id) {
  Measure measure;
  for (const auto& entry : fs::directory_iterator(test::SourcePath("variants/" + id))) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".yaml") measure.yaml += Lines(test::ReadText(entry.path()), "#");
    if (ending == ".cc" || ending == ".h") measure.cpp += Lines(test::ReadText(entry.path()), "//");
  }
  const auto variant = OpenVariant(id);
  EXPECT_TRUE(variant.ok()) << id;
  if (!variant) return measure;
  AddParts(*variant, {}, measure.parts);
  for (const OptionDecl& option : variant->options()) {
    std::vector<std::string> values = option.values;
    if (option.type == OptionDecl::Type::kBool) values = {"on", "off"};
    for (const std::string& value : values) {
      OptionValues options = variant->Beside(option, value);
      options[option.name] = value;
      AddParts(*variant, options, measure.parts);
    }
  }
  return measure;
}

TEST(Reuse, IsMeasured) {
  std::map<std::string, Measure> all;
  std::map<std::string, int> users;
  for (const std::string& id : VariantIds()) {
    all[id] = MeasureOf(id);
    for (const std::string& part : all[id].parts) ++users[part];
  }
  std::printf("%-16s %6s %6s %6s  %s\n", "variant", "yaml", "c++", "parts", "used by nobody else");
  for (const auto& [id, measure] : all) {
    std::string own;
    for (const std::string& part : measure.parts) {
      if (users[part] == 1) own += " " + part;
    }
    std::printf("%-16s %6d %6d %6zu %s\n", id.c_str(), measure.yaml, measure.cpp,
                measure.parts.size(), own.c_str());
    EXPECT_EQ(measure.cpp, 0) << id << " has C++ of its own";
    EXPECT_GT(measure.parts.size(), 10u) << id;
  }
}

// The loader turns options into parameters; shared code never reads options.
TEST(Reuse, NoPartReadsAnOption) {
  for (const char* folder : {"components", "include/mlf/nodes", "nodes"}) {
    for (const auto& entry : fs::recursive_directory_iterator(test::SourcePath(folder))) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".h" && ending != ".cc") continue;
      const std::string text = test::ReadText(entry.path());
      for (const char* asks : {".options()", "->options()", "OptionDecl", "OptionValues",
                               "FindOption", "flow.name()", "flow().name()"}) {
        EXPECT_EQ(text.find(asks), std::string::npos)
            << fs::relative(entry.path(), MLF_SOURCE_DIR) << " asks for " << asks;
      }
    }
  }
}

}  // namespace
}  // namespace mlf
