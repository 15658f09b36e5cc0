#include "components/logic/laizi.h"

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

TEST(Laizi, TheIndicatorLiesOpen) {
  Laizi laizi;
  Board board;
  table::PrepareBoard(board, 4);
  table::BuildWall(board, *table::ParseTiles("3m5p"));
  table::OpenWall(board, 0);
  laizi.Name(table::TurnUp(board));
  EXPECT_EQ(table::TileName(*laizi.pi), "3m");
  EXPECT_EQ(table::TileName(*laizi.wild), "4m");
  EXPECT_EQ(table::AllTiles(board)[*laizi.pi], 1);
  EXPECT_EQ(table::SeenCopies(board, 2, *laizi.pi), 1);
  EXPECT_EQ(table::SeenCopies(board, 2, *laizi.wild), 0);
}

}  // namespace
}  // namespace mlf::logic
