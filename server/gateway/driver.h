// Driver: one wire form on one connection. The gateway moves bytes and applies limits; a driver
// turns inbound messages into requests, and answers and pushes into bytes.
#pragma once

#include "server/protocol/message.h"

#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

class Driver {
 public:
  // What one inbound message comes to.
  struct Inbound {
    std::optional<Request> request;  // goes to the lobby; Answer is called with what comes back
    std::string reply;               // bytes to write now: the answer to what is no request
    bool bad = false;    // counts as a bad message; too many of them end the connection
    std::string bye;     // not empty: send Bye(bye) and close (`protocol`)
  };

  virtual ~Driver() = default;

  // One whole inbound message: a WebSocket frame, or a TCP frame with its header.
  virtual Inbound Read(std::string_view bytes, bool binary) = 0;
  // The answer to the request that Read gave last. At most one request is with the lobby.
  virtual std::string Answer(const mlf::server::Answer& answer) = 0;
  // The bytes of a push, empty where this wire form has none for it. The gateway writes what
  // Answer and Push return in the order of the calls.
  virtual std::string Push(const Message& message) = 0;
  // Whether outbound WebSocket messages are binary.
  virtual bool binary() const = 0;
};

}  // namespace mlf::server
