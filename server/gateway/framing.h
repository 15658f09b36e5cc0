// Framing: how messages lie in the bytes of a connection. It knows neither sockets nor what the
// messages say. WebSocket frames are read and written here and not by Beast, because many messages
// leave in one write, a message that is too large is answered before the close, and an idle
// connection has no buffers; the tests speak to it with Beast.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mlf::server {

class Framing {
 public:
  enum class Kind : std::uint8_t {
    kNothing,  // more bytes are needed
    kMessage,
    kPing,  // to be answered with Pong
    kPong,
    kClose,     // by the peer
    kTooLarge,  // nothing can be read behind it
    kFault,     // against the protocol; nothing can be read behind it
  };
  struct Taken {
    Kind kind = Kind::kNothing;
    std::string bytes;        // kMessage, kPing
    bool binary = false;      // kMessage
    std::uint16_t close = 0;  // kClose, kFault: the code to close with
  };

  virtual ~Framing() = default;

  // Takes one message or control frame from the front of `in`; `used` = how many bytes that took,
  // also where there is kNothing (a fragment).
  virtual Taken Take(std::string_view in, std::size_t& used) = 0;
  // These append to `out`.
  virtual void Message(std::string& out, std::string_view bytes, bool binary) = 0;
  virtual void Ping(std::string& out) = 0;
  virtual void Pong(std::string& out, std::string_view bytes) = 0;
  virtual void Close(std::string& out, std::uint16_t code, std::string_view reason) = 0;
};

// RFC 6455, the server's side, without extensions.
std::unique_ptr<Framing> MakeWebSocketFraming(std::size_t max_message_bytes);
// A frame is a byte of sequence, four bytes of number and four of length (big-endian), then that
// many bytes; a message is the frame with its header. No control frames.
std::unique_ptr<Framing> MakeTcpFraming(std::size_t max_message_bytes);

// Sec-WebSocket-Accept of a handshake.
std::string WebSocketAccept(std::string_view key);

}  // namespace mlf::server
