// Files that hold a text, read whole.
#pragma once

#include <mlf/flow/result.h>

#include <cstddef>
#include <string>

namespace mlf {

// The first `most` bytes of a regular file. Fault Y01 with the path where it cannot be read; a
// folder, a pipe or a device is refused without being opened, as a pipe may block for ever.
Result<std::string> ReadTextFile(const std::string& path, std::size_t most);

}  // namespace mlf
