// Backlog: memory of bytes that wait for clients to read them, of all clients or of one address.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace mlf::server {

// Bytes that many connections may send at once, such as a file of the page.
using SharedBytes = std::shared_ptr<const std::string>;

class Backlog {
 public:
  // Bytes that one connection alone has: from `before` to `now` of them.
  void Change(std::uint64_t before, std::uint64_t now) { bytes_ += now - before; }
  // A connection begins or ends to send shared bytes. They count once, however many send them.
  void Share(const SharedBytes& shared) {
    if (shared_[shared.get()]++ == 0) bytes_ += shared->size();
  }
  void Unshare(const SharedBytes& shared) {
    const auto found = shared_.find(shared.get());
    if (--found->second != 0) return;
    bytes_ -= shared->size();
    shared_.erase(found);
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_ = 0;
  std::unordered_map<const std::string*, std::uint64_t> shared_;  // how many send them
};

}  // namespace mlf::server
