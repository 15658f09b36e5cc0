#include <mlf/tools/flowviz/bitmap.h>

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mlf::tools {
namespace {

constexpr std::size_t kPalette = 256;

struct Colour {
  std::uint32_t rgb;
  std::size_t pixels = 0;
  png_byte place = 0;  // in the palette
};

png_color ColourOf(std::uint32_t rgb) { return {static_cast<png_byte>(rgb >> 16 & 255), static_cast<png_byte>(rgb >> 8 & 255), static_cast<png_byte>(rgb & 255)}; }

png_byte Nearest(const std::vector<png_color>& palette, png_color colour) {
  int least = std::numeric_limits<int>::max();
  png_byte place = 0;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const int red = palette[i].red - colour.red, green = palette[i].green - colour.green, blue = palette[i].blue - colour.blue;
    const int apart = red * red + green * green + blue * blue;
    if (apart >= least) continue;
    least = apart;
    place = static_cast<png_byte>(i);
  }
  return place;
}

// Gives each colour its place in the palette, which is returned.
std::vector<png_color> MakePalette(std::vector<Colour>& colours) {
  std::vector<Colour*> order;
  for (Colour& colour : colours) order.push_back(&colour);
  std::ranges::sort(order, std::greater<>(), [](const Colour* colour) { return std::pair(colour->pixels, colour->rgb); });
  std::vector<png_color> palette;
  for (Colour* colour : order) {
    const png_color own = ColourOf(colour->rgb);
    colour->place = palette.size() < kPalette ? static_cast<png_byte>(palette.size()) : Nearest(palette, own);
    if (palette.size() < kPalette) palette.push_back(own);
  }
  return palette;
}

// Writes the indices `bytes` into `palette` to `png`; what is wrong, or nothing. libpng leaves by longjmp, over nothing that has a destructor.
std::string Compress(const Bitmap& bitmap, const std::vector<png_color>& palette, const std::vector<png_byte>& bytes, std::string& png) {
  std::string error;
  const auto keep = [](png_structp writer, png_const_charp text) {
    *static_cast<std::string*>(png_get_error_ptr(writer)) = text;
    png_longjmp(writer, 1);
  };
  png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, &error, keep, [](png_structp, png_const_charp) {});
  png_infop info = png_create_info_struct(writer);
  if (setjmp(png_jmpbuf(writer)) == 0) {
    const auto put = [](png_structp to, png_bytep data, std::size_t size) {
      static_cast<std::string*>(png_get_io_ptr(to))->append(reinterpret_cast<const char*>(data), size);
    };
    png_set_write_fn(writer, &png, put, [](png_structp) {});
    // Runs are all there is to find in a chart: looking for more takes three times as long and finds nothing.
    png_set_compression_strategy(writer, Z_RLE);
    png_set_compression_mem_level(writer, 6);  // less of the tables that are moved along, and that it does not use
    png_set_filter(writer, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_IHDR(writer, info, static_cast<png_uint_32>(bitmap.width), static_cast<png_uint_32>(bitmap.height), 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(writer, info, palette.data(), static_cast<int>(palette.size()));
    png_write_info(writer, info);
    for (std::size_t at = 0; at < bytes.size(); at += static_cast<std::size_t>(bitmap.width)) png_write_row(writer, bytes.data() + at);
    png_write_end(writer, info);
  }
  png_destroy_write_struct(&writer, &info);
  return error;
}

}  // namespace

Result<std::string> PngOf(const Bitmap& bitmap) {
  // Neighbours mostly are of one colour, so pixels are taken in runs.
  struct Run {
    std::uint32_t colour;  // index below
    std::uint32_t length;
  };
  std::vector<Colour> colours;
  std::vector<Run> runs;
  std::unordered_map<std::uint32_t, std::uint32_t> index;
  const std::uint32_t* const end = bitmap.pixels.data() + bitmap.pixels.size();
  for (const std::uint32_t* at = bitmap.pixels.data(); at != end;) {
    const std::uint32_t* const begin = at;
    const std::uint32_t pixel = *at;
    while (at != end && *at == pixel) ++at;
    const std::uint32_t rgb = pixel & 0xFFFFFF;
    const auto [entry, added] = index.try_emplace(rgb, static_cast<std::uint32_t>(colours.size()));
    if (added) colours.push_back({rgb});
    runs.push_back({entry->second, static_cast<std::uint32_t>(at - begin)});
    colours[entry->second].pixels += runs.back().length;
  }

  const std::vector<png_color> palette = MakePalette(colours);
  std::vector<png_byte> bytes;
  bytes.resize(bitmap.pixels.size());
  for (auto at = bytes.begin(); const Run& run : runs) at = std::fill_n(at, run.length, colours[run.colour].place);

  std::string png;
  const std::string broken = Compress(bitmap, palette, bytes, png);
  if (!broken.empty()) return Fault{"F03", {}, "the png cannot be written: " + broken};
  return png;
}

}  // namespace mlf::tools
