// What --version prints.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

// "mlf 0.2.0"
std::string VersionLine(std::string_view program);

}  // namespace mlf::tools
