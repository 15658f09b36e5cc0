// Files that hold a secret.
#pragma once

#include <mlf/flow/result.h>

#include <string>

namespace mlf::server {

// Returns the content without its line end. Fault S06: the file cannot be read or is empty, or
// `is_private` is set and others may read it.
Result<std::string> ReadSecretFile(const std::string& path, bool is_private);

}  // namespace mlf::server
