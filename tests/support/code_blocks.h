// The code of a Markdown page.
#pragma once

#include <string>
#include <vector>

namespace mlf::test {

// The contents of all ```language blocks, in order.
std::vector<std::string> CodeBlocks(const std::string& page, const std::string& language);

}  // namespace mlf::test
