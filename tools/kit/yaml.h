// YamlText: text quoted for YAML.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

// A scalar in double quotes. It may hold any text and is never read as a number or a switch.
std::string YamlText(std::string_view text);

}  // namespace mlf::tools
