#include "server/journal/sqlite_profiles.h"

#include "server/journal/taken_names.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace mlf::server {
namespace {

// Marks that lose the name in one transaction. A match is not split.
constexpr int kMarksAtATime = 64;

// From one pass over the results: a line for each game, preset and place.
std::vector<GameTotals> ReadGames(Connection& db, const std::string& user) {
  std::vector<std::pair<Ms, GameTotals>> games;  // with the end of the last match
  Rows rows = db.Run(
      "SELECT variant, preset, CASE dissolved WHEN 0 THEN place ELSE 0 END AS reached, count(*), "
      "sum(hands), sum(wins), sum(deal_ins), sum(points), max(places), max(ended) "
      "FROM results WHERE user = ? GROUP BY variant, preset, reached "
      "ORDER BY variant, preset, reached",
      user);
  while (rows.Next()) {
    if (games.empty() || games.back().second.variant != rows.Text(0) ||
        games.back().second.preset != rows.Text(1)) {
      GameTotals& next = games.emplace_back().second;
      next.variant = rows.Text(0);
      next.preset = rows.Text(1);
    }
    auto& [ended, game] = games.back();
    const auto place = rows.Int<std::size_t>(2);
    const auto matches = rows.Int<std::int64_t>(3);
    game.matches += matches;
    game.hands += rows.Int<std::int64_t>(4);
    game.wins += rows.Int<std::int64_t>(5);
    game.deal_ins += rows.Int<std::int64_t>(6);
    game.points += rows.Int<std::int64_t>(7);
    ended = std::max(ended, rows.Int<Ms>(9));
    if (place == 0) continue;
    const auto places = std::max(rows.Int<std::size_t>(8), place);
    if (game.places.size() < places) game.places.resize(places);
    game.places[place - 1] = matches;
  }
  std::ranges::stable_sort(games, std::greater(), &std::pair<Ms, GameTotals>::first);
  std::vector<GameTotals> sorted;
  for (auto& [ended, game] : games) sorted.push_back(std::move(game));
  return sorted;
}

std::vector<PlayedHand> ReadHands(Connection& db, const std::string& user, const MatchKey& key) {
  std::vector<PlayedHand> hands;
  Rows rows = db.Run(
      "SELECT hands.hand, secret, points, coalesce(won, 0), coalesce(dealt_in, 0), "
      "points IS NOT NULL FROM hands LEFT JOIN played ON played.desk = hands.desk AND "
      "played.match = hands.match AND played.hand = hands.hand AND played.user = ? "
      "WHERE hands.desk = ? AND hands.match = ? ORDER BY hands.hand",
      user, key.desk, key.match);
  while (rows.Next()) {
    PlayedHand& hand = hands.emplace_back();
    hand.hand = rows.Int<std::uint32_t>(0);
    hand.secret = rows.Text(1);
    hand.won = rows.Int<int>(3) != 0;
    hand.dealt_in = rows.Int<int>(4) != 0;
    if (rows.Int<int>(5) != 0) hand.points = rows.Int<std::int64_t>(2);
  }
  return hands;
}

}  // namespace

SqliteProfiles::SqliteProfiles(Storage& storage, const Seal& seal, Entropy& entropy)
    : storage_(storage), seal_(seal), entropy_(entropy) {
  std::vector<std::string> begun;
  try {
    storage_.Read([&](Connection& db) {
      Rows rows = db.Run("SELECT id FROM users WHERE name = ''");
      while (rows.Next()) begun.push_back(rows.Text(0));
    });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
  }
  for (const std::string& user : begun) ForgetMatches(user);
}

std::optional<Profile> SqliteProfiles::Of(const std::string& user) {
  try {
    return storage_.Read([&](Connection& db) -> std::optional<Profile> {
      const Snapshot snapshot(db);
      Profile profile;
      {
        Rows row = db.Run("SELECT name, password = '', created FROM users WHERE id = ?", user);
        if (!row.Next()) return std::nullopt;
        profile.user = {user, row.Text(0), row.Int<int>(1) != 0};
        profile.created = row.Int<Ms>(2);
      }
      profile.games = ReadGames(db, user);
      return profile;
    });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    return std::nullopt;
  }
}

std::optional<std::vector<PlayedMatch>> SqliteProfiles::Matches(
    const std::string& user, const std::optional<MatchKey>& before, int limit) {
  const MatchKey from = before.value_or(MatchKey{std::numeric_limits<Ms>::max(), "", 0});
  try {
    return storage_.Read([&](Connection& db) {
      const Snapshot snapshot(db);
      std::vector<PlayedMatch> matches;
      {
        Rows rows = db.Run(
            "SELECT ended, desk, match, variant, preset, places, place, points, dissolved "
            "FROM results WHERE user = ? AND (ended, desk, match) < (?, ?, ?) "
            "ORDER BY ended DESC, desk DESC, match DESC LIMIT ?",
            user, from.ended, from.desk, from.match, limit);
        while (rows.Next()) {
          PlayedMatch& match = matches.emplace_back();
          match.key = {rows.Int<Ms>(0), rows.Text(1), rows.Int<std::uint32_t>(2)};
          match.variant = rows.Text(3);
          match.preset = rows.Text(4);
          match.places = rows.Int<int>(5);
          match.place = rows.Int<int>(6);
          match.points = rows.Int<std::int64_t>(7);
          match.dissolved = rows.Int<int>(8) != 0;
        }
      }
      for (PlayedMatch& match : matches) match.hands = ReadHands(db, user, match.key);
      return std::optional(std::move(matches));
    });
  } catch (const SqlError& error) {
    storage_.Report(error.what());
    return std::nullopt;
  }
}

void SqliteProfiles::Forget(const std::string& user, std::function<void(bool)> done) {
  storage_.Submit(
      [user](Connection& db) {
        db.Do("DELETE FROM tokens WHERE user = ?", user);
        db.Do("DELETE FROM overs WHERE user = ?", user);
        db.Do("UPDATE users SET name = '', password = '', look = '' WHERE id = ?", user);
      },
      [this, alive = alive_, user, done = std::move(done)](Outcome outcome) {
        if (!*alive) return;
        done(outcome == Outcome::kDurable);
        if (*alive && outcome == Outcome::kDurable) ForgetMatches(user);
      });
}

// Some marks at a time, so that records of others do not wait long.
void SqliteProfiles::ForgetMatches(const std::string& user) {
  const auto more = std::make_shared<bool>(false);
  storage_.Submit(
      [&seal = seal_, &entropy = entropy_, user, more](Connection& db) {
        std::vector<std::pair<std::string, std::uint32_t>> matches;
        {
          Rows rows = db.Run(
              "SELECT desk, match, (SELECT count(*) FROM marks WHERE marks.desk = results.desk AND "
              "marks.match = results.match) FROM results WHERE user = ? LIMIT ?",
              user, kMarksAtATime);
          for (int marks = 0; marks < kMarksAtATime && rows.Next(); marks += rows.Int<int>(2))
            matches.emplace_back(rows.Text(0), rows.Int<std::uint32_t>(1));
        }
        for (const auto& [desk, match] : matches) {
          TakeNames(db, seal, entropy, desk, match,
                    [&](const std::string& one) { return one == user; });
          db.Do("DELETE FROM played WHERE desk = ? AND match = ? AND user = ?", desk, match, user);
          db.Do("DELETE FROM results WHERE user = ? AND desk = ? AND match = ?", user, desk, match);
        }
        *more = !matches.empty();
        if (*more) return;
        db.Do("DELETE FROM tokens WHERE user = ?", user);
        db.Do("DELETE FROM overs WHERE user = ?", user);
        db.Do("DELETE FROM users WHERE id = ?", user);
      },
      [this, alive = alive_, user, more](Outcome outcome) {
        if (*alive && outcome == Outcome::kDurable && *more) ForgetMatches(user);
      });
}

}  // namespace mlf::server
