#include "cluster/hosted_desks.h"

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kLookAgain = 200;  // at the load and at desks to give away
constexpr Ms kGiveAgain = 20;
constexpr std::size_t kWithoutHost = 32;  // desks that are given away, and not taken yet
constexpr std::size_t kSurplus = 8;       // of a host with many more than others
constexpr Ms kNobodyTakes = 5000;         // one that waits longer keeps no other back
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
                        std::function<void(Claimed)> done) {
  if (draining_ || (has_room_ && !has_room_())) {
    world_.timers.At(world_.clock.Steady(), [done = std::move(done)] { done(Claimed::kNo); });
    return;
  }
  const std::string code = summary.at("desk").value("code", "");
  placement_.Create(
      desk, WithBase(summary),
      [this, code, done = std::move(done)](const mlf::server::Claim* claim, bool refused) {
        if (claim == nullptr) return done(refused ? Claimed::kTaken : Claimed::kNo);
        journal_.Hold(*claim, code);
        done(Claimed::kOurs);
      });
}

void HostedDesks::Changed(const std::string& desk, const Json& summary) {
  placement_.Publish(desk, WithBase(summary));
}

void HostedDesks::Ended(const std::string& desk) {
  const bool stored = journal_.IsStored(desk);
  journal_.Drop(desk);
  placement_.End(desk, stored);
}

void HostedDesks::Refused(const std::string& desk) {
  journal_.Drop(desk);
  placement_.Refuse(desk);
}

// A node that has joined sees who has the desk now.
bool HostedDesks::NeverTook(const std::string& desk, std::uint32_t match, const std::string& user,
                            const std::string& act) const {
  const PlacedDesk* const placed = placement_.Find(desk);
  return !membership_.joined() && placed != nullptr && placed->holder == membership_.name() &&
         journal_.NeverTook(desk, match, user, act);
}

void HostedDesks::Take(const mlf::server::Claim& claim, std::function<void()> taken) {
  journal_.Hold(claim);
  Load(claim.desk, taken);
}

void HostedDesks::Load(const std::string& desk, const std::function<void()>& taken) {
  lobby_.Take(desk, [this, desk, taken](Lobby::Taken how) {
    switch (how) {
      case Lobby::Taken::kRuns: world_.log.Info({.desk = desk}, "goes on here"); break;
      case Lobby::Taken::kGone: Ended(desk); break;
      case Lobby::Taken::kCannotRun: Refused(desk); break;
      case Lobby::Taken::kUnreadable:
        loading_[desk] = world_.timers.At(world_.clock.Steady() + kReadAgain, [this, desk, taken] {
          loading_.erase(desk);
          Load(desk, taken);
        });
        return;
    }
    taken();
  });
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
  GiveAway(draining_ ? kWithoutHost : std::min(kSurplus, placement_.surplus()));
  tick_ = world_.timers.At(world_.clock.Steady() + (draining_ ? kGiveAgain : kLookAgain),
                           [this] { Tick(); });
}

// Others take a few at a time. The rest are played here until then.
void HostedDesks::GiveAway(std::size_t at_once) {
  const Ms now = world_.clock.Steady();
  std::erase_if(given_, [&](const auto& given) {
    const PlacedDesk* const placed = placement_.Find(given.first);
    return placed == nullptr || now - given.second >= kNobodyTakes ||
           (!placed->holder.empty() && placed->holder != membership_.name());
  });
  if (given_.size() >= at_once) return;
  std::map<std::string, bool> has_host;  // by variant
  for (const std::string& desk : lobby_.desks()) {
    if (given_.size() >= at_once) return;
    if (!placement_.Holds(desk) || !lobby_.Rests(desk)) continue;
    const PlacedDesk* const placed = placement_.Find(desk);
    if (placed == nullptr || placed->summary.is_null()) continue;
    const auto [known, is_new] = has_host.try_emplace(placed->variant);
    if (is_new) known->second = !placement_.HostFor(placed->variant).empty();
    if (!known->second) continue;
    lobby_.Drop(desk);
    journal_.Drop(desk);
    placement_.Release(desk);
    given_[desk] = now;
  }
}

}  // namespace mlf::server
