// The HTTP interface Tables, answered by the lobby, the journal and the variants.
#pragma once

#include "server/gateway/gateway.h"
#include "server/host/variant_shelf.h"
#include "server/http/tables.h"
#include "server/journal/journal.h"
#include "server/lobby/lobby.h"
#include "server/serve/shared.h"
#include "server/world/turn_watch.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mlf::server {

class LobbyTables final : public Tables {
 public:
  struct Parts {
    Lobby& lobby;
    Journal& journal;
    VariantShelf& variants;
    const std::string& variant_dir;
    const std::unique_ptr<Gateway>& gateway;  // made after this
    std::function<void()> drain;
    const SharedNode* cluster;  // null: this server is alone
    Log& log;
    const TurnWatch& turns;
  };
  explicit LobbyTables(Parts parts) : parts_(std::move(parts)) {}
  ~LobbyTables() override { *alive_ = false; }
  LobbyTables(const LobbyTables&) = delete;

  bool Ready() override {
    return parts_.journal.healthy() && (parts_.cluster == nullptr || parts_.cluster->ready());
  }
  Counts Now() override;
  Json Variants() override { return parts_.variants.Describe(); }
  std::optional<Json> Describe(const std::string& id) override;
  std::shared_ptr<const Variant> OpenedVariant(const std::string& id) override;
  std::string Rules(const std::string& id, Lang lang) override;
  std::shared_ptr<const Flow> FlowOf(const std::string& id) override;
  std::shared_ptr<const Flow> RunningFlow(const std::string& fingerprint) override {
    return parts_.lobby.RunningFlow(fingerprint);
  }
  void HandOf(const std::string& secret, TakeHand take) override;
  Json Desks() override { return parts_.lobby.AdminDesks(); }
  Json Sessions() override { return parts_.lobby.AdminSessions(); }
  bool Kick(const std::string& user) override { return parts_.lobby.Kick(user); }
  bool EndDesk(const std::string& desk) override { return parts_.lobby.EndDesk(desk); }
  void Drain() override { parts_.drain(); }
  Json BrokenVariants() override;

 private:
  std::optional<Result<FinishedHand>> Finished(const std::optional<StoredHand>& hand) const;

  const Parts parts_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace mlf::server
