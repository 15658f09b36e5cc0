#include "server/journal/schema.h"

#include "server/journal/skeleton.h"
#include "server/journal/stored_rows.h"
#include "server/journal/taken_names.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace mlf::server {

namespace {

// `sum` is the Digest over the row's other values. Sealed blobs carry their own.
constexpr const char* kVersion1 = R"sql(
-- What the whole folder has once.
CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE desks(
  desk TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  code TEXT NOT NULL,
  ended INTEGER NOT NULL,
  sum INTEGER NOT NULL);
CREATE UNIQUE INDEX open_desks ON desks(desk) WHERE ended = 0;
CREATE UNIQUE INDEX open_codes ON desks(code) WHERE ended = 0;

-- The files of a variant, once for all matches under them.
CREATE TABLE texts(hash BLOB PRIMARY KEY, text TEXT NOT NULL);

CREATE TABLE matches(
  desk TEXT NOT NULL REFERENCES desks(desk),
  match INTEGER NOT NULL,
  variant TEXT NOT NULL,
  texts BLOB NOT NULL REFERENCES texts(hash),
  options TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  sum INTEGER NOT NULL,
  over TEXT NOT NULL DEFAULT '',  -- the push; empty while the match is in play
  PRIMARY KEY(desk, match)) WITHOUT ROWID;

-- The last record of each match in play, so that a lost tail is noticed.
CREATE TABLE tails(
  desk TEXT PRIMARY KEY,
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  chain INTEGER NOT NULL,
  FOREIGN KEY(desk, match) REFERENCES matches(desk, match)) WITHOUT ROWID;

CREATE TABLE records(
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  hand INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  user TEXT NOT NULL,
  id TEXT NOT NULL,
  action TEXT NOT NULL,
  body INTEGER NOT NULL,
  mine INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  decided_by INTEGER NOT NULL,
  at INTEGER NOT NULL,
  deadline INTEGER NOT NULL,
  extra_ms INTEGER NOT NULL,
  salt BLOB NOT NULL,
  hash INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  PRIMARY KEY(desk, match, number)) WITHOUT ROWID;

-- The accepted ids of clients, until their desk ends.
CREATE TABLE acts(
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  user TEXT NOT NULL,
  id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY(desk, match, user, id)) WITHOUT ROWID;

CREATE TABLE marks(
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  hand INTEGER NOT NULL,
  number INTEGER NOT NULL,
  salts TEXT NOT NULL,
  records BLOB NOT NULL,  -- sealed
  host BLOB NOT NULL,     -- sealed
  PRIMARY KEY(desk, match, hand));

CREATE TABLE keys(
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  hand INTEGER NOT NULL,
  key BLOB NOT NULL,  -- sealed
  PRIMARY KEY(desk, match, hand)) WITHOUT ROWID;

-- Finished hands.
CREATE TABLE hands(
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  hand INTEGER NOT NULL,
  number INTEGER NOT NULL,
  secret TEXT NOT NULL UNIQUE,
  sum INTEGER NOT NULL,
  PRIMARY KEY(desk, match, hand)) WITHOUT ROWID;

-- Seats that have not been sent the end of a match.
CREATE TABLE overs(
  user TEXT NOT NULL,
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  PRIMARY KEY(user, desk, match)) WITHOUT ROWID;

CREATE TABLE users(
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  password TEXT NOT NULL,  -- Argon2id, or empty for a guest
  created INTEGER NOT NULL) WITHOUT ROWID;
CREATE UNIQUE INDEX named_users ON users(name) WHERE password <> '';

CREATE TABLE tokens(
  hash BLOB PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users(id),
  used INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tokens_by_use ON tokens(used);
)sql";

constexpr const char* kVersion2 = R"sql(
-- The newest records of all desks, in the order of their arrival (newest.h).
CREATE TABLE newest(
  place INTEGER PRIMARY KEY,
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  hand INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  user TEXT NOT NULL,
  id TEXT NOT NULL,
  action TEXT NOT NULL,
  body INTEGER NOT NULL,
  mine INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  decided_by INTEGER NOT NULL,
  at INTEGER NOT NULL,
  deadline INTEGER NOT NULL,
  extra_ms INTEGER NOT NULL,
  salt BLOB NOT NULL,
  hash INTEGER NOT NULL,
  previous INTEGER NOT NULL);
)sql";

constexpr const char* kVersion3 = R"sql(
-- What the name of an account looks like (skeleton.h), empty for a guest.
ALTER TABLE users ADD COLUMN look TEXT NOT NULL DEFAULT '';
UPDATE users SET look = name_skeleton(name) WHERE password <> '';
CREATE INDEX looks ON users(look) WHERE look <> '';
)sql";

constexpr const char* kVersion4 = R"sql(
-- What hands and matches are for the persons in them (profiles.h). Their journals have it too:
-- `mlf-server rebuild-results` counts it again.
CREATE TABLE played(
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  hand INTEGER NOT NULL,
  user TEXT NOT NULL,
  points INTEGER NOT NULL,
  won INTEGER NOT NULL,
  dealt_in INTEGER NOT NULL,
  PRIMARY KEY(desk, match, user, hand)) WITHOUT ROWID;

CREATE TABLE results(
  user TEXT NOT NULL,
  ended INTEGER NOT NULL,   -- wall time of the last record
  desk TEXT NOT NULL,
  match INTEGER NOT NULL,
  variant TEXT NOT NULL,
  preset TEXT NOT NULL,     -- empty: options of its own
  dissolved INTEGER NOT NULL,
  places INTEGER NOT NULL,  -- of persons and robots
  place INTEGER NOT NULL,   -- 1 is the first; 0: without scores
  points INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  deal_ins INTEGER NOT NULL,
  PRIMARY KEY(user, desk, match)) WITHOUT ROWID;
CREATE INDEX results_by_end ON results(user, ended, desk, match);
CREATE INDEX tokens_of_user ON tokens(user);

-- Desks that have ended keep no names, which users may delete. A damaged row stays so.
UPDATE desks SET text = without_names(text), sum = row_sum(desk, without_names(text), code, ended)
WHERE ended = 1 AND sum = row_sum(desk, text, code, ended);
)sql";

constexpr std::array<const char*, 4> kSteps{kVersion1, kVersion2, kVersion3, kVersion4};

// ---- the SQL functions of the steps ----

std::string TextOf(sqlite3_value* value) {
  const void* const bytes = sqlite3_value_blob(value);
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}
void Answer(sqlite3_context* context, const std::string& text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Skeleton(sqlite3_context* context, int, sqlite3_value** values) {
  Answer(context, NameSkeleton(TextOf(values[0])));
}
void WithoutNames(sqlite3_context* context, int, sqlite3_value** values) {
  Answer(context, RowWithoutNames(TextOf(values[0])));
}
void RowSum(sqlite3_context* context, int, sqlite3_value** values) {
  const DeskRow row{TextOf(values[1]), TextOf(values[2]), sqlite3_value_int(values[3]) != 0};
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(SumOf(TextOf(values[0]), row)));
}

void AddFunctions(Connection& db) {
  const auto add = [&](const char* name, int arguments, auto* function) {
    sqlite3_create_function(db.get(), name, arguments, SQLITE_UTF8, nullptr, function, nullptr,
                            nullptr);
  };
  add("name_skeleton", 1, Skeleton);
  add("without_names", 1, WithoutNames);
  add("row_sum", 4, RowSum);
}

int Number(Connection& db, const std::string& pragma) {
  return std::atoi(db.Ask("PRAGMA " + pragma).c_str());
}

std::optional<std::string> Foreign(Connection& db, int id) {
  if (id == kApplicationId) return std::nullopt;
  return fmt::format(
      "the database belongs to another program (its application_id is {}); choose another data "
      "folder, or move the file away",
      Number(db, "application_id"));
}
std::optional<std::string> Newer(int version, std::size_t ours) {
  if (version <= static_cast<int>(ours)) return std::nullopt;
  return fmt::format(
      "the database has version {}, and this program knows versions up to {}; start the newer "
      "mlf-server that wrote it",
      version, ours);
}

}  // namespace

std::span<const char* const> SchemaSteps() { return kSteps; }

std::optional<std::string> Migrate(Connection& db, std::span<const char* const> steps) {
  const int version = Number(db, "user_version");
  const bool empty = version == 0 && db.Ask("SELECT count(*) FROM sqlite_schema").compare("0") == 0;
  if (!empty) {
    if (auto fault = Foreign(db, Number(db, "application_id"))) return fault;
    if (auto fault = Newer(version, steps.size())) return fault;
    if (version == static_cast<int>(steps.size())) return std::nullopt;
  }
  AddFunctions(db);
  db.Execute("BEGIN IMMEDIATE");
  try {
    for (std::size_t step = static_cast<std::size_t>(version); step < steps.size(); ++step)
      db.Execute(steps[step]);
    db.Execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; COMMIT",
                           kApplicationId, steps.size()));
  } catch (const SqlError&) {
    if (db.InTransaction()) db.Execute("ROLLBACK");
    throw;
  }
  return std::nullopt;
}

std::optional<std::string> CheckVersion(Connection& db, std::span<const char* const> steps) {
  if (auto fault = Foreign(db, Number(db, "application_id"))) return fault;
  return Newer(Number(db, "user_version"), steps.size());
}

}  // namespace mlf::server
