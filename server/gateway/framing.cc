#include "server/gateway/framing.h"
#include "flow/base/utf8.h"

#include "server/protocol/big_endian.h"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <array>
#include <optional>

namespace mlf::server {
namespace {

constexpr std::uint16_t kNormal = 1000, kProtocolError = 1002, kBadPayload = 1007, kPolicy = 1008;
constexpr std::size_t kMaxControl = 125;  // bytes of a control frame
// Fragments of one message. More fragments are an attempt to keep the server busy.
constexpr int kMaxFragments = 256;

// Codes that a peer may send in a close frame.
bool IsCloseCode(std::uint64_t code) {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
         (code >= 3000 && code <= 4999);
}

class WebSocketFraming final : public Framing {
 public:
  explicit WebSocketFraming(std::size_t max_message_bytes) : max_(max_message_bytes) {}

  Taken Take(std::string_view in, std::size_t& used) override {
    used = 0;
    const auto fault = [](std::uint16_t code) { return Taken{Kind::kFault, {}, false, code}; };
    if (in.size() < 2) return {};
    const auto first = static_cast<unsigned char>(in[0]),
               second = static_cast<unsigned char>(in[1]);
    const bool last = (first & 0x80) != 0;
    const int opcode = first & 0x0F;
    const bool control = (opcode & 0x8) != 0;
    // Reserved bits belong to extensions. A client must mask.
    if ((first & 0x70) != 0 || (second & 0x80) == 0) return fault(kProtocolError);
    if (opcode > (control ? kPongFrame : kBinaryFrame)) return fault(kProtocolError);

    std::uint64_t length = second & 0x7F;
    if (control && (!last || length > kMaxControl)) return fault(kProtocolError);
    const std::size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (in.size() < 2 + wide) return {};
    if (wide != 0) {
      length = BigEndian(in.substr(2, wide));
      if (length < (wide == 2 ? 126u : 65536u) || length >> 63 != 0) return fault(kProtocolError);
    }
    if (!control) {
      if ((opcode == kContinuation) != opened_.has_value()) return fault(kProtocolError);
      if (length > max_ - partial_.size()) return {Kind::kTooLarge, {}, false, 0};
      if (fragments_ >= kMaxFragments) return fault(kPolicy);
    }
    const std::size_t head = 2 + wide + 4;
    if (in.size() < head || in.size() - head < length) return {};
    used = head + static_cast<std::size_t>(length);

    std::string content(in.substr(head, static_cast<std::size_t>(length)));
    const std::string_view mask = in.substr(head - 4, 4);
    for (std::size_t i = 0; i < content.size(); ++i)
      content[i] = static_cast<char>(content[i] ^ mask[i % 4]);
    if (control) return Control(opcode, std::move(content));

    if (opcode != kContinuation) opened_ = opcode == kBinaryFrame;
    ++fragments_;
    if (last && partial_.empty()) {
      partial_ = std::move(content);
    } else {
      partial_ += content;
    }
    if (!last) return {};
    Taken message{Kind::kMessage, std::move(partial_), *opened_, 0};
    partial_ = {};
    opened_.reset();
    fragments_ = 0;
    if (!message.binary && !IsUtf8(message.bytes)) return fault(kBadPayload);
    return message;
  }

  bool midway() const override { return opened_.has_value(); }

  void Message(std::string& out, std::string_view bytes, bool binary) override {
    Frame(out, binary ? kBinaryFrame : kTextFrame, bytes);
  }
  void Ping(std::string& out) override { Frame(out, kPingFrame, {}); }
  void Pong(std::string& out, std::string_view bytes) override { Frame(out, kPongFrame, bytes); }
  void Close(std::string& out, std::uint16_t code, std::string_view reason) override {
    std::string content;
    content += static_cast<char>(code >> 8);
    content += static_cast<char>(code & 0xFF);
    content += reason.substr(0, kMaxControl - 2);
    Frame(out, kCloseFrame, content);
  }

 private:
  enum Opcode { kContinuation, kTextFrame, kBinaryFrame, kCloseFrame = 8, kPingFrame, kPongFrame };

  static Taken Control(int opcode, std::string content) {
    if (opcode == kPingFrame) return {Kind::kPing, std::move(content), false, 0};
    if (opcode == kPongFrame) return {Kind::kPong, {}, false, 0};
    if (content.empty()) return {Kind::kClose, {}, false, kNormal};
    const std::uint64_t code = content.size() < 2 ? 0 : BigEndian(content.substr(0, 2));
    if (!IsCloseCode(code)) return {Kind::kFault, {}, false, kProtocolError};
    if (!IsUtf8(std::string_view(content).substr(2))) return {Kind::kFault, {}, false, kBadPayload};
    return {Kind::kClose, {}, false, static_cast<std::uint16_t>(code)};
  }

  static void Frame(std::string& out, int opcode, std::string_view bytes) {
    const std::size_t size = bytes.size();
    out.reserve(out.size() + kMaxHead + size);
    out += static_cast<char>(0x80 | opcode);
    if (size < 126) {
      out += static_cast<char>(size);
    } else {
      const int wide = size <= 0xFFFF ? 2 : 8;
      out += static_cast<char>(wide == 2 ? 126 : 127);
      for (int shift = (wide - 1) * 8; shift >= 0; shift -= 8)
        out += static_cast<char>(size >> shift & 0xFF);
    }
    out += bytes;
  }

  static constexpr std::size_t kMaxHead = 10;

  const std::size_t max_;
  std::optional<bool> opened_;  // a fragmented message has begun; true = binary
  std::string partial_;         // its bytes so far
  int fragments_ = 0;
};

class TcpFraming final : public Framing {
 public:
  explicit TcpFraming(std::size_t max_message_bytes) : max_(max_message_bytes) {}

  Taken Take(std::string_view in, std::size_t& used) override {
    used = 0;
    if (in.size() < kHead) return {};
    const std::uint64_t length = BigEndian(in.substr(5, 4));
    if (length > max_) return {Kind::kTooLarge, {}, false, 0};
    if (in.size() - kHead < length) return {};
    used = kHead + static_cast<std::size_t>(length);
    return {Kind::kMessage, std::string(in.substr(0, used)), true, 0};
  }

  bool midway() const override { return false; }
  void Message(std::string& out, std::string_view bytes, bool) override { out += bytes; }
  void Ping(std::string&) override {}
  void Pong(std::string&, std::string_view) override {}
  void Close(std::string&, std::uint16_t, std::string_view) override {}

 private:
  static constexpr std::size_t kHead = 9;
  const std::size_t max_;
};

}  // namespace

std::unique_ptr<Framing> MakeWebSocketFraming(std::size_t max_message_bytes) {
  return std::make_unique<WebSocketFraming>(max_message_bytes);
}
std::unique_ptr<Framing> MakeTcpFraming(std::size_t max_message_bytes) {
  return std::make_unique<TcpFraming>(max_message_bytes);
}

std::string WebSocketAccept(std::string_view key) {
  const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
  SHA1(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  std::array<unsigned char, 32> base64{};
  const int size = EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(digest.size()));
  return {reinterpret_cast<const char*>(base64.data()), static_cast<std::size_t>(size)};
}

}  // namespace mlf::server
