#include "server/lobby/names.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace mlf::server {
namespace {

bool IsControl(utf8proc_int32_t point) {
  switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return true;
    default: break;
  }
  // Bidirectional overrides change the display of the text around a name.
  return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

bool IsMark(utf8proc_int32_t point) {
  const utf8proc_category_t category = utf8proc_category(point);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

// Zero-width characters and fillers (Unicode's default ignorable ones), and the empty braille sign.
bool IsInvisible(utf8proc_int32_t point) {
  return utf8proc_get_property(point)->ignorable != 0 ||
         utf8proc_category(point) == UTF8PROC_CATEGORY_CF || point == 0x2800;
}

std::optional<std::string> Clean(std::string_view text, std::size_t most, bool is_name) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                   static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(mapped, &std::free);
  if (size <= 0) return std::nullopt;
  std::size_t count = 0;
  int marks = 0;
  bool visible = false;
  for (utf8proc_ssize_t at = 0; at < size; ++count) {
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t used = utf8proc_iterate(mapped + at, size - at, &point);
    if (used <= 0 || IsControl(point)) return std::nullopt;
    const utf8proc_category_t category = utf8proc_category(point);
    const bool invisible = IsInvisible(point);
    if (is_name && (invisible || category == UTF8PROC_CATEGORY_CO)) return std::nullopt;
    if (is_name && count == 0 && IsMark(point)) return std::nullopt;
    marks = IsMark(point) ? marks + 1 : 0;
    if (marks > kMarksInARow) return std::nullopt;
    visible = visible || (category != UTF8PROC_CATEGORY_ZS && !invisible);
    at += used;
  }
  if (!visible || count > most) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
}

}  // namespace

std::optional<std::string> CleanText(std::string_view text, std::size_t most) {
  return Clean(text, most, false);
}

std::optional<std::string> CleanName(std::string_view text, std::size_t most) {
  return Clean(text, most, true);
}

}  // namespace mlf::server
