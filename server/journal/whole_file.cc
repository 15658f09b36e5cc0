#include "server/journal/whole_file.h"

#include "server/journal/open_file.h"

#include <cstdio>

namespace mlf::server {

bool SyncFolder(const std::string& path) {
  const OpenFile folder(path, O_RDONLY | O_DIRECTORY);
  return folder.ok() && ::fsync(folder.get()) == 0;
}

bool ReplaceFile(const std::string& path, const std::string& text) {
  const std::string part = path + ".part";
  ::unlink(part.c_str());
  const OpenFile file(part, O_WRONLY | O_CREAT | O_EXCL, 0600);
  const std::size_t slash = path.rfind('/');
  return file.ok() &&
         ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
         ::fsync(file.get()) == 0 && std::rename(part.c_str(), path.c_str()) == 0 &&
         SyncFolder(slash == std::string::npos ? "." : path.substr(0, slash + 1));
}

}  // namespace mlf::server
