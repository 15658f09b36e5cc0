// The algorithm of docs/en/fair.md: the vectors of the page, uniform walls, and why a seed of 64
// bits is none for people. tests/fair/wall.py computes the same vectors from the page alone.
#include "server/fair/wall.h"
#include <mlf/components/tile_set.h>
#include <mlf/flow/random.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sodium.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace mlf::server::fair {
namespace {

using ::testing::HasSubstr;

Bytes32 Filled(std::uint8_t byte) {
  Bytes32 bytes;
  bytes.fill(byte);
  return bytes;
}
std::string Hex(const Bytes32& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}
Bytes32 PageKey() {
  Bytes32 key;
  std::iota(key.begin(), key.end(), std::uint8_t{0});
  return key;
}
const std::vector<std::optional<Bytes32>> kSalts = {Filled(0xA0), std::nullopt, Filled(0xA2),
                                                    std::nullopt};

TEST(Fair, TheVectorsOfThePages) {
  const Bytes32 key = PageKey();
  const Bytes32 wall_key = WallKey(key, kSalts);
  std::vector<std::string> vectors = {
      Hex(Commit(key, "d-7", 1, 0)),
      Hex(Commit(key, "d-7", 2, 258)),
      Hex(wall_key),
      Hex(WallKey(key, std::vector<std::optional<Bytes32>>(4))),
  };
  // With no tiles the first word is the seed; with two tiles the second, and so on: the words of
  // this key stream are never among the few that are drawn again.
  const std::vector<Piece> pieces(9);
  for (const std::size_t word : {1u, 2u, 3u, 4u, 9u})
    vectors.push_back(
        fmt::format("{:016x}", ChanceOf(wall_key, std::span(pieces).first(word)).seed));
  const auto flow = OpenFlow("xueliu");
  ASSERT_TRUE(flow.ok());
  const HandChance chance = ChanceOf(wall_key, logic::WallTiles(**flow));
  ASSERT_EQ(chance.wall.size(), 108u);
  vectors.push_back(fmt::format("{:016x}", chance.seed));
  for (std::size_t row = 0; row < 108; row += 18) {
    std::string tiles;
    for (std::size_t i = row; i < row + 18; ++i) tiles += " " + table::TileName(chance.wall[i]);
    vectors.push_back("   " + tiles + "\n");
  }
  std::uint32_t counter = 0;
  Stream dice(StreamSeed(HandSeed(chance.seed, 0), "dice"), counter);
  const std::uint32_t first = 1 + dice.Below(6);
  vectors.push_back(fmt::format("| {} {} |", first, 1 + dice.Below(6)));
  for (const char* page : {"docs/en/fair.md", "docs/zh/fair.md"}) {
    const std::string text = test::ReadText(test::SourcePath(page));
    for (const std::string& vector : vectors) EXPECT_THAT(text, HasSubstr(vector)) << page;
  }
}

TEST(Fair, ACommitTiesKeyDeskMatchAndHand) {
  const Bytes32 commit = Commit(Filled(1), "desk", 1, 2);
  EXPECT_NE(commit, Commit(Filled(2), "desk", 1, 2));
  EXPECT_NE(commit, Commit(Filled(1), "desk2", 1, 2));
  EXPECT_NE(commit, Commit(Filled(1), "desk", 2, 2));
  EXPECT_NE(commit, Commit(Filled(1), "desk", 1, 3));
  EXPECT_THROW(Commit(Filled(1), std::string(256, 'x'), 1, 2), std::exception);
}

TEST(Fair, EverySaltAndItsPlaceCount) {
  const Bytes32 key = Filled(1);
  const auto with = [&](std::vector<std::optional<Bytes32>> salts) { return WallKey(key, salts); };
  const Bytes32 none = with({std::nullopt, std::nullopt, std::nullopt, std::nullopt});
  EXPECT_EQ(none, with({Filled(0), std::nullopt, std::nullopt, Filled(0)})) << "none is zeros";
  EXPECT_NE(none, with({Filled(7), std::nullopt, std::nullopt, std::nullopt}));
  EXPECT_NE(with({Filled(7), std::nullopt}), with({std::nullopt, Filled(7)}));
  EXPECT_NE(none, with({std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt}))
      << "a person without a seat has a salt too";
}

// Pearson's statistic of "tile at place" over `walls` walls of n distinct tiles, as a distance from
// its mean in standard deviations. Rows and columns of the table are fixed, so with the factor
// (n-1)/n it has (n-1)^2 degrees of freedom.
template <typename Wall>
double Deviation(std::size_t n, int walls, Wall&& wall_of) {
  std::vector<std::uint32_t> at(n * n);
  for (int number = 0; number < walls; ++number) {
    const std::vector<Piece> wall = wall_of(number);
    for (std::size_t place = 0; place < n; ++place) ++at[place * n + wall[place]];
  }
  const double expected = static_cast<double>(walls) / static_cast<double>(n);
  double sum = 0;
  for (const std::uint32_t seen : at) sum += (seen - expected) * (seen - expected) / expected;
  const double freedom = static_cast<double>((n - 1) * (n - 1));
  sum *= static_cast<double>(n - 1) / static_cast<double>(n);
  return (sum - freedom) / std::sqrt(2 * freedom);
}

TEST(Fair, WallsAreUniformOverTenMillionTiles) {
  constexpr std::size_t kTiles = 108;
  constexpr int kWalls = 10'000'000 / kTiles + 1;
  std::vector<Piece> sorted(kTiles);
  std::iota(sorted.begin(), sorted.end(), Piece{0});
  const auto key_of = [](int number) {
    Bytes32 key{};
    for (std::size_t i = 0; i < 4; ++i) key[i] = static_cast<std::uint8_t>(number >> (8 * i));
    return key;
  };
  const double fair = Deviation(kTiles, kWalls, [&](int number) {
    return ChanceOf(WallKey(key_of(number), kSalts), sorted).wall;
  });
  EXPECT_LT(std::abs(fair), 4) << "standard deviations from what uniform walls give";
  // The same measure on the classic mistake: each tile changes places with any other one.
  const double naive = Deviation(kTiles, kWalls / 20, [&](int number) {
    std::vector<Piece> wall = sorted;
    std::uint32_t counter = 0;
    Stream words(static_cast<std::uint64_t>(number), counter);
    for (Piece& tile : wall) std::swap(tile, wall[words.Below(kTiles)]);
    return wall;
  });
  EXPECT_GT(naive, 40);
}

// The inverse of Mix64: both multiplications and shifts can be undone.
std::uint64_t Unmix64(std::uint64_t z) {
  const auto unshift = [](std::uint64_t y, int by) {
    std::uint64_t x = y;
    for (int known = by; known < 64; known += by) x = y ^ (x >> by);
    return x;
  };
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t x = odd;  // right to 3 bits, twice as many with each step
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
    return x;
  };
  z = unshift(z, 31) * inverse(0x94D049BB133111EBull);
  z = unshift(z, 27) * inverse(0xBF58476D1CE4E5B9ull);
  return unshift(z, 30);
}

// Why nothing of a fair hand comes from the 64-bit seed of a match: one published hand seed gives
// the match seed, and with it every other hand.
TEST(Seeds, OfOneHandTellAllHandsOfTheMatch) {
  for (const std::uint64_t match :
       {std::uint64_t{42}, ~std::uint64_t{0}, std::uint64_t{0xABCDEF}}) {
    const std::uint64_t published = HandSeed(match, 3);
    const std::uint64_t found = Unmix64(published) - 4 * kGolden;
    EXPECT_EQ(found, match);
    EXPECT_EQ(HandSeed(found, 0), HandSeed(match, 0));
    EXPECT_EQ(HandSeed(found, 4), HandSeed(match, 4)) << "the hand that comes next";
  }
}

}  // namespace
}  // namespace mlf::server::fair
