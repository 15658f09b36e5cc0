// Words in messages and inputs: joining, quoting, nearest match, parsing numbers.
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

// Appends `c`, a control character as its escape: \n, \x1B.
void AppendVisible(std::string& out, char c);

std::string Quoted(std::string_view text);

// The word of `known` nearest to `word` by edit distance, or empty if none is close enough to be a
// misspelling. Swapped neighbours count once; letter case and '-' versus '_' do not count.
std::string Nearest(const std::string& word, const std::vector<std::string>& known);
// " (did you mean \"x\"?)" or nothing.
std::string DidYouMean(const std::string& word, const std::vector<std::string>& known);

// Parses all of `word` as a T. No sign but "-", no spaces, no overflow.
template <typename T>
std::optional<T> ParseNumber(std::string_view word, int base = 10) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace mlf
