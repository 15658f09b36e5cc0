// Each test that docs/en/server.md and its Chinese counterpart name exists.
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

namespace mlf {
namespace {

// "Limits.PingsAndIdleClients", without what precedes the suite of a parameterized test.
std::set<std::string> TestsNamedIn(const std::string& document) {
  static const std::regex name(R"(`(?:[A-Za-z]+/)?([A-Z][A-Za-z]*\.[A-Z][A-Za-z0-9]*)`)");
  const std::string text = test::ReadText(test::SourcePath(document));
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it)
    found.insert((*it)[1]);
  return found;
}

std::set<std::string> AllTests() {
  static const std::regex declared(R"(\nTEST(?:_F|_P)?\((\w+),\s*(\w+)\))");
  std::set<std::string> found;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::SourcePath("tests"))) {
    const std::string path = entry.path().string();
    if (!path.ends_with("_test.cc") && !path.ends_with("_contract.h")) continue;
    const std::string text = test::ReadText(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), declared), end; it != end; ++it)
      found.insert((*it)[1].str() + "." + (*it)[2].str());
  }
  return found;
}

TEST(ServerDocument, TheTestsThatItNamesExist) {
  const std::set<std::string> all = AllTests();
  const std::set<std::string> english = TestsNamedIn("docs/en/server.md");
  EXPECT_GT(english.size(), 10u);
  EXPECT_EQ(english, TestsNamedIn("docs/zh/server.md"));
  for (const std::string& name : english) EXPECT_TRUE(all.contains(name)) << name;
}

}  // namespace
}  // namespace mlf
