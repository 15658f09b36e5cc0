// What tests of journals and of what they are stored in share: a thread, chance, and desks to
// store.
#pragma once

#include "server/journal/journal.h"

#include <mlf/flow/random.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace mlf::server::test {

// What is posted to the server's thread, which is the test's.
class Loop {
 public:
  std::function<void(std::function<void()>)> Post();
  // Runs what was posted, and what that posts; how much it was.
  std::size_t Run();
  // Runs until `done` says so; false where it does not for kPatience (patience.h).
  bool RunUntil(const std::function<bool()>& done);

 private:
  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> queue_;
};

class SeededEntropy final : public Entropy {
 public:
  explicit SeededEntropy(std::uint64_t seed) : state_(seed) {}
  void Fill(std::span<std::byte> bytes) override {
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(Mix64(++state_));
  }

 private:
  std::uint64_t state_;
};

// An empty commit.
Commit Of(const std::string& desk);

// A desk in play, and the commits of its life.
class Player {
 public:
  explicit Player(std::string desk, std::string code = {});

  Commit Begin(std::uint32_t match = 1);  // the desk's row, the head, the first mark and key
  Commit Act(const std::string& id = {});
  Commit EndHand();  // and the next one's mark and key
  Commit EndMatch(std::vector<std::string> users = {});
  Commit EndDesk();

  // The last record was stored as this one.
  void Replace(const Record& record) { records_.back() = record; }
  // Forgets the records behind this number.
  void GoBackTo(std::size_t number);

  const std::string& desk() const { return desk_; }
  const std::vector<Record>& records() const { return records_; }
  std::uint32_t hand() const { return hand_; }

 private:
  void AddMark(Commit& commit) const;

  std::string desk_;
  std::string code_;
  std::uint32_t match_ = 0;
  std::uint32_t hand_ = 0;
  std::vector<Record> records_;
};

// Whether both say the same of one act, with the same chain.
bool SameRecord(const Record& a, const Record& b);

// Bytes that are looked for in files: they must not be there.
inline constexpr const char* kMarkText = "the walls of the hand in play";
inline constexpr const char* kHostText = "the counters of the host";

}  // namespace mlf::server::test
