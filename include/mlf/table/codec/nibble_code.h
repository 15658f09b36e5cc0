/// \file
/// Nibble code: a tile as one byte, the suit in the high nibble (0 万, 1 条, 2 饼), the rank 1-9
/// in the low one: 0x09 is 九万, 0x21 一饼. A mask belongs to it, one bit for each action and each
/// way to win. Servers with this code send both.
///
/// Only the 27 suited tiles have a code of those servers; every other byte is refused. The tile
/// code extends it to all tiles.
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

/// The tile code: the nibble code of suited tiles; honours 0x31 东 to 0x37 中 in the order of
/// 1z-7z; flowers 0x41 春 to 0x48 菊 in the order of 1h-8h. 0 means no tile or a hidden tile.
std::uint8_t ToTileCode(Tile tile);
Result<Tile> FromTileCode(unsigned code);

/// The bit of a word; nothing for other words. `draw` has the value 0. The words:
/// - actions: discard, peng, ming_gang, an_gang, bu_gang, gang, chi, hu;
/// - ways to win: zi_mo, hei_mo, ruan_mo, pao_hu, qiang_gang, re_chong, gang_shang_hua, tian_hu,
/// di_hu;
/// - a type: ping_hu.
std::optional<std::uint32_t> MaskBitOf(std::string_view word);
/// The bit of a way to win or of a type; 0 for other words.
std::uint32_t WinMaskBitOf(std::string_view word);
/// The words of a mask, lowest bit first; `draw` alone for 0. Bits without a word are refused.
Result<std::vector<std::string_view>> WordsOfMask(std::uint32_t mask);

}  // namespace mlf::table
