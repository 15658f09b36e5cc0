// WriteBytes: writes a file completely or not at all. The bytes go to a temporary file in the same
// folder, are synced to disk, and then replace the old file. A full disk or a power cut leaves the
// old file unchanged. All programs write files this way. Only journals are appended to.
#pragma once

#include <mlf/flow/result.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace mlf::tools {

// Creates the folders above `path`. A pipe or device is written to directly, and "-" is standard
// output. Returns the number of bytes, or F02 with the path and the system's message.
Result<std::size_t> WriteBytes(const std::string& path, std::string_view bytes);

}  // namespace mlf::tools
