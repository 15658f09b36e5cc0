// Storage: the database file of a server, with one writer and one reader.
//
// Jobs run in the order submitted, in groups. Each group is one transaction, which is on disk
// before any caller is notified. After a failed write or sync all writes stop. They resume when a
// checkpoint and a test write have succeeded.
//
// The writer is a thread of its own, or the caller of Step and Heal (the simulation).
#pragma once

#include "server/journal/journal.h"
#include "server/journal/reserve.h"
#include "server/journal/run_mark.h"
#include "server/journal/sqlite.h"

#include <mlf/flow/result.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace mlf::server {

// Copies a database into a new file of mode 600. A server may be using the database. The copy does
// not include the key of the sealed columns. Fault D03.
Result<std::string> BackUp(const std::string& database, const std::string& to,
                           const std::string& vfs = "");

class Storage {
 public:
  // Runs `what` on the server's thread, later, in order; called from any thread.
  using Post = std::function<void(std::function<void()> what)>;
  using Work = std::function<void(Connection&)>;  // throws SqlError
  using Done = std::function<void(Outcome)>;

  struct Options {
    std::string path;
    Post post;
    // Seal::Fingerprint of the key. The database keeps that of the first start.
    std::string key;
    std::string vfs{};   // empty = the system's
    bool thread = true;  // false: the owner calls Step and Heal
    // Bytes that are kept free beside the database, in a file PATH-reserve. The log stays so short
    // that it can be written back in this space.
    std::uint64_t reserve = 0;
    // Outlives the storage. With it, a lost log and one that belongs to another database are
    // found at the start. Null: as SQLite finds them.
    const RunMark* mark = nullptr;
    // Without a thread: something waits, call Step.
    std::function<void()> wake = [] {};
    // Lines for the log, on the server's thread.
    std::function<void(const std::string&)> report = [](const std::string&) {};
  };

  static constexpr std::size_t kGroup = 512;  // records in one transaction
  // A transaction begins kGather ms after the one before it, or once kGathered records wait. A
  // single writer never waits; a busy server shares its syncs among more records.
  static constexpr Ms kGather = 2;
  static constexpr std::size_t kGathered = 64;
  static constexpr Ms kHealAfter = 1000;  // between two attempts to write again
  // Pages of the log at which another thread writes them back to the database. Commits go on
  // meanwhile, so under load the log grows. At the second number the writer does it itself.
  static constexpr int kWriteBack = 1000;
  static constexpr int kLongestLog = 8000;
  static constexpr std::uint64_t kPage = 4096;  // bytes, SQLite's default

  // Makes or migrates the database. Fault D01: it is foreign, newer or damaged. D02: it cannot be
  // opened or written. D07: its secrets are sealed with another key. D15: its log is lost.
  static Result<std::unique_ptr<Storage>> Open(Options options);
  // Finishes the submitted jobs if it can. A `done` that has not been posted is not called.
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // ---- on the server's thread ----
  // `records`: how much it counts for a group. `work` runs in the writer, `done` here.
  void Submit(Work work, Done done, std::size_t records = 1);
  // Records of jobs whose `done` has not run.
  std::size_t pending() const { return pending_; }
  bool healthy() const { return healthy_ && !doubt_; }
  // Reads durable data. After a fault of the disk, `read` runs again on a new connection. A second
  // fault is thrown, and the writer checks the disk.
  template <typename F>
  auto Read(F&& read) {
    try {
      return read(Reader());
    } catch (const SqlError& error) {
      if (error.OfTheData()) throw;
      reader_.reset();
    }
    try {
      return read(Reader());
    } catch (const SqlError& error) {
      if (!error.OfTheData()) Doubt(error);
      throw;
    }
  }
  // Waits until everything submitted is posted, or the disk fails.
  void Flush();
  // Runs `what` here, but not inside this call.
  void Later(std::function<void()> what) { options_.post(std::move(what)); }
  // A line for the log.
  void Report(const std::string& line) { options_.report(line); }

  // ---- without a thread ----
  // Writes one group. True: more waits.
  bool Step();
  // After a fault: one attempt to continue. True if it succeeded.
  bool Heal();

  // ---- on any thread ----
  Result<std::string> BackUp(const std::string& to) const {
    return server::BackUp(options_.path, to, options_.vfs);
  }

 private:
  struct Job {
    Work work;
    Done done;
    std::size_t records = 1;
  };

  explicit Storage(Options options);
  std::optional<Fault> LostLog() const;
  bool IsRightKey();
  void OpenWriter();
  void Settle();
  void SettleWithReserve();
  void Unmark();
  void MarkRun();
  int LongestLog() const;
  bool LogIsStuck();
  bool WriteBackAll();
  void Run();
  void WriteBack();
  void RunWriteBack();
  Connection& Reader();
  void Doubt(const SqlError& error);

  std::vector<Job> Take();
  void Write(std::span<const Job> jobs);
  void WriteOneByOne(std::vector<Job> jobs);
  void Break(std::vector<Job> jobs, const SqlError& error);
  void Refuse(std::vector<Job> jobs);
  void Finish(std::vector<Job> jobs);
  void Answer(std::vector<Job>& jobs, Outcome outcome);
  void PostReport(std::string line);

  const Options options_;
  const Reserve reserve_;
  std::unique_ptr<Connection> writer_;  // the writer's
  std::unique_ptr<Connection> reader_;  // the server's thread's
  std::size_t pending_ = 0;             // the server's thread's
  std::vector<Job> unsettled_;          // the writer's: failed, and not answered yet
  int log_pages_ = 0;                   // the writer's: in the log
  int asked_at_ = 0;                    // the writer's: log_pages_ at the last request
  bool marked_ = false;                 // the writer's: the folder knows of this run

  // Held by the thread that writes the log back.
  std::mutex writing_back_;
  std::atomic<bool> doubt_ = false;  // a read failed: the writer checks the disk
  // Written under the mutex.
  std::atomic<bool> healthy_ = true;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> queue_;
  std::size_t queued_ = 0;  // records in it
  bool settled_ = true;     // the content of the database is known to be on disk
  bool refusing_ = false;   // all waiting jobs are about to be answered kUnknown
  bool busy_ = false;
  bool stop_ = false;
  bool write_back_ = false;  // wanted, and not begun
  std::condition_variable write_back_changed_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::thread thread_, write_back_thread_;
};

}  // namespace mlf::server
