// Reserve: a file that keeps disk space free for the database. The log (WAL) of a full disk can
// only be emptied by writing it back, and the database may have to grow for that.
#pragma once

#include <cstdint>
#include <string>

namespace mlf::server {

class Reserve {
 public:
  // No file, and always taken, where `bytes` is 0. An existing file is part of it.
  Reserve(std::string path, std::uint64_t bytes);

  std::uint64_t bytes() const { return bytes_; }
  // Makes the file as large as it shall be. False: there is not so much space, and the file has
  // what it had.
  bool Take() const;
  // Gives the space back to the disk. False: there was none.
  bool Release() const;
  // Bytes that the disk would have after Release.
  std::uint64_t Free() const;

 private:
  std::string path_;
  std::uint64_t bytes_;
};

// The reserve for a database in `folder`: what its log may need, but not more than a quarter of
// the disk.
std::uint64_t ReserveFor(const std::string& folder);

}  // namespace mlf::server
