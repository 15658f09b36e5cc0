#include "flow/base/utf8.h"
#include "tools/chart/picture.h"

#include <algorithm>

namespace mlf::tools {
namespace {

struct Glyph {
  std::string_view bytes;
  bool wide;  // about as wide as high; a line may break before it
};

std::vector<Glyph> Glyphs(std::string_view text) {
  std::vector<Glyph> glyphs;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = Utf8Step(text, at);
    glyphs.push_back({text.substr(at, size), size >= 3});
    at += size;
  }
  return glyphs;
}

}  // namespace

// Breaks `text` into lines of at most `width` columns; a wide glyph takes two. Breaks are between
// words and between Chinese characters, never before a closing mark. Then balances the lines, so
// that none has a single character.
std::vector<std::string> WrapText(std::string_view text, int width) {
  static constexpr std::string_view kClosing = "，。：；、）？！";
  std::vector<std::string> units;  // unbreakable units
  std::vector<int> widths;
  for (const Glyph& glyph : Glyphs(text)) {
    const bool closing = glyph.wide && kClosing.find(glyph.bytes) != std::string_view::npos;
    const bool joins =
        !units.empty() && (closing || (!glyph.wide && units.back().back() != ' ' &&
                                       (units.back().size() > 3 || (units.back()[0] & 0x80) == 0)));
    if (!joins) {
      units.emplace_back();
      widths.push_back(0);
    }
    units.back() += glyph.bytes;
    widths.back() += glyph.wide ? 2 : 1;
  }
  const auto break_at = [&](int limit) {
    std::vector<std::string> lines(1);
    int used = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (used > 0 && used + widths[i] > limit + 1) {
        lines.emplace_back();
        used = 0;
      }
      lines.back() += units[i];
      used += widths[i];
    }
    return lines;
  };
  std::vector<std::string> lines = break_at(width);
  for (int narrower = width - 1; narrower > 0; --narrower) {
    std::vector<std::string> tried = break_at(narrower);
    if (tried.size() > lines.size()) break;
    lines = std::move(tried);
  }
  for (std::string& line : lines) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
  }
  return lines;
}

namespace {

std::string Dressed(const PictureRow& row, const std::string& text) {
  if (text.empty()) return text;
  return (row.lead.empty() ? "" : row.lead + " ") + text + (row.tail.empty() ? "" : " " + row.tail);
}

}  // namespace

bool OnOneLine(const PictureRow& row, ChartLang lang) {
  if (!row.one_line || lang != ChartLang::kBoth || row.text.zh.empty() || row.text.en.empty() ||
      row.text.zh == row.text.en)
    return false;
  return WrapText(Dressed(row, row.text.zh + " " + row.text.en), row.width).size() == 1;
}

std::vector<std::string> RowLines(const PictureRow& row, ChartLang lang) {
  if (OnOneLine(row, lang)) return {Dressed(row, row.text.zh + " " + row.text.en)};
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text, int width) {
    if (text.empty()) return;
    for (std::string& line : WrapText(Dressed(row, text), width)) lines.push_back(std::move(line));
  };
  if (lang != ChartLang::kEn) add(row.text.zh, row.width);
  if (lang != ChartLang::kZh && !(lang == ChartLang::kBoth && row.text.en == row.text.zh))
    add(row.text.en, row.width * 6 / 5);
  return lines;
}

std::optional<ChartLang> ChartLangFrom(const std::string& word) {
  if (word == "both") return ChartLang::kBoth;
  if (word == "zh") return ChartLang::kZh;
  if (word == "en") return ChartLang::kEn;
  return std::nullopt;
}

}  // namespace mlf::tools
