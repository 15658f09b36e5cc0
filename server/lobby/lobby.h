// Lobby: users, desks, and every request. The gateway brings requests of sessions; whatever the
// wire form, they are answered here.
#pragma once

#include "server/config/config.h"
#include "server/journal/accounts.h"
#include "server/journal/journal.h"
#include "server/lobby/session.h"
#include "server/world/world.h"

#include <functional>
#include <memory>
#include <string>

namespace mlf::server {

class VariantShelf;
class Desk;

class Lobby {
 public:
  using Reply = std::function<void(Answer)>;

  Lobby(const ServerConfig& config, World world, Journal& journal, Accounts& accounts,
        VariantShelf& variants);
  ~Lobby();

  // Reads the unfinished desks, before the first session. Damaged ones are put aside and logged.
  void Recover();

  void Opened(Session& session);
  // `read_at`: Clock::Steady when its last byte was read. `reply` is called once, maybe later; the
  // gateway hands over the next request of this session only then.
  void Handle(Session& session, Request request, Ms read_at, Reply reply);
  void Closed(Session& session);
  // The outbound queue has drained after pushes were dropped: sends `desk` and `begin` anew.
  void Resume(Session& session);

  // No new matches from here on; a `notice` to everybody.
  void Drain();

  // ---- for HTTP and admin ----
  Json AdminDesks() const;
  Json AdminSessions() const;
  bool Kick(const std::string& user);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mlf::server
