// Log: what operators read. The server writes it to files; the simulation captures it.
//
// No line holds a password, a token, a key or a hidden tile: callers give ids and reasons only.
#pragma once

#include <cstdint>
#include <string_view>

namespace mlf::server {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

// What a line is about; whatever does not apply stays empty.
struct LogIds {
  std::uint64_t session = 0;  // Session::number
  std::string_view desk{};
  std::string_view action{};  // the client's own id, or the number of a record
};

class Log {
 public:
  virtual ~Log() = default;
  // One event: `text` is one line of plain English. Callable from any thread.
  virtual void Write(LogLevel level, const LogIds& ids, std::string_view text) = 0;

  void Debug(const LogIds& ids, std::string_view text) { Write(LogLevel::kDebug, ids, text); }
  void Info(const LogIds& ids, std::string_view text) { Write(LogLevel::kInfo, ids, text); }
  void Warning(const LogIds& ids, std::string_view text) { Write(LogLevel::kWarning, ids, text); }
  void Error(const LogIds& ids, std::string_view text) { Write(LogLevel::kError, ids, text); }
};

class SilentLog final : public Log {
 public:
  void Write(LogLevel, const LogIds&, std::string_view) override {}
};
inline Log& NoLog() {
  static SilentLog log;
  return log;
}

}  // namespace mlf::server
