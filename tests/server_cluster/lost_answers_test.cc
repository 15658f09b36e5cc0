// Journals of three nodes under one seed: requests and answers are lost and late, nodes are cut
// off, claims end at any time. Whatever happens, a record is in its place once, its chain holds,
// and what was acknowledged is there.
#include "cluster/cluster_journal.h"
#include "cluster/cluster_keys.h"
#include "cluster/sim/memory_cluster.h"
#include "server/sim/sim_world.h"
#include "tests/support/desk_life.h"

#include <mlf/flow/random.h>

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mlf::server::test {
namespace {

using testing::IsEmpty;

constexpr int kNodes = 3, kDesks = 4;

class Chaos {
 public:
  explicit Chaos(std::uint64_t seed) : sim_(seed), random_(StreamSeed(seed, "chaos"), draws_) {
    cluster_.DecideFates([this](const std::string&, const Transaction&) {
      if (!calm_ && Below(20) == 0) return MemoryCluster::Fate::kRequestLost;
      if (!calm_ && Below(20) == 0) return MemoryCluster::Fate::kAnswerLost;
      return MemoryCluster::Fate::kInTime;
    });
    for (int i = 0; i < kNodes; ++i) {
      nodes_.push_back({fmt::format("n{}", i), {}, {}, {}});
      Node& node = nodes_.back();
      node.store = cluster_.Join(node.name, sim_.world());
      node.journal = std::make_unique<ClusterJournal>(*node.store, seal_, sim_.world());
    }
  }

  // What is wrong; empty where nothing is.
  std::vector<std::string> Run() {
    for (int step = 0; step < 400; ++step) {
      Do();
      sim_.RunFor(static_cast<Ms>(Below(30)));
    }
    calm_ = true;
    for (const Node& node : nodes_) cluster_.SetLink(node.name, {});
    sim_.RunFor(20'000);
    for (const Node& node : nodes_) {
      if (node.journal->pending() != 0) Wrong("a commit has no answer");
    }
    Check();
    return wrong_;
  }
  std::size_t acknowledged() const { return acknowledged_.size(); }
  std::size_t lost() const { return lost_; }

 private:
  struct Node {
    std::string name;
    std::unique_ptr<ClusterStore> store;
    std::unique_ptr<ClusterJournal> journal;
    std::map<std::string, std::unique_ptr<Player>> desks;
  };

  std::uint64_t Below(std::uint64_t limit) { return random_.Next() % limit; }
  void Wrong(const std::string& what) { wrong_.push_back(what); }

  void Do() {
    Node& node = nodes_[Below(kNodes)];
    const std::string desk = fmt::format("d{}", Below(kDesks));
    switch (Below(12)) {
      case 0:
        return cluster_.SetLink(node.name,
                                {.requests = Below(4) != 0,
                                 .answers = Below(4) != 0,
                                 .delay = Below(5) == 0 ? 1200 : 1 + static_cast<Ms>(Below(40))});
      case 1:
      case 2: return cluster_.SetLink(node.name, {});
      case 3: return Take(node, desk);
      default: return Act(node, desk);
    }
  }

  // The desk's claim ends, wherever it was, and this node has it. The old owner learns nothing.
  void Take(Node& node, const std::string& desk) {
    const std::string key = "mlf/claims/" + desk;
    const auto hand = cluster_.Join("hand", sim_.world());
    const bool calm = std::exchange(calm_, true);
    Committed made;
    hand->Commit({{}, {{.key = key, .value = std::nullopt}}}, [](Committed) {});
    sim_.RunFor(3);
    hand->Commit({{}, {{key, node.name}}}, [&](Committed now) { made = now; });
    sim_.RunFor(3);
    calm_ = calm;
    node.desks.erase(desk);
    node.journal->Hold({desk, made.revision, key});
    std::optional<StoredDesk> stored;
    try {
      stored = node.journal->LoadDesk(desk);
    } catch (const std::runtime_error&) {
      node.journal->Drop(desk);  // it cannot be read now
      return;
    }
    auto player = std::make_unique<Player>(desk);
    if (!stored) {
      Append(node, *player, player->Begin());
    } else {
      player->Begin();
      for (const Record& record : stored->records) {
        player->Act(record.id);
        player->Replace(record);
      }
    }
    node.desks[desk] = std::move(player);
  }

  void Act(Node& node, const std::string& desk) {
    const auto found = node.desks.find(desk);
    if (found == node.desks.end()) return;
    Commit commit = found->second->Act(fmt::format("{}-{}", node.name, ++last_));
    if (Below(3) == 0) commit.row = DeskRow{fmt::format("{{\"n\": {}}}", last_), desk, false};
    Append(node, *found->second, std::move(commit));
  }

  void Append(Node& node, Player& player, Commit commit) {
    const std::string desk = player.desk();
    const std::vector<Record> records = commit.records;
    node.journal->Append(std::move(commit),
                         [this, &node, desk, records, own = &player](Outcome outcome) {
                           if (outcome == Outcome::kDurable) {
                             for (const Record& record : records)
                               acknowledged_[{desk, record.number}].push_back(record);
                             return;
                           }
                           ++lost_;
                           if (outcome == Outcome::kUnknown) Wrong("the store refused what fits");
                           const auto found = node.desks.find(desk);
                           if (found != node.desks.end() && found->second.get() == own)
                             node.desks.erase(found);
                         });
  }

  void Check() {
    for (int i = 0; i < kDesks; ++i) {
      const std::string desk = fmt::format("d{}", i);
      std::map<std::uint64_t, Record> stored;
      std::uint64_t previous = 0;
      for (const StoredKey& key : cluster_.Keys(keys::Records(desk, 1))) {
        const std::uint64_t number = std::stoull(key.key.substr(key.key.rfind('/') + 1));
        const Record record = values::RecordOf(1, number, key.value);
        if (number != stored.size() + 1)
          Wrong(fmt::format("{}: {} is missing", desk, stored.size() + 1));
        if (key.created != key.modified)
          Wrong(fmt::format("{}: {} was written twice", desk, number));
        if (record.previous != previous)
          Wrong(fmt::format("{}: the chain breaks at {}", desk, number));
        previous = ChainHash(record);
        stored[number] = record;
      }
      for (const auto& [place, records] : acknowledged_) {
        if (place.first != desk) continue;
        if (records.size() != 1)
          Wrong(fmt::format("{}: {} was acknowledged twice", desk, place.second));
        const auto found = stored.find(place.second);
        if (found == stored.end() || ChainHash(found->second) != ChainHash(records[0]))
          Wrong(fmt::format("{}: the acknowledged {} is not stored", desk, place.second));
      }
    }
  }

  SimWorld sim_;
  std::uint32_t draws_ = 0;
  Stream random_;
  const Seal seal_{SecretKey{}};
  MemoryCluster cluster_{sim_.world()};
  std::vector<Node> nodes_;
  bool calm_ = false;
  int last_ = 0;
  std::map<std::pair<std::string, std::uint64_t>, std::vector<Record>> acknowledged_;
  std::size_t lost_ = 0;
  std::vector<std::string> wrong_;
};

TEST(LostAnswers, WhatWasAcknowledgedIsStoredOnceInOrder) {
  const bool is_long = std::getenv("MLF_LONG") != nullptr;
  std::size_t acknowledged = 0, lost = 0;
  for (std::uint64_t seed = 1; seed <= (is_long ? 3000U : 30U); ++seed) {
    Chaos chaos(seed);
    ASSERT_THAT(chaos.Run(), IsEmpty()) << "seed " << seed;
    acknowledged += chaos.acknowledged();
    lost += chaos.lost();
  }
  EXPECT_GT(acknowledged, 1000U);
  EXPECT_GT(lost, 100U);
}

}  // namespace
}  // namespace mlf::server::test
