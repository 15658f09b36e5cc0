#include "server/journal/whole_desk.h"

#include "server/journal/skeleton.h"

#include "server/journal/desk_rows.h"

namespace mlf::server {

void SettleNewest(Connection& db) { MoveOldest(db, -1); }

std::vector<std::string> AllDesks(Connection& db) {
  std::vector<std::string> desks;
  Rows rows = db.Run("SELECT desk FROM desks ORDER BY desk");
  while (rows.Next()) desks.push_back(rows.Text(0));
  return desks;
}

WholeDesk ReadWholeDesk(Connection& db, const std::string& desk) {
  const Snapshot snapshot(db);
  WholeDesk whole;
  whole.desk = desk;
  {
    Rows row = db.Run("SELECT text, code, ended, sum FROM desks WHERE desk = ?", desk);
    if (!row.Next()) throw Damage("its row is missing");
    whole.row = {row.Text(0), row.Text(1), row.Int<int>(2) != 0};
    if (SumOf(desk, whole.row) != row.Int<std::uint64_t>(3)) throw Damage("its row was altered");
  }
  std::vector<std::uint32_t> matches;
  {
    Rows rows = db.Run("SELECT match, over FROM matches WHERE desk = ? ORDER BY match", desk);
    while (rows.Next()) {
      matches.push_back(rows.Int<std::uint32_t>(0));
      whole.matches[matches.back()].over = rows.Text(1);
    }
  }
  for (const std::uint32_t match : matches) {
    WholeMatch& of = whole.matches[match];
    of.head = ReadHead(db, desk, match);
    of.records = ReadAllRecords(db, desk, match);
    Rows ends = db.Run(
        "SELECT hand, number, secret, sum FROM hands WHERE desk = ? AND match = ? ORDER BY hand",
        desk, match);
    while (ends.Next()) of.ends.push_back(EndOf(ends, desk, match));
  }
  {
    Rows rows = db.Run(
        "SELECT match, hand, number, salts, records, host FROM marks WHERE desk = ? "
        "ORDER BY match, hand",
        desk);
    while (rows.Next()) {
      HandMark mark;
      mark.match = rows.Int<std::uint32_t>(0);
      mark.hand = rows.Int<std::uint32_t>(1);
      mark.number = rows.Int<std::uint64_t>(2);
      mark.salts = rows.Text(3);
      mark.records = rows.Text(4);
      mark.host = rows.Text(5);
      whole.matches[mark.match].marks.push_back(std::move(mark));
    }
  }
  {
    Rows rows = db.Run("SELECT match, hand, key FROM keys WHERE desk = ?", desk);
    while (rows.Next())
      whole.matches[rows.Int<std::uint32_t>(0)].keys[rows.Int<std::uint32_t>(1)] = rows.Text(2);
  }
  Rows rows = db.Run("SELECT user, match FROM overs WHERE desk = ? ORDER BY user, match", desk);
  while (rows.Next()) whole.overs.emplace_back(rows.Text(0), rows.Int<std::uint32_t>(1));
  return whole;
}

void StoreWholeDesk(Connection& db, const WholeDesk& whole) {
  db.Execute("BEGIN IMMEDIATE");
  try {
    const std::string& desk = whole.desk;
    StoreRow(db, desk, whole.row);
    for (const auto& [match, of] : whole.matches) {
      if (of.head) StoreHead(db, desk, *of.head);
      for (const Record& record : of.records) StoreOldRecord(db, desk, record);
      for (const HandMark& mark : of.marks) StoreSealedMark(db, desk, mark);
      for (const auto& [hand, key] : of.keys) StoreSealedKey(db, desk, match, hand, key);
      for (const HandEnd& end : of.ends) StoreHandEnd(db, desk, end);
      if (!of.over.empty()) StoreEnd(db, desk, {match, of.over, {}});
    }
    for (const auto& [user, match] : whole.overs)
      db.Do("INSERT INTO overs(user, desk, match) VALUES(?, ?, ?)", user, desk, match);
    // Once more: with its end a desk loses its acts and its last place.
    if (whole.row.ended) StoreRow(db, desk, whole.row);
    db.Execute("COMMIT");
  } catch (const SqlError&) {
    if (db.InTransaction()) db.Execute("ROLLBACK");
    throw;
  }
}

std::vector<StoredUser> ReadUsers(Connection& db) {
  std::vector<StoredUser> users;
  Rows rows = db.Run("SELECT id, name, password FROM users ORDER BY id");
  while (rows.Next()) users.push_back({rows.Text(0), rows.Text(1), rows.Text(2)});
  return users;
}

std::vector<StoredToken> ReadTokens(Connection& db) {
  std::vector<StoredToken> tokens;
  Rows rows = db.Run("SELECT hash, user, used FROM tokens ORDER BY hash");
  while (rows.Next()) tokens.push_back({rows.Text(0), rows.Text(1), rows.Int<Ms>(2)});
  return tokens;
}

void StoreUser(Connection& db, const StoredUser& user, Ms now) {
  const std::string look = user.password.empty() ? "" : NameSkeleton(user.name);
  db.Do("INSERT INTO users(id, name, password, created, look) VALUES(?, ?, ?, ?, ?)", user.id,
        user.name, user.password, now, look);
}

void StoreToken(Connection& db, const StoredToken& token) {
  db.Do(
      "INSERT INTO tokens(hash, user, used) SELECT ?1, ?2, ?3 WHERE EXISTS "
      "(SELECT 1 FROM users WHERE id = ?2)",
      Blob{token.hash}, token.user, token.used);
}

}  // namespace mlf::server
