// Files of tests.
#pragma once

#include <filesystem>
#include <string>

namespace mlf::test {

// A file of the source tree: SourcePath("docs/en/scenarios.md").
std::filesystem::path SourcePath(const std::string& below);
// What stands in the file; the test fails where there is none.
std::string ReadText(const std::filesystem::path& file);
// What a golden file holds; nothing where there is none. A run with MLF_UPDATE_GOLDEN=1 first
// writes `now` into it.
std::string Golden(const std::filesystem::path& file, const std::string& now);
// Whether this run renews golden files.
bool UpdatesGolden();
// Makes the folders above it too.
void WriteText(const std::filesystem::path& file, const std::string& text);

}  // namespace mlf::test
