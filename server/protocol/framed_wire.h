// The framed form: a header of nine bytes, then a protobuf body (majiang.proto).
//
//   1 byte   sequence: counts the frames of one direction, 1 for the first, 0 after 255
//   4 bytes  protocol number, big-endian
//   4 bytes  length of the body, big-endian
#pragma once

#include "server/protocol/json_wire.h"

#include <mlf/flow/result.h>

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
// Nothing if there are fewer than kBytes bytes. Later bytes are ignored.
std::optional<FrameHeader> ReadFrameHeader(std::string_view bytes);
std::string FrameHeaderBytes(const FrameHeader& header);

// Requests are numbered from here in the order of Request. An answer has the number of its request
// plus 1000. Pushes are numbered from kFirstPush in the order of Push.
inline constexpr std::uint32_t kFirstRequest = 1001, kFirstAnswer = 2001, kFirstPush = 3001;
inline constexpr std::uint32_t kErrorNumber = 2999;

// A frame without its sequence.
struct FrameBody {
  std::uint32_t number = 0;
  std::string body;
};

// A request as in the JSON form. An unknown number is bad_message too.
Incoming ReadFramedRequest(const FrameBody& frame);
// `request`: the number of the answered request; 0 for an error without request.
FrameBody FramedAnswer(std::uint32_t request, const Json& re, const Answer& answer);
FrameBody FramedPush(const Push& push);

// Any body in both directions, for clients and tests: an object of the JSON form with `re` and
// without `t`. The error names the number and the field.
Result<Json> FrameObject(const FrameBody& frame);
Result<FrameBody> FrameOf(std::uint32_t number, const Json& object);

}  // namespace mlf::server
