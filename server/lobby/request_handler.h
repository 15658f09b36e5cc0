// RequestHandler: the lobby as the gateway sees it.
#pragma once

#include "server/lobby/session.h"
#include "server/world/world.h"

#include <functional>

namespace mlf::server {

class RequestHandler {
 public:
  using Reply = std::function<void(Answer)>;

  virtual ~RequestHandler() = default;
  virtual void Opened(Session& session) = 0;
  // `read_at` is Clock::Steady when the last byte was read. `reply` is called once, maybe later,
  // and even after Closed. The gateway passes the next request of this session only after it.
  virtual void Handle(Session& session, Request request, Ms read_at, Reply reply) = 0;
  virtual void Closed(Session& session) = 0;
  // The outbound queue has drained after pushes were dropped: sends `desk` and `begin` again.
  virtual void Resume(Session& session) = 0;
};

}  // namespace mlf::server
