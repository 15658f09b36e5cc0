// docs/{en,zh}/compatibility.md names the versions of all forms that the code has.
#include "bindings/c/mlf.h"
#include "bindings/python/core.h"
#include "flow/record/journal_form.h"
#include "server/journal/schema.h"
#include "tests/support/files.h"

#include <mlf/flow/json.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::server::test {
namespace {

// The numbers of the second column, in the table with this header.
std::vector<int> DocumentedVersions(const std::string& document, const std::string& header) {
  std::istringstream in(mlf::test::ReadText(mlf::test::SourcePath(document)));
  std::vector<int> versions;
  bool inside = false;
  static const std::regex row(R"(\| [^|]+ \| (\d+) \| .*)");
  for (std::string line; std::getline(in, line);) {
    inside = (inside && line.starts_with("|")) || line.find(header) != std::string::npos;
    std::smatch match;
    if (inside && std::regex_match(line, match, row)) versions.push_back(std::stoi(match[1]));
  }
  return versions;
}

TEST(CompatibilityTest, TheDocumentsNameTheVersionsOfTheCode) {
  const std::string open = mlf::test::ReadText(mlf::test::SourcePath("bindings/saved.h"));
  std::smatch magic;
  ASSERT_TRUE(
      std::regex_search(open, magic, std::regex(R"('m', 'l', 'f', '-', 'r', 'e', 'c', '(\d)')")));
  const std::string gateway =
      mlf::test::ReadText(mlf::test::SourcePath("server/gateway/gateway.cc"));
  std::smatch protocol;
  ASSERT_TRUE(std::regex_search(gateway, protocol, std::regex(R"("mlf\.v(\d+)\")")));
  const std::vector<int> code{journal_form::kVersion,       kJsonVersion,
                              std::stoi(magic[1]),          MLF_ABI,
                              python::ActionCode::kVersion, static_cast<int>(SchemaSteps().size()),
                              std::stoi(protocol[1])};
  EXPECT_EQ(DocumentedVersions("docs/en/compatibility.md", "| version now |"), code);
  EXPECT_EQ(DocumentedVersions("docs/zh/compatibility.md", "| 现在的版本 |"), code);
}

}  // namespace
}  // namespace mlf::server::test
