// Hosts of a cluster under simulated time, each with its archive.
#pragma once

#include "cluster/archive.h"
#include "cluster/archiver.h"
#include "cluster/cluster_journal.h"
#include "cluster/cluster_keys.h"
#include "cluster/sim/memory_cluster.h"
#include "cluster/sim/node_world.h"
#include "server/sim/sim_world.h"
#include "tests/support/desk_life.h"
#include "tests/support/folder.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server::test {

inline SecretKey KeyOfArchives() {
  SecretKey key;
  key.fill(9);
  return key;
}

// Works at once, and answers later.
class QuickPool final : public Pool {
 public:
  explicit QuickPool(World world) : world_(world) {}
  bool Start(std::function<void()> work, std::function<void()> done) override {
    work();
    world_.timers.At(world_.clock.Steady(), std::move(done));
    return true;
  }

 private:
  World world_;
};

class Hosts {
 public:
  // Empty `archive`: a folder.
  explicit Hosts(std::string archive = {})
      : archive_(archive.empty() ? folder.str() : std::move(archive)) {}

  struct Host {
    Host(Hosts& all, const std::string& called)
        : name(called),
          time(all.sim.world()),
          pool(time.world()),
          store(all.cluster.Join(name, time.world())) {
      auto opened = OpenArchive(all.archive_, pool);
      EXPECT_TRUE(opened) << FaultText(opened.faults());
      archive = std::move(*opened);
      NodeInfo self;
      self.name = name;
      membership.emplace(time.world(), *store, self);
      archiver.emplace(time.world(), *store, *membership, archive.get());
      journal.emplace(*store, all.seal, time.world());
      journal->UseArchive([this](const std::string& key) { return archive->Get(key); }, pool);
    }
    const std::string name;
    NodeWorld time;
    QuickPool pool;
    std::unique_ptr<ClusterStore> store;
    std::unique_ptr<Archive> archive;
    std::optional<Membership> membership;
    std::optional<Archiver> archiver;
    std::optional<ClusterJournal> journal;
  };

  Host& Start(const std::string& name) {
    return *(hosts[name] = std::make_unique<Host>(*this, name));
  }
  void Kill(const std::string& name) { hosts.erase(name); }
  void Take(Host& host, const std::string& desk) {
    Claim& claim = claims[desk];
    if (claim.epoch == 0) {
      const std::string key = "mlf/claims/" + desk;
      Committed made;
      host.store->Commit({{{key, Comparison::Field::kCreated, 0}}, {{key, "n"}}},
                         [&](Committed now) { made = now; });
      sim.RunFor(5);
      EXPECT_EQ(made.outcome, Committed::Outcome::kWritten);
      claim = {desk, made.revision, key};
    }
    host.journal->Hold(claim);
  }
  Outcome Commit(Host& host, server::Commit commit) {
    std::optional<Outcome> outcome;
    host.journal->Append(std::move(commit), [&](Outcome now) { outcome = now; });
    for (int i = 0; i < 6000 && !outcome; ++i) sim.RunFor(10);
    return outcome.value_or(Outcome::kUnknown);
  }
  // A match of `hands` hands, each with `acts` acts and the act that ends it.
  Player Play(Host& host, const std::string& id, int hands, int acts = 4) {
    Take(host, id);
    Player desk(id);
    EXPECT_EQ(Commit(host, desk.Begin()), Outcome::kDurable);
    for (int hand = 0; hand < hands; ++hand) {
      for (int i = 0; i < acts; ++i) Commit(host, desk.Act(fmt::format("{}-{}", hand, i)));
      EXPECT_EQ(Commit(host, hand + 1 < hands ? desk.EndHand() : desk.EndMatch({"u1"})),
                Outcome::kDurable);
    }
    return desk;
  }
  std::vector<std::string> Keys(const std::string& prefix) const {
    std::vector<std::string> names;
    for (const StoredKey& key : cluster.Keys(prefix)) names.push_back(key.key);
    return names;
  }
  std::size_t Records(const std::string& desk) const { return Keys(keys::Records(desk, 1)).size(); }

  Folder folder;
  SimWorld sim{1};
  Seal seal{KeyOfArchives()};
  MemoryCluster cluster{sim.world()};
  std::map<std::string, Claim> claims;
  std::map<std::string, std::unique_ptr<Host>> hosts;

 private:
  const std::string archive_;
};

}  // namespace mlf::server::test
