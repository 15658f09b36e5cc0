// The program mlf-robots.
#pragma once

#include "tools/console/console.h"

#include <string>
#include <vector>

namespace mlf::robots {

// Exit statuses: 0 no fault, 1 a fault was seen or nobody could play, 2 wrong options or config.
int Run(const std::vector<std::string>& args, const tools::Console& console);

}  // namespace mlf::robots
