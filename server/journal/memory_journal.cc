#include "server/journal/memory_journal.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mlf::server {

void MemoryJournal::Append(Commit commit, std::function<void(Outcome)> done) {
  pending_.push_back({std::move(commit), std::move(done)});
  if (timer_ == 0) timer_ = world_.timers.At(world_.clock.Steady() + delay_, [this] { Finish(); });
}

void MemoryJournal::Finish() {
  timer_ = 0;
  for (Pending& one : std::exchange(pending_, {})) {
    if (healthy_) Apply(one.commit);
    if (one.done) one.done(healthy_ ? Outcome::kDurable : Outcome::kUnknown);
  }
}

void MemoryJournal::Crash() {
  world_.timers.Cancel(std::exchange(timer_, 0));
  pending_.clear();
}

void MemoryJournal::Restart(World world) {
  std::destroy_at(&world_);
  std::construct_at(&world_, world);
}

void MemoryJournal::Apply(const Commit& commit) {
  Desk& desk = desks_[commit.desk];
  if (commit.row) desk.row = *commit.row;
  if (commit.head) desk.matches[commit.head->match].head = *commit.head;
  for (const Record& record : commit.records) {
    desk.matches[record.match].records.push_back(record);
    ++records_;
  }
  if (commit.mark) desk.matches[commit.mark->match].marks[commit.mark->hand] = *commit.mark;
  for (const HandKey& key : commit.keys) desk.keys[{key.match, key.hand}] = key;
  if (commit.hand_end)
    desk.matches[commit.hand_end->match].ends[commit.hand_end->hand] = *commit.hand_end;
  if (commit.match_end) {
    desk.matches[commit.match_end->match].end = commit.match_end;
    desk.over = commit.match_end->over;
    desk.over_unseen = {commit.match_end->users.begin(), commit.match_end->users.end()};
  }
  for (const std::string& user : commit.over_seen) desk.over_unseen.erase(user);
}

void MemoryJournal::CheckReadable() const {
  if (!readable_) throw std::runtime_error("the journal cannot be read");
}

std::optional<Record> MemoryJournal::FindAct(const std::string& desk, std::uint32_t match,
                                             const std::string& user, const std::string& id) {
  CheckReadable();
  const auto fits = [&](const Record& record) {
    return record.match == match && record.user == user && record.id == id && !id.empty();
  };
  for (const Pending& one : pending_) {
    if (one.commit.desk != desk) continue;
    for (const Record& record : one.commit.records) {
      if (fits(record)) return record;
    }
  }
  const auto found = desks_.find(desk);
  if (found == desks_.end()) return std::nullopt;
  const auto played = found->second.matches.find(match);
  if (played == found->second.matches.end()) return std::nullopt;
  for (const Record& record : played->second.records) {
    if (fits(record)) return record;
  }
  return std::nullopt;
}

int MemoryJournal::Count(const std::string& desk, std::uint32_t match,
                         const std::string& id) const {
  const auto found = desks_.find(desk);
  if (found == desks_.end()) return 0;
  const auto played = found->second.matches.find(match);
  if (played == found->second.matches.end()) return 0;
  return static_cast<int>(std::ranges::count(played->second.records, id, &Record::id));
}

StoredDesk MemoryJournal::Stored(const std::string& id, const Desk& desk) const {
  StoredDesk stored;
  stored.desk = id;
  stored.row = desk.row;
  for (const auto& [place, key] : desk.keys) {
    const auto match = desk.matches.find(key.match);
    if (match != desk.matches.end()) {
      const Match& of = match->second;
      const bool is_newest = !of.marks.empty() && key.hand == of.marks.rbegin()->first;
      if (of.end || (of.ends.contains(key.hand) && !is_newest)) continue;
    }
    stored.keys.push_back(key);
  }
  if (desk.matches.empty() || desk.matches.rbegin()->second.end) return stored;
  const Match& match = desk.matches.rbegin()->second;
  stored.head = match.head;
  if (!match.marks.empty()) stored.mark = match.marks.rbegin()->second;
  for (const Record& record : match.records) {
    if (stored.mark && record.number > stored.mark->number) stored.records.push_back(record);
  }
  for (const auto& [hand, end] : match.ends) stored.hand_ends.push_back(end);
  return stored;
}

void MemoryJournal::LoadDesks(const std::function<void(StoredDesk)>& desk,
                              const std::function<void(std::string, std::string)>&) {
  for (const auto& [id, one] : desks_) {
    if (!one.row.ended) desk(Stored(id, one));
  }
}

std::optional<StoredDesk> MemoryJournal::LoadDesk(const std::string& desk) {
  CheckReadable();
  const auto found = desks_.find(desk);
  if (found == desks_.end() || found->second.row.ended) return std::nullopt;
  return Stored(desk, found->second);
}

std::optional<StoredHand> MemoryJournal::LoadHand(const std::string& desk, std::uint32_t match,
                                                  std::uint32_t hand) {
  const auto found = desks_.find(desk);
  if (found == desks_.end()) return std::nullopt;
  const auto played = found->second.matches.find(match);
  if (played == found->second.matches.end()) return std::nullopt;
  const auto end = played->second.ends.find(hand);
  const auto mark = played->second.marks.find(hand);
  const auto key = found->second.keys.find({match, hand});
  if (end == played->second.ends.end() || mark == played->second.marks.end() ||
      key == found->second.keys.end())
    return std::nullopt;
  StoredHand stored{played->second.head, mark->second, key->second, {}, end->second};
  for (const Record& record : played->second.records) {
    if (record.hand == hand) stored.records.push_back(record);
  }
  return stored;
}

std::optional<StoredHand> MemoryJournal::LoadHand(const std::string& secret) {
  for (const auto& [id, desk] : desks_) {
    for (const auto& [number, match] : desk.matches) {
      for (const auto& [hand, end] : match.ends) {
        if (end.secret == secret) return LoadHand(id, number, hand);
      }
    }
  }
  return std::nullopt;
}

std::uint32_t MemoryJournal::FinishedHands(const std::string& desk, std::uint32_t match) {
  const auto found = desks_.find(desk);
  if (found == desks_.end()) return 0;
  const auto played = found->second.matches.find(match);
  return played == found->second.matches.end()
             ? 0
             : static_cast<std::uint32_t>(played->second.ends.size());
}

std::vector<std::pair<std::string, std::string>> MemoryJournal::PendingOvers(
    const std::string& user) {
  std::vector<std::pair<std::string, std::string>> overs;
  for (const auto& [id, desk] : desks_) {
    if (desk.over_unseen.contains(user)) overs.emplace_back(id, desk.over);
  }
  return overs;
}

}  // namespace mlf::server
