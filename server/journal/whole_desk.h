// WholeDesk: all that is stored of a desk, its finished matches included, to be moved to another
// kind of journal. Secrets stay sealed.
#pragma once

#include "server/journal/journal.h"
#include "server/journal/sqlite.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlf::server {

struct WholeMatch {
  std::optional<MatchHead> head;              // absent: it has not begun, and has only keys
  std::string over;                           // empty while it is in play
  std::vector<Record> records;                // in order
  std::vector<HandMark> marks;                // sealed
  std::map<std::uint32_t, std::string> keys;  // by hand; sealed
  std::vector<HandEnd> ends;
};

struct WholeDesk {
  std::string desk;
  DeskRow row;
  std::map<std::uint32_t, WholeMatch> matches;
  std::vector<std::pair<std::string, std::uint32_t>> overs;  // user and match
};

// As SqliteAccounts stores it.
struct StoredUser {
  std::string id, name, password;  // `password` is empty for a guest
};
struct StoredToken {
  std::string hash;  // 32 bytes
  std::string user;
  Ms used = 0;
};

// ---- in a SQLite database; all throw SqlError, and readers Damage ----

// Before the others: the newest records go to their places.
void SettleNewest(Connection& db);
// Ids of all desks, in order.
std::vector<std::string> AllDesks(Connection& db);
WholeDesk ReadWholeDesk(Connection& db, const std::string& desk);
// In one transaction; the desk is not there yet.
void StoreWholeDesk(Connection& db, const WholeDesk& desk);
std::vector<StoredUser> ReadUsers(Connection& db);
std::vector<StoredToken> ReadTokens(Connection& db);
// Users before their tokens; a token without a user is left out.
void StoreUser(Connection& db, const StoredUser& user, Ms now);
void StoreToken(Connection& db, const StoredToken& token);

}  // namespace mlf::server
