#include "server/lobby/names.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace mlf::server {

std::optional<std::string> CleanText(std::string_view text, std::size_t most) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                   static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(mapped, &std::free);
  if (size <= 0) return std::nullopt;
  std::size_t count = 0;
  bool visible = false;
  for (utf8proc_ssize_t at = 0; at < size;) {
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t used = utf8proc_iterate(mapped + at, size - at, &point);
    if (used <= 0) return std::nullopt;
    const utf8proc_category_t category = utf8proc_category(point);
    if (category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CN ||
        category == UTF8PROC_CATEGORY_CS || category == UTF8PROC_CATEGORY_ZL ||
        category == UTF8PROC_CATEGORY_ZP)
      return std::nullopt;
    // Bidirectional overrides change the display of the text around a name.
    if ((point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069))
      return std::nullopt;
    visible = visible || (category != UTF8PROC_CATEGORY_ZS && category != UTF8PROC_CATEGORY_CF);
    ++count;
    at += used;
  }
  if (!visible || count > most) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
}

}  // namespace mlf::server
