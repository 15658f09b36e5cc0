// What a gateway and a host tell each other about the sessions of people. One stream between them
// carries all sessions that the gateway has at that host.
#pragma once

#include "cluster/cluster_store.h"
#include "server/journal/accounts.h"
#include "server/protocol/message.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlf::server {

struct ToHost {
  enum class Kind : std::uint8_t {
    kOpen,     // the user is here by this session
    kRequest,  // of it; one at a time
    kResume,   // its queue has drained: the desks are shown anew
    kClose,    // it has ended
  };
  Kind kind = Kind::kOpen;
  std::uint64_t session = 0;  // the gateway's number of it
  // kOpen
  User user{};
  Revision epoch = 0;  // of the login: a later one has a greater one
  std::string address{};
  bool overs = false;  // ends of matches that the user has missed are sent
  // kRequest
  std::uint64_t request = 0;  // the gateway's number of it
  std::optional<Request> body{};
};

struct ToGateway {
  enum class Kind : std::uint8_t { kAnswer, kPush, kBye, kClose };
  Kind kind = Kind::kAnswer;
  std::uint64_t session = 0;
  std::uint64_t request = 0;  // kAnswer
  Answer answer{};
  MessagePtr push{};
  Revision epoch = 0;  // kPush about a desk of the host: that of its claim
  std::string code{};  // kBye
};

std::string FrameText(const ToHost& frame);
std::string FrameText(const ToGateway& frame);
// Nothing where the text is no such frame.
std::optional<ToHost> ReadToHost(const std::string& text);
std::optional<ToGateway> ReadToGateway(const std::string& text);

}  // namespace mlf::server
