// Files of tests.
#pragma once

#include <filesystem>
#include <string>

namespace mlf::test {

// A file of the source tree: SourcePath("docs/scenarios.md").
std::filesystem::path SourcePath(const std::string& below);
// What stands in the file; the test fails where there is none.
std::string ReadText(const std::filesystem::path& file);
// Makes the folders above it too.
void WriteText(const std::filesystem::path& file, const std::string& text);

}  // namespace mlf::test
