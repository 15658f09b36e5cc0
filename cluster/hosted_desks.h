// HostedDesks: the desks that this node runs. It joins the lobby, which plays them, the journal,
// which writes only for desks that are held, and the placement, which says whose they are.
#pragma once

#include "cluster/cluster_journal.h"
#include "cluster/membership.h"
#include "cluster/placement.h"
#include "server/lobby/lobby.h"
#include "server/world/world.h"

#include <functional>
#include <map>
#include <string>
#include <utility>

namespace mlf::server {

class HostedDesks final : public DeskClaims, public DeskHost {
 public:
  // All outlive it. `fingerprints`: see NodeInfo.
  HostedDesks(World world, Membership& membership, Placement& placement, ClusterJournal& journal,
              Lobby& lobby, std::map<std::string, std::string> fingerprints);
  ~HostedDesks() override;
  HostedDesks(const HostedDesks&) = delete;
  HostedDesks& operator=(const HostedDesks&) = delete;

  // Whether a new desk may be made; without it, always.
  void AskRoom(std::function<bool()> has_room) { has_room_ = std::move(has_room); }
  // Gives all desks to other hosts, each as soon as no hand is played there. A host with many more
  // desks than others gives some away in the same way.
  void Drain();

  // ---- DeskClaims ----
  void Claim(const std::string& desk, const Json& summary,
             std::function<void(Claimed)> done) override;
  void Changed(const std::string& desk, const Json& summary) override;
  void Ended(const std::string& desk) override;
  void Refused(const std::string& desk) override;
  bool NeverTook(const std::string& desk, std::uint32_t match, const std::string& user,
                 const std::string& act) const override;
  // ---- DeskHost ----
  void Take(const mlf::server::Claim& claim, std::function<void()> taken) override;
  void Lose(const std::string& desk) override;

 private:
  Json WithBase(const Json& summary) const;
  void Load(const std::string& desk, const std::function<void()>& taken);
  void Tick();
  void GiveAway(std::size_t at_once);

  const World world_;
  Membership& membership_;
  Placement& placement_;
  ClusterJournal& journal_;
  Lobby& lobby_;
  const std::map<std::string, std::string> fingerprints_;
  std::function<bool()> has_room_;
  bool draining_ = false;
  Timers::Id tick_ = 0;
  std::map<std::string, Ms> given_;            // desks that are given away, since when
  std::map<std::string, Timers::Id> loading_;  // desks that are read again later
};

}  // namespace mlf::server
