#include <mlf/components/horse_direction.h>

#include <gtest/gtest.h>

namespace mlf::logic {
namespace {

// rules/yilaidaodi.md#facts, rules/tuidaohu.md#horses.
TEST(HorseDirection, CountsFromTheFirstSeat) {
  const auto direction = [](const char* tile) { return HorseDirection(*table::ParseTile(tile)); };
  for (const char* tile : {"1m", "5p", "9s", "1z", "7z"}) EXPECT_EQ(direction(tile), 0) << tile;
  for (const char* tile : {"2m", "6p", "2z", "6z"}) EXPECT_EQ(direction(tile), 1) << tile;
  for (const char* tile : {"3s", "7m", "3z", "5z"}) EXPECT_EQ(direction(tile), 2) << tile;
  for (const char* tile : {"4p", "8s", "4z"}) EXPECT_EQ(direction(tile), 3) << tile;
  EXPECT_EQ(direction("1h"), std::nullopt);
}

}  // namespace
}  // namespace mlf::logic
