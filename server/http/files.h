// The files that are embedded in the program: the page, and the descriptions of the protocols.
#pragma once

#include <string_view>

namespace mlf::server {

// A file of the page, such as "index.html"; empty if there is none. The page is web/dist, or
// server/http/page if web/dist was not built.
std::string_view PageFile(std::string_view name);
// A file of docs/protocol, such as "openapi.json"; empty if there was none when this was built.
std::string_view ProtocolFile(std::string_view name);

}  // namespace mlf::server
