#include "server/journal/sqlite_journal.h"

#include "server/journal/desk_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace mlf::server {

// What `read` finds; nothing, and a line in the log, where its rows are damaged or the disk is not
// readable.
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

void SqliteJournal::Append(Commit commit, std::function<void(Outcome)> done) {
  std::vector<ActKey> acts;
  for (const Record& record : commit.records) {
    if (record.id.empty()) continue;
    acts.emplace_back(commit.desk, record.match, record.user, record.id);
    pending_acts_.insert_or_assign(acts.back(), record);
  }
  const std::size_t records = std::max<std::size_t>(1, commit.records.size());
  const auto sealed = std::make_shared<const SealedCommit>(std::move(commit), seal_, entropy_);
  storage_.Submit(
      [sealed](Connection& db) { StoreCommit(db, *sealed); },
      [this, alive = alive_, acts = std::move(acts), done = std::move(done)](Outcome outcome) {
        if (!*alive) return;
        for (const ActKey& act : acts) pending_acts_.erase(act);
        done(outcome);
      },
      records);
}

std::optional<Record> SqliteJournal::FindAct(const std::string& desk, std::uint32_t match,
                                             const std::string& user, const std::string& id) {
  const auto found = pending_acts_.find(ActKey{desk, match, user, id});
  if (found != pending_acts_.end()) return found->second;
  return Found([&](Connection& db) { return ReadAct(db, desk, match, user, id); },
               "acts of desk " + desk);
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
