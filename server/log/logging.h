// Logs of a program: files rotated by day and by size, with warnings and errors also in a file of
// their own.
//
//   <dir>/<name>-2025-01-31.log            everything
//   <dir>/<name>-2025-01-31.1.log          the same day, after the first file was full; then .2,
//   ... <dir>/<name>-errors-2025-01-31.log     warnings and errors only, rotated likewise
//
// The day of a message is the local day of its own time stamp. Files are never renamed or deleted.
// The library `mlf` itself never logs. No exception leaves this header: what goes
// wrong on opening is a Fault, what goes wrong later is kept for Failure().
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include <mlf/flow/result.h>
#include "server/world/log.h"

#include <spdlog/fwd.h>

namespace mlf::server {

struct LogOptions {
  std::size_t max_bytes = 30u << 20;  // of one file, unless one message is longer
  // The day of the files opened first, before there is a message.
  std::chrono::system_clock::time_point opened = std::chrono::system_clock::now();
  std::ostream* console = nullptr;  // where every line is written too
};

class RotatingSink;

// The open logs of a program. May be copied; the files are closed with the last copy and the last
// copy of its logger.
class Logs {
 public:
  Logs(std::shared_ptr<spdlog::logger> logger, std::shared_ptr<RotatingSink> all,
       std::shared_ptr<RotatingSink> errors)
      : logger_(std::move(logger)), all_(std::move(all)), errors_(std::move(errors)) {}

  // To log with, include <spdlog/logger.h>: logs->info("..."). It may be used by several threads.
  spdlog::logger* operator->() const { return logger_.get(); }
  const std::shared_ptr<spdlog::logger>& logger() const { return logger_; }

  // Writes what is buffered. Warnings and errors are written at once without it.
  void Flush() const;

  // Closes and opens the files, because another program may have moved them.
  void Reopen() const;

  // The first failed write since opening, or nothing: a full disk, or the file of a new day could
  // not be opened. The program continues, and each later message tries again.
  std::optional<Fault> Failure() const;
  // How many messages could not be written so far.
  std::uint64_t Lost() const;

 private:
  std::shared_ptr<spdlog::logger> logger_;
  std::shared_ptr<RotatingSink> all_;
  std::shared_ptr<RotatingSink> errors_;
};

// Opens both files in `dir`, which is made if it is missing. Appends to the day's last file if
// there is one. Fault LOG1: the named folder or file could not be made. LOG2: `name` is no plain
// file name.
Result<Logs> OpenLogs(const std::string& dir, const std::string& name,
                      const LogOptions& options = {});

// The log of the server:
// "2025-01-31 12:00:00.123 info session=7 desk=k2 action=3 user=u12 text [lobby/desk.cc:42]".
class FileLog final : public Log {
 public:
  // The minimum level of written lines.
  FileLog(Logs logs, LogLevel least);
  void Write(LogLevel level, const LogIds& ids, std::string_view text, const Place& place) override;
  bool Keeps(LogLevel level) const override { return level >= least_; }
  const Logs& logs() const { return logs_; }

 private:
  Logs logs_;
  LogLevel least_;
};

}  // namespace mlf::server
