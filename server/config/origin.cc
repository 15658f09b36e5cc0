#include "server/config/origin.h"

#include <algorithm>

namespace mlf::server {
namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return lower;
}

// "name:port" or "[::1]:port", in its parts; an empty name if it is none of them.
struct Authority {
  std::string name, port;
};
Authority ReadAuthority(std::string_view text) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return {};
  const std::size_t colon = text.find(':', bracket);
  const std::string_view port = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
           c == '[' || c == ']' || c == ':';
  };
  const std::string name = Lower(text.substr(0, colon));
  const bool digits = port.find_first_not_of("0123456789") == std::string_view::npos;
  if (name.empty() || !std::ranges::all_of(name, plain) || !digits || port.size() > 5) return {};
  return {name, std::string(port)};
}

// An origin in its parts; an empty name if it is none.
Authority ReadOrigin(std::string_view text, std::string& scheme) {
  const std::string lower = Lower(text);
  for (const char* known : {"http://", "https://"}) {
    if (!lower.starts_with(known)) continue;
    scheme = known;
    Authority authority = ReadAuthority(std::string_view(lower).substr(scheme.size()));
    if (authority.port == (scheme == "http://" ? "80" : "443")) authority.port.clear();
    return authority;
  }
  return {};
}

}  // namespace

std::optional<std::string> NormalOrigin(std::string_view text) {
  std::string scheme;
  const Authority authority = ReadOrigin(text, scheme);
  if (authority.name.empty()) return std::nullopt;
  return scheme + authority.name + (authority.port.empty() ? "" : ":" + authority.port);
}

bool MayConnect(std::string_view origin, std::string_view host,
                const std::vector<std::string>& allowed) {
  const auto normal = NormalOrigin(origin);
  std::string scheme;
  const std::string name = ReadOrigin(origin, scheme).name;
  if (!name.empty() && name == ReadAuthority(host).name) return true;
  return std::ranges::any_of(allowed, [&](const std::string& one) {
    return one == "*" || (normal && normal == NormalOrigin(one));
  });
}

}  // namespace mlf::server
