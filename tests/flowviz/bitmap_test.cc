#include <mlf/tools/flowviz/bitmap.h>

#include <gtest/gtest.h>
#include <png.h>

#include <cstdlib>

namespace mlf::tools {
namespace {

// What a png shows, 0x00RRGGBB; empty when it is none.
std::vector<std::uint32_t> Shown(const std::string& png, int width, int height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) return {};
  EXPECT_EQ(image.width, static_cast<unsigned>(width));
  EXPECT_EQ(image.height, static_cast<unsigned>(height));
  image.format = PNG_FORMAT_RGB;
  std::vector<png_byte> bytes(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr) == 0) return {};
  std::vector<std::uint32_t> pixels;
  for (std::size_t i = 0; i < bytes.size(); i += 3) pixels.push_back(static_cast<std::uint32_t>(bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]));
  return pixels;
}

TEST(Bitmap, FewColoursAreKeptAsTheyAre) {
  Bitmap bitmap{5, 3, {}};
  for (std::uint32_t i = 0; i < 15; ++i) bitmap.pixels.push_back(i % 4 == 0 ? 0xFFFFFF : 0x010203 * i);
  const auto png = PngOf(bitmap);
  ASSERT_TRUE(png);
  EXPECT_EQ(Shown(*png, 5, 3), bitmap.pixels);
}

TEST(Bitmap, TheHighestByteIsNotLookedAt) {
  const auto png = PngOf({2, 1, {0xFF102030, 0x00102030}});
  ASSERT_TRUE(png);
  EXPECT_EQ(Shown(*png, 2, 1), (std::vector<std::uint32_t>{0x102030, 0x102030}));
}

TEST(Bitmap, RareShadesBecomeTheNearestOfTheColoursInUse) {
  // 256 greys in use, each twice; then, once each, shades a little off one of them.
  Bitmap bitmap{256, 3, {}};
  for (int row = 0; row < 2; ++row) {
    for (std::uint32_t grey = 0; grey < 256; ++grey) bitmap.pixels.push_back(grey * 0x010101);
  }
  for (std::uint32_t grey = 0; grey < 256; ++grey) bitmap.pixels.push_back(grey * 0x010101 ^ 0x000002);
  const auto png = PngOf(bitmap);
  ASSERT_TRUE(png);
  const std::vector<std::uint32_t> shown = Shown(*png, 256, 3);
  ASSERT_EQ(shown.size(), bitmap.pixels.size());
  for (std::size_t i = 0; i < 512; ++i) EXPECT_EQ(shown[i], bitmap.pixels[i]);
  for (std::size_t i = 512; i < 768; ++i) {
    for (const int shift : {0, 8, 16}) EXPECT_LE(std::abs(static_cast<int>(shown[i] >> shift & 255) - static_cast<int>(bitmap.pixels[i] >> shift & 255)), 2) << i;
  }
}

TEST(Bitmap, APictureWithoutPixelsIsAFault) {
  const auto png = PngOf({0, 0, {}});
  ASSERT_FALSE(png);
  EXPECT_NE(png.faults()[0].message.find("cannot be written"), std::string::npos) << png.faults()[0].message;
}

}  // namespace
}  // namespace mlf::tools
