// Texts written by people: names and chat.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

// `text` in NFC, of 1 to `most` characters (Unicode code points), without control characters.
// Nothing if it is not UTF-8 or breaks a limit.
std::optional<std::string> CleanText(std::string_view text, std::size_t most);

}  // namespace mlf::server
