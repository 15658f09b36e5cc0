// The wall whose places are decided when they are opened: rows SA02 to SA06.
#include <mlf/table/late_wall.h>
#include <mlf/table/tile.h>

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

namespace mlf::table {
namespace {

class LateWallTest : public testing::Test {
 protected:
  // A wall of `tiles`, all of it open.
  void Build(std::string_view tiles) {
    *board_ = {};
    fate_ = {};
    const auto list = *ParseTiles(tiles);
    BuildWall(*board_, list);
    OpenWall(*board_, 0);
  }
  LateWall wall(bool late = true) { return {*board_, fate_, late}; }
  Tile T(std::string_view text) { return *ParseTile(text); }
  Stream chance() { return {StreamSeed(7, "wall"), counter_}; }

  std::unique_ptr<Board> board_ = std::make_unique<Board>();
  WallFate fate_;
  std::uint32_t counter_ = 0;
};

TEST_F(LateWallTest, SA02_WeightsAddToTenForEachCopy) {
  int twos = 0;
  for (int draw = 0; draw < 130000; ++draw) {
    Build("1111m2m3m");
    Weights weights;
    weights.Add(T("2m"), 70);
    Stream random = chance();
    twos += wall().Decide(0, weights, random) == T("2m") ? 1 : 0;
  }
  EXPECT_NEAR(twos, 80000, 1000);
}

TEST_F(LateWallTest, WorkedExamples) {
  const auto share = [&](const Weights& weights, bool reserve, Tile kind) {
    int hits = 0;
    for (int draw = 0; draw < 20000; ++draw) {
      Build("1111m2m3m");
      if (reserve) wall().Load(T("2m"), 1);
      Stream random = chance();
      hits += wall().Decide(0, weights, random) == kind ? 1 : 0;
    }
    return hits / 20000.0;
  };
  EXPECT_NEAR(share({}, false, T("2m")), 1 / 6.0, 0.015);
  Weights no_ones;
  no_ones.Add(T("1m"), -5000);
  EXPECT_NEAR(share(no_ones, false, T("2m")), 0.5, 0.02);
  Weights from_reserve;
  from_reserve.AddReserve(T("2m"), 30);
  EXPECT_NEAR(share(from_reserve, true, T("2m")), 30 / 80.0, 0.02);
  EXPECT_EQ(share({}, true, T("2m")), 0) << "the reserve waits while the stock has tiles";
}

TEST_F(LateWallTest, SA03_WithoutAPositiveWeightTheLargestCounts) {
  for (int draw = 0; draw < 1000; ++draw) {
    Build("1111m2m3m");
    Weights weights;
    for (Tile kind = 0; kind < 34; ++kind) weights.Add(kind, -5000);
    Stream random = chance();
    ASSERT_EQ(wall().Decide(0, weights, random), T("1m"));
  }
}

TEST_F(LateWallTest, SA05_AFixedTileComesFromTheStockOrElseTheReserve) {
  Build("1m2m3m");
  LateWall late = wall();
  Stream random = chance();
  EXPECT_EQ(late.Load(T("2m"), 1), 1);
  EXPECT_TRUE(late.Fix(0, T("2m"), random));
  EXPECT_EQ(board_->wall.tiles[0], T("2m"));
  EXPECT_EQ(late.Reserve(T("2m")), 0) << "the reserve has lost it";
  const Board before = *board_;
  EXPECT_FALSE(late.Fix(1, T("2m"), random)) << "neither has a copy";
  EXPECT_EQ(before.wall.tiles, board_->wall.tiles);
  EXPECT_TRUE(late.IsOpen(1));
}

TEST_F(LateWallTest, SA06_LoadTakesAsManyAsThereAre) {
  Build("1m2m3m");
  LateWall late = wall();
  EXPECT_EQ(late.Load(T("2m"), 3), 1);
  EXPECT_EQ(late.Reserve(T("2m")), 1);
  EXPECT_EQ(late.Stock(T("2m")), 0);
  EXPECT_EQ(late.Load(T("9s"), 3), 0);
}

TEST_F(LateWallTest, TheReserveServesWhenTheStockIsEmpty) {
  Build("1m2m");
  LateWall late = wall();
  late.Load(T("1m"), 1), late.Load(T("2m"), 1);
  Stream random = chance();
  const Tile first = late.Decide(0, {}, random);
  EXPECT_EQ(late.Reserve(first), 0);
  EXPECT_EQ(late.Reserve(T("1m")) + late.Reserve(T("2m")), 1);
}

TEST_F(LateWallTest, AShuffledWallGivesWhatLiesThere) {
  Build("9m8m7m");
  Stream random = chance();
  EXPECT_EQ(wall(false).Decide(0, {}, random), T("9m"));
  EXPECT_EQ(counter_, 0u) << "no chance is used";
  EXPECT_FALSE(wall(false).IsOpen(0));
}

// What is left after a bent draw is still in random order.
TEST_F(LateWallTest, TheRestStaysRandom) {
  int first_is_one = 0;
  for (int n = 0; n < 30000; ++n) {
    std::uint32_t shuffles = static_cast<std::uint32_t>(n) * 100;
    Stream shuffle(StreamSeed(3, "shuffle"), shuffles);
    Build("1m1m2m");
    std::array<Tile, 3> tiles{T("1m"), T("1m"), T("2m")};
    shuffle.Shuffle(std::span<Tile>(tiles));
    BuildWall(*board_, tiles);
    OpenWall(*board_, 0);
    Stream random = chance();
    ASSERT_TRUE(wall(false).Fix(0, T("1m"), random));
    first_is_one += board_->wall.tiles[1] == T("1m") ? 1 : 0;
  }
  EXPECT_NEAR(first_is_one / 30000.0, 0.5, 0.015);
}

}  // namespace
}  // namespace mlf::table
