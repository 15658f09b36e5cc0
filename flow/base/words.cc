#include "flow/base/words.h"
#include "flow/base/utf8.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace mlf {

namespace {

// Longer words are not misspellings, and the distance is quadratic.
constexpr std::size_t kLongestWord = 64;

// The characters of `word`, one number each. Letter case, '-' and '_' are folded, because people
// confuse them. An invalid UTF-8 byte counts as one character, so any text can be compared.
std::u32string Characters(const std::string& word) {
  std::u32string result;
  for (std::size_t i = 0; i < word.size();) {
    const std::size_t length = Utf8Step(word, i);
    char32_t character = 0;
    for (std::size_t k = 0; k < length; ++k)
      character = (character << 8) | static_cast<unsigned char>(word[i + k]);
    if (character >= 'A' && character <= 'Z') character += 'a' - 'A';
    if (character == '-') character = '_';
    result.push_back(character);
    i += length;
  }
  return result;
}

// Optimal string alignment distance: inserting, deleting or changing a character, or swapping two
// neighbours, costs one.
std::size_t Distance(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

void AppendVisible(std::string& out, char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (c == '\n') {
    out += "\\n";
  } else if (byte < 0x20 || byte == 0x7F) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02X", unsigned{byte});
    out += escape;
  } else {
    out += c;
  }
}

std::string Quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string Nearest(const std::string& word, const std::vector<std::string>& known) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::u32string wanted = Characters(word);
  const std::string* best = nullptr;
  // Smaller is nearer. Among equal distances, prefer the same first character: people rarely
  // mistype it.
  std::size_t best_rank = ~std::size_t{0};
  for (const std::string& candidate : known) {
    if (candidate.empty() || candidate.size() > kLongestWord) continue;
    const std::u32string have = Characters(candidate);
    // Allows one error in words of two to four characters, two up to seven, three beyond.
    const std::size_t allowed =
        std::min<std::size_t>(3, (std::max(wanted.size(), have.size()) + 1) / 3);
    const std::size_t distance = Distance(wanted, have);
    if (distance > allowed) continue;
    const std::size_t rank = 2 * distance + (wanted[0] == have[0] ? 0 : 1);
    if (rank < best_rank) {
      best_rank = rank;
      best = &candidate;
    }
  }
  return best == nullptr ? std::string() : *best;
}

std::string DidYouMean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = Nearest(word, known);
  return near.empty() ? "" : " (did you mean " + Quoted(near) + "?)";
}

}  // namespace mlf
