// Arbitrary bytes on a connection, cut into WebSocket or framed messages wherever they come, and
// each message read as a request: a request, or an error with a code and a reason.
#include "server/gateway/framing.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mlf::server::Framing;

// All messages of `bytes`, which come in pieces of `step`.
std::vector<std::string> Messages(Framing& framing, std::string_view bytes, std::size_t step) {
  std::vector<std::string> messages;
  std::string in;
  while (!bytes.empty()) {
    in += bytes.substr(0, step);
    bytes.remove_prefix(std::min(step, bytes.size()));
    while (true) {
      std::size_t used = 0;
      Framing::Taken taken = framing.Take(in, used);
      if (used > in.size()) std::abort();
      in.erase(0, used);
      if (taken.kind == Framing::Kind::kTooLarge || taken.kind == Framing::Kind::kFault)
        return messages;
      if (taken.kind == Framing::Kind::kMessage) messages.push_back(std::move(taken.bytes));
      if (taken.kind == Framing::Kind::kNothing && used == 0) break;
    }
    if (in.size() > 4096 + 14) std::abort();  // more than one message waits for its end
  }
  return messages;
}

void Read(std::string_view text) {
  const mlf::server::Incoming incoming = mlf::server::ReadRequest(text);
  if (const auto* error = std::get_if<mlf::server::Error>(&incoming.content)) {
    if (error->code.empty() || !error->reason.contains("en")) std::abort();
    static_cast<void>(mlf::server::AnswerText(incoming.re, *error));
  }
  // Plain requests are read without a tree; with one they are the same.
  const auto tree = mlf::ParseJson(text);
  const auto whole = tree ? mlf::server::ReadRequest(*tree) : mlf::server::Incoming();
  if (tree && (whole.re != incoming.re || whole.content.index() != incoming.content.index()))
    std::abort();
  if (!tree && incoming.content.index() == 0) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Read(bytes);
  const auto web = [] { return mlf::server::MakeWebSocketFraming(4096); };
  const std::vector<std::string> whole = Messages(*web(), bytes, 64);
  // However the bytes are cut, the messages are the same.
  if (Messages(*web(), bytes, 1) != whole) std::abort();
  if (Messages(*mlf::server::MakeTcpFraming(4096), bytes, 1) !=
      Messages(*mlf::server::MakeTcpFraming(4096), bytes, 64))
    std::abort();
  for (const std::string& message : whole) Read(message);
  return 0;
}
