// SQLite for this folder: a connection, statements that are prepared once, and rows.
//
// A failed call throws SqlError. It leaves server/journal only as the std::runtime_error of
// LoadDesks and LoadDesk.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

namespace mlf::server {

class SqlError : public std::runtime_error {
 public:
  SqlError(int code, const std::string& text) : std::runtime_error(text), code_(code) {}
  int code() const { return code_; }            // extended
  int primary() const { return code_ & 0xff; }  // SQLITE_FULL, SQLITE_IOERR ...
  // The fault is in the statement or the stored data: a repetition fails again. Otherwise it is in
  // the disk or the machine.
  bool OfTheData() const;

 private:
  int code_;
};

// Bytes, stored as a blob.
struct Blob {
  std::string_view bytes;
};

// The rows of one running statement. The destructor resets the statement.
class Rows {
 public:
  explicit Rows(sqlite3_stmt* statement) : statement_(statement) {}
  ~Rows() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  bool Next();

  // Columns count from 0. A value of another type is converted; an absent one is 0 or empty.
  template <typename T>
  T Int(int column) const {
    return static_cast<T>(sqlite3_column_int64(statement_, column));
  }
  std::string Text(int column) const;

 private:
  sqlite3_stmt* statement_;
};

// Used by one thread at a time.
class Connection {
 public:
  // kFileAlone reads the database file without its log, and changes nothing.
  enum class Mode { kCreate, kReadWrite, kReadOnly, kFileAlone };
  // `vfs`: empty = the system's.
  Connection(const std::string& path, Mode mode, const std::string& vfs = {});
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // `sql` is a literal: its address identifies the prepared statement. The rows of a statement are
  // read to their end, or dropped, before it runs again.
  template <typename... Values>
  Rows Run(const char* sql, const Values&... values) {
    sqlite3_stmt* const statement = Prepared(sql);
    int place = 0;
    (Bind(statement, ++place, values, SQLITE_TRANSIENT), ...);
    return Rows(statement);
  }
  // For statements without rows.
  template <typename... Values>
  void Do(const char* sql, const Values&... values) {
    sqlite3_stmt* const statement = Prepared(sql);
    int place = 0;
    (Bind(statement, ++place, values, SQLITE_STATIC), ...);
    Rows(statement).Next();
  }
  // Any text, several statements too; not kept.
  void Execute(const std::string& sql);
  // One value of a pragma or a select, as text.
  std::string Ask(const std::string& sql);

  // Whether the last connection that closes writes the log back and removes it.
  void KeepLogAtClose(bool keep) {
    sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
  }

  int changes() const { return sqlite3_changes(db_.get()); }
  bool InTransaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }
  sqlite3* get() const { return db_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  [[noreturn]] void Fail(int code, std::string_view sql) const;
  sqlite3_stmt* Prepared(const char* sql);
  template <typename T>
  void Bind(sqlite3_stmt* statement, int place, const T& value, sqlite3_destructor_type copy) {
    int code;
    if constexpr (std::is_same_v<T, Blob>) {
      code = sqlite3_bind_blob64(statement, place, value.bytes.data(), value.bytes.size(), copy);
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      code = sqlite3_bind_int64(statement, place, static_cast<sqlite3_int64>(value));
    } else {
      const std::string_view text = value;
      code = sqlite3_bind_text64(statement, place, text.empty() ? "" : text.data(), text.size(),
                                 copy, SQLITE_UTF8);
    }
    if (code != SQLITE_OK) Fail(code, "bind");
  }

  std::string path_;
  std::unique_ptr<sqlite3, Close> db_;
  std::unordered_map<const char*, std::unique_ptr<sqlite3_stmt, Close>> prepared_;
};

// All reads while it lives see one state of the database.
class Snapshot {
 public:
  explicit Snapshot(Connection& db) : db_(db) { db_.Do("BEGIN"); }
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  Connection& db_;
};

}  // namespace mlf::server
