// Texts that people write: names and what they say.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

// `text` in NFC, of 1 to `most` characters (Unicode code points) and without control characters;
// nothing where it is not UTF-8 or does not fit.
std::optional<std::string> CleanText(std::string_view text, std::size_t most);

}  // namespace mlf::server
