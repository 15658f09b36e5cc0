// DataFolder: the folder that holds everything of one server: its database, its key, its lock.
#pragma once

#include "server/journal/journal.h"
#include "server/journal/run_mark.h"
#include "server/journal/seal.h"
#include "server/journal/storage.h"

#include <mlf/flow/result.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

// Faults: D04 the folder cannot be used, D05 another process uses it, D06 the key cannot be used,
// D15 its database is lost.
class DataFolder {
 public:
  // Makes the folder, of mode 700, and locks it for this process. A folder that has been in use and
  // has no database, or an empty one, is refused: it would begin anew without a word.
  static Result<std::unique_ptr<DataFolder>> Open(const std::string& path);
  ~DataFolder();
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string database() const { return path_ + "/mlf.db"; }
  const RunMark& mark() const { return mark_; }

  // Takes the secret key from `text` (64 hex digits, from MLF_KEY), else from `file`, else from the
  // file "key" in the folder. A new folder gets a new key. A key file needs mode 600.
  Result<SecretKey> Key(const std::optional<std::string>& text, const std::string& file,
                        Entropy& entropy) const;

 private:
  DataFolder(std::string path, int lock, int folder)
      : path_(std::move(path)), lock_(lock), folder_(folder), mark_(lock) {}

  std::string path_;
  int lock_, folder_;  // both locked: a deleted file `lock` lets nobody in
  RunMark mark_;
};

// The heads of the matches in play of a folder, without damaged ones. Changes nothing, and a server
// may be using the folder. Faults D01 and D02 as for Storage::Open.
Result<std::vector<std::pair<std::string, MatchHead>>> MatchesInPlay(const std::string& path);

}  // namespace mlf::server
