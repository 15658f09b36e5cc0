#include "server/config/secret_file.h"
#include "flow/base/text_file.h"

#include <sys/stat.h>

namespace mlf::server {

Result<std::string> ReadSecretFile(const std::string& path, bool is_private) {
  Result<std::string> read = ReadTextFile(path, 1 << 16);  // chains of certificates too
  if (!read) return read.faults();
  struct stat status{};
  if (is_private && (stat(path.c_str(), &status) != 0 || (status.st_mode & 077) != 0))
    return Fault{"S06", {}, path + " may be read by others; it needs mode 600: chmod 600 " + path};
  std::string secret = *std::move(read);
  while (secret.ends_with('\n') || secret.ends_with('\r')) secret.pop_back();
  if (secret.empty()) return Fault{"S06", {}, path + " is empty; it holds a secret"};
  return secret;
}

}  // namespace mlf::server
