#include "server/journal/skeleton.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace mlf::server {
namespace {

struct LookAlikes {
  char32_t as;
  std::u32string_view these;
};

// Beyond what Unicode's compatibility forms (full width, mathematical letters, circled ones) and
// marks cover. After the confusables of Unicode TS 39, for the scripts that people here write.
constexpr std::array kLookAlikes = {
    LookAlikes{U'a', U"аɑαаΑАӑ"},
    LookAlikes{U'b', U"ВвΒЬьƅ"},
    LookAlikes{U'c', U"сСϲСᴄ"},
    LookAlikes{U'd', U"ԁɗđĐ"},
    LookAlikes{U'e', U"еЕΕєҽ"},
    LookAlikes{U'f', U"ƒϝ"},
    LookAlikes{U'g', U"ɡցԍ"},
    LookAlikes{U'h', U"НнһΗհ"},
    LookAlikes{U'j', U"јЈϳȷ"},
    LookAlikes{U'k', U"КкΚκ"},
    LookAlikes{U'l', U"1Iiі|ІιΙıӏӀłŁǀ∣︱丨"},
    LookAlikes{U'm', U"МмΜ"},
    LookAlikes{U'n', U"пΝηո"},
    LookAlikes{U'o', U"0оОοΟσօᴏ〇○◯Օ"},
    LookAlikes{U'p', U"рРρΡ"},
    LookAlikes{U'q', U"ԛգ"},
    LookAlikes{U'r', U"гᴦ"},
    LookAlikes{U's', U"ѕЅꜱ"},
    LookAlikes{U't', U"ТтΤτ"},
    LookAlikes{U'u', U"υսᴜ"},
    LookAlikes{U'v', U"νѵᴠ"},
    LookAlikes{U'w', U"ԝѡωᴡ"},
    LookAlikes{U'x', U"хХΧχ×"},
    LookAlikes{U'y', U"уУΥγү"},
    LookAlikes{U'z', U"Ζᴢ"},
    LookAlikes{U'一', U"ー—―─－"},
    LookAlikes{U'口', U"ロ囗"},
    LookAlikes{U'力', U"カ"},
    LookAlikes{U'二', U"ニ"},
    LookAlikes{U'八', U"ハ"},
    LookAlikes{U'夕', U"タ"},
    LookAlikes{U'卜', U"ト"},
    LookAlikes{U'工', U"エ"},
    LookAlikes{U'へ', U"ヘ"},
    LookAlikes{U'己', U"已巳"},
};

char32_t LookOf(char32_t point) {
  for (const LookAlikes& row : kLookAlikes) {
    if (row.these.find(point) != std::u32string_view::npos) return row.as;
  }
  const auto lower = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(point)));
  if (lower == point) return point;
  return lower == U'i' ? U'l' : LookOf(lower);
}

bool IsBlank(utf8proc_int32_t point) {
  const utf8proc_category_t category = utf8proc_category(point);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_CF ||
         category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

void Replace(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

}  // namespace

std::string NameSkeleton(std::string_view name) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                   static_cast<utf8proc_ssize_t>(name.size()), &mapped,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT |
                                                  UTF8PROC_DECOMPOSE | UTF8PROC_IGNORE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(mapped, &std::free);
  if (size < 0) return std::string(name);
  std::string skeleton;
  for (utf8proc_ssize_t at = 0; at < size;) {
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t used = utf8proc_iterate(mapped + at, size - at, &point);
    if (used <= 0) break;
    at += used;
    if (IsBlank(point)) continue;
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto look = static_cast<utf8proc_int32_t>(LookOf(static_cast<char32_t>(point)));
    const auto count = static_cast<std::size_t>(utf8proc_encode_char(look, bytes.data()));
    skeleton.append(reinterpret_cast<const char*>(bytes.data()), count);
  }
  Replace(skeleton, "rn", "m");
  Replace(skeleton, "vv", "w");
  return skeleton;
}

bool IsSystemName(std::string_view name) {
  static constexpr std::array<std::string_view, 18> kWords = {
      "robot",         "robots",    "bot",  "system", "server", "admin",
      "administrator", "moderator", "host", "机器人", "機器人", "电脑",
      "電腦",          "系统",      "系統", "服务器", "管理员", "管理員"};
  std::string look = NameSkeleton(name);
  // Without signs in between and a number behind: "robot_1", "[机器人 2]".
  std::erase_if(look, [](char c) {
    return c > 0x20 && c < 0x7f && (c < '0' || c > '9') && (c < 'a' || c > 'z');
  });
  return std::ranges::any_of(kWords, [&](std::string_view word) {
    const std::string own = NameSkeleton(word);
    return look.starts_with(own) &&
           look.find_first_not_of("lo23456789", own.size()) == std::string::npos;
  });
}

}  // namespace mlf::server
