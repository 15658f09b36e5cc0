// Framing: where messages begin and end in the bytes of a connection. It knows neither sockets nor
// the content of messages. We read and write WebSocket frames ourselves, for three reasons:
// - Many messages leave in one write.
// - A message that is too large is answered before the close.
// - An idle connection has no buffers.
// The tests use Beast as the client.
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
    kTooLarge,  // the bytes after it cannot be read
    kFault,     // breaks the protocol; the bytes after it cannot be read
  };
  struct Taken {
    Kind kind = Kind::kNothing;
    std::string bytes;        // kMessage, kPing
    bool binary = false;      // kMessage
    std::uint16_t close = 0;  // kClose, kFault: the code to close with
  };

  virtual ~Framing() = default;

  // Takes one message or control frame from the front of `in`. `used` is the number of bytes taken,
  // for kNothing too (a fragment).
  virtual Taken Take(std::string_view in, std::size_t& used) = 0;
  // The bytes taken so far end inside a message (a fragment).
  virtual bool midway() const = 0;
  // These append to `out`.
  virtual void Message(std::string& out, std::string_view bytes, bool binary) = 0;
  virtual void Ping(std::string& out) = 0;
  virtual void Pong(std::string& out, std::string_view bytes) = 0;
  virtual void Close(std::string& out, std::uint16_t code, std::string_view reason) = 0;
};

// RFC 6455, the server's side, without extensions.
std::unique_ptr<Framing> MakeWebSocketFraming(std::size_t max_message_bytes);
// A frame is one byte of sequence, four bytes of number, four bytes of length (big-endian), and the
// body. A message is the frame with its header. There are no control frames.
std::unique_ptr<Framing> MakeTcpFraming(std::size_t max_message_bytes);

// Sec-WebSocket-Accept of a handshake.
std::string WebSocketAccept(std::string_view key);

}  // namespace mlf::server
