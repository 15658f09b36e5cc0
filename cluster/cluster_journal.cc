#include "cluster/cluster_journal.h"

#include "cluster/cluster_keys.h"
#include "server/journal/digest.h"
#include "server/protocol/hex.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace mlf::server {
namespace {

constexpr std::size_t kOperations = 128;   // etcd's limit, of comparisons and of writes
constexpr std::size_t kBytes = 1'000'000;  // etcd takes half a megabyte more
constexpr Ms kUnreadable = 1000;           // no read waits again so soon after one without answer
constexpr const char* kNoAnswer = "the store of the cluster does not answer";

using Field = Comparison::Field;

std::uint64_t ActHash(std::uint32_t match, const std::string& user, const std::string& id) {
  return Sum(match, user, id);
}

bool OnlyTellsOvers(const Commit& commit) {
  return !commit.row && !commit.head && commit.records.empty() && !commit.mark &&
         commit.keys.empty() && !commit.hand_end && !commit.match_end;
}

std::size_t BytesOf(const Write& write) {
  return write.key.size() + (write.value ? write.value->size() : 0);
}

}  // namespace

ClusterJournal::ClusterJournal(ClusterStore& store, const Seal& seal, World world)
    : store_(store), seal_(seal), world_(world) {}

ClusterJournal::~ClusterJournal() {
  *alive_ = false;
  world_.timers.Cancel(timer_);
}

void ClusterJournal::Hold(const Claim& claim, const std::string& code) {
  Drop(claim.desk);
  dropped_.clear();
  const auto desk = held_[claim.desk] = std::make_shared<Desk>();
  desk->claim = claim;
  desk->code = code;
}

void ClusterJournal::Drop(const std::string& id) {
  const auto found = held_.find(id);
  if (found == held_.end()) return;
  const DeskPtr desk = found->second;
  held_.erase(found);
  desk->lost = true;
  if (!desk->ended) dropped_[id] = desk;
  for (JobPtr& job : queue_) {
    if (job->desk != desk) continue;
    SetFault(*job, "the desk was dropped");  // answered in its order
  }
  Arm();
}

bool ClusterJournal::NeverTook(const std::string& desk, std::uint32_t match,
                               const std::string& user, const std::string& id) const {
  const auto found = dropped_.find(desk);
  if (found == dropped_.end()) return false;
  const Desk& was = *found->second;
  return match >= was.acts_from && !was.acts.contains(ActHash(match, user, id));
}

bool ClusterJournal::healthy() const {
  return stuck_ == 0 && world_.clock.Steady() >= unreadable_until_;
}

// ---- appending ----

void ClusterJournal::Append(Commit commit, std::function<void(Outcome)> done) {
  ++pending_;
  const std::string id = commit.desk;
  const auto found = held_.find(id);
  const DeskPtr desk = found == held_.end() ? nullptr : found->second;
  if (!desk && !OnlyTellsOvers(commit)) return Later(std::move(done), Outcome::kLost);
  if (desk && desk->lost) return Later(std::move(done), Outcome::kLost);
  if (desk && desk->broken) return Later(std::move(done), Outcome::kUnknown);
  auto job = std::make_unique<Job>();
  job->desk = desk;
  job->done = std::move(done);
  job->records = std::max<std::size_t>(1, commit.records.size());
  if (desk) {
    ++desk->jobs;
    SetFault(*job, FaultOf(commit, *desk));
  }
  if (job->fault.empty()) {
    const std::string old_code = desk ? desk->code : "";
    if (desk) Enter(*job, commit);
    const SealedCommit sealed(std::move(commit), seal_, world_.entropy);
    if (desk && desk->code != old_code) {
      if (!old_code.empty())
        job->writes.push_back({.key = keys::Code(old_code), .value = std::nullopt});
      if (!desk->code.empty()) {
        job->comparisons.push_back({keys::Code(desk->code), Field::kCreated, 0});
        job->writes.push_back({keys::Code(desk->code), id});
      }
    }
    Prepare(*job, sealed);
    for (const Write& write : job->writes) job->bytes += BytesOf(write);
    for (const Comparison& comparison : job->comparisons) job->bytes += comparison.key.size();
    Batch whole;
    if (desk && !Add(whole, *job)) SetFault(*job, "it has more than a transaction can hold");
  }
  records_ += job->records;
  queue_.push_back(std::move(job));
  Arm();
}

void ClusterJournal::SetFault(Job& job, std::string fault) {
  if (fault.empty()) return;
  if (job.fault.empty()) ++faults_;
  job.fault = std::move(fault);
}

// Why a commit does not fit to what the desk will be when those before it are durable.
std::string ClusterJournal::FaultOf(const Commit& commit, const Desk& desk) {
  if (commit.head && desk.match != 0)
    return fmt::format("match {} begins, and match {} is in play", commit.head->match, desk.match);
  const std::uint32_t match = commit.head ? commit.head->match : desk.match;
  std::uint64_t number = commit.head ? 0 : desk.number;
  for (const Record& record : commit.records) {
    if (match == 0 || record.match != match || record.number != ++number)
      return fmt::format("match {}, which is not in play, or record {}, which is not its next",
                         record.match, record.number);
    // The desk has looked for it. Of two ids with one hash the second is not taken.
    if (!record.id.empty() && desk.acts.contains(ActHash(match, record.user, record.id)))
      return fmt::format("match {} has the act {} of user {}", match, record.id, record.user);
  }
  return {};
}

// The desk is as if the commit were durable.
void ClusterJournal::Enter(Job& job, const Commit& commit) {
  Desk& desk = *job.desk;
  if (commit.head) {
    desk.match = desk.last = commit.head->match;
    desk.number = 0;
    if (desk.acts.size() > kActs) {
      desk.acts.clear();
      desk.acts_from = commit.head->match;
    }
    desk.acts_from = std::min(desk.acts_from, commit.head->match);
  }
  for (const Record& record : commit.records) {
    desk.number = record.number;
    if (record.id.empty()) continue;
    const std::uint64_t hash = ActHash(record.match, record.user, record.id);
    desk.acts[hash] = {record.match, record.number};
    desk.pending_acts.insert_or_assign(hash, record);
    job.acts.push_back(hash);
  }
  if (commit.mark) desk.hand = commit.mark->hand;
  if (commit.match_end) desk.match = 0;
  if (!commit.row) return;
  desk.code = commit.row->ended ? "" : commit.row->code;
  desk.ended = commit.row->ended;
  if (desk.ended) desk.acts.clear();
}

void ClusterJournal::Prepare(Job& job, const SealedCommit& sealed) {
  const Commit& commit = sealed.commit;
  const std::string& id = commit.desk;
  const Revision epoch = job.desk ? job.desk->claim.epoch : 0;
  const auto make = [&job](std::string key, std::string value) {
    job.comparisons.push_back({key, Field::kCreated, 0});
    job.writes.push_back({std::move(key), std::move(value)});
  };
  for (const Record& record : commit.records)
    make(keys::Record(id, record.match, record.number), values::Of(record, epoch));
  if (commit.row) {
    job.row = true;
    job.writes.push_back({keys::Row(id), values::Of(id, *commit.row, epoch)});
    if (commit.row->ended)
      job.writes.push_back({.key = keys::AllActs(id), .value = std::nullopt, .prefix = true});
  }
  if (commit.head) {
    const std::string hash = ContentHash(commit.head->texts);
    const std::string name = Hex({reinterpret_cast<const std::uint8_t*>(hash.data()), hash.size()});
    make(keys::Head(id, commit.head->match), values::Of(id, *commit.head, name, epoch));
    // Its name says what it is, so it may be written again.
    if (!texts_.contains(name)) {
      job.texts = name;
      job.writes.push_back({keys::Texts(name), commit.head->texts});
    }
  }
  if (commit.mark) {
    make(keys::Mark(id, commit.mark->match, commit.mark->hand),
         values::OfSealed(*commit.mark, epoch));
    // With the mark behind it, a hand is complete.
    if (commit.mark->hand > 0)
      job.writes.push_back({keys::Waiting(id, commit.mark->match, commit.mark->hand - 1), ""});
  }
  for (std::size_t i = 0; i < commit.keys.size(); ++i)
    make(keys::Key(id, commit.keys[i].match, commit.keys[i].hand), sealed.sealed_keys[i]);
  if (commit.hand_end) {
    const HandEnd& end = *commit.hand_end;
    make(keys::End(id, end.match, end.hand), values::Of(id, end, epoch));
    make(keys::Secret(end.secret), fmt::format("{}/{}/{}", id, end.match, end.hand));
  }
  if (commit.match_end) {
    const MatchEnd& end = *commit.match_end;
    make(keys::Over(id, end.match), values::Of(end, epoch));
    job.writes.push_back({keys::Waiting(id, end.match, job.desk->hand), ""});
    for (const std::string& user : end.users)
      job.writes.push_back({keys::OverOf(user, id, end.match), ""});
  }
  for (const std::string& user : commit.over_seen) {
    std::vector<std::string> seen;
    if (auto known = overs_.extract({user, id})) seen = std::move(known.mapped());
    if (job.desk && job.desk->last != 0) seen.push_back(keys::OverOf(user, id, job.desk->last));
    std::ranges::sort(seen);
    seen.erase(std::ranges::unique(seen).begin(), seen.end());
    for (std::string& key : seen)
      job.writes.push_back({.key = std::move(key), .value = std::nullopt});
  }
}

void ClusterJournal::Later(std::function<void(Outcome)> done, Outcome outcome) {
  world_.timers.At(world_.clock.Steady(), [this, alive = alive_, done = std::move(done), outcome] {
    if (!*alive) return;
    --pending_;
    done(outcome);
  });
}

// ---- transactions ----

void ClusterJournal::Arm() {
  if (queue_.empty()) return;
  const Ms now = world_.clock.Steady();
  const Ms when = records_ >= kGroup ? now : std::max(now, next_);
  if (timer_ != 0 && timer_at_ <= when) return;
  world_.timers.Cancel(timer_);
  timer_at_ = when;
  timer_ = world_.timers.At(when, [this] {
    timer_ = 0;
    Pump();
  });
}

void ClusterJournal::Pump() {
  while (BreakFirst()) {
  }
  const Ms now = world_.clock.Steady();
  while (under_way_ < kAtOnce && !queue_.empty()) {
    if (now < next_ && records_ < kGroup) return Arm();
    const BatchPtr batch = Take();
    if (!batch) return;  // all wait for what is under way
    next_ = now + kGather;
    Send(batch);
  }
}

// Answers the first commit that cannot be stored, when those before it are. False: there is none.
bool ClusterJournal::BreakFirst() {
  if (faults_ == 0) return false;
  std::unordered_set<const Desk*> before;
  for (JobPtr& job : queue_) {
    const DeskPtr desk = job->desk;
    if (!desk) continue;
    if (!job->fault.empty() && !desk->under_way && !before.contains(desk.get())) {
      if (!desk->lost)
        world_.log.Error({.desk = desk->claim.desk}, "a commit was refused: " + job->fault);
      GiveUp({}, desk, desk->lost ? Outcome::kLost : Outcome::kUnknown);
      return true;
    }
    before.insert(desk.get());
  }
  return false;
}

// The next commits of desks that have no transaction under way. Null where there are none.
ClusterJournal::BatchPtr ClusterJournal::Take() {
  auto batch = std::make_shared<Batch>();
  std::unordered_set<const Desk*> passed;
  std::vector<JobPtr> rest;
  for (bool full = false; !full && !queue_.empty();) {
    JobPtr job = std::move(queue_.front());
    queue_.pop_front();
    const Desk* desk = job->desk.get();
    const bool free =
        job->fault.empty() && (desk == nullptr || (!desk->under_way && !passed.contains(desk)));
    const bool fits = batch->jobs.empty() || (!job->alone && !batch->jobs.front()->alone);
    if (free && fits && Add(*batch, *job)) {
      records_ -= job->records;
      full = batch->records >= kGroup;
      batch->jobs.push_back(std::move(job));
    } else {
      full = free;
      if (desk != nullptr) passed.insert(desk);
      rest.push_back(std::move(job));
    }
  }
  for (; !rest.empty(); rest.pop_back()) queue_.push_front(std::move(rest.back()));
  if (batch->jobs.empty()) return nullptr;
  for (const JobPtr& job : batch->jobs) {
    if (job->desk) job->desk->under_way = true;
  }
  ++under_way_;
  return batch;
}

// False: it has no room for the job, and is as it was.
bool ClusterJournal::Add(Batch& batch, const Job& job) {
  std::vector<Comparison> comparisons = job.comparisons;
  if (job.desk) {
    const Claim& claim = job.desk->claim;
    comparisons.push_back({claim.key, Field::kCreated, claim.epoch});
    if (job.row) comparisons.push_back({keys::Row(claim.desk), Field::kModified, job.desk->row});
  }
  const auto more_comparisons = std::ranges::count_if(comparisons, [&](const Comparison& one) {
    return !batch.comparisons.contains({one.key, one.field});
  });
  const auto more_writes = std::ranges::count_if(
      job.writes, [&](const Write& write) { return !batch.writes.contains(write.key); });
  const auto room = [](std::size_t has, std::ptrdiff_t more) {
    return has + static_cast<std::size_t>(more) <= kOperations;
  };
  if (!room(batch.comparisons.size(), more_comparisons) ||
      !room(batch.writes.size(), more_writes) || batch.bytes + job.bytes > kBytes ||
      (batch.records != 0 && batch.records + job.records > kGroup))
    return false;
  for (Comparison& one : comparisons)
    batch.comparisons.insert({{std::move(one.key), one.field}, one.equals});
  for (const Write& write : job.writes) batch.writes.insert_or_assign(write.key, write);
  batch.bytes += job.bytes;
  batch.records += job.records;
  return true;
}

void ClusterJournal::Send(const BatchPtr& batch) {
  Transaction transaction;
  for (const auto& [place, equals] : batch->comparisons)
    transaction.comparisons.push_back({place.first, place.second, equals});
  for (const auto& [key, write] : batch->writes) transaction.writes.push_back(write);
  store_.Commit(std::move(transaction), [this, alive = alive_, batch](Committed committed) {
    if (!*alive) return;
    switch (committed.outcome) {
      case Committed::Outcome::kWritten: return Settle(batch, committed.revision);
      case Committed::Outcome::kRefused:
        batch->refused = true;
        // An attempt without answer may have been the one that
        // was written.
        return batch->silent ? Look(batch) : Refused(batch);
      case Committed::Outcome::kUnknown: batch->silent = true; break;
      case Committed::Outcome::kNoSpace:
        if (batch->full_since == 0) batch->full_since = world_.clock.Steady();
        break;
    }
    if (!std::exchange(batch->stuck, true)) ++stuck_;
    LookLater(batch);
  });
}

void ClusterJournal::LookLater(const BatchPtr& batch) {
  world_.timers.At(world_.clock.Steady() + kAskAgain, [this, alive = alive_, batch] {
    if (*alive) Look(batch);
  });
}

// Whether an attempt was written.
void ClusterJournal::Look(const BatchPtr& batch) {
  // A value of this node that no other transaction writes.
  const auto own = std::ranges::find_if(batch->writes, [](const auto& write) {
    return write.first.starts_with(keys::kDesks) && write.second.value;
  });
  // It only deletes: it may be sent again, and a refusal is one.
  if (own == batch->writes.end()) return NotThere(batch);
  const Write& write = own->second;
  const auto guard = batch->comparisons.find({write.key, Field::kModified});
  const Revision before = guard == batch->comparisons.end() ? 0 : guard->second;
  store_.List(write.key, 1, {},
              [this, alive = alive_, batch, write, before](std::optional<Listing> found) {
                if (!*alive) return;
                if (!found) return LookLater(batch);
                const StoredKey* key = found->keys.empty() ? nullptr : &found->keys.front();
                if (key != nullptr && key->key == write.key && key->value == write.value &&
                    key->modified > before)
                  return Settle(batch, key->modified);
                NotThere(batch);
              });
}

// No attempt so far was written. One without an answer may yet be.
void ClusterJournal::NotThere(const BatchPtr& batch) {
  if (batch->refused) return Refused(batch);
  const bool waits = batch->silent || batch->full_since == 0 ||
                     world_.clock.Steady() - batch->full_since < kNoSpaceFor;
  waits ? Send(batch) : NoSpace(batch);
}

// Neither it nor the commits that wait behind it are stored. Their desks are read anew.
void ClusterJournal::NoSpace(const BatchPtr& batch) {
  PutBack(batch);
  std::vector<DeskPtr> desks;
  for (const JobPtr& job : queue_) {
    const DeskPtr& desk = job->desk;
    if (desk && !desk->under_way && std::ranges::find(desks, desk) == desks.end())
      desks.push_back(desk);
  }
  const std::shared_ptr<bool> alive = alive_;
  for (const DeskPtr& desk : desks) {
    GiveUp({}, desk, Outcome::kUnknown);
    if (!*alive) return;
  }
  Arm();
}

void ClusterJournal::Settle(const BatchPtr& batch, Revision revision) {
  Finished(batch);
  for (const JobPtr& job : batch->jobs) {
    if (job->row) job->desk->row = revision;
    if (job->desk) job->desk->written = std::max(job->desk->written, revision);
    if (!job->texts.empty()) texts_[job->texts] = *batch->writes[keys::Texts(job->texts)].value;
  }
  if (Answer(std::exchange(batch->jobs, {}), Outcome::kDurable)) Pump();
}

void ClusterJournal::Refused(const BatchPtr& batch) {
  if (batch->jobs.size() == 1) return AskClaim(batch);
  // One of them is at fault.
  for (const JobPtr& job : batch->jobs) job->alone = true;
  PutBack(batch);
  Pump();
}

// Its commits are the next ones of the queue.
void ClusterJournal::PutBack(const BatchPtr& batch) {
  Finished(batch);
  for (; !batch->jobs.empty(); batch->jobs.pop_back()) {
    records_ += batch->jobs.back()->records;
    queue_.push_front(std::move(batch->jobs.back()));
  }
}

// Whether the desk is still this node's. If so, the commit itself was refused.
void ClusterJournal::AskClaim(const BatchPtr& batch) {
  const DeskPtr desk = batch->jobs.front()->desk;
  store_.List(
      desk->claim.key, 1, {}, [this, alive = alive_, batch, desk](std::optional<Listing> found) {
        if (!*alive) return;
        if (!found) {
          world_.timers.At(world_.clock.Steady() + kAskAgain, [this, alive, batch] {
            if (*alive) AskClaim(batch);
          });
          return;
        }
        const bool ours = !found->keys.empty() && found->keys.front().key == desk->claim.key &&
                          found->keys.front().created == desk->claim.epoch;
        if (ours && !desk->lost)
          world_.log.Error({.desk = desk->claim.desk},
                           "a commit was refused: the store has something in its place");
        Finished(batch);
        GiveUp(std::move(batch->jobs), desk,
               ours && !desk->lost ? Outcome::kUnknown : Outcome::kLost);
      });
}

void ClusterJournal::Finished(const BatchPtr& batch) {
  --under_way_;
  if (batch->stuck) --stuck_;
  for (const JobPtr& job : batch->jobs) {
    if (job->desk) job->desk->under_way = false;
  }
}

void ClusterJournal::GiveUp(std::vector<JobPtr> jobs, const DeskPtr& desk, Outcome outcome) {
  (outcome == Outcome::kLost ? desk->lost : desk->broken) = true;
  std::deque<JobPtr> rest;
  for (JobPtr& job : queue_) {
    if (job->desk == desk) {
      records_ -= job->records;
      if (!job->fault.empty()) --faults_;
      jobs.push_back(std::move(job));
    } else {
      rest.push_back(std::move(job));
    }
  }
  queue_ = std::move(rest);
  if (Answer(jobs, outcome)) Arm();
}

// False: this object has gone meanwhile.
bool ClusterJournal::Answer(const std::vector<JobPtr>& jobs, Outcome outcome) {
  const std::shared_ptr<bool> alive = alive_;
  for (const JobPtr& job : jobs) {
    --pending_;
    if (job->desk) {
      --job->desk->jobs;
      for (const std::uint64_t act : job->acts) job->desk->pending_acts.erase(act);
    }
    job->done(outcome);
    if (!*alive) return false;
  }
  return true;
}

// ---- reading ----

struct ClusterJournal::Reading {
  struct Value {
    std::optional<std::string> found;
    std::string fault;  // why it cannot be read
  };

  const std::function<void()> reads;
  const std::function<void(const std::string& why)> done;
  // By prefix and limit.
  std::map<std::pair<std::string, std::size_t>, std::shared_ptr<const Listing>> listings{};
  std::map<std::string, Value> archived{};
};

struct ClusterJournal::Missing {
  std::string key;  // or a prefix
  std::size_t limit = 0;
  bool archived = false;  // a key of the archive
};

void ClusterJournal::Attempt(const std::function<void()>& reads,
                             std::function<void(const std::string& why)> done) {
  Try(std::make_shared<Reading>(Reading{reads, std::move(done)}));
}

// Runs `reads` with what is there. It ends at the first part that is not, and runs again with that.
void ClusterJournal::Try(const ReadingPtr& reading) {
  std::optional<Missing> missing;
  std::string why;
  reading_ = reading.get();
  try {
    reading->reads();
  } catch (Missing& part) {
    missing = std::move(part);
  } catch (const std::exception& fault) {
    why = fault.what();
  }
  reading_ = nullptr;
  if (missing) return Fetch(reading, *missing);
  reading->done(why);
}

void ClusterJournal::Fetch(const ReadingPtr& reading, const Missing& missing) {
  if (fetching_ >= kFetches) {
    fetches_.push_back([this, reading, missing] { Fetch(reading, missing); });
    return;
  }
  ++fetching_;
  missing.archived ? FetchArchived(reading, missing) : FetchListing(reading, missing);
}

void ClusterJournal::FetchListing(const ReadingPtr& reading, const Missing& missing) {
  store_.List(missing.key, missing.limit, {},
              [this, alive = alive_, reading, missing](std::optional<Listing> listing) {
                if (!*alive) return;
                if (!listing) {
                  unreadable_until_ = world_.clock.Steady() + kUnreadable;
                  return Fetched(reading, kNoAnswer);
                }
                reading->listings[{missing.key, missing.limit}] =
                    std::make_shared<const Listing>(*std::move(listing));
                Fetched(reading, {});
              });
}

void ClusterJournal::FetchArchived(const ReadingPtr& reading, const Missing& missing) {
  const auto value = std::make_shared<Reading::Value>();
  const bool started = archive_pool_->Start(
      [value, read = read_archive_, key = missing.key] {
        try {
          value->found = read(key);
        } catch (const std::exception& fault) {
          value->fault = fault.what();
        }
      },
      [this, alive = alive_, reading, value, key = missing.key] {
        if (!*alive) return;
        reading->archived[key] = std::move(*value);
        Fetched(reading, {});
      });
  if (!started) Fetched(reading, "too many finished hands are read from the archive");
}

void ClusterJournal::Fetched(const ReadingPtr& reading, const std::string& why) {
  --fetching_;
  if (!fetches_.empty()) {
    const std::function<void()> next = std::move(fetches_.front());
    fetches_.pop_front();
    next();
  }
  why.empty() ? Try(reading) : reading->done(why);
}

std::shared_ptr<const Listing> ClusterJournal::Keys(const std::string& prefix, std::size_t limit) {
  if (reading_ != nullptr) {
    const auto found = reading_->listings.find({prefix, limit});
    if (found == reading_->listings.end()) throw Missing{prefix, limit};
    return found->second;
  }
  if (world_.clock.Steady() >= unreadable_until_) {
    if (auto listing = store_.ListNow(prefix, limit))
      return std::make_shared<const Listing>(*std::move(listing));
    unreadable_until_ = world_.clock.Steady() + kUnreadable;
  }
  throw std::runtime_error(kNoAnswer);
}

std::optional<std::string> ClusterJournal::Archived(const std::string& key) {
  if (!read_archive_) return std::nullopt;
  if (reading_ == nullptr) return read_archive_(key);
  const auto found = reading_->archived.find(key);
  if (found == reading_->archived.end()) throw Missing{key, 0, true};
  if (!found->second.fault.empty()) throw std::runtime_error(found->second.fault);
  return found->second.found;
}

std::optional<StoredKey> ClusterJournal::ReadKey(const std::string& key) {
  const auto listing = Keys(key, 1);
  if (listing->keys.empty() || listing->keys.front().key != key) return std::nullopt;
  return listing->keys.front();
}

values::Texts ClusterJournal::TextsOf() {
  return [this](const std::string& name) {
    if (const auto known = texts_.find(name); known != texts_.end()) return known->second;
    const auto key = ReadKey(keys::Texts(name));
    const std::string hash = key ? ContentHash(key->value) : "";
    if (!key || Hex({reinterpret_cast<const std::uint8_t*>(hash.data()), hash.size()}) != name)
      throw Damage("the texts of its variant are missing");
    return texts_[name] = key->value;
  };
}

std::optional<Record> ClusterJournal::FindAct(const std::string& id, std::uint32_t match,
                                              const std::string& user, const std::string& act) {
  const auto found = held_.find(id);
  if (found == held_.end() || found->second->ended) return std::nullopt;
  const Desk& desk = *found->second;
  const auto fits = [&](const Record& record) {
    return record.match == match && record.user == user && record.id == act;
  };
  const std::uint64_t hash = ActHash(match, user, act);
  if (const auto pending = desk.pending_acts.find(hash); pending != desk.pending_acts.end())
    return fits(pending->second) ? std::optional(pending->second) : std::nullopt;
  try {
    if (const auto known = desk.acts.find(hash); known != desk.acts.end()) {
      const auto key = ReadKey(keys::Record(id, match, known->second.number));
      if (!key) return FindArchivedAct(id, match, user, act);
      const Record record = values::RecordOf(match, known->second.number, key->value);
      return fits(record) ? std::optional(record) : std::nullopt;
    }
    if (match >= desk.acts_from) return std::nullopt;
    const auto listing = Keys(keys::Records(id, match));
    values::DeskKeys sorted = values::Sorted(id, listing->keys);
    for (const auto& [number, key] : sorted.matches[match].records) {
      Record record = values::RecordOf(match, number, key->value);
      if (fits(record)) return record;
    }
    return FindArchivedAct(id, match, user, act);
  } catch (const Damage& damage) {
    world_.log.Warning({.desk = id}, damage.what());
  }
  return std::nullopt;
}

std::optional<Record> ClusterJournal::FindArchivedAct(const std::string& desk, std::uint32_t match,
                                                      const std::string& user,
                                                      const std::string& id) {
  const auto listing = Keys(keys::Acts(desk, match));
  for (const StoredKey& key : listing->keys) {
    for (Record& record : values::ActsOf(match, key.value)) {
      if (record.user == user && record.id == id) return std::move(record);
    }
  }
  return std::nullopt;
}

// Throws Damage, and std::runtime_error where the store does not answer or commits of the desk
// wait.
std::optional<StoredDesk> ClusterJournal::Load(const std::string& id) {
  const auto found = held_.find(id);
  if (found == held_.end()) return std::nullopt;
  // What they write may come after what is read here.
  if (found->second->jobs != 0) throw std::runtime_error("its commits are under way");
  const auto listing = Keys(keys::Desk(id));
  // Those of an earlier claim, or from before its own last commit, are not the desk as it is.
  if (listing->revision < std::max(found->second->claim.epoch, found->second->written))
    throw std::runtime_error("it was read too early");
  const values::DeskKeys keys = values::Sorted(id, listing->keys);
  if (keys.row == nullptr) return std::nullopt;
  found->second->row = keys.row->modified;
  if (values::RowOf(id, keys.row->value).ended) return std::nullopt;
  StoredDesk stored = values::DeskOf(id, keys, seal_, TextsOf());
  Desk& desk = *found->second;
  desk.broken = false;
  desk.code = stored.row.code;
  desk.match = stored.head ? stored.head->match : 0;
  desk.hand = stored.mark ? stored.mark->hand : 0;
  desk.number = 0;
  if (stored.head)
    desk.number = stored.records.empty() ? stored.mark->number : stored.records.back().number;
  desk.last = keys.matches.empty() ? 0 : keys.matches.rbegin()->first;
  desk.acts.clear();
  desk.acts_from = 0;
  for (auto match = keys.matches.rbegin(); match != keys.matches.rend(); ++match) {
    if (desk.acts.size() > kActs) break;
    for (const auto& [number, key] : match->second.records) {
      const Record record = values::RecordOf(match->first, number, key->value);
      if (!record.id.empty())
        desk.acts[ActHash(match->first, record.user, record.id)] = {match->first, number};
    }
    if (const auto archived = keys.acts.find(match->first); archived != keys.acts.end()) {
      for (const StoredKey* key : archived->second) {
        for (const Record& act : values::ActsOf(match->first, key->value))
          desk.acts[ActHash(match->first, act.user, act.id)] = {match->first, act.number};
      }
    }
    desk.acts_from = match->first;
  }
  if (keys.matches.empty() || desk.acts_from == keys.matches.begin()->first) desk.acts_from = 0;
  return stored;
}

void ClusterJournal::LoadDesks(
    const std::function<void(StoredDesk)>& desk,
    const std::function<void(std::string desk, std::string report)>& damaged) {
  std::vector<std::string> ids;
  ids.reserve(held_.size());
  for (const auto& [id, held] : held_) ids.push_back(id);
  for (const std::string& id : ids) {
    std::optional<StoredDesk> stored;
    try {
      stored = Load(id);
    } catch (const Damage& damage) {
      damaged(id, damage.what());
      continue;
    }
    if (stored) desk(*std::move(stored));
  }
}

std::optional<StoredDesk> ClusterJournal::LoadDesk(const std::string& id) {
  try {
    return Load(id);
  } catch (const Damage& damage) {
    world_.log.Warning({.desk = id}, damage.what());
    return std::nullopt;
  }
}

// The result of `read`. Returns nothing, and logs a line, if it is damaged or cannot be read; Read
// reports the latter.
template <typename F>
auto ClusterJournal::Found(F&& read, const std::string& what) -> decltype(read()) {
  try {
    return read();
  } catch (const Damage& damage) {
    world_.log.Warning({}, fmt::format("{}: {}", what, damage.what()));
  } catch (const std::runtime_error& fault) {
    if (reading_ != nullptr) throw;
    world_.log.Warning({}, fmt::format("{}: {}", what, fault.what()));
  }
  return {};
}

std::optional<StoredHand> ClusterJournal::LoadHand(const std::string& desk, std::uint32_t match,
                                                   std::uint32_t hand) {
  return Found(
      [&] {
        const auto listing = Keys(keys::Match(desk, match));
        values::DeskKeys sorted = values::Sorted(desk, listing->keys);
        const values::MatchKeys& keys = sorted.matches[match];
        if (keys.archived.contains(hand)) return LoadArchived(desk, match, hand);
        return values::HandOf(desk, match, hand, keys, seal_, TextsOf());
      },
      "desk " + desk);
}

std::optional<StoredHand> ClusterJournal::LoadArchived(const std::string& desk, std::uint32_t match,
                                                       std::uint32_t hand) {
  const auto packed = Archived(keys::Hand(desk, match, hand));
  if (!packed) throw std::runtime_error("a finished hand is not in the archive");
  const std::vector<StoredKey> keys = values::Unpacked(*packed);
  return values::HandOf(desk, match, hand, values::Sorted(desk, keys).matches[match], seal_,
                        TextsOf(), true);
}

// "DESK/MATCH/HAND".
std::optional<StoredHand> ClusterJournal::LoadPlace(const std::string& place, bool archived) {
  const std::size_t match = place.find('/');
  const std::size_t hand = place.rfind('/');
  if (match == hand) throw Damage("its place was altered");
  const auto number = [&](std::size_t from) {
    return static_cast<std::uint32_t>(std::strtoul(place.c_str() + from + 1, nullptr, 10));
  };
  const std::string desk = place.substr(0, match);
  if (archived) return LoadArchived(desk, number(match), number(hand));
  return LoadHand(desk, number(match), number(hand));
}

std::optional<StoredHand> ClusterJournal::LoadHand(const std::string& secret) {
  return Found(
      [&]() -> std::optional<StoredHand> {
        if (const auto key = ReadKey(keys::Secret(secret))) return LoadPlace(key->value, false);
        const auto place = Archived(keys::Secret(secret));
        if (place) return LoadPlace(*place, true);
        return std::nullopt;
      },
      "a replay");
}

std::uint32_t ClusterJournal::FinishedHands(const std::string& desk, std::uint32_t match) {
  return Found(
      [&] { return static_cast<std::uint32_t>(Keys(keys::Ends(desk, match))->keys.size()); },
      "desk " + desk);
}

std::vector<std::pair<std::string, std::string>> ClusterJournal::PendingOvers(
    const std::string& user) {
  return Found(
      [&] {
        std::vector<std::pair<std::string, std::string>> overs;
        const std::string prefix = keys::Overs(user);
        const auto listing = Keys(prefix);
        for (const StoredKey& key : listing->keys) {
          const std::string place = key.key.substr(prefix.size());
          const std::size_t slash = place.find('/');
          const std::string desk = place.substr(0, slash);
          const auto match =
              static_cast<std::uint32_t>(std::strtoul(place.c_str() + slash + 1, nullptr, 10));
          overs_[{user, desk}].push_back(key.key);
          if (const auto over = ReadKey(keys::Over(desk, match)))
            overs.emplace_back(desk, values::OverOf(over->value));
        }
        std::ranges::stable_sort(overs, {}, &std::pair<std::string, std::string>::first);
        return overs;
      },
      "user " + user);
}

}  // namespace mlf::server
