// WriteBytes: a file is written whole or not at all. The bytes go to a name of their own in the
// same folder, to the disk, and then take the place of what stood there; a full disk or a power cut
// leaves the old file as it was. Every program writes its files so; only a journal, which grows
// while a game is played, is appended to.
#pragma once

#include <mlf/flow/result.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace mlf::tools {

// Makes the folders above `path`. What is no plain file (a pipe, /dev/stdout) is written to as it
// stands, and "-" is standard output. Answers the number of bytes, or F02 with the path and what
// the system said.
Result<std::size_t> WriteBytes(const std::string& path, std::string_view bytes);

}  // namespace mlf::tools
