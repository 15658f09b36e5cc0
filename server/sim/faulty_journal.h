// FaultyJournal: what lies between a server and its journal, with a fault where one is planted.
#pragma once

#include "server/sim/forwarding_journal.h"
#include "server/sim/simulation.h"

#include <utility>

namespace mlf::server {

class FaultyJournal final : public ForwardingJournal {
 public:
  // Acts from before `started` may be forgotten.
  FaultyJournal(Journal& inner, World world, Planted planted)
      : ForwardingJournal(inner), world_(world), planted_(planted), started_(world.clock.Wall()) {}

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

 private:
  const World world_;
  const Planted planted_;
  const Ms started_;
};

}  // namespace mlf::server
