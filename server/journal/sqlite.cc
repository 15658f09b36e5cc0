#include "server/journal/sqlite.h"

#include <fmt/format.h>

namespace mlf::server {

namespace {

// A row has a few kilobytes, a variant's texts a few hundred. A damaged length must not request
// more memory than that.
constexpr int kLongestValue = 32 << 20;
// The longest wait of a reader for a checkpoint, or of a checkpoint for a reader.
constexpr int kPatienceMs = 2000;

std::string FileAlone(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02x}", static_cast<int>(c));
    else
      uri += c;
  }
  return uri + "?immutable=1";
}

}  // namespace

bool SqlError::OfTheData() const {
  switch (primary()) {
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
    case SQLITE_MISUSE: return true;
    default: return false;
  }
}

bool Rows::Next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3* const db = sqlite3_db_handle(statement_);
  throw SqlError(sqlite3_extended_errcode(db),
                 fmt::format("{} (SQLite {}) in: {}", sqlite3_errmsg(db),
                             sqlite3_extended_errcode(db), sqlite3_sql(statement_)));
}

std::string Rows::Text(int column) const {
  // The blob form first: it is the stored bytes of a text too, and the length refers to it.
  const void* const bytes = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

Connection::Connection(const std::string& path, Mode mode, const std::string& vfs) : path_(path) {
  const bool alone = mode == Mode::kFileAlone;
  const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (alone                      ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                     : mode == Mode::kReadOnly  ? SQLITE_OPEN_READONLY
                     : mode == Mode::kReadWrite ? SQLITE_OPEN_READWRITE
                                                : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  sqlite3* db = nullptr;
  const std::string name = alone ? FileAlone(path) : path;
  const int code = sqlite3_open_v2(name.c_str(), &db, flags, vfs.empty() ? nullptr : vfs.c_str());
  db_.reset(db);
  if (code != SQLITE_OK) Fail(code, "open");
  sqlite3_busy_timeout(db, kPatienceMs);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, kLongestValue);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  Execute("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON");
}

void Connection::Fail(int code, std::string_view sql) const {
  const int extended = db_ ? sqlite3_extended_errcode(db_.get()) : code;
  throw SqlError(
      extended == SQLITE_OK ? code : extended,
      fmt::format("{}: {} (SQLite {}) in: {}", path_,
                  db_ ? sqlite3_errmsg(db_.get()) : sqlite3_errstr(code), extended, sql));
}

sqlite3_stmt* Connection::Prepared(const char* sql) {
  auto& statement = prepared_[sql];
  if (!statement) {
    sqlite3_stmt* made = nullptr;
    const int code =
        sqlite3_prepare_v3(db_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr);
    statement.reset(made);
    if (code != SQLITE_OK) Fail(code, sql);
  }
  return statement.get();
}

void Connection::Execute(const std::string& sql) {
  const int code = sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) Fail(code, sql);
}

Snapshot::~Snapshot() {
  try {
    if (db_.InTransaction()) db_.Do("ROLLBACK");
  } catch (const SqlError&) {  // NOLINT(bugprone-empty-catch): the next use of `db_` reports it
  }
}

std::string Connection::Ask(const std::string& sql) {
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v2(db_.get(), sql.c_str(), -1, &made, nullptr);
  const std::unique_ptr<sqlite3_stmt, Close> statement(made);
  if (code != SQLITE_OK) Fail(code, sql);
  Rows rows(made);
  return rows.Next() ? rows.Text(0) : std::string();
}

}  // namespace mlf::server
