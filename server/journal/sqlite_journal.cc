#include "server/journal/sqlite_journal.h"

#include "server/journal/desk_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace mlf::server {
namespace {

// The bits of an id in a filter.
std::array<std::size_t, 4> Places(const std::string& user, const std::string& id) {
  const std::size_t hash = std::hash<std::string>()(id) * 31 + std::hash<std::string>()(user);
  return {hash, hash >> 16, hash >> 32, hash >> 48};
}

}  // namespace

// The result of `read`. Returns nothing, and logs a line, if rows are damaged or the disk cannot be
// read.
template <typename F>
auto SqliteJournal::Found(F&& read, const std::string& what)
    -> decltype(read(std::declval<Connection&>())) {
  try {
    return storage_.Read(read);
  } catch (const std::runtime_error& fault) {  // Damage, SqlError
    storage_.Report(fmt::format("{}: {}", what, fault.what()));
    return {};
  }
}

void SqliteJournal::ActFilter::Add(const std::string& user, const std::string& id) {
  for (const std::size_t bit : Places(user, id)) bits_[bit % kBits / 64] |= 1ULL << bit % 64;
}
bool SqliteJournal::ActFilter::MayHave(const std::string& user, const std::string& id) const {
  return std::ranges::all_of(Places(user, id), [this](std::size_t bit) {
    return (bits_[bit % kBits / 64] >> bit % 64 & 1) != 0;
  });
}

void SqliteJournal::Append(Commit commit, std::function<void(Outcome)> done) {
  if (commit.head)
    filters_.insert_or_assign(commit.desk, ActFilter(commit.head->match, newest_.next()));
  bool may_be_known = false;
  for (const Record& record : commit.records) {
    if (record.id.empty()) continue;
    const auto [filter, unknown] =
        filters_.try_emplace(commit.desk, ActFilter(record.match, newest_.next()));
    if (unknown) filter->second.AddAll();  // nobody has loaded this desk
    may_be_known |=
        filter->second.match() != record.match || filter->second.MayHave(record.user, record.id);
    filter->second.Add(record.user, record.id);
  }
  if (commit.row && commit.row->ended) filters_.erase(commit.desk);
  const std::size_t records = commit.records.size();
  const auto sealed = std::make_shared<RowCommit>(std::move(commit), seal_, entropy_);
  sealed->newest = newest_.Step(sealed->commit.desk, records);
  sealed->may_be_known = may_be_known;
  for (const Record& record : sealed->commit.records) {
    if (!record.id.empty())
      pending_acts_.insert_or_assign(KeyOf(sealed->commit.desk, record), &record);
  }
  storage_.Submit([sealed](Connection& db) { StoreCommit(db, *sealed); },
                  [this, alive = alive_, sealed, done = std::move(done)](Outcome outcome) {
                    if (!*alive) return;
                    for (const Record& record : sealed->commit.records)
                      pending_acts_.erase(KeyOf(sealed->commit.desk, record));
                    if (outcome == Outcome::kDurable) {
                      deleted_below_ = std::max(deleted_below_, sealed->newest.below);
                    } else {
                      newest_.Failed();
                    }
                    done(outcome);
                  },
                  std::max<std::size_t>(1, records));
}

std::optional<Record> SqliteJournal::FindAct(const std::string& desk, std::uint32_t match,
                                             const std::string& user, const std::string& id) {
  const auto found = pending_acts_.find(ActKey{desk, match, user, id});
  if (found != pending_acts_.end()) return *found->second;
  const auto filter = filters_.find(desk);
  bool newest = false;
  if (filter != filters_.end() && filter->second.match() == match) {
    if (!filter->second.MayHave(user, id)) return std::nullopt;
    newest = true;
  } else if (filter != filters_.end()) {
    newest = filter->second.since() > deleted_below_;
  }
  try {
    return storage_.Read(
        [&](Connection& db) { return ReadAct(db, desk, match, user, id, newest); });
  } catch (const Damage& damage) {
    storage_.Report(fmt::format("acts of desk {}: {}", desk, damage.what()));
  } catch (const SqlError& error) {
    if (!error.OfTheData()) throw;
    storage_.Report(fmt::format("acts of desk {}: {}", desk, error.what()));
  }
  return std::nullopt;
}

void SqliteJournal::LoadDesks(
    const std::function<void(StoredDesk)>& desk,
    const std::function<void(std::string desk, std::string report)>& damaged) {
  for (const std::string& id : storage_.Read(OpenDesks)) {
    Load(id, desk, [&](const std::string& report) { damaged(id, report); });
  }
}

std::optional<StoredDesk> SqliteJournal::LoadDesk(const std::string& desk) {
  std::optional<StoredDesk> found;
  Load(
      desk, [&](StoredDesk stored) { found = std::move(stored); },
      [&](const std::string& report) { storage_.Report("desk " + desk + ": " + report); });
  return found;
}

// A fault of the disk is thrown.
void SqliteJournal::Load(const std::string& desk, const std::function<void(StoredDesk)>& found,
                         const std::function<void(const std::string&)>& damaged) {
  std::optional<StoredDesk> stored;
  try {
    stored = storage_.Read([&](Connection& db) { return ReadDesk(db, seal_, desk); });
  } catch (const Damage& damage) {
    return damaged(damage.what());
  } catch (const SqlError& error) {
    if (!error.OfTheData()) throw;
    return damaged(error.what());
  }
  if (!stored) return damaged("it is not stored");
  if (stored->head) {
    const std::uint32_t match = stored->head->match;
    ActFilter filter(match, newest_.next());
    for (const auto& [user, act] :
         storage_.Read([&](Connection& db) { return ReadActIds(db, desk, match); }))
      filter.Add(user, act);
    filters_.insert_or_assign(desk, filter);
  }
  found(std::move(*stored));
}

std::optional<StoredHand> SqliteJournal::LoadHand(const std::string& desk, std::uint32_t match,
                                                  std::uint32_t hand) {
  return Found([&](Connection& db) { return ReadHand(db, seal_, desk, match, hand); },
               "desk " + desk);
}

std::optional<StoredHand> SqliteJournal::LoadHand(const std::string& secret) {
  return Found([&](Connection& db) { return ReadHand(db, seal_, secret); }, "a replay");
}

std::uint32_t SqliteJournal::FinishedHands(const std::string& desk, std::uint32_t match) {
  return Found([&](Connection& db) { return CountHands(db, desk, match); }, "desk " + desk);
}

std::vector<std::pair<std::string, std::string>> SqliteJournal::PendingOvers(
    const std::string& user) {
  return Found([&](Connection& db) { return ReadOvers(db, user); }, "user " + user);
}

}  // namespace mlf::server
