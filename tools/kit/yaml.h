// YamlText: text as it stands in YAML.
#pragma once

#include <string>
#include <string_view>

namespace mlf::tools {

// A scalar in double quotes, which holds whatever a person types and is never a number or a switch.
std::string YamlText(std::string_view text);

}  // namespace mlf::tools
