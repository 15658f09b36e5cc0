// Log files: rotation by day and size, the file of errors, and behaviour when nothing can be
// written.
#include "server/log/logging.h"

#include <spdlog/logger.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlf::server {
namespace {

namespace fs = std::filesystem;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Time = std::chrono::system_clock::time_point;

// A time in the local calendar, which names the files.
Time At(int year, int month, int day, int hour, int minute) {
  std::tm local{};
  local.tm_year = year - 1900;
  local.tm_mon = month - 1;
  local.tm_mday = day;
  local.tm_hour = hour;
  local.tm_min = minute;
  local.tm_isdst = -1;
  return std::chrono::system_clock::from_time_t(std::mktime(&local));
}

class LoggingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mlf_logging_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    dir_ = pattern;
  }
  void TearDown() override { fs::remove_all(dir_); }

  Logs Open(std::size_t max_bytes, Time opened) {
    Result<Logs> logs = OpenLogs(dir_, "table", {max_bytes, opened});
    EXPECT_TRUE(logs.ok());
    return *logs;
  }
  static void Write(const Logs& logs, Time when, spdlog::level::level_enum level,
                    const std::string& text) {
    logs->log(when, spdlog::source_loc{}, level, text);
  }
  std::string Text(const std::string& name) const {
    std::ifstream in(dir_ + "/" + name);
    EXPECT_TRUE(in.good()) << name;
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::vector<std::string> Files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir_)) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  std::string dir_;
};

TEST_F(LoggingTest, WarningsAndErrorsAreInTheirOwnFileToo) {
  const Time noon = At(2025, 1, 31, 12, 0);
  const Logs logs = Open(1000, noon);
  Write(logs, noon, spdlog::level::info, "a hand begins");
  Write(logs, noon, spdlog::level::warn, "a seat is slow");
  Write(logs, noon, spdlog::level::err, "a tile was lost");
  logs.Flush();
  EXPECT_EQ(Text("table-2025-01-31.log"),
            "2025-01-31 12:00:00.000 info a hand begins\n"
            "2025-01-31 12:00:00.000 warning a seat is slow\n"
            "2025-01-31 12:00:00.000 error a tile was lost\n");
  EXPECT_EQ(Text("table-errors-2025-01-31.log"),
            "2025-01-31 12:00:00.000 warning a seat is slow\n"
            "2025-01-31 12:00:00.000 error a tile was lost\n");
  EXPECT_FALSE(logs.Failure());
}

TEST_F(LoggingTest, WarningsAreWrittenAtOnce) {
  const Time noon = At(2025, 1, 31, 12, 0);
  const Logs logs = Open(1000, noon);
  Write(logs, noon, spdlog::level::warn, "a seat is slow");
  EXPECT_THAT(Text("table-2025-01-31.log"), HasSubstr("a seat is slow"));
}

TEST_F(LoggingTest, ANewDayIsANewFile) {
  const Logs logs = Open(1000, At(2025, 12, 31, 23, 59));
  Write(logs, At(2025, 12, 31, 23, 59), spdlog::level::info, "old year");
  Write(logs, At(2026, 1, 1, 0, 0), spdlog::level::info, "new year");
  Write(logs, At(2025, 12, 31, 23, 59), spdlog::level::info, "a slow thread");
  logs.Flush();
  EXPECT_THAT(Text("table-2025-12-31.log"), HasSubstr("old year"));
  EXPECT_THAT(Text("table-2025-12-31.log"), Not(HasSubstr("slow thread")));
  EXPECT_THAT(Text("table-2026-01-01.log"), HasSubstr("new year"));
  EXPECT_THAT(Text("table-2026-01-01.log"), HasSubstr("a slow thread"));
}

TEST_F(LoggingTest, AFullFileIsFollowedByTheNextOfTheDay) {
  const Time noon = At(2025, 1, 31, 12, 0);
  const std::string forty(40,
                          'x');  // one line is 24 (time) + 5 (level and blank) + 40 + 1 = 70 bytes
  const Logs logs = Open(140, noon);
  for (int i = 0; i < 5; ++i) Write(logs, noon, spdlog::level::info, forty);
  logs.Flush();
  EXPECT_THAT(Files(), ElementsAre("table-2025-01-31.1.log", "table-2025-01-31.2.log",
                                   "table-2025-01-31.log", "table-errors-2025-01-31.log"));
  EXPECT_EQ(Text("table-2025-01-31.log").size(), 140u) << "a file may be exactly full";
  EXPECT_EQ(Text("table-2025-01-31.1.log").size(), 140u);
  EXPECT_EQ(Text("table-2025-01-31.2.log").size(), 70u);

  // The next day starts a new file.
  Write(logs, At(2025, 2, 1, 8, 0), spdlog::level::info, forty);
  logs.Flush();
  EXPECT_EQ(Text("table-2025-02-01.log").size(), 70u);
}

TEST_F(LoggingTest, AMessageLongerThanAFileIsWrittenWhole) {
  const Time noon = At(2025, 1, 31, 12, 0);
  const Logs logs = Open(100, noon);
  Write(logs, noon, spdlog::level::info, std::string(500, 'x'));
  Write(logs, noon, spdlog::level::info, "after");
  logs.Flush();
  EXPECT_EQ(Text("table-2025-01-31.log").size(), 530u);
  EXPECT_THAT(Text("table-2025-01-31.1.log"), HasSubstr("after"));
}

TEST_F(LoggingTest, OpeningAgainGoesOnWithTheLastFile) {
  const Time noon = At(2025, 1, 31, 12, 0);
  const std::string forty(40, 'x');
  for (int i = 0; i < 3; ++i) {
    const Logs logs = Open(140, noon);
    Write(logs, noon, spdlog::level::info, forty);
  }
  EXPECT_EQ(Text("table-2025-01-31.log").size(), 140u);
  EXPECT_EQ(Text("table-2025-01-31.1.log").size(), 70u);
}

TEST_F(LoggingTest, ThreadsDoNotTearLines) {
  const Time noon = At(2025, 1, 31, 12, 0);
  {
    const Logs logs = Open(2000, noon);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&logs, noon] {
        for (int i = 0; i < 100; ++i) Write(logs, noon, spdlog::level::info, "one line");
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  int lines = 0;
  for (const std::string& name : Files()) {
    std::ifstream in(dir_ + "/" + name);
    for (std::string line; std::getline(in, line); ++lines)
      EXPECT_EQ(line, "2025-01-31 12:00:00.000 info one line");
  }
  EXPECT_EQ(lines, 400);
}

TEST_F(LoggingTest, TheFolderIsMade) {
  EXPECT_TRUE(OpenLogs(dir_ + "/a/b", "table").ok());
  EXPECT_TRUE(fs::is_directory(dir_ + "/a/b"));
}

TEST_F(LoggingTest, AFolderThatCannotBeMadeIsAFault) {
  std::ofstream(dir_ + "/file") << "no folder";
  const Result<Logs> logs = OpenLogs(dir_ + "/file/logs", "table");
  ASSERT_FALSE(logs.ok());
  EXPECT_EQ(logs.faults()[0].code, "LOG1");
  EXPECT_THAT(logs.faults()[0].message, HasSubstr(dir_ + "/file/logs"));
}

TEST_F(LoggingTest, AFolderThatCannotBeWrittenIsAFault) {
  // Permissions do not stop root, so a folder blocks the file name.
  fs::create_directory(dir_ + "/table-2025-01-31.log");
  const Result<Logs> logs = OpenLogs(dir_, "table", {1000, At(2025, 1, 31, 12, 0)});
  ASSERT_FALSE(logs.ok());
  EXPECT_EQ(logs.faults()[0].code, "LOG1");
  EXPECT_THAT(logs.faults()[0].message, HasSubstr("table-2025-01-31.log"));
}

TEST_F(LoggingTest, ANameThatIsNoFileNameIsAFault) {
  for (const char* name : {"", "a/b", "../a", ".hidden"}) {
    const Result<Logs> logs = OpenLogs(dir_, name);
    ASSERT_FALSE(logs.ok()) << name;
    EXPECT_EQ(logs.faults()[0].code, "LOG2") << name;
  }
  EXPECT_THAT(Files(), IsEmpty());
}

TEST_F(LoggingTest, AFullDiskIsReportedAndTheProgramGoesOn) {
  const Time noon = At(2025, 1, 31, 12, 0);
  fs::create_symlink("/dev/full", dir_ + "/table-2025-01-31.log");
  const Logs logs = Open(1000, noon);
  EXPECT_FALSE(logs.Failure());
  Write(logs, noon, spdlog::level::info, "lost");
  Write(logs, noon, spdlog::level::err, "lost here, kept in the file of errors");
  ASSERT_TRUE(logs.Failure());
  EXPECT_EQ(logs.Failure()->code, "LOG1");
  EXPECT_THAT(logs.Failure()->message, HasSubstr("No space left"));
  EXPECT_EQ(logs.Lost(), 2u);
  EXPECT_THAT(Text("table-errors-2025-01-31.log"), HasSubstr("kept in the file of errors"));

  // Once there is space again, messages are written again.
  fs::remove(dir_ + "/table-2025-01-31.log");
  Write(logs, noon, spdlog::level::warn, "room again");
  EXPECT_THAT(Text("table-2025-01-31.log"), HasSubstr("room again"));
  EXPECT_EQ(logs.Lost(), 2u);
}

TEST_F(LoggingTest, ADayThatCannotBeOpenedIsReportedAndTriedAgain) {
  const Logs logs = Open(1000, At(2025, 1, 31, 12, 0));
  fs::create_directory(dir_ + "/table-2025-02-01.log");
  Write(logs, At(2025, 2, 1, 0, 0), spdlog::level::info, "lost");
  EXPECT_EQ(logs.Lost(), 1u);
  ASSERT_TRUE(logs.Failure());
  fs::remove(dir_ + "/table-2025-02-01.log");
  Write(logs, At(2025, 2, 1, 0, 1), spdlog::level::info, "found");
  logs.Flush();
  EXPECT_THAT(Text("table-2025-02-01.log"), HasSubstr("found"));
}

TEST_F(LoggingTest, FilesThatWereMovedAwayAreMadeAnew) {
  const Time noon = At(2025, 1, 31, 12, 0);
  const Logs logs = Open(1000, noon);
  Write(logs, noon, spdlog::level::info, "before");
  fs::rename(dir_ + "/table-2025-01-31.log", dir_ + "/old");
  logs.Reopen();
  Write(logs, noon, spdlog::level::info, "after");
  logs.Flush();
  EXPECT_THAT(Text("old"), HasSubstr("before"));
  EXPECT_THAT(Text("table-2025-01-31.log"), AllOf(HasSubstr("after"), Not(HasSubstr("before"))));
}

TEST_F(LoggingTest, ALineOfTheServerHasItsIdsAndIsOneLine) {
  const Time noon = At(2025, 1, 31, 12, 0);
  FileLog log(Open(1000, noon), LogLevel::kInfo);
  log.Debug({}, "not asked for");
  EXPECT_FALSE(log.Keeps(LogLevel::kDebug));
  EXPECT_TRUE(log.Keeps(LogLevel::kInfo));
  log.Info({.session = 7, .desk = "k2", .action = "3", .user = "u12"}, "accepted");
  log.Error({}, "two\nlines\x1b[31m");
  log.Info({.desk = "k2 user=u9"}, "a desk by its client");
  log.logs().Flush();
  std::string all, errors;
  for (const std::string& name : Files())
    (name.find("errors") == std::string::npos ? all : errors) += Text(name);
  EXPECT_THAT(all, ContainsRegex(" info session=7 desk=k2 action=3 user=u12 accepted "
                                 "\\[server_gateway/logging_test.cc:[0-9]+\\]\n"));
  EXPECT_THAT(all, HasSubstr(" error session=- desk=- action=- user=- two lines [31m [server"));
  EXPECT_THAT(all,
              HasSubstr(" info session=- desk=k2_user=u9 action=- user=- a desk by its client"));
  EXPECT_THAT(all, Not(HasSubstr("not asked for")));
  EXPECT_THAT(errors, AllOf(HasSubstr("two lines"), Not(HasSubstr("accepted"))));
}

TEST_F(LoggingTest, ItsFolderIsForItsOwnerAlone) {
  const auto mode = [](const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
  };
  for (const char* name : {"new", "above/below", "slash/"}) {
    const std::string dir = dir_ + "/" + name;
    ASSERT_TRUE(OpenLogs(dir, "table", {}).ok()) << name;
    EXPECT_EQ(mode(dir), 0700U) << name;
  }
  // The operator's own choice, such as a group that reads logs, stays.
  fs::create_directory(dir_ + "/old");
  fs::permissions(dir_ + "/old", static_cast<fs::perms>(0750));
  ASSERT_TRUE(OpenLogs(dir_ + "/old", "table", {}).ok());
  EXPECT_EQ(mode(dir_ + "/old"), 0750U);
}

TEST_F(LoggingTest, AConsoleGetsEachLineToo) {
  std::ostringstream console;
  auto logs = OpenLogs(dir_, "table", {.opened = At(2025, 1, 31, 12, 0), .console = &console});
  ASSERT_TRUE(logs.ok());
  FileLog log(*logs, LogLevel::kDebug);
  log.Debug({.session = 7}, "once");
  EXPECT_THAT(console.str(), HasSubstr(" debug session=7 desk=- action=- user=- once ["));
  log.logs().Flush();
  std::string all;
  for (const std::string& name : Files()) all += Text(name);
  EXPECT_THAT(all, HasSubstr("once"));
}

}  // namespace
}  // namespace mlf::server
