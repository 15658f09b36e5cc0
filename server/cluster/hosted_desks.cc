#include "server/cluster/hosted_desks.h"

#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kLookAgain = 200;  // at the load and at desks to give away
constexpr Ms kReadAgain = 200;

}  // namespace

HostedDesks::HostedDesks(World world, Membership& membership, Placement& placement,
                         ClusterJournal& journal, Lobby& lobby,
                         std::map<std::string, std::string> fingerprints)
    : world_(world),
      membership_(membership),
      placement_(placement),
      journal_(journal),
      lobby_(lobby),
      fingerprints_(std::move(fingerprints)) {
  lobby_.UseClaims(*this);
  placement_.Serve(*this);
  Tick();
}

HostedDesks::~HostedDesks() {
  world_.timers.Cancel(tick_);
  for (const auto& [desk, timer] : loading_) world_.timers.Cancel(timer);
}

Json HostedDesks::WithBase(const Json& summary) const {
  Json with = summary;
  const auto found = fingerprints_.find(summary.at("desk").at("variant").get<std::string>());
  if (found != fingerprints_.end()) with["base"] = found->second;
  return with;
}

void HostedDesks::Claim(const std::string& desk, const Json& summary,
                        std::function<void(bool)> done) {
  if (draining_ || (has_room_ && !has_room_(desk))) {
    world_.timers.At(world_.clock.Steady(), [done = std::move(done)] { done(false); });
    return;
  }
  placement_.Create(desk, WithBase(summary),
                    [this, done = std::move(done)](const mlf::server::Claim* claim) {
                      if (claim != nullptr) journal_.Hold(*claim);
                      done(claim != nullptr);
                    });
}

void HostedDesks::Changed(const std::string& desk, const Json& summary) {
  placement_.Publish(desk, WithBase(summary));
}

void HostedDesks::Ended(const std::string& desk) {
  journal_.Drop(desk);
  placement_.End(desk);
}

void HostedDesks::Refused(const std::string& desk) {
  journal_.Drop(desk);
  placement_.Refuse(desk);
}

void HostedDesks::Take(const mlf::server::Claim& claim) {
  journal_.Hold(claim);
  Load(claim.desk);
}

void HostedDesks::Load(const std::string& desk) {
  switch (lobby_.Take(desk)) {
    case Lobby::Taken::kRuns: world_.log.Info({.desk = desk}, "goes on here"); return;
    case Lobby::Taken::kGone: return Ended(desk);
    case Lobby::Taken::kCannotRun: return Refused(desk);
    case Lobby::Taken::kUnreadable:
      loading_[desk] = world_.timers.At(world_.clock.Steady() + kReadAgain, [this, desk] {
        loading_.erase(desk);
        Load(desk);
      });
      return;
  }
}

void HostedDesks::Lose(const std::string& desk) {
  if (const auto found = loading_.find(desk); found != loading_.end()) {
    world_.timers.Cancel(found->second);
    loading_.erase(found);
  }
  lobby_.Drop(desk);
  journal_.Drop(desk);
}

void HostedDesks::Drain() {
  draining_ = true;
  membership_.SetDraining();
}

void HostedDesks::Tick() {
  membership_.SetLoad(static_cast<std::int64_t>(lobby_.desk_count()),
                      static_cast<std::int64_t>(lobby_.match_count()));
  if (draining_) {
    for (const std::string& desk : lobby_.desks()) {
      if (!placement_.Holds(desk) || !lobby_.Rests(desk)) continue;
      const PlacedDesk* const placed = placement_.Find(desk);
      if (placed == nullptr || placed->summary.is_null() ||
          placement_.HostFor(placed->summary["desk"].value("variant", "")).empty())
        continue;
      lobby_.Drop(desk);
      journal_.Drop(desk);
      placement_.Release(desk);
    }
  }
  tick_ = world_.timers.At(world_.clock.Steady() + kLookAgain, [this] { Tick(); });
}

}  // namespace mlf::server
