#include "tools/chart/bitmap.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

namespace mlf::tools {
namespace {

constexpr std::size_t kPalette = 256;

struct Rgb {
  int red, green, blue;
};
// Widens to eight bits by repeating the highest bits, so that white stays white.
Rgb ColourOf(std::size_t pixel) {
  const auto bits = static_cast<int>(pixel);
  const int red = bits >> 11, green = bits >> 5 & 63, blue = bits & 31;
  return {red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2};
}

std::uint8_t Nearest(const std::vector<Rgb>& palette, Rgb colour) {
  int least = std::numeric_limits<int>::max();
  std::uint8_t place = 0;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const int red = palette[i].red - colour.red, green = palette[i].green - colour.green,
              blue = palette[i].blue - colour.blue;
    const int apart = red * red + green * green + blue * blue;
    if (apart >= least) continue;
    least = apart;
    place = static_cast<std::uint8_t>(i);
  }
  return place;
}

struct Palette {
  std::vector<Rgb> colours;
  std::vector<std::uint8_t> places = std::vector<std::uint8_t>(1 << 16);  // by pixel
};

Palette PaletteOf(const Bitmap& bitmap) {
  std::vector<std::uint32_t> counts(1 << 16);
  // Neighbours usually have the same colour and are counted together.
  for (auto at = bitmap.pixels.begin(), end = bitmap.pixels.end(); at != end;) {
    const auto begin = at;
    const std::uint16_t pixel = *begin;
    while (at != end && *at == pixel) ++at;
    counts[pixel] += static_cast<std::uint32_t>(at - begin);
  }
  std::vector<std::size_t> order;
  for (std::size_t pixel = 0; pixel < counts.size(); ++pixel) {
    if (counts[pixel] != 0) order.push_back(pixel);
  }
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t pixel) { return counts[pixel]; });
  Palette palette;
  for (const std::size_t pixel : order) {
    const Rgb own = ColourOf(pixel);
    const bool room = palette.colours.size() < kPalette;
    palette.places[pixel] =
        room ? static_cast<std::uint8_t>(palette.colours.size()) : Nearest(palette.colours, own);
    if (room) palette.colours.push_back(own);
  }
  return palette;
}

void Put(std::string& to, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) to += static_cast<char>(number >> shift & 255);
}

void PutChunk(std::string& png, std::string_view type, std::string_view data) {
  Put(png, static_cast<std::uint32_t>(data.size()));
  const std::size_t from = png.size();
  png += type;
  png += data;
  Put(png, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(png.data() + from),
                                            static_cast<uInt>(png.size() - from))));
}

// Returns nothing if memory is short.
std::string Compressed(std::string& bytes) {
  z_stream stream{};
  // Run-length encoding finds nearly all redundancy of a chart. A longer search costs time and
  // gains little.
  if (deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS, 6, Z_RLE) != Z_OK) return {};
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string room;
  int status = Z_OK;
  while (status ==
         Z_OK) {  // out of space. Charts shrink to a twentieth; the first buffer has an eighth
    const std::size_t written = room.size();
    room.resize(written + bytes.size() / 8 + 1024);
    stream.next_out = reinterpret_cast<Bytef*>(room.data() + written);
    stream.avail_out = static_cast<uInt>(room.size() - written);
    status = deflate(&stream, Z_FINISH);
  }
  room.resize(stream.total_out);
  deflateEnd(&stream);
  return room;
}

}  // namespace

Result<std::string> PngOf(const Bitmap& bitmap) {
  if (bitmap.pixels.empty()) return Fault{"F03", {}, "cannot write a png without pixels"};
  const Palette palette = PaletteOf(bitmap);
  // Rows of palette indices, each after a zero byte: no filter.
  const auto width = static_cast<std::size_t>(bitmap.width);
  std::string rows;
  rows.reserve(bitmap.pixels.size() + static_cast<std::size_t>(bitmap.height));
  for (auto row = bitmap.pixels.begin(); row != bitmap.pixels.end(); row += bitmap.width) {
    rows += '\0';
    const std::size_t at = rows.size();
    rows.resize(at + width);
    std::transform(row, row + bitmap.width, rows.data() + at,
                   [&](std::uint16_t pixel) { return static_cast<char>(palette.places[pixel]); });
  }
  const std::string data = Compressed(rows);
  if (data.empty())
    return Fault{"F03", {}, "cannot write the png: no memory is left to compress it"};

  std::string head;
  Put(head, static_cast<std::uint32_t>(bitmap.width));
  Put(head, static_cast<std::uint32_t>(bitmap.height));
  head += std::string{8, 3, 0, 0,
                      0};  // eight bits, palette, default compression, filters and order of rows
  std::string colours_used;
  for (const Rgb& colour : palette.colours)
    colours_used.append({static_cast<char>(colour.red), static_cast<char>(colour.green),
                         static_cast<char>(colour.blue)});
  std::string png = "\x89PNG\r\n\x1A\n";
  PutChunk(png, "IHDR", head);
  PutChunk(png, "PLTE", colours_used);
  PutChunk(png, "IDAT", data);
  PutChunk(png, "IEND", {});
  return png;
}

}  // namespace mlf::tools
