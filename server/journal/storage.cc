#include "server/journal/storage.h"

#include "server/journal/desk_rows.h"
#include "server/journal/schema.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <system_error>
#include <utility>

namespace mlf::server {

namespace {

void Require(Connection& db, const std::string& pragma, const std::string& value,
             const std::string& expected) {
  db.Ask("PRAGMA " + pragma + "=" + value);
  const std::string now = db.Ask("PRAGMA " + pragma);
  if (now == expected) return;
  throw SqlError(SQLITE_CANTOPEN,
                 fmt::format("PRAGMA {} is \"{}\" where \"{}\" is needed", pragma, now, expected));
}

}  // namespace

Storage::Storage(Options options)
    : options_(std::move(options)), reserve_(options_.path + "-reserve", options_.reserve) {}

Result<std::unique_ptr<Storage>> Storage::Open(Options options) {
  const SourcePos where{options.path, 0, 0};
  std::unique_ptr<Storage> storage(new Storage(std::move(options)));
  try {
    if (auto lost = storage->LostLog()) return *std::move(lost);
    storage->writer_ = std::make_unique<Connection>(
        storage->options_.path, Connection::Mode::kCreate, storage->options_.vfs);
    // A start that is refused below leaves both files as they are.
    storage->writer_->KeepLogAtClose(true);
    // Makes sure that a deleted journal file does not come back after a power cut, until WAL is in
    // use.
    Require(*storage->writer_, "synchronous", "EXTRA", "3");
    // Checked before any write, so that a foreign file stays as it is.
    if (const auto fault = Migrate(*storage->writer_, SchemaSteps()))
      return Fault{"D01", where, *fault};
    storage->OpenWriter();
    storage->writer_->KeepLogAtClose(true);
    if (!storage->IsRightKey()) {
      return Fault{"D07", where,
                   "its secrets are sealed with another key; start with the key of this data "
                   "folder (MLF_KEY, --key-file, or the file \"key\" in it)"};
    }
    storage->writer_->KeepLogAtClose(false);
    // A killed process may have left commits that are only in the system's memory.
    storage->SettleWithReserve();
    storage->Reader();
  } catch (const SqlError& error) {
    if (error.OfTheData()) {
      return Fault{"D01", where,
                   fmt::format("the database is damaged: {}; put a backup in its place, or move "
                               "the data folder away to begin a new one",
                               error.what())};
    }
    return Fault{"D02", where,
                 fmt::format("the database cannot be used: {}; check the disk's space and the "
                             "rights of the folder",
                             error.what())};
  }
  if (storage->options_.thread) {
    storage->thread_ = std::thread([&s = *storage] { s.Run(); });
    storage->write_back_thread_ = std::thread([&s = *storage] { s.RunWriteBack(); });
  }
  return storage;
}

Storage::~Storage() {
  *alive_ = false;
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
    write_back_changed_.notify_all();
    write_back_thread_.join();
  }
  // Before the last connection removes the log. A mark that cannot be changed keeps its log.
  if (marked_ && !options_.mark->Stopped() && writer_) writer_->KeepLogAtClose(true);
}

// The folder says that a server was killed. Its newest records are in the log, and only there.
std::optional<Fault> Storage::LostLog() const {
  const auto run = options_.mark != nullptr ? options_.mark->run() : std::nullopt;
  if (!run) return std::nullopt;
  const std::string log = options_.path + "-wal";
  const auto fault = [&](const std::string& what) {
    return Fault{"D15",
                 {log, 0, 0},
                 fmt::format("{}, and it holds acknowledged acts: put it back. To go on without "
                             "them from what mlf.db holds, move the files mlf.db-wal, mlf.db-shm "
                             "and lock out of the folder",
                             what)};
  };
  const auto identity = LogIdentity(log);
  if (!identity) return fault("the log of the killed server is missing or empty");
  std::string known = run->id;
  try {
    known = Connection(options_.path, Connection::Mode::kFileAlone)
                .Ask("SELECT value FROM meta WHERE name = 'run'");
  } catch (const SqlError&) {  // NOLINT(bugprone-empty-catch): half written back; the log mends it
  }
  if (*identity == run->log && known == run->id) return std::nullopt;
  return fault(*identity == run->log ? "this log belongs to another mlf.db than the one beside it"
                                     : "this log is not the one of the killed server");
}

// From here on the log may become short or absent.
void Storage::Unmark() {
  if (options_.mark == nullptr || !options_.mark->run()) return;
  if (!options_.mark->Stopped())
    throw SqlError(SQLITE_IOERR, "the file lock of the data folder cannot be written");
  marked_ = false;
}

// The start gets a name, in the database file and in the folder, and the log is not empty.
void Storage::MarkRun() {
  if (options_.mark == nullptr) return;
  const auto identity = LogIdentity(options_.path + "-wal");
  const std::string id = writer_->Ask("SELECT value FROM meta WHERE name = 'run'");
  marked_ = identity && options_.mark->Runs({id, *identity});
  if (!marked_) PostReport("the file lock of the data folder cannot be written");
}

void Storage::OpenWriter() {
  writer_ = std::make_unique<Connection>(options_.path, Connection::Mode::kReadWrite, options_.vfs);
  Require(*writer_, "synchronous", "EXTRA", "3");
  Require(*writer_, "journal_mode", "WAL", "wal");
  Require(*writer_, "synchronous", "FULL", "2");
  Require(*writer_, "foreign_keys", "ON", "1");
  // After a burst the log file shrinks again.
  writer_->Ask("PRAGMA journal_size_limit=67108864");
  // The last pages of the desks in play stay in memory, so that a record is stored without a read.
  writer_->Ask("PRAGMA cache_size=-16384");
  if (!options_.thread) return;
  // In place of SQLite's own, which writes back in the middle of the commits.
  sqlite3_wal_hook(
      writer_->get(),
      [](void* self, sqlite3*, const char*, int pages) {
        static_cast<Storage*>(self)->log_pages_ = pages;
        return SQLITE_OK;
      },
      this);
}

// After a transaction. What cannot be written back now stays in the log.
void Storage::WriteBack() {
  if (log_pages_ < asked_at_) asked_at_ = 0;  // the log began anew
  if (log_pages_ - asked_at_ < std::min(kWriteBack, LongestLog() / 2)) return;
  if (log_pages_ < LongestLog()) {
    asked_at_ = log_pages_;
    const std::lock_guard lock(mutex_);
    write_back_ = true;
    write_back_changed_.notify_all();
    return;
  }
  try {
    writer_->Ask("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (const SqlError&) {  // NOLINT(bugprone-empty-catch): a fault shows at the next commit
  }
}

// In pages. Writing it back needs as many at most, and they are in the reserve.
int Storage::LongestLog() const {
  if (reserve_.bytes() == 0) return kLongestLog;
  return static_cast<int>(std::min<std::uint64_t>(kLongestLog, reserve_.bytes() / kPage * 3 / 4));
}

// A reader keeps the log from being written back, and the disk has hardly more than that will need.
// The other thread may be in the middle of writing it back, however slow the machine is.
bool Storage::LogIsStuck() {
  return reserve_.bytes() != 0 && log_pages_ > LongestLog() &&
         reserve_.Free() < static_cast<std::uint64_t>(log_pages_) * kPage && !WriteBackAll();
}

// Waits for the other thread. True: the next commit begins the log anew.
bool Storage::WriteBackAll() {
  const std::lock_guard lock(writing_back_);
  Rows row = writer_->Run("PRAGMA wal_checkpoint(PASSIVE)");
  return row.Next() && row.Int<int>(0) == 0 && row.Int<int>(1) == row.Int<int>(2);
}

void Storage::RunWriteBack() {
  std::unique_ptr<Connection> db;
  std::unique_lock lock(mutex_);
  for (;;) {
    write_back_changed_.wait(lock, [&] { return stop_ || write_back_; });
    if (stop_) return;
    // Before the checkpoint: what is asked for meanwhile needs another one.
    write_back_ = false;
    lock.unlock();
    try {
      const std::lock_guard alone(writing_back_);
      if (!db) {
        db =
            std::make_unique<Connection>(options_.path, Connection::Mode::kReadWrite, options_.vfs);
        Require(*db, "synchronous", "FULL", "2");
      }
      db->Ask("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (const SqlError&) {
      db.reset();
    }
    lock.lock();
  }
}

bool Storage::IsRightKey() {
  writer_->Do("INSERT OR IGNORE INTO meta VALUES('key', ?)", Blob{options_.key});
  Rows row = writer_->Run("SELECT value FROM meta WHERE name = 'key'");
  return row.Next() && row.Text(0) == options_.key;
}

// Makes sure that all readable data is on disk, and that writes succeed. The newest records go to
// their places, some at a time, so that the log stays short on a small disk. The last write
// restarts the log, so a failed commit cannot come back from it.
void Storage::Settle() {
  const std::lock_guard alone(writing_back_);
  Unmark();
  for (bool more = true; more;) {
    if (writer_->Ask("PRAGMA wal_checkpoint(TRUNCATE)") != "0")
      throw SqlError(SQLITE_BUSY, "the checkpoint waits for a reader");
    try {
      writer_->Do("BEGIN IMMEDIATE");
      more = MoveOldest(*writer_, static_cast<int>(kGroup));
      writer_->Do("COMMIT");
    } catch (const SqlError& error) {
      if (!error.OfTheData()) throw;
      if (writer_->InTransaction()) writer_->Do("ROLLBACK");
      SalvageNewest(*writer_);
      PostReport(fmt::format("newest records are damaged: {}", error.what()));
      more = false;
    }
  }
  if (options_.mark != nullptr) {
    writer_->Do("INSERT OR REPLACE INTO meta VALUES('run', lower(hex(randomblob(8))))");
    writer_->Ask("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  // The size of some hundred commits, so that health does not change with every record.
  writer_->Do("INSERT OR REPLACE INTO meta VALUES('test_write', zeroblob(131072))");
  writer_->Do("DELETE FROM meta WHERE name = 'test_write'");
  MarkRun();
}

// Settle on a disk that may be full: the log is written back in the space of the reserve, which
// then takes its place again.
void Storage::SettleWithReserve() {
  try {
    Settle();
  } catch (const SqlError& error) {
    const bool full = error.primary() == SQLITE_FULL || error.code() == SQLITE_IOERR_SHMSIZE;
    if (!full || !reserve_.Release()) throw;
    writer_.reset();
    OpenWriter();
    Settle();
  }
  if (!reserve_.Take())
    throw SqlError(SQLITE_FULL, fmt::format("there is no space for the reserve of {} kB",
                                            reserve_.bytes() / 1024));
}

Connection& Storage::Reader() {
  if (!reader_) {
    reader_ =
        std::make_unique<Connection>(options_.path, Connection::Mode::kReadWrite, options_.vfs);
    reader_->Execute("PRAGMA query_only=ON");
  }
  return *reader_;
}

void Storage::Doubt(const SqlError& error) {
  options_.report(fmt::format("a read of the database failed: {}", error.what()));
  {
    const std::lock_guard lock(mutex_);
    doubt_ = true;
  }
  if (options_.thread) {
    changed_.notify_all();
  } else {
    options_.wake();
  }
}

void Storage::Submit(Work work, Done done, std::size_t records) {
  pending_ += records;
  bool refused = false;
  bool notify = false;
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({std::move(work), std::move(done), records});
    // The writer waits for the first job, or for enough of them.
    notify = queue_.size() == 1 || (queued_ < kGathered && queued_ + records >= kGathered);
    queued_ += records;
    refused = !healthy_ && settled_ && !refusing_;
    refusing_ = refusing_ || refused;
  }
  if (refused) {
    Refuse({});
  } else if (!options_.thread) {
    options_.wake();
  } else if (notify) {
    changed_.notify_all();
  }
}

void Storage::Flush() {
  if (!options_.thread) {
    while (Step()) {
    }
    return;
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return (queue_.empty() && !busy_) || !healthy_ || refusing_; });
}

void Storage::Run() {
  std::unique_lock lock(mutex_);
  std::chrono::steady_clock::time_point next;  // a transaction begins
  for (;;) {
    const bool heal = !healthy_;
    if (heal) {
      changed_.wait_for(lock, std::chrono::milliseconds(kHealAfter), [&] { return stop_; });
    } else {
      const auto wanted = [&](std::size_t records) {
        return stop_ || doubt_ || (queued_ >= records && !refusing_);
      };
      changed_.wait(lock, [&] { return wanted(1); });
      changed_.wait_until(lock, next, [&] { return wanted(kGathered); });
      next = std::chrono::steady_clock::now() + std::chrono::milliseconds(kGather);
    }
    if (stop_ && (queue_.empty() || refusing_ || heal)) return;
    busy_ = true;
    lock.unlock();
    if (heal) {
      Heal();
    } else {
      Step();
    }
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}

bool Storage::Step() {
  if (!healthy_) return false;
  if (doubt_.exchange(false)) {
    Break({}, SqlError(SQLITE_IOERR, "a read failed, so the disk is tested"));
    return false;
  }
  std::vector<Job> jobs = Take();
  if (jobs.empty()) return false;
  try {
    if (LogIsStuck()) throw SqlError(SQLITE_FULL, "the log waits for a reader on a full disk");
    Write(jobs);
    Finish(std::move(jobs));
    WriteBack();
  } catch (const SqlError& error) {
    if (error.OfTheData() && writer_) {
      WriteOneByOne(std::move(jobs));
    } else {
      Break(std::move(jobs), error);
    }
  }
  const std::lock_guard lock(mutex_);
  return healthy_ && !refusing_ && !queue_.empty();
}

std::vector<Storage::Job> Storage::Take() {
  const std::lock_guard lock(mutex_);
  std::vector<Job> jobs;
  if (refusing_) return jobs;
  for (std::size_t records = 0; !queue_.empty(); queue_.pop_front()) {
    records += queue_.front().records;
    if (!jobs.empty() && records > kGroup) break;
    queued_ -= queue_.front().records;
    jobs.push_back(std::move(queue_.front()));
  }
  return jobs;
}

void Storage::Write(std::span<const Job> jobs) {
  try {
    writer_->Do("BEGIN IMMEDIATE");
    for (const Job& job : jobs) job.work(*writer_);
    writer_->Do("COMMIT");
  } catch (const SqlError&) {
    try {
      if (writer_->InTransaction()) writer_->Do("ROLLBACK");
    } catch (const SqlError&) {
      writer_.reset();  // opened again by Heal
    }
    throw;
  }
}

// A job of the group is at fault, not the disk. The jobs before it become durable. Its own changes
// did not happen, and later jobs may depend on them.
void Storage::WriteOneByOne(std::vector<Job> jobs) {
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    try {
      Write(std::span(jobs).subspan(i, 1));
    } catch (const SqlError& error) {
      const auto failed = jobs.begin() + static_cast<std::ptrdiff_t>(i);
      std::vector<Job> rest(std::make_move_iterator(failed), std::make_move_iterator(jobs.end()));
      jobs.erase(failed, jobs.end());
      Finish(std::move(jobs));
      if (error.OfTheData() && writer_) {
        PostReport(fmt::format("a commit was refused: {}", error.what()));
        {
          const std::lock_guard lock(mutex_);
          refusing_ = true;
        }
        Refuse(std::move(rest));
      } else {
        Break(std::move(rest), error);
      }
      return;
    }
  }
  Finish(std::move(jobs));
}

void Storage::Break(std::vector<Job> jobs, const SqlError& error) {
  PostReport(fmt::format("nothing can be made durable now: {}", error.what()));
  // A write that found no space was rolled back and left nothing behind. After any other fault the
  // system's memory and the disk may differ.
  const bool settled = error.primary() == SQLITE_FULL && writer_ != nullptr;
  {
    const std::lock_guard lock(mutex_);
    healthy_ = false;
    settled_ = settled;
    refusing_ = settled;
  }
  if (settled) {
    Refuse(std::move(jobs));
  } else {
    unsettled_ = std::move(jobs);
  }
}

bool Storage::Heal() {
  if (healthy_) return true;
  try {
    OpenWriter();
    SettleWithReserve();
  } catch (const SqlError&) {
    return false;
  }
  bool refuse = false;
  {
    const std::lock_guard lock(mutex_);
    healthy_ = true;
    refuse = !std::exchange(settled_, true);
    refusing_ = refusing_ || refuse;
  }
  if (refuse) Refuse(std::exchange(unsettled_, {}));
  PostReport("the database takes writes again");
  return true;
}

// Runs with `refusing_` set. Waiting jobs are taken on the server's thread, which is the only one
// that submits. So no job can slip in between a failed commit and the report of it.
void Storage::Refuse(std::vector<Job> jobs) {
  options_.post([this, alive = alive_, jobs = std::move(jobs)]() mutable {
    if (!*alive) return;
    {
      const std::lock_guard lock(mutex_);
      std::move(queue_.begin(), queue_.end(), std::back_inserter(jobs));
      queue_.clear();
      queued_ = 0;
      refusing_ = false;
    }
    Answer(jobs, Outcome::kUnknown);
  });
}

void Storage::Finish(std::vector<Job> jobs) {
  if (jobs.empty()) return;
  options_.post([this, alive = alive_, jobs = std::move(jobs)]() mutable {
    if (*alive) Answer(jobs, Outcome::kDurable);
  });
}

void Storage::Answer(std::vector<Job>& jobs, Outcome outcome) {
  const std::shared_ptr<bool> alive = alive_;  // a `done` may destroy everything
  for (Job& job : jobs) {
    pending_ -= job.records;
    job.done(outcome);
    if (!*alive) return;
  }
}

void Storage::PostReport(std::string line) {
  options_.post([this, alive = alive_, line = std::move(line)] {
    if (*alive) options_.report(line);
  });
}

Result<std::string> BackUp(const std::string& database, const std::string& to,
                           const std::string& vfs) {
  const auto fault = [&](const std::string& what) {
    return Fault{"D03", {to, 0, 0}, "the backup failed: " + what};
  };
  if (::access(to.c_str(), F_OK) == 0) return fault("the file exists already; name a new one");
  const std::string part = to + ".part";
  ::unlink(part.c_str());
  try {
    Connection from(database, Connection::Mode::kReadWrite, vfs);
    from.KeepLogAtClose(true);  // a killed server looks for it at its next start
    Connection copy(part, Connection::Mode::kCreate);
    ::chmod(part.c_str(), 0600);
    const std::unique_ptr<sqlite3_backup, int (*)(sqlite3_backup*)> backup(
        sqlite3_backup_init(copy.get(), "main", from.get(), "main"), &sqlite3_backup_finish);
    // All pages in one step: the copy is consistent, and the writer is not stopped.
    const int code = backup ? sqlite3_backup_step(backup.get(), -1) : sqlite3_errcode(copy.get());
    if (code != SQLITE_DONE) {
      ::unlink(part.c_str());
      return fault(sqlite3_errstr(code));
    }
    // A log beside the place where the copy will be put is not the copy's.
    copy.Do("DELETE FROM meta WHERE name = 'run'");
  } catch (const SqlError& error) {
    ::unlink(part.c_str());
    return fault(error.what());
  }
  if (::rename(part.c_str(), to.c_str()) != 0) return fault(std::generic_category().message(errno));
  return to;
}

}  // namespace mlf::server
