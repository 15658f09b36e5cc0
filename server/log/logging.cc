// spdlog has a sink that rotates by day and one that rotates by size; RotatingSink does both, and
// keeps a failed write instead of throwing.
#include "server/log/logging.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace mlf::server {
namespace {

// The local day as "2025-01-31". Days compare as their texts do.
std::string DayOf(std::chrono::system_clock::time_point when) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

Fault WriteFault(const std::string& path, int error) {
  return Fault{"LOG1", {}, fmt::format("cannot write the log {}: {}", path, std::strerror(error))};
}

// The last folder and the name: compilers know whole paths of the machine that built it.
std::string_view ShortPath(std::string_view path) {
  const std::size_t name = path.rfind('/');
  if (name == std::string_view::npos || name == 0) return path;
  const std::size_t folder = path.rfind('/', name - 1);
  return folder == std::string_view::npos ? path : path.substr(folder + 1);
}

// An id as one word; ids of clients may have any length and characters.
std::string Word(std::string_view id) {
  constexpr std::size_t kMostBytes = 64;
  if (id.empty()) return "-";
  std::string word(id.substr(0, kMostBytes));
  std::ranges::replace(word, ' ', '_');
  return word;
}

}  // namespace

class RotatingSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  RotatingSink(std::string stem, std::size_t max_bytes)
      : stem_(std::move(stem)), max_bytes_(max_bytes) {}
  ~RotatingSink() override { Close(); }

  // Opens the last file of the day of `when`; the fault if this fails.
  std::optional<Fault> Open(std::chrono::system_clock::time_point when) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return OpenDay(DayOf(when));
  }

  std::optional<Fault> Failure() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return failure_;
  }
  std::uint64_t Lost() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return lost_;
  }

  // Reopens the last file of the same day.
  void Reopen() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (auto fault = OpenDay(day_)) Keep(std::move(*fault), 0);
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t text;
    formatter_->format(message, text);
    // A slow thread may bring a message of yesterday after midnight. It goes into today's file.
    const std::string day = DayOf(message.time);
    std::optional<Fault> fault;
    if (day > day_) {
      fault = OpenDay(day);
    } else if (file_ == nullptr) {
      fault = OpenDay(day_);
    } else if (size_ > 0 && size_ + text.size() > max_bytes_) {
      fault = OpenIndex(index_ + 1);
    }
    if (!fault) {
      if (std::fwrite(text.data(), 1, text.size(), file_) == text.size()) {
        size_ += text.size();
        ++unflushed_;
        return;
      }
      fault = WriteFault(path_, errno);
      std::clearerr(file_);
    }
    Keep(std::move(*fault), 1);
  }

  void flush_() override {
    if (file_ == nullptr || unflushed_ == 0) return;
    if (std::fflush(file_) != 0) {
      Fault fault = WriteFault(path_, errno);
      // The buffered messages are dropped with the file. On a full disk they would make the next
      // messages fail too.
      Close();
      Keep(std::move(fault), unflushed_);
    }
    unflushed_ = 0;
  }

 private:
  std::string PathOf(const std::string& day, int index) const {
    return index == 0 ? fmt::format("{}-{}.log", stem_, day)
                      : fmt::format("{}-{}.{}.log", stem_, day, index);
  }

  std::optional<Fault> OpenDay(const std::string& day) {
    day_ = day;
    int index = 0;
    std::error_code ignored;
    while (std::filesystem::exists(PathOf(day, index + 1), ignored)) ++index;
    if (std::optional<Fault> fault = OpenIndex(index)) return fault;
    return size_ >= max_bytes_ ? OpenIndex(index + 1) : std::nullopt;
  }

  std::optional<Fault> OpenIndex(int index) {
    flush_();
    Close();
    index_ = index;
    path_ = PathOf(day_, index);
    file_ = std::fopen(path_.c_str(), "ae");
    if (file_ == nullptr) return WriteFault(path_, errno);
    // The position is 0 until the first write in append mode. It has no meaning for other than
    // plain files.
    const long end = std::fseek(file_, 0, SEEK_END) == 0 ? std::ftell(file_) : 0;
    size_ = end > 0 ? static_cast<std::size_t>(end) : 0;
    return std::nullopt;
  }

  void Close() {
    if (file_ != nullptr) std::fclose(file_);
    file_ = nullptr;
  }

  void Keep(Fault fault, std::uint64_t lost) {
    lost_ += lost;
    if (!failure_) failure_ = std::move(fault);
  }

  const std::string stem_;
  const std::size_t max_bytes_;
  std::string day_;
  int index_ = 0;
  std::string path_;
  std::FILE* file_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t unflushed_ = 0;  // messages given to file_ since the last flush
  std::uint64_t lost_ = 0;
  std::optional<Fault> failure_;
};

void Logs::Flush() const { logger_->flush(); }

void Logs::Reopen() const {
  all_->Reopen();
  errors_->Reopen();
}

std::optional<Fault> Logs::Failure() const {
  std::optional<Fault> fault = all_->Failure();
  return fault ? fault : errors_->Failure();
}

std::uint64_t Logs::Lost() const { return all_->Lost() + errors_->Lost(); }

Result<Logs> OpenLogs(const std::string& dir, const std::string& name, const LogOptions& options) {
  if (name.empty() || name.front() == '.' || name.find('/') != std::string::npos) {
    return Fault{
        "LOG2",
        {},
        fmt::format("\"{}\" cannot be the name of a log: it becomes the beginning of file names",
                    name)};
  }
  const std::string folder = dir.empty() ? "." : dir;
  std::error_code error;
  // Logs name users and addresses. A folder that is there keeps the rights that its owner gave it.
  const std::filesystem::path above = (std::filesystem::absolute(folder, error) / "")
                                          .lexically_normal()
                                          .parent_path()
                                          .parent_path();
  std::filesystem::create_directories(above, error);
  error.clear();
  if (::mkdir(folder.c_str(), 0700) != 0 && !std::filesystem::is_directory(folder))
    error.assign(errno, std::generic_category());
  if (error)
    return Fault{
        "LOG1", {}, fmt::format("cannot make the folder of logs {}: {}", folder, error.message())};

  auto all = std::make_shared<RotatingSink>(folder + "/" + name, options.max_bytes);
  auto errors = std::make_shared<RotatingSink>(folder + "/" + name + "-errors", options.max_bytes);
  if (auto fault = all->Open(options.opened)) return *fault;
  if (auto fault = errors->Open(options.opened)) return *fault;
  errors->set_level(spdlog::level::warn);

  std::vector<spdlog::sink_ptr> sinks = {all, errors};
  if (options.console != nullptr) {
    constexpr bool kFlushEach = true;
    sinks.push_back(std::make_shared<spdlog::sinks::ostream_sink_mt>(*options.console, kFlushEach));
  }
  auto logger = std::make_shared<spdlog::logger>(name, sinks.begin(), sinks.end());
  logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
  logger->flush_on(spdlog::level::warn);
  return Logs(std::move(logger), std::move(all), std::move(errors));
}

FileLog::FileLog(Logs logs, LogLevel least) : logs_(std::move(logs)), least_(least) {
  logs_->set_level(spdlog::level::debug);
}

void FileLog::Write(LogLevel level, const LogIds& ids, std::string_view text, const Place& place) {
  if (!Keeps(level)) return;
  static constexpr std::array kSpdlogLevels = {spdlog::level::debug, spdlog::level::info,
                                               spdlog::level::warn, spdlog::level::err};
  // One event is one line of words, whatever a client puts into its ids.
  std::string line = fmt::format("session={} desk={} action={} user={} {} [{}:{}]",
                                 ids.session == 0 ? "-" : std::to_string(ids.session),
                                 Word(ids.desk), Word(ids.action), Word(ids.user), text,
                                 ShortPath(place.file_name()), place.line());
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  logs_->log(kSpdlogLevels[static_cast<std::size_t>(level)], "{}", line);
}

}  // namespace mlf::server
