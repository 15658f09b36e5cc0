// A picture in pixels as the bytes of a png.
#pragma once

#include <mlf/flow/result.h>

#include <boost/container/vector.hpp>

#include <cstdint>
#include <string>

namespace mlf::tools {

// Sixteen bits a pixel are enough for charts, and half the memory is half the time it takes to get
// it.
struct Bitmap {
  int width = 0, height = 0;
  boost::container::vector<std::uint16_t>
      pixels;  // row by row: five bits of red, six of green, five of blue
};

// A chart is flat areas and thin edges: it has few colours, and those beside the 256 it uses most
// are shades at the rim of a letter, which become the nearest of them. A byte a pixel then takes a
// third of the time of three to write.
//
// cairo_surface_write_to_png has no palette and filters every row: for the chart of xueliu (1766 x
// 1197 pixels, g++ -O2, best of 7) it takes 154 ms and 360 KB, PngOf 20 ms and 215 KB; for that of
// yilaidaodi 155 ms and 351 KB against 14 ms and 204 KB.
Result<std::string> PngOf(const Bitmap& bitmap);

}  // namespace mlf::tools
