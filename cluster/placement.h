// Placement: which node runs which desk. A desk has two keys: its claim, with the lease of the node
// that runs it, and its summary, which stays when that node dies. A desk with a summary and without
// a claim is an orphan. The live nodes divide the orphans among themselves, and the store decides
// where two want the same one.
//
// A node that comes back takes no desk by force: it gets orphans as all others do.
#pragma once

#include "cluster/claim.h"
#include "cluster/cluster_store.h"
#include "cluster/membership.h"
#include "cluster/mirror.h"
#include "server/protocol/messages.h"
#include "server/world/world.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf::server {

// The part of a node that runs desks.
class DeskHost {
 public:
  virtual ~DeskHost() = default;
  // A desk that another node ran is this node's now. `taken` runs once when it has been read,
  // unless it is lost before.
  virtual void Take(const Claim& claim, std::function<void()> taken) = 0;
  // A desk is no longer this node's. Nothing may be written for it.
  virtual void Lose(const std::string& desk) = 0;
};

// A desk as all nodes see it.
struct PlacedDesk {
  std::string holder;         // name of a node; empty = an orphan
  Json summary;               // null: the claim is known, the summary is not yet
  std::string variant, base;  // of the summary: its rules, as a fingerprint
  Revision created = 0;       // of the summary: older desks have smaller ones
};

class Placement final : private Membership::Listener {
 public:
  // A desk is read from the store and played up to its last step. More of them at a time would keep
  // the people of other desks waiting.
  static constexpr std::size_t kAtOnce = 8;

  // `membership`, of the same store, and the store outlive it. `host` gets calls after Serve.
  Placement(World world, ClusterStore& store, Membership& membership,
            std::size_t at_once = kAtOnce);
  ~Placement() override;
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;

  // From here on this node takes orphans.
  void Serve(DeskHost& host);
  enum class News : std::uint8_t { kHolder, kSummary };
  // Called with the id of each desk that has changed or is gone.
  void OnChange(std::function<void(const std::string& desk, News news)> changed) {
    changed_ = std::move(changed);
  }

  // `refused`: the store has something in its place already.
  using GotClaim = std::function<void(const Claim* claim, bool refused)>;
  // Claims a new desk, and the code that its summary has. `done` gets the claim, or null where this
  // node may not have it.
  void Create(const std::string& desk, const Json& summary, GotClaim done);
  // What others are to know of a desk that this node holds.
  void Publish(const std::string& desk, const Json& summary);
  // Gives a desk away.
  void Release(const std::string& desk);
  // The same, and this node does not take it again: it cannot run it.
  void Refuse(const std::string& desk);
  // A desk that this node holds has ended: nobody takes it. `stored`: it has been. The code of one
  // that has not is free again.
  void End(const std::string& desk, bool stored);

  bool Holds(const std::string& desk) const { return held_.contains(desk); }
  // The epoch of a desk that this node holds; 0 = it does not.
  Revision EpochOf(const std::string& desk) const {
    const auto held = held_.find(desk);
    return held == held_.end() ? 0 : held->second;
  }
  std::size_t held() const { return held_.size(); }
  // Null where there is no such desk.
  const PlacedDesk* Find(const std::string& desk) const;
  // By id.
  const std::map<std::string, PlacedDesk>& desks() const { return desks_; }
  // The least loaded live host for a variant, by number of desks, then by name; empty = none.
  // `coming`: desks that are on their way to a host.
  using Loads = std::map<std::string, std::int64_t>;
  std::string HostFor(const std::string& variant, const Loads& coming = {}) const;
  // Desks that this node has beyond the mean of all hosts, where those are more than a tenth of it
  // and the hosts have been the same for a minute; else 0.
  std::size_t surplus() const;
  // Orphans that this node takes at this moment, and desks without a host.
  std::size_t taking() const { return taking_.size(); }
  std::size_t orphans() const { return orphans_.size(); }
  bool ready() const { return claims_.ready() && summaries_.ready(); }

 private:
  // What the store is to learn of a desk.
  struct Publication {
    Json summary;
    bool under_way = false;  // an older summary is
    bool waiting = false;
    Timers::Id timer = 0;
  };

  void Joined() override { SweepLater(0); }
  void Fenced(LeaseId lease) override;
  void NodesChanged() override;

  void ClaimChanged(const std::string& desk, const StoredKey& now, bool deleted);
  void SummaryChanged(const std::string& desk, const StoredKey& now, bool deleted);
  void Changed(const std::string& desk, News news);
  void SetHolder(PlacedDesk& placed, const std::string& holder);
  void Try(const std::string& desk, const Json* summary, GotClaim done);
  void Resolve(const std::string& desk, LeaseId lease, GotClaim done);
  void Got(const std::string& desk, LeaseId lease, Revision epoch, const GotClaim& done);
  void TakeStray(const std::string& desk, Revision epoch);
  void Lost(const std::string& desk);
  // A claim that this node gives up.
  struct Given {
    std::string desk;
    Revision epoch = 0;
    LeaseId lease = 0;
    bool ended = false;  // its summary goes too
    std::string code{};  // and its code, where it was written at `code_created`
    Revision code_created = 0;
  };
  void GiveUp(const std::string& desk, bool ended, bool stored);
  void Delete(const Given& given);
  void Send(const std::string& desk);
  void SweepLater(Ms after);
  void Sweep();
  void TakeNext();
  void Take(const Claim& claim);
  void Taken(const std::string& desk);
  Loads LoadsOfHosts() const;
  std::vector<std::string> Hosts() const;
  std::vector<std::string> HostsOf(const std::string& variant, const std::string& fingerprint,
                                   const Loads& loads) const;

  static constexpr Ms kSettle = 20;  // changes that belong together come within this time
  static constexpr Ms kLooks = 100;  // orphans that a host looks at in a millisecond, at least
  static constexpr Ms kRound = 700;  // then the next candidate tries
  static constexpr Ms kEach = 5;     // or later, where a host has many desks to take before
  static constexpr Ms kGather = 50;  // between two summaries of a desk
  static constexpr Ms kSameHosts = 60'000;
  static constexpr std::int64_t kFewDesks = 16;  // beyond the mean are left where they are

  const World world_;
  ClusterStore& store_;
  Membership& membership_;
  const std::size_t at_once_;
  DeskHost* host_ = nullptr;
  std::function<void(const std::string&, News)> changed_;
  Loads held_by_;  // desks of each node
  std::map<std::string, PlacedDesk> desks_;
  std::map<std::string, Revision> held_;  // epoch
  std::set<std::string> trying_;
  std::set<std::string> refused_;
  std::map<std::string, Publication> news_;
  std::map<std::string, Ms> orphans_;  // since when
  std::deque<std::string> next_;       // orphans that this node is to take
  std::set<std::string> taking_;       // claimed, or about to be, and not read yet
  std::vector<std::string> hosts_;     // that take desks
  Ms hosts_since_ = 0;
  Timers::Id sweep_ = 0;
  Ms sweep_at_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Mirror claims_, summaries_;
};

}  // namespace mlf::server
