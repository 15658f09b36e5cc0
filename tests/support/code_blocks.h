// The code of a Markdown page.
#pragma once

#include <string>
#include <vector>

namespace mlf::test {

// What stands between ```language and ```, in order.
std::vector<std::string> CodeBlocks(const std::string& page, const std::string& language);

}  // namespace mlf::test
