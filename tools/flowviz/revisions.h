// Variants of git commits and of the working tree.
#pragma once

#include <mlf/flow/result.h>

#include <string>
#include <utility>
#include <vector>

namespace mlf::tools {

// A temporary folder, removed by the destructor.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Splits "BASE..HEAD". An empty HEAD means HEAD. "BASE" alone is compared with the working tree,
// given as empty text.
Result<std::pair<std::string, std::string>> ReadRange(const std::string& range);
// Writes the yaml files of `folder` at `revision` below `to`, as <id>/variant.yaml. Returns the
// sorted ids.
Result<std::vector<std::string>> CheckOut(const std::string& revision, const std::string& folder,
                                          const std::string& to);
// The variants of `folder` in the working tree: its folders with a variant.yaml, sorted.
Result<std::vector<std::string>> VariantsIn(const std::string& folder);

}  // namespace mlf::tools
