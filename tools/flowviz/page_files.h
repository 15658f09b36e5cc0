// The files of page/, held by the program.
#pragma once

#include <string_view>

namespace mlf::tools {

// By name, as "replay.js"; empty where there is none.
std::string_view PageFile(std::string_view name);

}  // namespace mlf::tools
