#include "components/logic/laizi.h"
#include <mlf/components/tile_set.h>

#include <gtest/gtest.h>

namespace mlf::logic {
namespace {

TEST(Laizi, TheNextOfTheSuitIsWild) {
  const struct {
    const char* pi;
    const char* wild;
    const char* reason;
  } rows[] = {
      {"3m", "4m", "the next"},
      {"9m", "1m", "after the 9 the 1"},
      {"9p", "1p", "each suit by itself"},
      {"9s", "1s", "each suit by itself"},
      {"1z", "2z", "winds by turns"},
      {"4z", "1z", "winds by turns"},
      {"5z", "6z", "dragons by turns"},
      {"7z", "5z", "dragons by turns"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(table::TileName(NextInSuit(*table::ParseTile(row.pi))), row.wild)
        << row.pi << ": " << row.reason;
}

TEST(Laizi, RedMayBeTheFirstDragon) {
  const auto next = [](const char* tile) {
    return table::TileName(
        *NextInSuit(*table::ParseTile(tile), Honours::kApart, 0, Dragons::kRedFirst));
  };
  EXPECT_EQ(next("7z"), "6z");
  EXPECT_EQ(next("6z"), "5z");
  EXPECT_EQ(next("5z"), "7z") << "the last is followed by the first";
  EXPECT_EQ(next("4z"), "1z") << "winds are a round of their own";
}

// 东南西北中发白 in one round, with some of them passed over.
TEST(Laizi, HonoursArePassedOver) {
  const struct {
    const char* pi;
    const char* skips;
    const char* wild;
    const char* reason;
  } rows[] = {
      {"4z", "7z", "6z", "red is passed over"},
      {"7z", "7z", "6z", "turned itself, it counts as the one before it"},
      {"5z", "7z", "1z", "the round begins again"},
      {"9m", "7z", "1m", "suits have none to pass over"},
      {"4z", "67z", "5z", "two in a row are passed over"},
      {"6z", "67z", "5z", "the second of the two is turned"},
      {"6z", "1-4z7z", "5z", "only two dragons are left"},
      {"5z", "1-4z7z", "6z", "they follow each other"},
      {"7z", "1-4z7z", "6z", "turned itself, it counts as white"},
      {"5z", "1-4z67z", "5z", "one honour follows itself"},
  };
  for (const auto& row : rows) {
    const auto wild =
        NextInSuit(*table::ParseTile(row.pi), Honours::kOneRound, *ParseKinds(row.skips));
    ASSERT_TRUE(wild) << row.reason;
    EXPECT_EQ(table::TileName(*wild), row.wild) << row.pi << ": " << row.reason;
  }
  EXPECT_FALSE(NextInSuit(*table::ParseTile("1z"), Honours::kOneRound, table::kHonours));
}

TEST(Laizi, TheIndicatorLiesOpen) {
  Laizi laizi;
  Board board;
  table::PrepareBoard(board, 4);
  table::BuildWall(board, *table::ParseTiles("3m5p"));
  table::OpenWall(board, 0);
  const Tile indicator = table::TurnUp(board);
  laizi.Name(indicator, NextInSuit(indicator));
  EXPECT_EQ(table::TileName(*laizi.pi), "3m");
  EXPECT_EQ(table::TileName(*laizi.wild), "4m");
  EXPECT_EQ(table::AllTiles(board)[*laizi.pi], 1);
  EXPECT_EQ(table::SeenCopies(board, 2, *laizi.pi), 1);
  EXPECT_EQ(table::SeenCopies(board, 2, *laizi.wild), 0);
}

}  // namespace
}  // namespace mlf::logic
