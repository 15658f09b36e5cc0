// The reader of golden files: a run that rewrites them creates missing ones and passes.
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include <unistd.h>

namespace mlf::test {
namespace {

TEST(Golden, TheRunThatRenewsAlsoMakesTheFile) {
  const char* before = std::getenv("MLF_UPDATE_GOLDEN");
  const std::optional<std::string> outer =
      before == nullptr ? std::nullopt : std::optional<std::string>(before);
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / ("mlf_golden_" + std::to_string(::getpid()));
  const std::filesystem::path file = folder / "new" / "golden.txt";
  ::unsetenv("MLF_UPDATE_GOLDEN");
  EXPECT_EQ(Golden(file, "now\n"), "") << "nothing is noted, and nothing is written unasked";
  EXPECT_FALSE(std::filesystem::exists(file));
  ::setenv("MLF_UPDATE_GOLDEN", "1", 1);
  EXPECT_EQ(Golden(file, "now\n"), "now\n");
  ::unsetenv("MLF_UPDATE_GOLDEN");
  EXPECT_EQ(Golden(file, "later\n"), "now\n") << "what was written";
  if (outer) ::setenv("MLF_UPDATE_GOLDEN", outer->c_str(), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mlf::test
