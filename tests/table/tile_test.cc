#include <mlf/table/tile.h>

#include <gtest/gtest.h>

#include <set>

namespace mlf::table {
namespace {

struct GoodText {
  const char* text;
  const char* in_order;  // formatted in the given order
  const char* sorted;
  const char* reason;
};
constexpr GoodText kGood[] = {
    {"", "", "", "no tiles"},
    {"123m55p", "123m55p", "123m55p", "two groups"},
    {"123m 55p", "123m55p", "123m55p", "a space between groups"},
    {"  9s ", "9s", "9s", "spaces around"},
    {"99m45s4m", "99m45s4m", "499m45s", "a suit in two groups (rules/common.md#waits)"},
    {"7z1h8h", "7z18h", "7z18h", "honours and flowers; neighbours of one suit share the letter"},
    {"5z6z7z", "567z", "567z", "white, green, red in this order"},
    {"1h1z1s1p1m", "1h1z1s1p1m", "1m1p1s1z1h", "sort order m p s z h"},
    {"1111m", "1111m", "1111m", "copies"},
};

TEST(Tiles, ReadAndWrite) {
  for (const GoodText& row : kGood) {
    const auto tiles = ParseTiles(row.text);
    ASSERT_TRUE(tiles.ok()) << row.reason;
    EXPECT_EQ(FormatTiles(*tiles), row.in_order) << row.reason;
    EXPECT_EQ(FormatTiles(ToCounts(*tiles)), row.sorted) << row.reason;
  }
}

struct BadText {
  const char* text;
  int column;
  const char* says;
  const char* reason;
};
constexpr BadText kBad[] = {
    {"123x", 4, "'x'", "no such suit"},
    {"12m0z", 4, "0z", "only suits have red fives"},
    {"8z", 1, "8z", "honours end at seven"},
    {"18z9m", 2, "8z", "the wrong rank inside a group"},
    {"9h", 1, "9h", "flowers end at eight"},
    {"m", 1, "'m'", "a suit without a rank"},
    {"1mm", 3, "'m'", "a second letter"},
    {"12", 3, "suit letter", "the last group is open"},
    {"12m3", 5, "suit letter", "the last group is open after a good one"},
    {"1 2m", 2, "space", "a space inside a group"},
    {"12m五p", 4, "'五'", "a character of several bytes is shown whole"},
    {"1m\t2m", 3, "character 9", "a tab is named by its number"},
    {"1M", 2, "'M'", "letters are small"},
};

TEST(Tiles, BadTextSaysWhichCharacter) {
  for (const BadText& row : kBad) {
    const auto tiles = ParseTiles(row.text);
    ASSERT_FALSE(tiles.ok()) << row.reason;
    ASSERT_EQ(tiles.faults().size(), 1u);
    EXPECT_EQ(tiles.faults()[0].where.column, row.column) << row.reason;
    EXPECT_NE(tiles.faults()[0].message.find(row.says), std::string::npos)
        << row.reason << ": " << tiles.faults()[0].message;
  }
}

TEST(Tiles, OneTile) {
  EXPECT_EQ(*ParseTile("5m"), MakeTile(kWan, 5));
  EXPECT_FALSE(ParseTile("").ok());
  EXPECT_FALSE(ParseTile("55m").ok());
  EXPECT_FALSE(ParseTile("0z").ok());
  EXPECT_EQ(*ParseSuit("p"), kTong);
  EXPECT_FALSE(ParseSuit("mp").ok());
  EXPECT_FALSE(ParseSuit("").ok());
  EXPECT_FALSE(ParseSuit("x").ok());
}

struct Name {
  const char* tile;
  const char* zh;
  const char* en;
  const char* glyph;
};
constexpr Name kNames[] = {
    {"1m", "一万", "1 wan", "🀇"},       {"9m", "九万", "9 wan", "🀏"},
    {"1p", "一筒", "1 tong", "🀙"},      {"9p", "九筒", "9 tong", "🀡"},
    {"1s", "一条", "1 tiao", "🀐"},      {"9s", "九条", "9 tiao", "🀘"},
    {"1z", "东", "East", "🀀"},          {"2z", "南", "South", "🀁"},
    {"3z", "西", "West", "🀂"},          {"4z", "北", "North", "🀃"},
    {"5z", "白", "White", "🀆"},         {"6z", "发", "Green", "🀅"},
    {"7z", "中", "Red", "🀄"},          {"1h", "春", "Spring", "🀦"},
    {"2h", "夏", "Summer", "🀧"},        {"3h", "秋", "Autumn", "🀨"},
    {"4h", "冬", "Winter", "🀩"},        {"5h", "梅", "Plum", "🀢"},
    {"6h", "兰", "Orchid", "🀣"},        {"7h", "竹", "Bamboo", "🀤"},
    {"8h", "菊", "Chrysanthemum", "🀥"},
};

TEST(Tiles, Names) {
  for (const Name& row : kNames) {
    const Tile tile = *ParseTile(row.tile);
    EXPECT_EQ(TileName(tile), row.tile);
    EXPECT_EQ(TileNameZh(tile), row.zh);
    EXPECT_EQ(TileNameEn(tile), row.en);
    EXPECT_EQ(TileGlyph(tile), row.glyph) << row.tile;
  }
  EXPECT_EQ(TileName(kNoTile), "?");
  EXPECT_EQ(TileNameZh(kNoTile), "?");
  EXPECT_EQ(TileNameEn(kNoTile), "?");
  EXPECT_EQ(TileGlyph(kNoTile), "🀫") << "the back of a tile";
}

TEST(Tiles, EveryKindHasItsOwnNames) {
  std::set<std::string> names, zh, en, glyphs;
  int kinds = 0;
  for (int number = 0; number < 256; ++number) {
    const Tile tile = static_cast<Tile>(number);
    if (!IsTile(tile)) {
      EXPECT_EQ(TileName(tile) == "?", !IsRed(tile)) << number;
      continue;
    }
    ++kinds;
    names.insert(TileName(tile));
    zh.insert(TileNameZh(tile));
    en.insert(TileNameEn(tile));
    glyphs.insert(TileGlyph(tile));
    EXPECT_EQ(*ParseTile(TileName(tile)), tile);
    EXPECT_EQ(IsSuited(tile) + IsHonour(tile) + IsFlower(tile), 1);
  }
  EXPECT_EQ(kinds, 42);
  for (const auto& set : {names, zh, en, glyphs}) EXPECT_EQ(set.size(), 42u);
}

TEST(Tiles, MasksCountsAndLists) {
  EXPECT_EQ(FormatTiles(kTerminals), "19m19p19s");
  EXPECT_EQ(FormatTiles(kHonours), "1234567z");
  EXPECT_EQ(FormatTiles(kFlowers), "12345678h");
  EXPECT_EQ(FormatTiles(SuitMask(kTiao)), "123456789s");
  EXPECT_EQ(FormatTiles(TileMask{0}), "");
  EXPECT_EQ(ToList(ToCounts({9, 0, 9, 43})), (std::vector<Tile>{0, 9, 9, 43}));
  EXPECT_EQ(ToCounts({kNoTile, 45, 200}), Counts{}) << "what is no tile is left out";
  EXPECT_EQ(ToCounts(std::vector<Tile>(9, Tile{3}))[3], 7)
      << "a count holds no more than seven and never spills";
}

TEST(Tiles, RedFivesAreFives) {
  EXPECT_EQ(*ParseTiles("05m0p0s"), (std::vector<Tile>{34, 4, 35, 44}));
  EXPECT_EQ(FormatTiles(std::vector<Tile>{34, 4, 35, 44, 27}), "05m0p0s1z");
  EXPECT_FALSE(ParseTiles("0h").ok());
  EXPECT_EQ(ToCounts({34, 35, 44}), ToCounts({4, 13, 22}));
  EXPECT_EQ(TileNameEn(35), "red 5 tong");
  EXPECT_EQ(TileNameZh(44), "赤五条");
  for (Tile tile = 0; tile < 34; ++tile) {
    EXPECT_EQ(KindOf(tile), tile);
    EXPECT_EQ(IsRed(RedOf(tile)), tile == 4 || tile == 13 || tile == 22);
    EXPECT_EQ(KindOf(RedOf(tile)), tile);
  }
  EXPECT_EQ(WithReds(MaskOf(Tile{4}) | MaskOf(Tile{5})),
            MaskOf(Tile{4}) | MaskOf(Tile{5}) | MaskOf(Tile{34}));
}

TEST(Tiles, AsTheEngineReadsThem) {
  Piece out[4];
  EXPECT_EQ(TileText().Parse("12m5z", out, 4), 3);
  EXPECT_EQ(out[2], 31);
  EXPECT_EQ(TileText().Format(out, 3), "12m5z");
  EXPECT_EQ(TileText().Parse("", out, 4), 0);
  EXPECT_EQ(TileText().Parse("12m5z", out, 2), std::nullopt) << "more tiles than room";
  EXPECT_EQ(TileText().Parse("12m 5z", out, 4), std::nullopt) << "one word has no spaces";
  EXPECT_EQ(TileText().Parse("peng", out, 4), std::nullopt);
}

}  // namespace
}  // namespace mlf::table
