#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace mlf::test {

std::filesystem::path SourcePath(const std::string& below) {
  return std::filesystem::path(MLF_SOURCE_DIR) / below;
}

std::string ReadText(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

bool UpdatesGolden() { return std::getenv("MLF_UPDATE_GOLDEN") != nullptr; }

std::string Golden(const std::filesystem::path& file, const std::string& now) {
  if (UpdatesGolden()) WriteText(file, now);
  return std::filesystem::exists(file) ? ReadText(file) : std::string();
}

void WriteText(const std::filesystem::path& file, const std::string& text) {
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace mlf::test
