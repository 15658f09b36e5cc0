/// \file
/// The names of the kinds of melds, as positions, views and tables write them.
#pragma once

#include <mlf/table/board.h>

#include <array>
#include <optional>
#include <string_view>

namespace mlf::table {

struct MeldName {
  std::string_view id;  ///< in positions and views, and for readers of English
  std::string_view zh;
};

/// By kind, from MeldKind::kNone.
inline constexpr std::array<MeldName, 8> kMeldNames = {{{"none", "无"},
                                                        {"chi", "吃"},
                                                        {"peng", "碰"},
                                                        {"ming_gang", "明杠"},
                                                        {"bu_gang", "补杠"},
                                                        {"an_gang", "暗杠"},
                                                        {"chao_tian", "朝天"},
                                                        {"lai_gang", "赖子杠"}}};

constexpr const MeldName& NameOf(MeldKind kind) {
  return kMeldNames[static_cast<std::size_t>(kind)];
}

/// The kind that `id` names; nothing if there is none. "none" names no kind.
constexpr std::optional<MeldKind> MeldKindFrom(std::string_view id) {
  for (std::size_t kind = 1; kind < kMeldNames.size(); ++kind) {
    if (kMeldNames[kind].id == id) return static_cast<MeldKind>(kind);
  }
  return std::nullopt;
}

}  // namespace mlf::table
