// Driver: one wire form on one connection. The gateway moves bytes and applies limits; a driver
// turns inbound messages into requests, and answers and pushes into outbound messages. A driver may
// number or encrypt what it returns, so the gateway writes all of it, in the order of the calls; a
// push that is dropped is not given to Push.
#pragma once

#include "server/protocol/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

class Driver {
 public:
  // What one inbound message comes to.
  struct Inbound {
    std::optional<Request> request{};    // goes to the lobby; Answer is called with what comes back
    std::vector<std::string> replies{};  // to write now: the answer to what is no request
    bool bad = false;   // counts as a bad message; too many of them end the connection
    std::string bye{};  // not empty: send Bye(bye) and close (`protocol`)
  };
  // What an answer of the lobby comes to.
  struct Outbound {
    std::vector<std::string> messages{};
    // The message is not answered yet: this goes to the lobby first, without counting as one more
    // message of the client, and Answer is called again.
    std::optional<Request> request{};
  };

  virtual ~Driver() = default;

  // One whole inbound message: a WebSocket message, or a TCP frame with its header.
  virtual Inbound Read(std::string_view bytes, bool binary) = 0;
  // The answer to the request that Read or Answer gave last. At most one request is with the lobby.
  virtual Outbound Answer(const mlf::server::Answer& answer) = 0;
  // An error about a message that was not read (too_large).
  virtual std::string Refuse(const Error& error) = 0;
  // A push; empty where this wire form has none for it.
  virtual std::vector<std::string> Push(const Message& message) = 0;
  // Whether outbound WebSocket messages are binary.
  virtual bool binary() const = 0;
};

}  // namespace mlf::server
