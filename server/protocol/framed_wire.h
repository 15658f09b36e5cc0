// The framed form: a header of nine bytes, then a protobuf body (majiang.proto).
//
//   1 byte   sequence: counts the frames of one direction, 1 for the first, 0 after 255
//   4 bytes  protocol number, big-endian
//   4 bytes  length of the body, big-endian
#pragma once

#include "server/protocol/messages.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

struct FrameHeader {
  static constexpr std::size_t kBytes = 9;
  std::uint8_t sequence = 0;
  std::uint32_t number = 0;
  std::uint32_t length = 0;  // of the body
};
// Nothing of fewer than kBytes bytes; what follows them is not looked at.
std::optional<FrameHeader> ReadFrameHeader(std::string_view bytes);
std::string FrameHeaderBytes(const FrameHeader& header);

}  // namespace mlf::server
