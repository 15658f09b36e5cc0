#include "cluster/placement.h"

#include "cluster/cluster_keys.h"

#include <mlf/flow/json.h>

#include <algorithm>
#include <utility>

namespace mlf::server {
namespace {

constexpr Ms kAskAgain = 100;

std::string Text(const Json& object, const char* name) {
  if (!object.is_object()) return {};
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// Of a desk's summary; empty = it has none.
std::string CodeOf(const Json& summary) {
  return summary.is_object() && summary.contains("desk") ? Text(summary["desk"], "code") : "";
}

}  // namespace

Placement::Placement(World world, ClusterStore& store, Membership& membership, std::size_t at_once)
    : world_(world),
      store_(store),
      membership_(membership),
      at_once_(at_once),
      claims_(world, store, keys::kClaims,
              [this](const std::string& desk, const StoredKey& now, bool deleted) {
                ClaimChanged(desk, now, deleted);
              }),
      summaries_(world, store, keys::kSummaries,
                 [this](const std::string& desk, const StoredKey& now, bool deleted) {
                   SummaryChanged(desk, now, deleted);
                 }) {
  membership_.Add(*this);
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
  } else if (!deleted && now.lease == membership_.lease() && now.lease != 0 &&
             !trying_.contains(desk)) {
    TakeStray(desk, now.created);
  }
  Changed(desk, News::kHolder);
}

void Placement::SummaryChanged(const std::string& desk, const StoredKey&, bool deleted) {
  if (deleted) refused_.erase(desk);
  Changed(desk, News::kSummary);
}

void Placement::Changed(const std::string& desk, News news) {
  const StoredKey* const claim = claims_.Find(desk);
  const StoredKey* const summary = summaries_.Find(desk);
  PlacedDesk& placed = desks_[desk];
  SetHolder(placed, claim == nullptr ? "" : claim->value);
  if (news == News::kSummary) {
    placed.created = summary == nullptr ? 0 : summary->created;
    const auto parsed = summary == nullptr ? Result<Json>(Json()) : ParseJson(summary->value);
    placed.summary = parsed ? *parsed : Json();
    placed.base = Text(placed.summary, "base");
    placed.variant = placed.summary.is_object() && placed.summary.contains("desk")
                         ? Text(placed.summary["desk"], "variant")
                         : "";
  }
  if (claim == nullptr && summary == nullptr) desks_.erase(desk);
  if (claim == nullptr && summary != nullptr) {
    orphans_.try_emplace(desk, world_.clock.Steady());
    SweepLater(kSettle + static_cast<Ms>(orphans_.size()) / kLooks);
  } else {
    orphans_.erase(desk);
  }
  if (changed_) changed_(desk, news);
}

void Placement::SetHolder(PlacedDesk& placed, const std::string& holder) {
  if (placed.holder == holder) return;
  if (!placed.holder.empty() && --held_by_[placed.holder] == 0) held_by_.erase(placed.holder);
  if (!holder.empty()) ++held_by_[holder];
  placed.holder = holder;
}

// A transaction that had no answer was written after all.
void Placement::TakeStray(const std::string& desk, Revision epoch) {
  held_[desk] = epoch;
  taking_.insert(desk);
  Take({desk, epoch, keys::Claim(desk)});
}

void Placement::Lost(const std::string& desk) {
  held_.erase(desk);
  taking_.erase(desk);
  if (const auto news = news_.find(desk); news != news_.end()) {
    world_.timers.Cancel(news->second.timer);
    news_.erase(news);
  }
  world_.log.Info({.desk = desk}, "is no longer this node's");
  if (host_ != nullptr) host_->Lose(desk);
}

void Placement::Fenced(LeaseId) {
  trying_.clear();
  taking_.clear();
  next_.clear();
  while (!held_.empty()) Lost(std::string(held_.begin()->first));
}

// ---- claims ----

void Placement::Create(const std::string& desk, const Json& summary, GotClaim done) {
  Try(desk, &summary, std::move(done));
}

void Placement::Try(const std::string& desk, const Json* summary, GotClaim done) {
  const LeaseId lease = membership_.lease();
  if (lease == 0) {
    world_.timers.At(world_.clock.Steady(), [done = std::move(done)] { done(nullptr, false); });
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
    if (const std::string code = CodeOf(*summary); !code.empty()) {
      transaction.comparisons.push_back({keys::Code(code), Comparison::Field::kCreated, 0});
      transaction.writes.push_back({keys::Code(code), desk});
    }
  } else {
    // It has not ended meanwhile, and its newest summary is known here.
    const StoredKey* const known = summaries_.Find(desk);
    transaction.comparisons.push_back(
        {about, Comparison::Field::kModified, known == nullptr ? 0 : known->modified});
  }
  store_.Commit(std::move(transaction), [this, alive = alive_, desk, lease,
                                         done = std::move(done)](const Committed& committed) {
    if (!*alive) return;
    switch (committed.outcome) {
      case Committed::Outcome::kWritten: return Got(desk, lease, committed.revision, done);
      case Committed::Outcome::kRefused:
        trying_.erase(desk);
        return done(nullptr, membership_.lease() == lease);
      case Committed::Outcome::kUnknown:
      case Committed::Outcome::kNoSpace: return Resolve(desk, lease, done);
    }
  });
}

// The transaction may have been written. One that is written even later is seen as a stray.
void Placement::Resolve(const std::string& desk, LeaseId lease, GotClaim done) {
  if (membership_.lease() != lease) return Got(desk, 0, 0, done);
  store_.List(
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

void Placement::Got(const std::string& desk, LeaseId lease, Revision epoch, const GotClaim& done) {
  trying_.erase(desk);
  if (lease == 0 || lease != membership_.lease()) return done(nullptr, false);
  held_[desk] = epoch;
  const Claim claim{desk, epoch, keys::Claim(desk)};
  done(&claim, false);
}

void Placement::Release(const std::string& desk) { GiveUp(desk, false, true); }

void Placement::Refuse(const std::string& desk) {
  refused_.insert(desk);
  GiveUp(desk, false, true);
}

void Placement::End(const std::string& desk, bool stored) { GiveUp(desk, true, stored); }

void Placement::GiveUp(const std::string& desk, bool ended, bool stored) {
  const auto held = held_.find(desk);
  if (held == held_.end()) return;
  Given given{.desk = desk, .epoch = held->second, .lease = membership_.lease(), .ended = ended};
  // It is tried until its claim is gone, so that it is no stray.
  trying_.insert(desk);
  held_.erase(held);
  taking_.erase(desk);
  if (const auto news = news_.find(desk); news != news_.end()) {
    world_.timers.Cancel(news->second.timer);
    news_.erase(news);
  }
  // A code was written with the summary of its desk.
  if (const PlacedDesk* const placed = Find(desk); placed != nullptr && !stored) {
    given.code = CodeOf(placed->summary);
    given.code_created = placed->created;
  }
  Delete(given);
}

void Placement::Delete(const Given& given) {
  Transaction transaction;
  const auto remove = [&transaction](std::string key) {
    transaction.writes.push_back({.key = std::move(key), .value = std::nullopt});
  };
  transaction.comparisons.push_back(
      {keys::Claim(given.desk), Comparison::Field::kCreated, given.epoch});
  remove(keys::Claim(given.desk));
  if (given.ended) remove(keys::Summary(given.desk));
  if (!given.code.empty()) {
    transaction.comparisons.push_back(
        {keys::Code(given.code), Comparison::Field::kCreated, given.code_created});
    remove(keys::Code(given.code));
  }
  store_.Commit(std::move(transaction), [this, alive = alive_, given](const Committed& done) {
    if (!*alive) return;
    if (done.outcome == Committed::Outcome::kRefused && !given.code.empty()) {
      Given rest = given;
      rest.code.clear();
      return Delete(rest);
    }
    // Without its lease the claim ends by itself.
    const bool answered = done.outcome == Committed::Outcome::kWritten ||
                          done.outcome == Committed::Outcome::kRefused;
    if (answered || membership_.lease() != given.lease) {
      trying_.erase(given.desk);
      return;
    }
    world_.timers.At(world_.clock.Steady() + kAskAgain, [this, alive, given] {
      if (*alive) Delete(given);
    });
  });
}

// ---- summaries ----

void Placement::Publish(const std::string& desk, const Json& summary) {
  if (!held_.contains(desk)) return;
  // A desk that goes on at another host mostly looks as before; Try has compared what is known.
  const PlacedDesk* const placed = Find(desk);
  if (!news_.contains(desk) && placed != nullptr && placed->summary == summary) return;
  Publication& news = news_[desk];
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
    Publication& gathered = news_[desk];
    gathered.timer = 0;
    if (gathered.waiting && !gathered.under_way) Send(desk);
  });
  Transaction transaction;
  transaction.comparisons.push_back({keys::Claim(desk), Comparison::Field::kCreated, held->second});
  transaction.writes.push_back({keys::Summary(desk), news->second.summary.dump()});
  store_.Commit(std::move(transaction),
                [this, alive = alive_, desk, epoch = held->second](const Committed& committed) {
                  if (!*alive) return;
                  const auto still = held_.find(desk);
                  const auto sent = news_.find(desk);
                  if (still == held_.end() || still->second != epoch || sent == news_.end()) return;
                  sent->second.under_way = false;
                  // At its quota the store answers at once, again and again.
                  sent->second.waiting |= committed.outcome == Committed::Outcome::kUnknown ||
                                          committed.outcome == Committed::Outcome::kNoSpace;
                  if (sent->second.waiting && sent->second.timer == 0) Send(desk);
                });
}

// ---- orphans ----

Placement::Loads Placement::LoadsOfHosts() const {
  Loads loads;
  for (const auto& [name, node] : membership_.nodes()) {
    if (!node.host || node.draining) continue;
    const auto held = held_by_.find(name);
    loads[name] = held == held_by_.end() ? 0 : held->second;
  }
  return loads;
}

std::vector<std::string> Placement::Hosts() const {
  std::vector<std::string> hosts;
  for (const auto& [name, load] : LoadsOfHosts()) hosts.push_back(name);
  return hosts;
}

void Placement::NodesChanged() {
  if (auto hosts = Hosts(); hosts != hosts_) {
    hosts_ = std::move(hosts);
    hosts_since_ = world_.clock.Steady();
  }
  SweepLater(kSettle);
}

std::size_t Placement::surplus() const {
  if (!membership_.joined() || !orphans_.empty() ||
      world_.clock.Steady() - hosts_since_ < kSameHosts)
    return 0;
  const Loads loads = LoadsOfHosts();
  const auto own = loads.find(membership_.name());
  if (own == loads.end()) return 0;
  std::int64_t all = 0;
  for (const auto& [name, load] : loads) all += load;
  const std::int64_t mean = (all + std::ssize(loads) - 1) / std::ssize(loads);
  const std::int64_t beyond = own->second - mean;
  return beyond > kFewDesks + mean / 10 ? static_cast<std::size_t>(beyond) : 0;
}

// Hosts that build the same rules; where there are none, all that might.
std::vector<std::string> Placement::HostsOf(const std::string& variant,
                                            const std::string& fingerprint,
                                            const Loads& loads) const {
  std::vector<std::string> same, others;
  for (const auto& [name, load] : loads) {
    const auto& known = membership_.nodes().at(name).fingerprints;
    const auto built = known.find(variant);
    if (built == known.end()) continue;
    (fingerprint.empty() || built->second == fingerprint ? same : others).push_back(name);
  }
  return same.empty() ? others : same;
}

std::string Placement::HostFor(const std::string& variant, const Loads& coming) const {
  Loads loads = LoadsOfHosts();
  for (const auto& [name, count] : coming) {
    if (const auto found = loads.find(name); found != loads.end()) found->second += count;
  }
  const auto hosts = HostsOf(variant, {}, loads);
  const auto least =
      std::ranges::min_element(hosts, {}, [&](const auto& name) { return loads.at(name); });
  return least == hosts.end() ? std::string() : *least;
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
  // Their claims may not have been listed yet.
  if (!claims_.ready()) return SweepLater(kRound / 2);
  const bool may = host_ != nullptr && membership_.joined() && !membership_.draining();
  Loads loads = LoadsOfHosts();
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> hosts;  // by rules
  next_.clear();
  for (const auto& [desk, since] : orphans_) {
    const PlacedDesk& placed = desks_.at(desk);
    const auto [known, is_new] = hosts.try_emplace({placed.variant, placed.base});
    std::vector<std::string>& candidates = known->second;
    if (is_new) candidates = HostsOf(placed.variant, placed.base, loads);
    if (candidates.empty()) continue;
    // The least loaded first.
    const auto count = static_cast<Ms>(candidates.size());
    const Ms round = kRound + kEach * static_cast<Ms>(orphans_.size()) / count;
    const auto next = candidates.begin() +
                      static_cast<std::ptrdiff_t>((world_.clock.Steady() - since) / round % count);
    std::ranges::nth_element(candidates, next, {}, [&](const std::string& name) {
      return std::pair<std::int64_t, const std::string&>(loads.at(name), name);
    });
    ++loads[*next];
    if (may && *next == membership_.name() && !refused_.contains(desk)) next_.push_back(desk);
  }
  TakeNext();
  SweepLater(kRound / 2);
}

void Placement::TakeNext() {
  while (taking_.size() < at_once_ && !next_.empty()) {
    const std::string desk = std::move(next_.front());
    next_.pop_front();
    if (!orphans_.contains(desk) || trying_.contains(desk) || taking_.contains(desk)) continue;
    taking_.insert(desk);
    Try(desk, nullptr,
        [this, desk](const Claim* claim, bool) { claim != nullptr ? Take(*claim) : Taken(desk); });
  }
}

void Placement::Take(const Claim& claim) {
  if (host_ == nullptr) return Taken(claim.desk);
  host_->Take(claim, [this, alive = alive_, desk = claim.desk] {
    if (*alive) Taken(desk);
  });
}

void Placement::Taken(const std::string& desk) {
  taking_.erase(desk);
  TakeNext();
}

}  // namespace mlf::server
