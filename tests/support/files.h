// Files used by tests.
#pragma once

#include <filesystem>
#include <string>

namespace mlf::test {

// A file of the source tree: SourcePath("docs/en/scenarios.md").
std::filesystem::path SourcePath(const std::string& below);
// The content of the file; the test fails if it does not exist.
std::string ReadText(const std::filesystem::path& file);
// The content of a golden file; empty if it does not exist. With MLF_UPDATE_GOLDEN=1 `now` is
// written first.
std::string Golden(const std::filesystem::path& file, const std::string& now);
// This run rewrites golden files.
bool UpdatesGolden();
// Creates the folders above it.
void WriteText(const std::filesystem::path& file, const std::string& text);

}  // namespace mlf::test
