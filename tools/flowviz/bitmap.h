// A picture in pixels as the bytes of a png.
#pragma once

#include <mlf/flow/result.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::tools {

struct Bitmap {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  // row by row, 0x00RRGGBB; the highest byte is not looked at
};

// A chart is flat areas and thin edges: it has few colours, and those beside the 256 it uses most are shades at the rim of a letter, which
// become the nearest of them. A byte a pixel then takes a third of the time of three to write.
Result<std::string> PngOf(const Bitmap& bitmap);

}  // namespace mlf::tools
