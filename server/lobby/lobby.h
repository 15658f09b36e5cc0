// Lobby: users, desks, and every request. The gateway brings requests of sessions; whatever the
// wire form, they are answered here.
#pragma once

#include "server/config/config.h"
#include "server/journal/accounts.h"
#include "server/journal/journal.h"
#include "server/lobby/request_handler.h"
#include "server/world/world.h"

#include <memory>
#include <string>

namespace mlf::server {

class VariantShelf;
class Desk;

class Lobby final : public RequestHandler {
 public:
  Lobby(const ServerConfig& config, World world, Journal& journal, Accounts& accounts,
        VariantShelf& variants);
  ~Lobby() override;

  // Reads the unfinished desks, before the first session. Damaged ones are put aside and logged.
  void Recover();

  void Opened(Session& session) override;
  void Handle(Session& session, Request request, Ms read_at, Reply reply) override;
  void Closed(Session& session) override;
  void Resume(Session& session) override;

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
