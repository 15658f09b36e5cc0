// HostStreams: a gateway's streams to the hosts of a cluster, its own node's among them. One stream
// carries all sessions that the gateway has at that host. Its frames arrive in order; where it
// breaks, all that was on its way may be lost.
#pragma once

#include "cluster/cluster_store.h"
#include "server/journal/accounts.h"
#include "server/protocol/message.h"

#include <cstdint>
#include <functional>
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

class HostStreams {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void StreamUp(const std::string& node) = 0;
    virtual void StreamDown(const std::string& node) = 0;
    virtual void Received(const std::string& node, ToGateway frame) = 0;
  };

  virtual ~HostStreams() = default;
  // Before the first frame. Calls never come inside Send.
  virtual void Use(Listener& listener) = 0;
  virtual bool up(const std::string& node) const = 0;
  // Does nothing where the stream is not up.
  virtual void Send(const std::string& node, const ToHost& frame) = 0;
};

// A host's end of the streams.
class HostEntrance {
 public:
  using Sender = std::function<void(const ToGateway&)>;

  virtual ~HostEntrance() = default;
  // A stream begins, and an earlier one of the same name is gone. `send` is called until Down.
  virtual void Up(const std::string& gateway, Sender send) = 0;
  virtual void Received(const std::string& gateway, ToHost frame) = 0;
  virtual void Down(const std::string& gateway) = 0;
};

}  // namespace mlf::server
