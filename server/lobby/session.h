// Session: one connection as the lobby sees it. The gateway owns it.
#pragma once

#include "server/protocol/message.h"

#include <string>
#include <string_view>

namespace mlf::server {

class Session {
 public:
  virtual ~Session() = default;
  // Puts a push into the outbound queue. A full queue drops it, and the gateway then resumes the
  // session (see Lobby::Resume).
  virtual void Send(MessagePtr message) = 0;
  // Sends `bye` with this code after the queued messages, and closes.
  virtual void Bye(std::string_view code) = 0;
  // Closes after the queued messages.
  virtual void Close() = 0;
  // The client's address, for limits and logs. A trusted proxy may report it.
  virtual const std::string& address() const = 0;
  // For logs; unique in this process.
  virtual std::uint64_t number() const = 0;
};

}  // namespace mlf::server
