// Files that hold a secret.
#pragma once

#include <mlf/flow/result.h>

#include <string>

namespace mlf::server {

// The content without a line end behind it. Faults: S06 it cannot be read, is empty, or
// `is_private` and others may read it.
Result<std::string> ReadSecretFile(const std::string& path, bool is_private);

}  // namespace mlf::server
