#include "server/journal/sqlite_profiles.h"

#include "server/journal/desk_rows.h"

#include <mlf/flow/json.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace mlf::server {
namespace {

using Json = nlohmann::ordered_json;

// Matches whose journals lose the name in one transaction.
constexpr int kMatchesAtATime = 16;

std::vector<GameTotals> ReadGames(Connection& db, const std::string& user) {
  std::vector<GameTotals> games;
  {
    Rows rows = db.Run(
        "SELECT variant, preset, count(*), sum(hands), sum(wins), sum(deal_ins), sum(points) "
        "FROM results WHERE user = ? GROUP BY variant, preset ORDER BY max(ended) DESC, variant, "
        "preset",
        user);
    while (rows.Next()) {
      games.push_back({rows.Text(0),
                       rows.Text(1),
                       rows.Int<std::int64_t>(2),
                       rows.Int<std::int64_t>(3),
                       rows.Int<std::int64_t>(4),
                       rows.Int<std::int64_t>(5),
                       rows.Int<std::int64_t>(6),
                       {}});
    }
  }
  for (GameTotals& game : games) {
    Rows rows = db.Run(
        "SELECT place, count(*), max(places) FROM results WHERE user = ? AND variant = ? AND "
        "preset = ? AND dissolved = 0 AND place > 0 GROUP BY place ORDER BY place",
        user, game.variant, game.preset);
    while (rows.Next()) {
      const auto place = rows.Int<std::size_t>(0);
      const auto places = std::max(rows.Int<std::size_t>(2), place);
      if (game.places.size() < places) game.places.resize(places);
      game.places[place - 1] = rows.Int<std::int64_t>(1);
    }
  }
  return games;
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

// The entry of the user in a list of players or seats loses its name. False: it has none there.
bool TakeName(Json& people, const std::string& user) {
  bool taken = false;
  if (!people.is_array()) return false;
  for (Json& one : people) {
    if (!one.is_object() || one.value("user", std::string()) != user) continue;
    if (one.value("name", std::string()).empty()) continue;
    one["name"] = "";
    taken = true;
  }
  return taken;
}

void ForgetMarks(Connection& db, const Seal& seal, Entropy& entropy, const std::string& user,
                 const std::string& desk, std::uint32_t match) {
  for (HandMark& mark : ReadMarks(db, seal, desk, match)) {
    Result<Json> host = ParseJson(mark.host);
    if (!host || !host->contains("players") || !TakeName((*host)["players"], user)) continue;
    mark.host = host->dump();
    const HandMark sealed = SealMark(seal, desk, std::move(mark), entropy);
    db.Do("UPDATE marks SET records = ?, host = ? WHERE desk = ? AND match = ? AND hand = ?",
          Blob{sealed.records}, Blob{sealed.host}, desk, match, sealed.hand);
  }
}

// The row of a desk in use is the lobby's, and a user without a seat is not in it.
void ForgetSeat(Connection& db, const std::string& user, const std::string& desk) {
  DeskRow row;
  {
    Rows rows = db.Run("SELECT text, code FROM desks WHERE desk = ? AND ended = 1", desk);
    if (!rows.Next()) return;
    row = {rows.Text(0), rows.Text(1), true};
  }
  Result<Json> text = ParseJson(row.text);
  if (!text || !text->contains("seats") || !TakeName((*text)["seats"], user)) return;
  row.text = text->dump();
  StoreRow(db, desk, row);
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

// Some matches at a time, so that records of others do not wait long.
void SqliteProfiles::ForgetMatches(const std::string& user) {
  const auto more = std::make_shared<bool>(false);
  storage_.Submit(
      [&seal = seal_, &entropy = entropy_, user, more](Connection& db) {
        std::vector<std::pair<std::string, std::uint32_t>> matches;
        {
          Rows rows = db.Run("SELECT desk, match FROM results WHERE user = ? LIMIT ?", user,
                             kMatchesAtATime);
          while (rows.Next()) matches.emplace_back(rows.Text(0), rows.Int<std::uint32_t>(1));
        }
        for (const auto& [desk, match] : matches) {
          try {
            ForgetMarks(db, seal, entropy, user, desk, match);
          } catch (const Damage&) {  // NOLINT(bugprone-empty-catch): nobody can read its name
          }
          ForgetSeat(db, user, desk);
          db.Do("DELETE FROM played WHERE desk = ? AND match = ? AND user = ?", desk, match, user);
          db.Do("DELETE FROM results WHERE user = ? AND desk = ? AND match = ?", user, desk, match);
        }
        *more = !matches.empty();
        if (!*more) db.Do("DELETE FROM users WHERE id = ?", user);
      },
      [this, alive = alive_, user, more](Outcome outcome) {
        if (*alive && outcome == Outcome::kDurable && *more) ForgetMatches(user);
      });
}

}  // namespace mlf::server
