// MessageLog: the messages of one connection, in and out, as lines of the debug log. A line has the
// JSON form, whatever the wire form is:
//
//   session=7 ... user=u12 "Ann" in {"t":"ready","desk":"k2","ready":true}
//
// No line holds a secret (Redacted), and no bytes of a message that cannot be read.
#pragma once

#include "server/protocol/message.h"
#include "server/world/log.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mlf::server {

// The message as text without passwords, tokens, keys, salts and links of replays ("***"). Every
// tile is "?", because the text does not tell who may see it. Long texts and lists become their
// size. A very long message is cut.
std::string Redacted(Json message);

class MessageLog {
 public:
  // Of one connection; null if the log does not keep its messages. `log` must live longer.
  static std::unique_ptr<MessageLog> For(Log& log, std::uint64_t session) {
    if (!log.Keeps(LogLevel::kDebug)) return nullptr;
    return std::make_unique<MessageLog>(log, session);
  }
  MessageLog(Log& log, std::uint64_t session) : log_(log), session_(session) {}

  void In(const Request& request);
  // A message that its wire form cannot read, or answers itself.
  void InUnread(std::size_t bytes, std::size_t answers) const;
  // The answer to the last request.
  void Out(const Answer& answer);
  void Out(const Push& push, bool dropped) const;

 private:
  void Line(std::string_view what, const Json& message, std::string_view desk) const;

  Log& log_;
  const std::uint64_t session_;
  bool logs_in_ = false;    // the last request is a login
  std::string asked_desk_;  // of the last request
  std::string asked_;       // its type
  std::string user_, name_;
};

}  // namespace mlf::server
