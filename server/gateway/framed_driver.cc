#include "server/gateway/framed_driver.h"

#include "server/protocol/framed_wire.h"

#include <utility>

namespace mlf::server {

namespace {

class FramedDriver final : public Driver {
 public:
  Inbound Read(std::string_view bytes, bool) override {
    const std::optional<FrameHeader> header = ReadFrameHeader(bytes);
    // After a wrong length or a gap, frame borders are unknown.
    if (!header || bytes.size() - FrameHeader::kBytes != header->length ||
        header->sequence != Next(read_))
      return {.bye = "protocol"};
    Incoming incoming =
        ReadFramedRequest({header->number, std::string(bytes.substr(FrameHeader::kBytes))});
    if (const Error* error = std::get_if<Error>(&incoming.content))
      return {.replies = {Framed(FramedAnswer(0, incoming.re, *error))}, .bad = true};
    request_ = header->number;
    re_ = std::move(incoming.re);
    return {.request = std::get<Request>(std::move(incoming.content))};
  }

  Outbound Answer(const mlf::server::Answer& answer) override {
    return {.messages = {Framed(FramedAnswer(request_, re_, answer))}};
  }

  std::string Refuse(const Error& error) override {
    return Framed(FramedAnswer(0, nullptr, error));
  }

  void Push(const Message& message, const Writer& write) override {
    // The frame number is in the header, and each connection counts its own. So the body is shared.
    const std::string& body = message.Bytes(
        Wire::kFramed, [](const mlf::server::Push& push) { return FramedPush(push).body; });
    write(Framed({kFirstPush + static_cast<std::uint32_t>(message.push().index()), body}));
  }

  bool binary() const override { return true; }

 private:
  static std::uint8_t Next(std::uint8_t& sequence) {
    return sequence = static_cast<std::uint8_t>(sequence + 1);
  }

  std::string Framed(const FrameBody& frame) {
    return FrameHeaderBytes({.sequence = Next(written_),
                             .number = frame.number,
                             .length = static_cast<std::uint32_t>(frame.body.size())}) +
           frame.body;
  }

  std::uint8_t read_ = 0, written_ = 0;  // of the last frame
  std::uint32_t request_ = 0;            // the request that Answer answers
  Json re_;
};

}  // namespace

std::unique_ptr<Driver> MakeFramedDriver() { return std::make_unique<FramedDriver>(); }

}  // namespace mlf::server
