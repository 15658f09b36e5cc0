#include <mlf/table/codec/nibble_code.h>

#include <array>
#include <string>

namespace mlf::table {

namespace {

constexpr std::array<Suit, 3> kSuitOf = {kWan, kTiao, kTong};  // by high nibble

constexpr unsigned kHonourNibble = 3, kFlowerNibble = 4;  // of the tile code

struct MaskWord {
  std::string_view word;
  std::uint32_t bit;
};
// The second shift of the code begins at 2 << 8, so bit 8 (2 << 7) means nothing.
constexpr MaskWord kWords[] = {
    {"discard", 1},           {"peng", 2u << 0},      {"ming_gang", 2u << 1},
    {"an_gang", 2u << 2},     {"bu_gang", 2u << 3},   {"gang", 2u << 4},
    {"chi", 2u << 5},         {"hu", 2u << 6},        {"zi_mo", 2u << 8},
    {"hei_mo", 2u << 9},      {"ruan_mo", 2u << 10},  {"pao_hu", 2u << 11},
    {"qiang_gang", 2u << 12}, {"re_chong", 2u << 13}, {"gang_shang_hua", 2u << 14},
    {"tian_hu", 2u << 15},    {"di_hu", 2u << 16},    {"ping_hu", 2u << 17},
};
constexpr std::uint32_t kFirstWay = 2u << 8;
constexpr std::string_view kDraw = "draw";

std::string Hex(unsigned code) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (; code != 0; code >>= 4) text.insert(text.begin(), kDigits[code & 15]);
  return "0x" + (text.empty() ? "0" : text);
}

}  // namespace

std::optional<std::uint8_t> ToNibble(Tile tile) {
  if (!IsSuited(tile)) return std::nullopt;
  for (std::size_t high = 0; high < kSuitOf.size(); ++high) {
    if (kSuitOf[high] == SuitOf(tile))
      return static_cast<std::uint8_t>(high << 4 | static_cast<unsigned>(RankOf(tile) + 1));
  }
  return std::nullopt;
}

Result<Tile> FromNibble(unsigned code) {
  const unsigned high = code >> 4, rank = code & 15;
  if (high >= kSuitOf.size() || rank < 1 || rank > 9) {
    return Fault{
        "T11", {}, Hex(code) + " is no tile: the high nibble is 0 to 2, the low one 1 to 9"};
  }
  return MakeTile(kSuitOf[high], static_cast<int>(rank));
}

std::optional<std::vector<std::uint8_t>> ToNibbles(const std::vector<Tile>& tiles) {
  std::vector<std::uint8_t> codes;
  for (const Tile tile : tiles) {
    const auto code = ToNibble(tile);
    if (!code) return std::nullopt;
    codes.push_back(*code);
  }
  return codes;
}

Result<std::vector<Tile>> FromNibbles(const std::vector<std::uint8_t>& codes) {
  std::vector<Tile> tiles;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto tile = FromNibble(codes[i]);
    if (!tile)
      return Fault{"T11",
                   {"", 1, static_cast<int>(i) + 1},
                   "byte " + std::to_string(i + 1) + ": " + tile.faults().front().message};
    tiles.push_back(*tile);
  }
  return tiles;
}

std::uint8_t ToTileCode(Tile tile) {
  if (!IsTile(tile)) return 0;
  const unsigned rank = static_cast<unsigned>(RankOf(tile) + 1);
  if (IsHonour(tile)) return static_cast<std::uint8_t>(kHonourNibble << 4 | rank);
  if (IsFlower(tile)) return static_cast<std::uint8_t>(kFlowerNibble << 4 | rank);
  return *ToNibble(tile);
}

Result<Tile> FromTileCode(unsigned code) {
  if (code == 0) return kNoTile;
  const unsigned high = code >> 4;
  if (high < kSuitOf.size()) return FromNibble(code);
  const int rank = static_cast<int>(code & 15);
  if (high == kHonourNibble && rank >= 1 && rank <= 7) return MakeTile(kHonour, rank);
  if (high == kFlowerNibble && rank >= 1 && rank <= 8) return MakeTile(kFlower, rank);
  return Fault{"T11",
               {},
               Hex(code) +
                   " is no tile: suited ones are 0x01 to 0x29, honours 0x31 to 0x37, "
                   "flowers 0x41 to 0x48, and 0 is none"};
}

std::optional<std::uint32_t> MaskBitOf(std::string_view word) {
  if (word == kDraw) return 0;
  for (const MaskWord& known : kWords) {
    if (known.word == word) return known.bit;
  }
  return std::nullopt;
}

std::uint32_t WinMaskBitOf(std::string_view word) {
  const std::uint32_t bit = MaskBitOf(word).value_or(0);
  return bit >= kFirstWay ? bit : 0;
}

Result<std::vector<std::string_view>> WordsOfMask(std::uint32_t mask) {
  std::vector<std::string_view> words;
  if (mask == 0) words.push_back(kDraw);
  std::uint32_t left = mask;
  for (const MaskWord& known : kWords) {
    if ((mask & known.bit) != 0) words.push_back(known.word);
    left &= ~known.bit;
  }
  if (left != 0) return Fault{"T12", {}, Hex(left) + " of the mask means nothing"};
  return words;
}

}  // namespace mlf::table
