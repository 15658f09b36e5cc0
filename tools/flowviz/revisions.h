// Variants as commits of a git repository and its working tree have them.
#pragma once

#include <mlf/flow/result.h>

#include <string>
#include <utility>
#include <vector>

namespace mlf::tools {

// A folder that is gone with this object.
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

// "BASE..HEAD", where nothing behind the dots is HEAD, or "BASE" alone: that commit and the working
// tree, which is the empty text.
Result<std::pair<std::string, std::string>> ReadRange(const std::string& range);
// The variants of `folder` at `revision`: its yaml files are written below `to`, which then holds
// <id>/variant.yaml. The ids, sorted.
Result<std::vector<std::string>> CheckOut(const std::string& revision, const std::string& folder,
                                          const std::string& to);
// The variants of `folder` as it is: the ids of its folders with a variant.yaml, sorted.
Result<std::vector<std::string>> VariantsIn(const std::string& folder);

}  // namespace mlf::tools
