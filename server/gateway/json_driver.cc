#include "server/gateway/json_driver.h"
#include "server/protocol/json_wire.h"

namespace mlf::server {
namespace {

class JsonDriver final : public Driver {
 public:
  Inbound Read(std::string_view bytes, bool binary) override {
    Inbound inbound;
    if (binary) {
      inbound.bye = "protocol";
      return inbound;
    }
    Incoming incoming = ReadRequest(bytes);
    if (auto* request = std::get_if<Request>(&incoming.content)) {
      re_ = std::move(incoming.re);
      inbound.request = std::move(*request);
    } else {
      inbound.bad = true;
      inbound.replies = {AnswerText(incoming.re, std::get<Error>(incoming.content))};
    }
    return inbound;
  }

  Outbound Answer(const mlf::server::Answer& answer) override {
    return {{AnswerText(re_, answer)}, std::nullopt};
  }
  std::string Refuse(const Error& error) override { return AnswerText(nullptr, error); }
  void Push(const Message& message, const Writer& write) override {
    write(message.Bytes(Wire::kJson, PushText));
  }
  bool binary() const override { return false; }

 private:
  Json re_;
};

}  // namespace

std::unique_ptr<Driver> MakeJsonDriver() { return std::make_unique<JsonDriver>(); }

}  // namespace mlf::server
