#include "tests/support/desk_life.h"
#include "tests/support/patience.h"

#include <chrono>
#include <utility>

namespace mlf::server::test {

std::function<void(std::function<void()>)> Loop::Post() {
  return [this](std::function<void()> what) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(what));
    posted_.notify_all();
  };
}

std::size_t Loop::Run() {
  std::size_t ran = 0;
  for (;; ++ran) {
    std::function<void()> what;
    {
      const std::lock_guard lock(mutex_);
      if (queue_.empty()) return ran;
      what = std::move(queue_.front());
      queue_.pop_front();
    }
    what();
  }
}

bool Loop::RunUntil(const std::function<bool()>& done) {
  const auto end = std::chrono::steady_clock::now() + mlf::test::kPatience;
  for (;;) {
    Run();
    if (done()) return true;
    std::unique_lock lock(mutex_);
    if (!posted_.wait_until(lock, end, [&] { return !queue_.empty(); })) return false;
  }
}

bool SameRecord(const Record& a, const Record& b) {
  return ChainHash(a) == ChainHash(b) && a.action == b.action && a.salt == b.salt && a.id == b.id;
}

server::Commit Of(const std::string& desk) {
  server::Commit commit;
  commit.desk = desk;
  return commit;
}

Player::Player(std::string desk, std::string code)
    : desk_(std::move(desk)), code_(code.empty() ? desk_ : std::move(code)) {}

void Player::AddMark(server::Commit& commit) const {
  commit.mark = HandMark{.match = match_,
                         .hand = hand_,
                         .number = records_.size(),
                         .records = kMarkText + std::string(1500, 'r'),
                         .host = std::string("{\"") + kHostText + "\": 1}",
                         .salts = "[null]"};
  HandKey key{.match = match_, .hand = hand_};
  key.key.fill(static_cast<std::uint8_t>(0xa0 + hand_));
  commit.keys.push_back(key);
}

Commit Player::Begin(std::uint32_t match) {
  match_ = match;
  hand_ = 0;
  records_.clear();
  server::Commit commit = Of(desk_);
  commit.row = DeskRow{"{\"state\": \"playing\"}", code_};
  commit.head =
      MatchHead{match_, "some_variant", "{\"variant.yaml\": \"flow\"}", "{}", "0123456789abcdef"};
  AddMark(commit);
  return commit;
}

Commit Player::Act(const std::string& id) {
  const std::uint64_t number = records_.size() + 1;
  records_.push_back({.match = match_,
                      .hand = hand_,
                      .number = number,
                      .seq = static_cast<std::uint32_t>(number),
                      .seat = static_cast<int>(number % 4),
                      .user = id.empty() ? "" : "u1",
                      .id = id,
                      .action = "0 discard 5m " + std::to_string(number),
                      .body = number * 3,
                      .mine = static_cast<std::uint32_t>(number),
                      .at = 1'700'000'000'000 + static_cast<Ms>(number),
                      .salt = std::string("\0\1", 2),
                      .hash = ~number,
                      .previous = records_.empty() ? 0 : ChainHash(records_.back())});
  server::Commit commit = Of(desk_);
  commit.records = {records_.back()};
  return commit;
}

void Player::GoBackTo(std::size_t number) { records_.resize(number); }

Commit Player::EndHand() {
  server::Commit commit = Act();
  commit.hand_end = HandEnd{match_, hand_, records_.size(),
                            desk_ + "-" + std::to_string(match_) + "-" + std::to_string(hand_)};
  ++hand_;
  AddMark(commit);
  return commit;
}

Commit Player::EndMatch(std::vector<std::string> users) {
  server::Commit commit = Act();
  commit.hand_end = HandEnd{match_, hand_, records_.size(),
                            desk_ + "-" + std::to_string(match_) + "-" + std::to_string(hand_)};
  commit.match_end = MatchEnd{match_, "{\"scores\": []}", std::move(users)};
  return commit;
}

Commit Player::EndDesk() {
  server::Commit commit = Of(desk_);
  commit.row = DeskRow{"{}", code_, true};
  return commit;
}

}  // namespace mlf::server::test
