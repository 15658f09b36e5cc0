#include "tests/support/code_blocks.h"

namespace mlf::test {

std::vector<std::string> CodeBlocks(const std::string& page, const std::string& language) {
  std::vector<std::string> blocks;
  const std::string open = "```" + language + "\n";
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
    at += open.size();
    const std::size_t end = page.find("```", at);
    blocks.push_back(page.substr(at, end - at));
    at = end;
  }
  return blocks;
}

}  // namespace mlf::test
