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
Result<std::string> PngOf(const Bitmap& bitmap);

}  // namespace mlf::tools
