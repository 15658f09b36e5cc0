/// \file
/// Nibble code: a tile as one byte, the suit in the high nibble (0 万, 1 条, 2 饼), the rank 1-9 in
/// the low one: 0x09 is 九万, 0x21 一饼. With it goes a mask of what may be done and how a hand was
/// won, one bit each, as servers of that code put on the wire.
///
/// Only the 27 suited tiles have a code; every other byte is refused.
#pragma once

#include <mlf/table/tile.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mlf::table {

/// Nothing for honours, flowers and no tile.
std::optional<std::uint8_t> ToNibble(Tile tile);
Result<Tile> FromNibble(unsigned code);
/// Whole hands; the fault says which byte.
std::optional<std::vector<std::uint8_t>> ToNibbles(const std::vector<Tile>& tiles);
Result<std::vector<Tile>> FromNibbles(const std::vector<std::uint8_t>& codes);

/// The bit of an action (discard, peng, ming_gang, an_gang, bu_gang, gang, chi, hu), of a way to
/// win (zi_mo, hei_mo, ruan_mo, pao_hu, qiang_gang, re_chong, gang_shang_hua, tian_hu, di_hu) or of
/// a type (ping_hu). `draw` has the value 0. Nothing for other words.
std::optional<std::uint32_t> MaskBitOf(std::string_view word);
/// The words of a mask, lowest bit first; `draw` alone for 0. Bits that mean nothing are refused.
Result<std::vector<std::string_view>> WordsOfMask(std::uint32_t mask);

}  // namespace mlf::table
