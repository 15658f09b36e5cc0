// RobotsConfig: the behaviour of robots. Two forms are read: robots.yaml, and the JSON of the robot
// for which the echecs form was made (docs/en/robots.md).
#pragma once

#include <mlf/flow/result.h>

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mlf::robots {

// The situation in which a robot decides its next step.
enum class Moment : std::uint8_t {
  kLogin,    // it has no desk
  kSeated,   // at a desk, not ready
  kReady,    // ready, and no match has begun
  kAsked,    // its seat is asked
  kStep,     // a step was shown, and it is not asked
  kHand,     // a hand is over
  kOver,     // a match is over
  kVoting,   // a player asks to dissolve the desk
  kOffline,  // its connection is closed
};

enum class Deed : std::uint8_t {
  kQuick,
  kCreate,
  kJoin,
  kDesks,
  kReady,
  kUnready,
  kLeave,
  kAct,
  kRepeat,
  kFoul,
  kHint,
  kWhy,
  kSync,
  kSay,
  kAuto,
  kDissolve,
  kAgree,
  kRefuse,
  kDisconnect,
  kReturn,
  kWait,
};

// How an offer is answered. kBot: by the greedy bot, from the view that the server sends.
enum class Play : std::uint8_t { kDefault, kStrongest, kRandom, kBot };

// Entries drawn by weight.
template <typename T>
struct Weighted {
  std::vector<std::pair<T, int>> entries;

  // Draws one entry with the probability of its weight. At least one weight is above 0.
  const T& Draw(std::mt19937_64& random) const {
    std::int64_t all = 0;
    for (const auto& [what, weight] : entries) all += weight;
    auto left = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(all));
    for (const auto& [what, weight] : entries) {
      left -= weight;
      if (left < 0) return what;
    }
    return entries.back().first;
  }
};

struct Range {
  int low = 0, high = 0;  // milliseconds

  int Draw(std::mt19937_64& random) const {
    return low + static_cast<int>(random() % (static_cast<std::uint64_t>(high - low) + 1));
  }
};

// The robot of the older platform: messages by number over the echecs form.
struct PlatformConfig {
  static constexpr int kStop = 9999;
  static constexpr int kOffline = 100130;  // closes the connection, and comes back later
  std::int64_t user_id = 1;                // of the first robot; the next ones count up from it
  std::string user_name, password;
  bool encrypted = false;
  std::int64_t desk_id = 0;                   // of 100102; 0 = a desk that another robot has made
  std::map<int, Weighted<int>> response_seq;  // received message -> messages to send
};

struct RobotsConfig {
  std::string server = "127.0.0.1:7080";
  int robots = 100;
  int seconds = 60;
  int arrive_per_second = 200;  // new robots
  Weighted<std::string> variants;
  std::string time = "normal";
  int kit_robots = 0;  // the server's own, at desks that `create` makes
  bool salts = true;
  Range think{200, 1500}, away{500, 5000};
  Weighted<Play> play;
  std::map<Moment, Weighted<Deed>> next;
  std::optional<PlatformConfig> platform;
};

// The configuration without a file.
RobotsConfig DefaultConfig();
// Faults, each with its place, besides those of YAML:
// - R01 an unknown key, R02 a value that is not allowed;
// - R03 an unknown step, or a step that is impossible there;
// - R04 weights that leave nothing to draw.
Result<RobotsConfig> ReadConfig(std::string_view text, const std::string& file);
// The configuration as text that ReadConfig accepts.
std::string ConfigText(const RobotsConfig& config);

}  // namespace mlf::robots
