// Driver: one wire form on one connection. The gateway moves bytes and applies limits. A driver
// turns inbound messages into requests, and answers and pushes into outbound messages. A driver may
// number or encrypt what it returns. So the gateway writes all of it, in the order of the calls,
// and drops pushes before it calls Push.
#pragma once

#include "server/protocol/message.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

class Driver {
 public:
  // The result of one inbound message.
  struct Inbound {
    std::optional<Request> request{};    // for the lobby; Answer is called with its answer
    std::vector<std::string> replies{};  // to write now: answers to messages that are no requests
    bool bad = false;   // counts as a bad message; too many of them end the connection
    std::string bye{};  // not empty: send Bye(bye) and close (`protocol`)
  };
  // The result of an answer of the lobby.
  struct Outbound {
    std::vector<std::string> messages{};
    // A further request, needed before the message can be answered. It does not count as a message
    // of the client. Answer is called again.
    std::optional<Request> request{};
  };

  // Takes one outbound message.
  using Writer = std::function<void(std::string_view bytes)>;

  virtual ~Driver() = default;

  // One whole inbound message: a WebSocket message, or a TCP frame with its header.
  virtual Inbound Read(std::string_view bytes, bool binary) = 0;
  // The answer to the request that Read or Answer gave last. At most one request is with the lobby.
  virtual Outbound Answer(const mlf::server::Answer& answer) = 0;
  // An error about a message that was not read (too_large).
  virtual std::string Refuse(const Error& error) = 0;
  // A push. Nothing is written if this wire form has none for it.
  virtual void Push(const Message& message, const Writer& write) = 0;
  // The client has gone. A last request of its user, if there is one; nobody gets its answer.
  virtual std::optional<Request> Gone() { return std::nullopt; }
  // Whether outbound WebSocket messages are binary.
  virtual bool binary() const = 0;
};

}  // namespace mlf::server
