// Files that are written as a whole: a reader finds the old content or the new one, also after a
// power cut.
#pragma once

#include <string>

namespace mlf::server {

// Puts `text` into the file at `path`, of mode 600, by way of PATH.part. False: errno says why, and
// the old file stays.
bool ReplaceFile(const std::string& path, const std::string& text);

// Makes the entries of a folder durable.
bool SyncFolder(const std::string& path);

}  // namespace mlf::server
