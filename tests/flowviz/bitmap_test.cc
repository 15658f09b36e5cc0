#include "tools/chart/bitmap.h"
#include "tools/chart/render.h"

#include <cairo/cairo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

namespace mlf::tools {
namespace {

// The pixels of a png as 0x00RRGGBB, read by Cairo; empty if it is not one.
std::vector<std::uint32_t> Shown(const std::string& png, int width, int height) {
  std::string_view unread = png;
  const auto read = [](void* from, unsigned char* to, unsigned int size) {
    auto& text = *static_cast<std::string_view*>(from);
    if (text.size() < size) return CAIRO_STATUS_READ_ERROR;
    std::copy_n(text.begin(), size, to);
    text.remove_prefix(size);
    return CAIRO_STATUS_SUCCESS;
  };
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> image(
      cairo_image_surface_create_from_png_stream(read, &unread), cairo_surface_destroy);
  if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS) return {};
  EXPECT_EQ(cairo_image_surface_get_width(image.get()), width);
  EXPECT_EQ(cairo_image_surface_get_height(image.get()), height);
  std::vector<std::uint32_t> pixels;
  for (int y = 0; y < height; ++y) {
    const auto* row =
        reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(image.get()) +
                                               y * cairo_image_surface_get_stride(image.get()));
    for (int x = 0; x < width; ++x) pixels.push_back(row[x] & 0xFFFFFF);
  }
  return pixels;
}

std::uint16_t Pixel(int red, int green, int blue) {
  return static_cast<std::uint16_t>(red << 11 | green << 5 | blue);
}

TEST(Bitmap, FewColoursAreKeptAsTheyAre) {
  const auto png = PngOf({3,
                          2,
                          {Pixel(31, 63, 31), Pixel(0, 0, 0), Pixel(31, 0, 0), Pixel(0, 63, 0),
                           Pixel(0, 0, 31), Pixel(16, 32, 16)}});
  ASSERT_TRUE(png);
  EXPECT_EQ(Shown(*png, 3, 2), (std::vector<std::uint32_t>{0xFFFFFF, 0x000000, 0xFF0000, 0x00FF00,
                                                           0x0000FF, 0x848284}));
}

TEST(Bitmap, RareShadesBecomeTheNearestOfTheColoursInUse) {
  // 256 shades of red and green, each used twice; then, once each, the same with a little blue.
  Bitmap bitmap{256, 3, {}};
  for (const int blue : {0, 0, 1}) {
    for (int shade = 0; shade < 256; ++shade)
      bitmap.pixels.push_back(Pixel(shade / 16, shade % 16, blue));
  }
  const auto png = PngOf(bitmap);
  ASSERT_TRUE(png);
  const std::vector<std::uint32_t> shown = Shown(*png, 256, 3);
  ASSERT_EQ(shown.size(), bitmap.pixels.size());
  for (std::size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(shown[i], shown[i + 256]);
    EXPECT_EQ(shown[i], shown[i + 512]) << i;
    for (std::size_t other = 0; other < i; ++other) EXPECT_NE(shown[i], shown[other]);
  }
}

// Data that compress badly exceed the buffer that suffices for charts.
TEST(Bitmap, NoiseIsWrittenToo) {
  Bitmap bitmap{64, 64, {}};
  std::uint32_t state = 1;
  for (int i = 0; i < 64 * 64; ++i) {
    state = state * 1664525 + 1013904223;
    const bool white = state >> 31 != 0;
    bitmap.pixels.push_back(white ? Pixel(31, 63, 31)
                                  : Pixel(0, static_cast<int>(state >> 25 & 63), 0));
  }
  const auto png = PngOf(bitmap);
  ASSERT_TRUE(png);
  EXPECT_GT(png->size(), bitmap.pixels.size() / 8);
  const std::vector<std::uint32_t> shown = Shown(*png, 64, 64);
  ASSERT_EQ(shown.size(), bitmap.pixels.size());
  for (std::size_t i = 0; i < shown.size(); ++i)
    EXPECT_EQ(shown[i] == 0xFFFFFF, bitmap.pixels[i] == 0xFFFF) << i;
}

// The padding of a chart may be a fraction of pixels.
TEST(Bitmap, AChartIsDrawnToItsLastPixelAndAlwaysTheSame) {
  const std::string dot =
      "digraph g { graph [bgcolor=white, pad=0.31] a [shape=box, label=\"\u78b0\"] }";
  const auto png = DrawDot(dot, "png");
  ASSERT_TRUE(png) << FaultText(png.faults());
  int width = 0, height = 0;
  for (int i = 0; i < 4; ++i) {
    width = width * 256 + static_cast<unsigned char>((*png)[static_cast<std::size_t>(16 + i)]);
    height = height * 256 + static_cast<unsigned char>((*png)[static_cast<std::size_t>(20 + i)]);
  }
  const std::vector<std::uint32_t> shown = Shown(*png, width, height);
  ASSERT_FALSE(shown.empty());
  const auto at = [&](int x, int y) { return shown[static_cast<std::size_t>(y * width + x)]; };
  for (int x = 0; x < width; ++x)
    EXPECT_TRUE(at(x, 0) == 0xFFFFFF && at(x, height - 1) == 0xFFFFFF) << x;
  for (int y = 0; y < height; ++y)
    EXPECT_TRUE(at(0, y) == 0xFFFFFF && at(width - 1, y) == 0xFFFFFF) << y;
  EXPECT_LT(std::ranges::count(shown, 0xFFFFFFu), static_cast<std::ptrdiff_t>(shown.size()));
  for (int again = 0; again < 3; ++again) EXPECT_EQ(*DrawDot(dot, "png"), *png);
}

TEST(Bitmap, APictureWithoutPixelsIsAFault) {
  const auto png = PngOf({});
  ASSERT_FALSE(png);
  EXPECT_NE(png.faults()[0].message.find("without pixels"), std::string::npos)
      << png.faults()[0].message;
}

}  // namespace
}  // namespace mlf::tools
