#include <mlf/table/codec/nibble_code.h>

#include <gtest/gtest.h>

#include <set>

namespace mlf::table {
namespace {

TEST(NibbleCode, KnownTiles) {
  const struct {
    const char* tile;
    unsigned code;
  } rows[] = {{"1m", 0x01}, {"9m", 0x09}, {"1s", 0x11}, {"9s", 0x19}, {"1p", 0x21}, {"9p", 0x29}};
  for (const auto& row : rows) {
    EXPECT_EQ(ToNibble(*ParseTile(row.tile)), row.code) << row.tile;
    const auto back = FromNibble(row.code);
    ASSERT_TRUE(back.ok()) << row.tile;
    EXPECT_EQ(TileName(*back), row.tile);
  }
}

TEST(NibbleCode, EverySuitedTileGoesRoundAndEveryOtherByteIsRefused) {
  std::set<Tile> seen;
  int refused = 0;
  for (unsigned code = 0; code < 256; ++code) {
    const auto tile = FromNibble(code);
    if (!tile) {
      ++refused;
      EXPECT_NE(tile.faults().front().message.find("is no tile"), std::string::npos);
      continue;
    }
    EXPECT_TRUE(IsSuited(*tile));
    EXPECT_EQ(ToNibble(*tile), code);
    seen.insert(*tile);
  }
  EXPECT_EQ(seen.size(), 27u);
  EXPECT_EQ(refused, 256 - 27);
  for (const unsigned code :
       {0x00u, 0x0au, 0x10u, 0x1fu, 0x20u, 0x2au, 0x31u, 0xffu, 0x101u, 0x80000001u})
    EXPECT_FALSE(FromNibble(code).ok()) << code;
}

TEST(NibbleCode, OtherTilesHaveNoCode) {
  for (const char* tile : {"1z", "7z", "1h", "8h"})
    EXPECT_EQ(ToNibble(*ParseTile(tile)), std::nullopt) << tile;
  EXPECT_EQ(ToNibble(kNoTile), std::nullopt);
  EXPECT_EQ(ToNibbles(*ParseTiles("19m1z")), std::nullopt);
}

TEST(NibbleCode, TheTileCodeHasEveryTile) {
  const struct {
    const char* tile;
    unsigned code;
  } rows[] = {{"1m", 0x01}, {"9p", 0x29}, {"1z", 0x31}, {"7z", 0x37}, {"1h", 0x41}, {"8h", 0x48}};
  for (const auto& row : rows) EXPECT_EQ(ToTileCode(*ParseTile(row.tile)), row.code) << row.tile;
  std::set<Tile> seen;
  for (unsigned code = 1; code < 0x200; ++code) {
    const auto tile = FromTileCode(code);
    if (!tile) continue;
    EXPECT_EQ(ToTileCode(*tile), code);
    seen.insert(*tile);
  }
  EXPECT_EQ(seen.size(), 42u);
  ASSERT_TRUE(FromTileCode(0).ok());
  EXPECT_EQ(*FromTileCode(0), kNoTile);
  EXPECT_EQ(ToTileCode(kNoTile), 0);
  for (const unsigned code : {0x0au, 0x10u, 0x30u, 0x38u, 0x40u, 0x49u, 0xffu, 0x101u, 0x80000031u})
    EXPECT_FALSE(FromTileCode(code).ok()) << code;
}

TEST(NibbleCode, Hands) {
  const std::vector<std::uint8_t> codes = {0x01, 0x19, 0x25};
  EXPECT_EQ(ToNibbles(*ParseTiles("1m9s5p")), codes);
  const auto tiles = FromNibbles(codes);
  ASSERT_TRUE(tiles.ok());
  EXPECT_EQ(FormatTiles(*tiles), "1m9s5p");
  const auto bad = FromNibbles({0x01, 0x3a});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.faults().front().where.column, 2);
}

TEST(NibbleCode, Masks) {
  EXPECT_EQ(MaskBitOf("draw"), 0u);
  EXPECT_EQ(MaskBitOf("discard"), 1u);
  EXPECT_EQ(MaskBitOf("peng"), 2u);
  EXPECT_EQ(MaskBitOf("hu"), 128u);
  EXPECT_EQ(MaskBitOf("zi_mo"), 512u);
  EXPECT_EQ(MaskBitOf("ping_hu"), 262144u);
  EXPECT_EQ(MaskBitOf("kong"), std::nullopt);
  EXPECT_EQ(*WordsOfMask(0), std::vector<std::string_view>{"draw"});
  EXPECT_EQ(*WordsOfMask(2 | 4 | 128), (std::vector<std::string_view>{"peng", "ming_gang", "hu"}));
  int known = 0;
  for (int bit = 0; bit < 32; ++bit) {
    const auto words = WordsOfMask(std::uint32_t{1} << bit);
    if (!words.ok()) continue;
    ++known;
    ASSERT_EQ(words->size(), 1u);
    EXPECT_EQ(MaskBitOf(words->front()), std::uint32_t{1} << bit);
  }
  EXPECT_EQ(known, 18);
  EXPECT_EQ(WinMaskBitOf("zi_mo"), 2u << 8);
  EXPECT_EQ(WinMaskBitOf("ping_hu"), 2u << 17);
  for (const char* word : {"draw", "hu", "peng", "qing_yi_se", ""})
    EXPECT_EQ(WinMaskBitOf(word), 0u) << word;
  EXPECT_FALSE(WordsOfMask(256).ok()) << "bit 8 means nothing";
  EXPECT_FALSE(WordsOfMask(0x80000002u).ok());
}

}  // namespace
}  // namespace mlf::table
