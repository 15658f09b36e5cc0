// Profiles: what users have played, read back for themselves only, and the deletion of a user.
//
// Each finished hand and match is counted once, in the commit that ends it (HandEnd, MatchEnd).
#pragma once

#include "server/journal/accounts.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlf::server {

// All matches of a user in one game and preset.
struct GameTotals {
  std::string variant, preset;
  std::int64_t matches = 0;  // dissolved ones too
  std::int64_t hands = 0, wins = 0, deal_ins = 0;
  std::int64_t points = 0;
  std::vector<std::int64_t> places;  // how often first, second ..., of matches not dissolved
};

struct Profile {
  User user;
  Ms created = 0;
  std::vector<GameTotals> games;  // the last played first
};

struct PlayedHand {
  std::uint32_t hand = 0;
  std::string secret;                  // of its replay link
  std::optional<std::int64_t> points;  // nothing where the hand was broken off
  bool won = false, dealt_in = false;
};

// Where a page ends.
struct MatchKey {
  Ms ended = 0;
  std::string desk;
  std::uint32_t match = 0;
};

struct PlayedMatch {
  MatchKey key;
  std::string variant, preset;
  int places = 0;
  int place = 0;  // 0: the match ended without scores
  std::int64_t points = 0;
  bool dissolved = false;
  std::vector<PlayedHand> hands;
};

class Profiles {
 public:
  virtual ~Profiles() = default;

  // Nothing: it cannot be read now.
  virtual std::optional<Profile> Of(const std::string& user) = 0;
  // The newest first: at most `limit` of those behind `before`.
  virtual std::optional<std::vector<PlayedMatch>> Matches(const std::string& user,
                                                          const std::optional<MatchKey>& before,
                                                          int limit) = 0;
  // The user must have no seat. `done` runs when nobody can log in as it any more; false: nothing
  // was done. Its name in the journals of matches that it has played, which belong to the others
  // too, and then its rows are removed afterwards, also by the next start.
  virtual void Forget(const std::string& user, std::function<void(bool)> done) = 0;
};

}  // namespace mlf::server
