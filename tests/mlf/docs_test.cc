// Code in documents matches its source: C++ from examples/embed, YAML from xueliu.
#include "cli.h"

#include <gtest/gtest.h>

#include <sstream>

namespace mlf::test {
namespace {

std::string Source(const std::string& path) {
  return ReadText(std::string(MLF_SOURCE_DIR) + "/" + path);
}

// The lines of all ```<language> blocks of a document, without comments after "  #".
std::vector<std::string> Lines(const std::string& text, const std::string& language) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```" + language;
    } else if (inside) {
      line = line.substr(0, line.find("  #"));
      lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
  }
  return lines;
}

TEST(Documents, TheirLinesAreInTheSources) {
  struct Case {
    const char* document;
    const char* language;
    const char* source;
  };
  const Case cases[] = {
      {"README.md", "cpp", "examples/embed/main.cc"},
      {"README.zh-CN.md", "cpp", "examples/embed/main.cc"},
      {"README.md", "yaml", "variants/xueliu/variant.yaml"},
      {"README.zh-CN.md", "yaml", "variants/xueliu/variant.yaml"},
  };
  for (const Case& row : cases) {
    const std::string source = Source(row.source);
    const std::vector<std::string> lines = Lines(Source(row.document), row.language);
    EXPECT_GT(lines.size(), 4u) << row.document;
    for (const std::string& line : lines)
      EXPECT_NE(source.find(line), std::string::npos) << row.document << ": " << line;
  }
}

TEST(Documents, ExcerptsOfTheVariantPage) {
  const std::string source = Source("variants/xueliu/variant.yaml");
  const std::string page = Source("docs/en/variants.md");
  const std::size_t patch = page.find("```yaml\nid: short_xueliu");
  ASSERT_NE(patch, std::string::npos);
  for (const std::string& line : Lines(page.substr(0, patch), "yaml"))
    EXPECT_NE(source.find(line), std::string::npos) << line;

  std::string example;
  for (const std::string& line : Lines(page.substr(patch), "yaml")) example += line + "\n";
  const std::string file = TempFile("short.yaml");
  WriteText(file, example);
  const Ran ran = Mlf({"play", file, "--bots", "4", "--seed", "1"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("hand 2 is over"), std::string::npos);
  EXPECT_EQ(ran.out.find("hand 3 starts"), std::string::npos) << "the patch says two hands";
}

}  // namespace
}  // namespace mlf::test
