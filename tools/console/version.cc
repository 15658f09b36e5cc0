#include "tools/console/version.h"
#include <mlf/flow/plugin.h>

namespace mlf::tools {

std::string VersionLine(std::string_view program) {
  // "engine 0.2.0 9f3c07aa12d4; ..."
  std::string_view version = AbiWord();
  version.remove_prefix(version.find(' ') + 1);
  return std::string(program) + " " + std::string(version.substr(0, version.find(' ')));
}

}  // namespace mlf::tools
