#include "server/cluster/placement.h"

#include "server/cluster/cluster_keys.h"

#include <mlf/flow/json.h>

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kAskAgain = 100;

std::string Text(const Json& summary, const char* name) {
  const auto desk = summary.find("desk");
  if (desk == summary.end() || !desk->is_object()) return {};
  const auto found = desk->find(name);
  return found != desk->end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Placement::Placement(World world, const std::vector<ClusterStore*>& stores, Membership& membership)
    : world_(world), membership_(membership) {
  for (ClusterStore* store : stores) {
    parts_.push_back(std::unique_ptr<Part>(
        new Part{*store,
                 {world, *store, keys::kClaims,
                  [this](const std::string& desk, const StoredKey& now, bool deleted) {
                    ClaimChanged(desk, now, deleted);
                  }},
                 {world, *store, keys::kSummaries,
                  [this](const std::string& desk, const StoredKey& now, bool deleted) {
                    SummaryChanged(desk, now, deleted);
                  }}}));
  }
  membership_.Add(*this);
}

bool Placement::ready() const {
  return std::ranges::all_of(
      parts_, [](const auto& part) { return part->claims.ready() && part->summaries.ready(); });
}

Placement::~Placement() {
  *alive_ = false;
  world_.timers.Cancel(sweep_);
  for (const auto& [desk, news] : news_) world_.timers.Cancel(news.timer);
}

void Placement::Serve(DeskHost& host) {
  host_ = &host;
  SweepLater(0);
}

const PlacedDesk* Placement::Find(const std::string& desk) const {
  const auto found = desks_.find(desk);
  return found == desks_.end() ? nullptr : &found->second;
}

// ---- what the store says ----

void Placement::ClaimChanged(const std::string& desk, const StoredKey& now, bool deleted) {
  if (const auto held = held_.find(desk); held != held_.end()) {
    // An older change than the claim itself says nothing about it.
    if (deleted ? now.modified > held->second : now.created > held->second) Lost(desk);
  } else if (!deleted && now.lease == LeaseOf(desk) && now.lease != 0 && !trying_.contains(desk)) {
    TakeStray(desk, now.created);
  }
  Changed(desk);
}

void Placement::SummaryChanged(const std::string& desk, const StoredKey&, bool deleted) {
  if (deleted) refused_.erase(desk);
  Changed(desk);
}

void Placement::Changed(const std::string& desk) {
  const Part& part = PartOf(desk);
  const StoredKey* const claim = part.claims.Find(desk);
  const StoredKey* const summary = part.summaries.Find(desk);
  if (claim == nullptr && summary == nullptr) {
    desks_.erase(desk);
  } else {
    PlacedDesk& placed = desks_[desk];
    placed.holder = claim == nullptr ? "" : claim->value;
    placed.created = summary == nullptr ? 0 : summary->created;
    const auto parsed = summary == nullptr ? Result<Json>(Json()) : ParseJson(summary->value);
    placed.summary = parsed ? *parsed : Json();
  }
  if (claim == nullptr && summary != nullptr) {
    orphans_.try_emplace(desk, world_.clock.Steady());
    SweepLater(kSettle);
  } else {
    orphans_.erase(desk);
  }
  if (changed_) changed_(desk);
}

// A transaction that had no answer was written after all.
void Placement::TakeStray(const std::string& desk, Revision epoch) {
  held_[desk] = epoch;
  if (host_ != nullptr) host_->Take({desk, epoch, keys::Claim(desk)});
}

void Placement::Lost(const std::string& desk) {
  held_.erase(desk);
  if (const auto news = news_.find(desk); news != news_.end()) {
    world_.timers.Cancel(news->second.timer);
    news_.erase(news);
  }
  world_.log.Info({.desk = desk}, "is no longer this node's");
  if (host_ != nullptr) host_->Lose(desk);
}

void Placement::Fenced(LeaseId) {
  trying_.clear();
  while (!held_.empty()) Lost(std::string(held_.begin()->first));
}

void Placement::FencedAt(std::size_t store) {
  const auto there = [&](const std::string& desk) {
    return PartitionOf(desk, parts_.size()) == store;
  };
  std::erase_if(trying_, there);
  std::vector<std::string> lost;
  for (const auto& [desk, epoch] : held_) {
    if (there(desk)) lost.push_back(desk);
  }
  for (const std::string& desk : lost) Lost(desk);
}

// ---- claims ----

void Placement::Create(const std::string& desk, const Json& summary,
                       std::function<void(const Claim*)> done) {
  Try(desk, &summary, std::move(done));
}

void Placement::Try(const std::string& desk, const Json* summary,
                    std::function<void(const Claim*)> done) {
  const LeaseId lease = LeaseOf(desk);
  if (lease == 0) {
    world_.timers.At(world_.clock.Steady(), [done = std::move(done)] { done(nullptr); });
    return;
  }
  trying_.insert(desk);
  const std::string key = keys::Claim(desk), about = keys::Summary(desk);
  Transaction transaction;
  transaction.comparisons.push_back({key, Comparison::Field::kCreated, 0});
  transaction.writes.push_back({key, membership_.name(), lease});
  if (summary != nullptr) {
    transaction.comparisons.push_back({about, Comparison::Field::kCreated, 0});
    transaction.writes.push_back({about, summary->dump()});
  } else {
    // It has not ended meanwhile.
    const StoredKey* const known = PartOf(desk).summaries.Find(desk);
    transaction.comparisons.push_back(
        {about, Comparison::Field::kCreated, known == nullptr ? 0 : known->created});
  }
  PartOf(desk).store.Commit(
      std::move(transaction),
      [this, alive = alive_, desk, lease, done = std::move(done)](const Committed& committed) {
        if (!*alive) return;
        switch (committed.outcome) {
          case Committed::Outcome::kWritten: return Got(desk, lease, committed.revision, done);
          case Committed::Outcome::kRefused: return Got(desk, 0, 0, done);
          case Committed::Outcome::kUnknown: return Resolve(desk, lease, done);
        }
      });
}

// The transaction may have been written. One that is written even later is seen as a stray.
void Placement::Resolve(const std::string& desk, LeaseId lease,
                        std::function<void(const Claim*)> done) {
  if (LeaseOf(desk) != lease) return Got(desk, 0, 0, done);
  PartOf(desk).store.List(
      keys::Claim(desk), 1, {},
      [this, alive = alive_, desk, lease,
       done = std::move(done)](const std::optional<Listing>& listing) {
        if (!*alive) return;
        if (!listing) {
          world_.timers.At(world_.clock.Steady() + kAskAgain, [this, alive, desk, lease, done] {
            if (*alive) Resolve(desk, lease, done);
          });
          return;
        }
        const bool ours = !listing->keys.empty() && listing->keys[0].key == keys::Claim(desk) &&
                          listing->keys[0].lease == lease;
        Got(desk, ours ? lease : 0, ours ? listing->keys[0].created : 0, done);
      });
}

void Placement::Got(const std::string& desk, LeaseId lease, Revision epoch,
                    const std::function<void(const Claim*)>& done) {
  trying_.erase(desk);
  if (lease == 0 || lease != LeaseOf(desk)) return done(nullptr);
  held_[desk] = epoch;
  const Claim claim{desk, epoch, keys::Claim(desk)};
  done(&claim);
}

void Placement::Release(const std::string& desk) { GiveUp(desk, false); }

void Placement::Refuse(const std::string& desk) {
  refused_.insert(desk);
  GiveUp(desk, false);
}

void Placement::End(const std::string& desk) { GiveUp(desk, true); }

void Placement::GiveUp(const std::string& desk, bool ended) {
  const auto held = held_.find(desk);
  if (held == held_.end()) return;
  const Revision epoch = held->second;
  // It stays among those that are tried until its claim is gone, so that it is no stray.
  trying_.insert(desk);
  held_.erase(held);
  if (const auto news = news_.find(desk); news != news_.end()) {
    world_.timers.Cancel(news->second.timer);
    news_.erase(news);
  }
  Delete(desk, epoch, LeaseOf(desk), ended);
}

void Placement::Delete(const std::string& desk, Revision epoch, LeaseId lease, bool ended) {
  Transaction transaction;
  transaction.comparisons.push_back({keys::Claim(desk), Comparison::Field::kCreated, epoch});
  transaction.writes.push_back({.key = keys::Claim(desk), .value = std::nullopt});
  if (ended) transaction.writes.push_back({.key = keys::Summary(desk), .value = std::nullopt});
  PartOf(desk).store.Commit(std::move(transaction), [this, alive = alive_, desk, epoch, lease,
                                                     ended](const Committed& committed) {
    if (!*alive) return;
    // Without its lease the claim ends by itself.
    if (committed.outcome != Committed::Outcome::kUnknown || LeaseOf(desk) != lease) {
      trying_.erase(desk);
      return;
    }
    Delete(desk, epoch, lease, ended);
  });
}

// ---- summaries ----

void Placement::Publish(const std::string& desk, const Json& summary) {
  if (!held_.contains(desk)) return;
  News& news = news_[desk];
  news.summary = summary;
  news.waiting = true;
  if (!news.under_way && news.timer == 0) Send(desk);
}

void Placement::Send(const std::string& desk) {
  const auto held = held_.find(desk);
  const auto news = news_.find(desk);
  if (held == held_.end() || news == news_.end()) return;
  news->second.under_way = true;
  news->second.waiting = false;
  news->second.timer = world_.timers.At(world_.clock.Steady() + kGather, [this, desk] {
    News& gathered = news_[desk];
    gathered.timer = 0;
    if (gathered.waiting && !gathered.under_way) Send(desk);
  });
  Transaction transaction;
  transaction.comparisons.push_back({keys::Claim(desk), Comparison::Field::kCreated, held->second});
  transaction.writes.push_back({keys::Summary(desk), news->second.summary.dump()});
  PartOf(desk).store.Commit(
      std::move(transaction),
      [this, alive = alive_, desk, epoch = held->second](const Committed& committed) {
        if (!*alive) return;
        const auto still = held_.find(desk);
        const auto sent = news_.find(desk);
        if (still == held_.end() || still->second != epoch || sent == news_.end()) return;
        sent->second.under_way = false;
        if (committed.outcome == Committed::Outcome::kUnknown || sent->second.waiting) Send(desk);
      });
}

// ---- orphans ----

std::map<std::string, std::int64_t> Placement::Loads() const {
  std::map<std::string, std::int64_t> loads;
  for (const auto& [name, node] : membership_.nodes()) {
    if (node.host && !node.draining) loads[name] = 0;
  }
  for (const auto& [id, desk] : desks_) {
    if (const auto found = loads.find(desk.holder); found != loads.end()) ++found->second;
  }
  return loads;
}

// The least loaded first. Hosts that build the same rules; where there are none, all that might.
std::vector<std::string> Placement::Candidates(const std::string& variant,
                                               const std::string& fingerprint,
                                               std::map<std::string, std::int64_t>& loads) const {
  std::vector<std::string> same, others;
  for (const auto& [name, load] : loads) {
    const auto& known = membership_.nodes().at(name).fingerprints;
    const auto built = known.find(variant);
    if (built == known.end()) continue;
    (fingerprint.empty() || built->second == fingerprint ? same : others).push_back(name);
  }
  std::vector<std::string>& chosen = same.empty() ? others : same;
  std::ranges::stable_sort(chosen, {}, [&](const std::string& name) { return loads.at(name); });
  return chosen;
}

std::string Placement::HostFor(const std::string& variant, const std::string& fingerprint) const {
  auto loads = Loads();
  const auto candidates = Candidates(variant, fingerprint, loads);
  return candidates.empty() ? std::string() : candidates.front();
}

void Placement::SweepLater(Ms after) {
  const Ms at = world_.clock.Steady() + after;
  if (sweep_ != 0 && sweep_at_ <= at) return;
  world_.timers.Cancel(sweep_);
  sweep_at_ = at;
  sweep_ = world_.timers.At(at, [this] {
    sweep_ = 0;
    Sweep();
  });
}

// Every node that sees the same divides the orphans in the same way. One that nobody has taken goes
// to the next candidate after a while.
void Placement::Sweep() {
  if (orphans_.empty()) return;
  const bool may = host_ != nullptr && membership_.joined() && !membership_.draining();
  auto loads = Loads();
  std::vector<std::string> own;
  for (const auto& [desk, since] : orphans_) {
    // Its claim may not have been listed yet.
    if (!PartOf(desk).claims.ready()) continue;
    const Json& summary = desks_.at(desk).summary;
    const auto base = summary.find("base");
    const auto candidates = Candidates(
        Text(summary, "variant"),
        base != summary.end() && base->is_string() ? base->get<std::string>() : "", loads);
    if (candidates.empty()) continue;
    const auto round = static_cast<std::size_t>((world_.clock.Steady() - since) / kRound);
    const std::string& next = candidates[round % candidates.size()];
    ++loads[next];
    if (may && next == membership_.name() && !trying_.contains(desk) && !refused_.contains(desk))
      own.push_back(desk);
  }
  for (const std::string& desk : own) {
    Try(desk, nullptr, [this](const Claim* claim) {
      if (claim != nullptr && host_ != nullptr) host_->Take(*claim);
    });
  }
  SweepLater(kRound / 2);
}

}  // namespace mlf::server
