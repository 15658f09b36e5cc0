// UTF-8 as in RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace mlf {

// A byte that continues a character.
constexpr bool IsUtf8Middle(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The length of the character at `at` (1..4), or 0 if it is invalid: Unicode 15, table 3-7.
constexpr std::size_t Utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) -> unsigned {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u;
  };
  const auto within = [&](std::size_t k, unsigned low, unsigned high) {
    return byte(k) >= low && byte(k) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return within(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;   // no overlong forms
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;  // no surrogates
    return within(1, low, high) && within(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;  // no more than U+10FFFF
    return within(1, low, high) && within(2, 0x80, 0xBF) && within(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

// The same for texts that may be anything: an invalid byte is a character of its own.
constexpr std::size_t Utf8Step(std::string_view text, std::size_t at) {
  return std::max<std::size_t>(1, Utf8Length(text, at));
}

constexpr bool IsUtf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = Utf8Length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

// The start of `text`, `most` bytes at most; a character stays whole.
constexpr std::string_view Utf8Start(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && IsUtf8Middle(text[most])) --most;
  return text.substr(0, most);
}

}  // namespace mlf
