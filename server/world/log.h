// Log: lines for operators. The server writes them to files; the simulation captures them.
//
// No line holds a password, a token, a key or a hidden tile: callers pass only ids and reasons.
#pragma once

#include <cstdint>
#include <source_location>
#include <string_view>

namespace mlf::server {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

// The subject of a line; fields that do not apply stay empty.
struct LogIds {
  std::uint64_t session = 0;  // Session::number
  std::string_view desk{};
  std::string_view action{};  // the client's own id, or the number of a record
  std::string_view user{};    // id
};

class Log {
 public:
  using Place = std::source_location;  // where in the source the line is written

  virtual ~Log() = default;
  // One event: `text` is one line of plain English. Any thread may call it.
  virtual void Write(LogLevel level, const LogIds& ids, std::string_view text,
                     const Place& place) = 0;
  // Whether lines of this level are kept. Ask it before a text is made on the way of an act.
  virtual bool Keeps(LogLevel /*level*/) const { return true; }

  void Debug(const LogIds& ids, std::string_view text, const Place& place = Place::current()) {
    Write(LogLevel::kDebug, ids, text, place);
  }
  void Info(const LogIds& ids, std::string_view text, const Place& place = Place::current()) {
    Write(LogLevel::kInfo, ids, text, place);
  }
  void Warning(const LogIds& ids, std::string_view text, const Place& place = Place::current()) {
    Write(LogLevel::kWarning, ids, text, place);
  }
  void Error(const LogIds& ids, std::string_view text, const Place& place = Place::current()) {
    Write(LogLevel::kError, ids, text, place);
  }
};

class SilentLog final : public Log {
 public:
  void Write(LogLevel, const LogIds&, std::string_view, const Place&) override {}
  bool Keeps(LogLevel) const override { return false; }
};
inline Log& NoLog() {
  static SilentLog log;
  return log;
}

}  // namespace mlf::server
