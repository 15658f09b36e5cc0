#include "server/gateway/framed_driver.h"

#include "server/protocol/framed_wire.h"

#include <utility>

namespace mlf::server {

namespace {

class FramedDriver final : public Driver {
 public:
  explicit FramedDriver(HasTiles has_tiles) : has_tiles_(std::move(has_tiles)) {}

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
    if (const auto* desk = std::get_if<push::Desk>(&message.push())) TellOfPieces(*desk, write);
  }

  bool binary() const override { return true; }

 private:
  // Pieces that are no tiles have no code, so they are left out. That is said once at each desk.
  void TellOfPieces(const push::Desk& desk, const Writer& write) {
    if (desk.code == told_ || !has_tiles_ || has_tiles_(desk.variant)) return;
    told_ = desk.code;
    write(Framed(FramedPush(push::Notice{
        "no_codes", "这种玩法用自己的棋子，本接口没有它们的编码；请用 HTTP 端口（JSON）来玩",
        "this game has pieces of its own, which have no code here; play it at the HTTP port "
        "(JSON)"})));
  }

  static std::uint8_t Next(std::uint8_t& sequence) {
    return sequence = static_cast<std::uint8_t>(sequence + 1);
  }

  std::string Framed(const FrameBody& frame) {
    return FrameHeaderBytes({.sequence = Next(written_),
                             .number = frame.number,
                             .length = static_cast<std::uint32_t>(frame.body.size())}) +
           frame.body;
  }

  HasTiles has_tiles_;
  std::string told_;                     // code of the desk whose pieces have no code
  std::uint8_t read_ = 0, written_ = 0;  // of the last frame
  std::uint32_t request_ = 0;            // the request that Answer answers
  Json re_;
};

}  // namespace

std::unique_ptr<Driver> MakeFramedDriver(HasTiles has_tiles) {
  return std::make_unique<FramedDriver>(std::move(has_tiles));
}

}  // namespace mlf::server
