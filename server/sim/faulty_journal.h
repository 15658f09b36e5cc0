// FaultyJournal: what lies between a server and its journal, with a fault where one is planted.
#pragma once

#include "server/journal/journal.h"
#include "server/sim/simulation.h"

#include <utility>

namespace mlf::server {

class FaultyJournal final : public Journal {
 public:
  // Acts from before `started` are those that may be forgotten.
  FaultyJournal(Journal& inner, World world, Planted planted)
      : inner_(inner), world_(world), planted_(planted), started_(world.clock.Wall()) {}

  void Append(Commit commit, std::function<void(Outcome)> done) override {
    if (planted_ != Planted::kEarlyAck) return inner_.Append(std::move(commit), std::move(done));
    inner_.Append(std::move(commit), [](Outcome) {});
    world_.timers.At(world_.clock.Steady(), [done = std::move(done)] { done(Outcome::kDurable); });
  }
  std::optional<Record> FindAct(const std::string& desk, std::uint32_t match,
                                const std::string& user, const std::string& id) override {
    auto found = inner_.FindAct(desk, match, user, id);
    if (planted_ == Planted::kForgetfulIds && found && found->at < started_) return std::nullopt;
    return found;
  }

  std::size_t pending() const override { return inner_.pending(); }
  bool healthy() const override { return inner_.healthy(); }
  void LoadDesks(
      const std::function<void(StoredDesk)>& desk,
      const std::function<void(std::string desk, std::string report)>& damaged) override {
    inner_.LoadDesks(desk, damaged);
  }
  std::optional<StoredDesk> LoadDesk(const std::string& desk) override {
    return inner_.LoadDesk(desk);
  }
  std::optional<StoredHand> LoadHand(const std::string& desk, std::uint32_t match,
                                     std::uint32_t hand) override {
    return inner_.LoadHand(desk, match, hand);
  }
  std::optional<StoredHand> LoadHand(const std::string& secret) override {
    return inner_.LoadHand(secret);
  }
  std::uint32_t FinishedHands(const std::string& desk, std::uint32_t match) override {
    return inner_.FinishedHands(desk, match);
  }
  std::vector<std::pair<std::string, std::string>> PendingOvers(const std::string& user) override {
    return inner_.PendingOvers(user);
  }

 private:
  Journal& inner_;
  const World world_;
  const Planted planted_;
  const Ms started_;
};

}  // namespace mlf::server
