#include "tools/kit/yaml.h"

#include <yaml-cpp/yaml.h>

namespace mlf::tools {

std::string YamlText(std::string_view text) {
  YAML::Emitter out;
  out << YAML::DoubleQuoted << std::string(text);
  return out.c_str();
}

}  // namespace mlf::tools
