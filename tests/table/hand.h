// A hand of a test as it is written: Hand("123m55z").
#pragma once

#include <mlf/table/tile.h>

#include <string_view>

namespace mlf::table {

inline Counts Hand(std::string_view text) { return ToCounts(ParseTiles(text).value()); }

}  // namespace mlf::table
