// Texts written by people: names and chat.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

// `text` in NFC, of 1 to `most` characters (Unicode code points), without control characters, with
// something to see, and with at most kMarksInARow combining marks in a row: more of them cover the
// lines above and below. Nothing if it is not UTF-8 or breaks a limit.
std::optional<std::string> CleanText(std::string_view text, std::size_t most);
inline constexpr int kMarksInARow = 4;

// The same for a name, which is also without characters that nobody sees or that have no shape of
// their own: zero-width ones, fillers, private ones, a mark at the beginning.
std::optional<std::string> CleanName(std::string_view text, std::size_t most);

}  // namespace mlf::server
