// A database in a folder of its own, opened and closed like a server does.
#pragma once

#include "server/journal/sqlite_journal.h"
#include "tests/support/desk_life.h"
#include "tests/support/folder.h"

#include <memory>
#include <string>
#include <vector>

namespace mlf::server::test {

// The journal of a server that runs.
class Place {
 public:
  struct Options {
    std::string path;
    std::string vfs{};
    bool thread = false;
    std::uint8_t key = 7;
    bool may_fail = false;  // else a journal that cannot be opened ends the test
    NewestLimits newest{};
    std::uint64_t reserve = 0;
    const RunMark* mark = nullptr;
  };
  explicit Place(Options options);
  ~Place();

  bool open() const { return journal_ != nullptr; }
  SqliteJournal& journal() { return *journal_; }
  Storage& storage() { return *storage_; }
  Loop& loop() { return loop_; }
  const Seal& seal() const { return seal_; }
  const std::vector<std::string>& reports() const { return reports_; }

  // Writes everything that waits (without a thread) and runs what was posted.
  void Settle();
  // Appends one commit, and its outcome once it is known.
  Outcome Commit(server::Commit commit);
  std::vector<StoredDesk> Desks();
  // "desk: report", of those set aside by the last Desks().
  std::vector<std::string> damaged;

 private:
  Loop loop_;
  Seal seal_;
  SeededEntropy entropy_{1};
  std::vector<std::string> reports_;
  std::unique_ptr<Storage> storage_;
  std::unique_ptr<SqliteJournal> journal_;
};

}  // namespace mlf::server::test
