// The files of page/, embedded in the program.
#pragma once

#include <string_view>

namespace mlf::tools {

// By name, such as "replay.js"; empty if absent.
std::string_view PageFile(std::string_view name);

}  // namespace mlf::tools
