#include "server/protocol/framed_wire.h"

namespace mlf::server {

namespace {

std::uint32_t BigEndian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char c : bytes) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

void AppendBigEndian(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<char>(number >> shift & 0xff));
}

}  // namespace

std::optional<FrameHeader> ReadFrameHeader(std::string_view bytes) {
  if (bytes.size() < FrameHeader::kBytes) return std::nullopt;
  return FrameHeader{.sequence = static_cast<std::uint8_t>(bytes[0]),
                     .number = BigEndian(bytes.substr(1, 4)),
                     .length = BigEndian(bytes.substr(5, 4))};
}

std::string FrameHeaderBytes(const FrameHeader& header) {
  std::string bytes(1, static_cast<char>(header.sequence));
  AppendBigEndian(bytes, header.number);
  AppendBigEndian(bytes, header.length);
  return bytes;
}

}  // namespace mlf::server
