// Files of pages, embedded in the program.
#pragma once

#include <string_view>

namespace mlf::tools {

// Of page/, by name, such as "page.js"; empty if absent.
std::string_view PageFile(std::string_view name);

// "replay.html" of web/dist; empty if the program was built without node.
std::string_view WebFile(std::string_view name);

}  // namespace mlf::tools
