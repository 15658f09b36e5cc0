#include "server/journal/desk_rows.h"

#include <fmt/format.h>

namespace mlf::server {

namespace {

// ---- storing ----

// Of `records` and of `newest`.
const std::string kColumns =
    "desk, match, number, kind, hand, seq, seat, user, id, action, body, mine, kept, decided_by, "
    "at, deadline, extra_ms, salt, hash, previous";

// Rows of `newest` go on to their places. What is there already stays as it is.
std::string RecordsGoOn(const std::string& which) {
  return "INSERT OR IGNORE INTO records(" + kColumns + ") SELECT " + kColumns +
         " FROM newest WHERE " + which;
}
std::string ActsGoOn(const std::string& which) {
  return "INSERT OR IGNORE INTO acts(desk, match, user, id, number) "
         "SELECT desk, match, user, id, number FROM newest WHERE id <> '' AND " +
         which;
}

}  // namespace

void StoreRow(Connection& db, const std::string& desk, const DeskRow& row) {
  db.Do(
      "INSERT INTO desks(desk, text, code, ended, sum) VALUES(?, ?, ?, ?, ?) "
      "ON CONFLICT(desk) DO UPDATE SET text = excluded.text, code = excluded.code, "
      "ended = excluded.ended, sum = excluded.sum",
      desk, row.text, row.code, row.ended, SumOf(desk, row));
  if (!row.ended) return;
  db.Do("DELETE FROM tails WHERE desk = ?", desk);
  db.Do("DELETE FROM acts WHERE desk = ?", desk);
  static const std::string records_go_on = RecordsGoOn("desk = ?");
  db.Do(records_go_on.c_str(), desk);
  db.Do("DELETE FROM newest WHERE desk = ?", desk);
}

void StoreHead(Connection& db, const std::string& desk, const MatchHead& head) {
  const std::string texts = ContentHash(head.texts);
  db.Do("INSERT OR IGNORE INTO texts(hash, text) VALUES(?, ?)", Blob{texts}, head.texts);
  db.Do(
      "INSERT INTO matches(desk, match, variant, texts, options, fingerprint, sum) "
      "VALUES(?, ?, ?, ?, ?, ?, ?)",
      desk, head.match, head.variant, Blob{texts}, head.options, head.fingerprint,
      SumOf(desk, head, texts));
  db.Do("INSERT INTO tails(desk, match, number, chain) VALUES(?, ?, 0, 0)", desk, head.match);
}

namespace {

void StoreRecord(Connection& db, const std::string& desk, std::uint64_t place, const Record& r) {
  static const std::string insert =
      "INSERT INTO newest(place, " + kColumns +
      ") VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  db.Do(insert.c_str(), place, desk, r.match, r.number, r.kind, r.hand, r.seq, r.seat, r.user, r.id,
        r.action, r.body, r.mine, r.kept, r.by, r.at, r.deadline, r.extra_ms, Blob{r.salt}, r.hash,
        r.previous);
}

constexpr int kAllOfThem = -1;  // no LIMIT of SQLite

void StoreRecords(Connection& db, const RowCommit& sealed) {
  const std::string& desk = sealed.commit.desk;
  const std::vector<Record>& records = sealed.commit.records;
  const NewestStep& step = sealed.newest;
  if (step.all) MoveOldest(db, kAllOfThem);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& r = records[i];
    if (sealed.may_be_known && !r.id.empty() && ReadAct(db, desk, r.match, r.user, r.id)) {
      throw SqlError(SQLITE_CONSTRAINT, fmt::format("desk {}: match {} has the act {} of user {}",
                                                    desk, r.match, r.id, r.user));
    }
    StoreRecord(db, desk, step.places.at(i), r);
  }
  static const std::string records_go_on = RecordsGoOn("place = ?");
  static const std::string acts_go_on = ActsGoOn("place = ?");
  for (const std::uint64_t place : step.go_on) {
    db.Do(records_go_on.c_str(), place);
    db.Do(acts_go_on.c_str(), place);
  }
  if (step.below != 0) db.Do("DELETE FROM newest WHERE place < ?", step.below);
  if (records.empty()) return;
  const Record& last = records.back();
  db.Do("UPDATE tails SET number = ?, chain = ? WHERE desk = ? AND match = ? AND number = ?",
        last.number, ChainHash(last), desk, last.match, records.front().number - 1);
  if (db.changes() != 1) {
    throw SqlError(SQLITE_CONSTRAINT,
                   fmt::format("desk {}: match {}, which is not in play, or record {}, which is "
                               "not its next",
                               desk, last.match, records.front().number));
  }
}

}  // namespace

void StoreResults(Connection& db, const std::string& desk, const HandEnd& end) {
  for (const HandResult& one : end.results) {
    db.Do(
        "INSERT OR IGNORE INTO played(desk, match, hand, user, points, won, dealt_in) "
        "VALUES(?, ?, ?, ?, ?, ?, ?)",
        desk, end.match, end.hand, one.user, one.points, one.won, one.dealt_in);
  }
}

namespace {

// The wall time of the match's last record. A match that ended before its first has that of the
// last record of the desk.
Ms EndOfMatch(Connection& db, const std::string& desk, std::uint32_t match) {
  Rows row = db.Run(
      "SELECT at FROM (SELECT * FROM (SELECT at, match, number FROM records WHERE desk = ?1 AND "
      "match <= ?2 ORDER BY match DESC, number DESC LIMIT 1) UNION ALL "
      "SELECT * FROM (SELECT at, match, number FROM newest WHERE desk = ?1 AND match <= ?2 "
      "ORDER BY match DESC, number DESC LIMIT 1)) ORDER BY match DESC, number DESC LIMIT 1",
      desk, match);
  return row.Next() ? row.Int<Ms>(0) : 0;
}

}  // namespace

void StoreResults(Connection& db, const std::string& desk, const MatchEnd& end) {
  if (end.results.empty()) return;
  const Ms ended = EndOfMatch(db, desk, end.match);
  for (const MatchResult& one : end.results) {
    db.Do(
        "INSERT OR IGNORE INTO results(user, ended, desk, match, variant, preset, dissolved, "
        "places, place, points, hands, wins, deal_ins) "
        "SELECT ?3, ?8, ?1, ?2, variant, "
        "coalesce(json_extract(options, '$.preset'), ''), ?4, ?5, ?6, ?7, "
        "(SELECT count(*) FROM played WHERE desk = ?1 AND match = ?2 AND user = ?3), "
        "(SELECT total(won) FROM played WHERE desk = ?1 AND match = ?2 AND user = ?3), "
        "(SELECT total(dealt_in) FROM played WHERE desk = ?1 AND match = ?2 AND user = ?3) "
        "FROM matches WHERE desk = ?1 AND match = ?2",
        desk, end.match, one.user, end.dissolved, end.places, one.place, one.points, ended);
  }
}

void StoreEnd(Connection& db, const std::string& desk, const MatchEnd& end) {
  db.Do("UPDATE matches SET over = ? WHERE desk = ? AND match = ?", end.over, desk, end.match);
  db.Do("DELETE FROM tails WHERE desk = ? AND match = ?", desk, end.match);
  for (const std::string& user : end.users)
    db.Do("INSERT OR IGNORE INTO overs(user, desk, match) VALUES(?, ?, ?)", user, desk, end.match);
  StoreResults(db, desk, end);
}

namespace {

// ---- reading ----

// The records of a match from one number to another. A row that is in both tables is read once.
std::string RecordsFromTo() {
  const std::string which = " WHERE desk = ?1 AND match = ?2 AND number >= ?3 AND number <= ?4 ";
  return "SELECT " + kColumns + " FROM records" + which + "UNION SELECT " + kColumns +
         " FROM newest" + which + "ORDER BY number";
}

Record RecordOf(const Rows& row) {
  Record r;
  int column = 1;
  r.match = row.Int<std::uint32_t>(column++);
  r.number = row.Int<std::uint64_t>(column++);
  r.kind = row.Int<Record::Kind>(column++);
  r.hand = row.Int<std::uint32_t>(column++);
  r.seq = row.Int<std::uint32_t>(column++);
  r.seat = row.Int<int>(column++);
  r.user = row.Text(column++);
  r.id = row.Text(column++);
  r.action = row.Text(column++);
  r.body = row.Int<std::uint64_t>(column++);
  r.mine = row.Int<std::uint32_t>(column++);
  r.kept = row.Int<int>(column++) != 0;
  r.by = row.Int<DecidedBy>(column++);
  r.at = row.Int<Ms>(column++);
  r.deadline = row.Int<Ms>(column++);
  r.extra_ms = row.Int<std::int32_t>(column++);
  r.salt = row.Text(column++);
  r.hash = row.Int<std::uint64_t>(column++);
  r.previous = row.Int<std::uint64_t>(column++);
  return r;
}

// The records after number `after`, up to `last`. Checks the chain. If `chain` is given, the last
// value must equal it.
std::vector<Record> ReadRecords(Connection& db, const std::string& desk, std::uint32_t match,
                                std::uint64_t after, std::uint64_t last,
                                std::optional<std::uint64_t> chain) {
  RecordChain read(match, after);
  static const std::string from_to = RecordsFromTo();
  Rows rows = db.Run(from_to.c_str(), desk, match, read.first(), last);
  while (rows.Next()) read.Take(RecordOf(rows));
  return read.Finish(last, chain);
}

}  // namespace

MatchHead ReadHead(Connection& db, const std::string& desk, std::uint32_t match) {
  Rows row = db.Run(
      "SELECT variant, hash, text, options, fingerprint, sum FROM matches JOIN texts "
      "ON texts.hash = matches.texts WHERE desk = ? AND match = ?",
      desk, match);
  if (!row.Next()) throw Damage(fmt::format("match {}: its head or variant is missing", match));
  MatchHead head;
  head.match = match;
  head.variant = row.Text(0);
  const std::string hash = row.Text(1);
  head.texts = row.Text(2);
  head.options = row.Text(3);
  head.fingerprint = row.Text(4);
  if (SumOf(desk, head, hash) != row.Int<std::uint64_t>(5) || ContentHash(head.texts) != hash)
    throw Damage(fmt::format("match {}: its head was altered", match));
  return head;
}

namespace {

HandMark MarkOf(const Rows& row, const Seal& seal, const std::string& desk, std::uint32_t match) {
  HandMark mark;
  mark.match = match;
  mark.hand = row.Int<std::uint32_t>(0);
  mark.number = row.Int<std::uint64_t>(1);
  mark.salts = row.Text(2);
  mark.records = row.Text(3);
  mark.host = row.Text(4);
  return OpenMark(seal, desk, std::move(mark));
}

HandKey KeyOf(const Rows& row, const Seal& seal, const std::string& desk, std::uint32_t match) {
  return OpenKey(seal, desk, match, row.Int<std::uint32_t>(0), row.Text(1));
}

}  // namespace

HandEnd EndOf(const Rows& row, const std::string& desk, std::uint32_t match) {
  HandEnd end;
  end.match = match;
  end.hand = row.Int<std::uint32_t>(0);
  end.number = row.Int<std::uint64_t>(1);
  end.secret = row.Text(2);
  if (SumOf(desk, end) != row.Int<std::uint64_t>(3))
    throw Damage(fmt::format("match {}, hand {}: its end was altered", match, end.hand));
  return end;
}

void StoreOldRecord(Connection& db, const std::string& desk, const Record& r) {
  static const std::string insert =
      "INSERT INTO records(" + kColumns +
      ") VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  db.Do(insert.c_str(), desk, r.match, r.number, r.kind, r.hand, r.seq, r.seat, r.user, r.id,
        r.action, r.body, r.mine, r.kept, r.by, r.at, r.deadline, r.extra_ms, Blob{r.salt}, r.hash,
        r.previous);
  if (!r.id.empty()) {
    db.Do("INSERT INTO acts(desk, match, user, id, number) VALUES(?, ?, ?, ?, ?)", desk, r.match,
          r.user, r.id, r.number);
  }
  db.Do("UPDATE tails SET number = ?, chain = ? WHERE desk = ? AND match = ?", r.number,
        ChainHash(r), desk, r.match);
}

void StoreSealedMark(Connection& db, const std::string& desk, const HandMark& mark) {
  db.Do(
      "INSERT INTO marks(desk, match, hand, number, salts, records, host) "
      "VALUES(?, ?, ?, ?, ?, ?, ?)",
      desk, mark.match, mark.hand, mark.number, mark.salts, Blob{mark.records}, Blob{mark.host});
}

void StoreSealedKey(Connection& db, const std::string& desk, std::uint32_t match,
                    std::uint32_t hand, const std::string& sealed) {
  db.Do("INSERT INTO keys(desk, match, hand, key) VALUES(?, ?, ?, ?)", desk, match, hand,
        Blob{sealed});
}

void StoreHandEnd(Connection& db, const std::string& desk, const HandEnd& end) {
  db.Do("INSERT INTO hands(desk, match, hand, number, secret, sum) VALUES(?, ?, ?, ?, ?, ?)", desk,
        end.match, end.hand, end.number, end.secret, SumOf(desk, end));
  StoreResults(db, desk, end);
}

std::vector<Record> ReadAllRecords(Connection& db, const std::string& desk, std::uint32_t match) {
  std::uint64_t last = 0;
  {
    Rows row = db.Run("SELECT max(number) FROM records WHERE desk = ? AND match = ?", desk, match);
    if (row.Next()) last = row.Int<std::uint64_t>(0);
  }
  return ReadRecords(db, desk, match, 0, last, std::nullopt);
}

void StoreCommit(Connection& db, const RowCommit& sealed) {
  const Commit& commit = sealed.commit;
  const std::string& desk = commit.desk;
  // A desk that ends loses its tail and acts last.
  if (commit.row && !commit.row->ended) StoreRow(db, desk, *commit.row);
  if (commit.head) StoreHead(db, desk, *commit.head);
  StoreRecords(db, sealed);
  if (commit.mark) StoreSealedMark(db, desk, *commit.mark);
  for (std::size_t i = 0; i < commit.keys.size(); ++i)
    StoreSealedKey(db, desk, commit.keys[i].match, commit.keys[i].hand, sealed.sealed_keys[i]);
  if (commit.hand_end) StoreHandEnd(db, desk, *commit.hand_end);
  if (commit.match_end) StoreEnd(db, desk, *commit.match_end);
  for (const std::string& user : commit.over_seen)
    db.Do("DELETE FROM overs WHERE user = ? AND desk = ?", user, desk);
  if (commit.row && commit.row->ended) StoreRow(db, desk, *commit.row);
}

bool MoveOldest(Connection& db, int rows) {
  std::string which = "place <= ";
  {
    Rows row = db.Run(
        "SELECT count(*), max(place) FROM (SELECT place FROM newest ORDER BY place LIMIT ?)", rows);
    if (!row.Next() || row.Int<int>(0) == 0) return false;
    which += row.Text(1);
  }
  db.Execute(RecordsGoOn(which));
  db.Execute(ActsGoOn(which));
  db.Execute("DELETE FROM newest WHERE " + which);
  return true;
}

void SalvageNewest(Connection& db) {
  std::vector<std::int64_t> places;
  // From either end to the first page that cannot be read.
  for (const char* const order : {"SELECT place FROM newest ORDER BY place",
                                  "SELECT place FROM newest ORDER BY place DESC"}) {
    try {
      Rows rows = db.Run(order);
      while (rows.Next()) places.push_back(rows.Int<std::int64_t>(0));
      break;
    } catch (const SqlError& error) {
      if (!error.OfTheData()) throw;
    }
  }
  // Each in its own transaction: after a damaged page SQLite does not commit what was before it.
  for (const std::int64_t place : places) {
    const std::string which = "place = " + std::to_string(place);
    try {
      db.Execute("BEGIN IMMEDIATE");
      db.Execute(RecordsGoOn(which));
      db.Execute(ActsGoOn(which));
      db.Execute("COMMIT");
    } catch (const SqlError& error) {
      if (db.InTransaction()) db.Execute("ROLLBACK");
      if (!error.OfTheData()) throw;
    }
  }
  const std::string table = db.Ask("SELECT sql FROM sqlite_schema WHERE name = 'newest'");
  const std::string before =
      db.Ask("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'damaged%' AND type = 'table'");
  db.Execute("BEGIN IMMEDIATE");
  db.Execute(fmt::format("ALTER TABLE newest RENAME TO damaged_{}", std::stoi(before) + 1));
  db.Execute(table);
  db.Execute("COMMIT");
}

std::vector<std::string> OpenDesks(Connection& db) {
  std::vector<std::string> desks;
  Rows rows = db.Run("SELECT desk FROM desks WHERE ended = 0 ORDER BY desk");
  while (rows.Next()) desks.push_back(rows.Text(0));
  return desks;
}

std::vector<std::pair<std::string, MatchHead>> ReadHeadsInPlay(Connection& db) {
  const Snapshot snapshot(db);
  std::vector<std::pair<std::string, MatchHead>> heads;
  Rows rows = db.Run("SELECT desk, match FROM tails ORDER BY desk");
  while (rows.Next()) {
    const std::string desk = rows.Text(0);
    try {
      heads.emplace_back(desk, ReadHead(db, desk, rows.Int<std::uint32_t>(1)));
    } catch (const Damage&) {
      continue;  // reported at the next start
    }
  }
  return heads;
}

std::optional<StoredDesk> ReadDesk(Connection& db, const Seal& seal, const std::string& desk) {
  const Snapshot snapshot(db);
  StoredDesk stored;
  stored.desk = desk;
  {
    Rows row = db.Run("SELECT text, code, ended, sum FROM desks WHERE desk = ?", desk);
    if (!row.Next()) return std::nullopt;
    stored.row = {row.Text(0), row.Text(1), row.Int<int>(2) != 0};
    if (SumOf(desk, stored.row) != row.Int<std::uint64_t>(3)) throw Damage("its row was altered");
    if (stored.row.ended) return std::nullopt;
  }
  std::uint32_t match = 0;
  std::uint64_t last = 0;
  std::uint64_t chain = 0;
  {
    Rows row = db.Run("SELECT match, number, chain FROM tails WHERE desk = ?", desk);
    if (!row.Next()) {
      Rows lost = db.Run("SELECT match FROM matches WHERE desk = ? AND over = ''", desk);
      if (lost.Next())
        throw Damage(fmt::format("match {}: its last place is missing", lost.Int<int>(0)));
    } else {
      match = row.Int<std::uint32_t>(0);
      last = row.Int<std::uint64_t>(1);
      chain = row.Int<std::uint64_t>(2);
    }
  }
  if (match != 0) {
    stored.head = ReadHead(db, desk, match);
    {
      Rows row = db.Run(
          "SELECT hand, number, salts, records, host FROM marks WHERE desk = ? AND match = ? "
          "ORDER BY hand DESC LIMIT 1",
          desk, match);
      // A match is stored with the mark of its first hand.
      if (!row.Next()) throw Damage(fmt::format("match {}: it has no mark", match));
      stored.mark = MarkOf(row, seal, desk, match);
    }
    stored.records = ReadRecords(db, desk, match, stored.mark->number, last, chain);
    for (const Record& record : stored.records) {
      if (record.hand > stored.mark->hand)
        throw Damage(fmt::format("match {}, hand {}: its mark is missing", match, record.hand));
    }
    Rows ends = db.Run(
        "SELECT hand, number, secret, sum FROM hands WHERE desk = ? AND match = ? ORDER BY hand",
        desk, match);
    while (ends.Next()) stored.hand_ends.push_back(EndOf(ends, desk, match));
  }
  // Also the first key of a match that has not begun.
  Rows keys = db.Run(
      "SELECT hand, key, match FROM keys WHERE desk = ?1 AND (NOT EXISTS (SELECT 1 FROM hands "
      "WHERE hands.desk = ?1 AND hands.match = keys.match AND hands.hand = keys.hand) OR hand = "
      "(SELECT max(hand) FROM marks WHERE marks.desk = ?1 AND marks.match = keys.match)) "
      "AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.desk = ?1 AND matches.match = "
      "keys.match AND over <> '') ORDER BY match, hand",
      desk);
  while (keys.Next()) stored.keys.push_back(KeyOf(keys, seal, desk, keys.Int<std::uint32_t>(2)));
  return stored;
}

std::vector<std::uint32_t> HandsWithMarks(Connection& db, const std::string& desk,
                                          std::uint32_t match) {
  std::vector<std::uint32_t> hands;
  Rows rows =
      db.Run("SELECT hand FROM marks WHERE desk = ? AND match = ? ORDER BY hand", desk, match);
  while (rows.Next()) hands.push_back(rows.Int<std::uint32_t>(0));
  return hands;
}

HandMark ReadMark(Connection& db, const Seal& seal, const std::string& desk, std::uint32_t match,
                  std::uint32_t hand) {
  Rows row = db.Run(
      "SELECT hand, number, salts, records, host FROM marks WHERE desk = ? AND match = ? AND "
      "hand = ?",
      desk, match, hand);
  if (!row.Next()) throw Damage(fmt::format("match {}, hand {}: its mark is missing", match, hand));
  return MarkOf(row, seal, desk, match);
}

std::optional<StoredHand> ReadHand(Connection& db, const Seal& seal, const std::string& desk,
                                   std::uint32_t match, std::uint32_t hand) {
  const Snapshot snapshot(db);
  StoredHand stored;
  {
    Rows row = db.Run(
        "SELECT hand, number, secret, sum FROM hands WHERE desk = ? AND match = ? AND hand = ?",
        desk, match, hand);
    if (!row.Next()) return std::nullopt;
    stored.end = EndOf(row, desk, match);
  }
  stored.head = ReadHead(db, desk, match);
  stored.mark = ReadMark(db, seal, desk, match, hand);
  {
    Rows row = db.Run("SELECT hand, key FROM keys WHERE desk = ? AND match = ? AND hand = ?", desk,
                      match, hand);
    if (!row.Next())
      throw Damage(fmt::format("match {}, hand {}: its key is missing", match, hand));
    stored.key = KeyOf(row, seal, desk, match);
  }
  // The answers between the hands are in front of the next mark.
  std::uint64_t last = stored.end.number;
  {
    Rows row = db.Run("SELECT number FROM marks WHERE desk = ? AND match = ? AND hand = ?", desk,
                      match, hand + 1);
    if (row.Next()) last = row.Int<std::uint64_t>(0);
  }
  stored.records = ReadRecords(db, desk, match, stored.mark.number, last, std::nullopt);
  return stored;
}

std::optional<StoredHand> ReadHand(Connection& db, const Seal& seal, const std::string& secret) {
  std::string desk;
  std::uint32_t match = 0;
  std::uint32_t hand = 0;
  {
    Rows row = db.Run("SELECT desk, match, hand FROM hands WHERE secret = ?", secret);
    if (!row.Next()) return std::nullopt;
    desk = row.Text(0);
    match = row.Int<std::uint32_t>(1);
    hand = row.Int<std::uint32_t>(2);
  }
  return ReadHand(db, seal, desk, match, hand);
}

std::optional<Record> ReadAct(Connection& db, const std::string& desk, std::uint32_t match,
                              const std::string& user, const std::string& id, bool newest) {
  {
    static const std::string by_id =
        "SELECT " + kColumns +
        " FROM records WHERE desk = ?1 AND match = ?2 AND number = (SELECT number FROM acts "
        "WHERE desk = ?1 AND match = ?2 AND user = ?3 AND id = ?4)";
    Rows row = db.Run(by_id.c_str(), desk, match, user, id);
    if (row.Next()) return RecordOf(row);
  }
  if (!newest) return std::nullopt;
  static const std::string among_newest =
      "SELECT " + kColumns + " FROM newest WHERE desk = ? AND match = ? AND user = ? AND id = ?";
  Rows row = db.Run(among_newest.c_str(), desk, match, user, id);
  if (!row.Next()) return std::nullopt;
  return RecordOf(row);
}

std::vector<std::pair<std::string, std::string>> ReadActIds(Connection& db, const std::string& desk,
                                                            std::uint32_t match) {
  std::vector<std::pair<std::string, std::string>> ids;
  Rows rows = db.Run(
      "SELECT user, id FROM acts WHERE desk = ?1 AND match = ?2 UNION ALL "
      "SELECT user, id FROM newest WHERE desk = ?1 AND match = ?2 AND id <> ''",
      desk, match);
  while (rows.Next()) ids.emplace_back(rows.Text(0), rows.Text(1));
  return ids;
}

std::uint32_t CountHands(Connection& db, const std::string& desk, std::uint32_t match) {
  Rows row = db.Run("SELECT count(*) FROM hands WHERE desk = ? AND match = ?", desk, match);
  return row.Next() ? row.Int<std::uint32_t>(0) : 0;
}

std::vector<std::pair<std::string, std::string>> ReadOvers(Connection& db,
                                                           const std::string& user) {
  std::vector<std::pair<std::string, std::string>> overs;
  Rows rows = db.Run(
      "SELECT overs.desk, over FROM overs JOIN matches USING(desk, match) WHERE user = ? "
      "ORDER BY overs.desk, match",
      user);
  while (rows.Next()) overs.emplace_back(rows.Text(0), rows.Text(1));
  return overs;
}

}  // namespace mlf::server
