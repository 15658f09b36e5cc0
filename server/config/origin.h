// Origins: the sites whose pages may open a WebSocket. A browser names the site of a page in the
// field Origin; other programs leave it out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

// "https://tables.example.org:8443" in lower case and without the usual port of its scheme. Nothing
// for what no browser would write: another scheme, a path, a name without scheme.
std::optional<std::string> NormalOrigin(std::string_view text);

// Whether a page of `origin` may open a WebSocket at `host` ("name:port"). It may where both have
// one host name, at whichever ports and with or without TLS, and where `allowed` has its origin
// or "*".
bool MayConnect(std::string_view origin, std::string_view host,
                const std::vector<std::string>& allowed);

}  // namespace mlf::server
