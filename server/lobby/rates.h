// Rates: counts events of an address, or of a user, in a minute. Old ones are forgotten. Bucket: a
// number of events at once, and one more after each interval.
#pragma once

#include "server/world/world.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>

namespace mlf::server {

class Rates {
 public:
  // `most` a minute; 0 = no limit.
  explicit Rates(std::int64_t most) : most_(most) {}

  // Whether one more may happen now.
  bool Allows(const std::string& address, Ms now) {
    if (most_ <= 0) return true;
    const auto found = seen_.find(address);
    if (found == seen_.end()) return true;
    std::deque<Ms>& times = found->second;
    while (!times.empty() && times.front() + kMinute <= now) times.pop_front();
    return static_cast<std::int64_t>(times.size()) < most_;
  }
  void Count(const std::string& address, Ms now) {
    if (most_ <= 0) return;
    if (now >= sweep_) {
      std::erase_if(seen_, [&](const auto& entry) {
        return entry.second.empty() || entry.second.back() + kMinute <= now;
      });
      sweep_ = now + kMinute;
    }
    seen_[address].push_back(now);
  }

 private:
  static constexpr Ms kMinute = 60'000;

  const std::int64_t most_;
  std::unordered_map<std::string, std::deque<Ms>> seen_;
  Ms sweep_ = 0;
};

class Bucket {
 public:
  Bucket(int most, Ms interval) : most_(most), interval_(interval) {}

  // Whether the event may happen now; then it is counted.
  bool Take(Ms now) {
    if (FreeAt() > now) return false;
    full_at_ = std::max(full_at_, now) + interval_;
    return true;
  }
  // When the next event may happen.
  Ms FreeAt() const { return full_at_ - (most_ - 1) * interval_; }
  // Nothing is counted any more.
  bool IsFull(Ms now) const { return full_at_ <= now; }

 private:
  int most_;
  Ms interval_;
  Ms full_at_ = 0;
};

}  // namespace mlf::server
