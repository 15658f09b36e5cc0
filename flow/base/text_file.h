// Reading whole text files.
#pragma once

#include <mlf/flow/result.h>

#include <cstddef>
#include <string>

namespace mlf {

// Returns the first `most` bytes of a regular file, or fault Y01 with the path. A folder, pipe or
// device is refused without opening it, because opening a pipe may block.
Result<std::string> ReadTextFile(const std::string& path, std::size_t most);

}  // namespace mlf
