// Arbitrary bytes as what a client sends on the framed form: frames of one connection, whole or
// with their headers wrong.
//
//   - a body is a request, or refused with a reason;
//   - a request that is taken means the same when it is written and read again;
//   - a connection closes with `protocol`, or answers each frame.
#include "fuzz/fail.h"
#include "server/gateway/framed_driver.h"
#include "server/protocol/framed_wire.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace mlf;
using namespace mlf::server;

void OneBody(std::uint32_t number, const std::string& body) {
  const Incoming incoming = ReadFramedRequest({number, body});
  if (const Error* error = std::get_if<Error>(&incoming.content)) {
    if (error->code.empty() || error->reason["en"].get<std::string>().empty())
      Fail("an error without a reason");
    return;
  }
  const auto object = FrameObject({number, body});
  if (!object) Fail("taken, but no object:", FaultText(object.faults()));
  const auto again = FrameOf(number, *object);
  if (!again) Fail("its own object does not fit:", FaultText(again.faults()));
  const auto twice = FrameObject(*again);
  if (!twice || *twice != *object) Fail("another meaning the second time:", object->dump());
}

void OneConnection(const std::string& bytes) {
  const auto driver = MakeFramedDriver();
  std::size_t at = 0;
  std::uint8_t sequence = 0;
  while (at < bytes.size()) {
    const std::size_t length =
        std::min<std::size_t>(static_cast<unsigned char>(bytes[at]), bytes.size() - at - 1);
    std::string frame = bytes.substr(at + 1, length);
    at += 1 + length;
    // A right header, mostly, so that the bodies are reached.
    if (frame.size() > 4 && frame[0] != '!') {
      ++sequence;
      const std::uint32_t number = 1001u + static_cast<unsigned char>(frame[1]) % 23u;
      frame = frame.substr(2);
      frame =
          FrameHeaderBytes({sequence, number, static_cast<std::uint32_t>(frame.size())}) + frame;
    }
    const auto inbound = driver->Read(frame, true);
    if (!inbound.bye.empty()) return;
    if (inbound.request.has_value() == !inbound.replies.empty())
      Fail("a frame is not answered once");
    if (inbound.request && driver->Answer(MakeError("busy")).messages.size() != 1)
      Fail("a request is not answered");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if ((data[0] & 1) != 0) {
    OneBody(1001u + (data[0] >> 1) % 23u, bytes.substr(1));
  } else {
    OneConnection(bytes.substr(1));
  }
  return 0;
}
