// Variants as two commits of a git repository have them.
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

// "BASE..HEAD"; nothing behind the dots is HEAD.
Result<std::pair<std::string, std::string>> ReadRange(const std::string& range);
// Writes the yaml files of `folder` at `revision` below `to`, which then holds <id>/variant.yaml. The ids, sorted.
Result<std::vector<std::string>> CheckOut(const std::string& revision, const std::string& folder, const std::string& to);

}  // namespace mlf::tools
