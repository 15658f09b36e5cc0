// RunMark: what a data folder knows of its database outside the database itself. It tells a lost
// database from a new folder, and a lost or foreign log (WAL) from a clean stop: SQLite takes an
// absent log for an empty one, and any intact log for its own.
//
// It is a line of the file `lock`, behind the number of the process.
//   (no line)  nothing is known: a new folder, or one of an earlier version
//   stopped    the folder has a database; its log may be absent
//   ID LOG     a server runs, or was killed: the database file names this start ID, and the log
//              begins with LOG (LogIdentity)
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mlf::server {

class RunMark {
 public:
  struct Run {
    std::string id;
    std::uint32_t log = 0;
  };

  // `lock` is open for reading and writing, and stays another's.
  explicit RunMark(int lock) : lock_(lock) {}

  // Whether a database has been in the folder.
  bool begun() const;
  std::optional<Run> run() const;

  // Each is on disk when it returns true. The process is this one.
  bool Open() const;  // writes the number of the process, and keeps the rest
  bool Stopped() const { return Write("stopped"); }
  bool Runs(const Run& run) const;

 private:
  std::string Line() const;
  bool Write(const std::string& line) const;

  int lock_;
};

// The part of a log's header that its restarts do not change; nothing if the file at `path` is no
// log with a frame. Each restart adds one to both numbers, so their difference stays
// (sqlite.org/fileformat2.html, "The WAL File Format").
std::optional<std::uint32_t> LogIdentity(const std::string& path);

}  // namespace mlf::server
