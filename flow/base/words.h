// Words of messages and of texts that are read: joined, quoted, nearest to a misspelt one, and as
// numbers.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace mlf {

// "a, b, c"
template <typename Words>
std::string Join(const Words& words, std::string_view between = ", ") {
  std::string text;
  bool first = true;
  for (const std::string_view word : words) {
    if (!first) text += between;
    first = false;
    text += word;
  }
  return text;
}

std::string Quoted(std::string_view text);

// The word of `known` nearest to `word` by edit distance (neighbours exchanged count once; letter
// case and - for _ not at all), or nothing when none is near enough to be a misspelling.
std::string Nearest(const std::string& word, const std::vector<std::string>& known);
// " (did you mean \"x\"?)" or nothing.
std::string DidYouMean(const std::string& word, const std::vector<std::string>& known);

// The whole of `word` as a number of T, or nothing: no sign but "-", no space, nothing beyond T.
template <typename T>
std::optional<T> ParseNumber(std::string_view word, int base = 10) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace mlf
