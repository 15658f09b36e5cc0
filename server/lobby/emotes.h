// The emotes of `say`. The page has a word and a button for each.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace mlf::server {

inline constexpr std::array<std::string_view, 6> kEmotes = {"hello",  "nice",  "hurry",
                                                            "thanks", "sorry", "again"};

inline bool IsEmote(std::string_view id) { return std::ranges::find(kEmotes, id) != kEmotes.end(); }

}  // namespace mlf::server
