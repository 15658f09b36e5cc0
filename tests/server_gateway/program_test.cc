// The program mlf-server: what it prints, how it exits, and that a match of settings, data folder
// and signals works from the outside.
#include "tests/server_gateway/harness.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <thread>

extern char** environ;

namespace mlf::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// The program, with its output on a pipe.
class Program {
 public:
  explicit Program(std::vector<std::string> args) {
    args.insert(args.begin(), MLF_BINARY_DIR "/bin/mlf-server");
    std::vector<char*> argv;
    for (std::string& arg : args) argv.push_back(arg.data());
    argv.push_back(nullptr);
    int out[2], err[2];
    EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
    EXPECT_EQ(pipe2(err, O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    EXPECT_EQ(posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    close(err[1]);
    out_ = out[0];
    err_ = err[0];
  }
  ~Program() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      Wait();
    }
    close(out_);
    close(err_);
  }
  // Output up to `until`, or its end.
  std::string Out(const std::string& until = "\n\n") { return Read(out_, until); }
  std::string Err() { return Read(err_, "\n\n"); }
  void Signal(int signal) const { kill(pid_, signal); }
  // Its exit status; -1 for one that does not end by itself.
  int Wait() {
    int status = 0;
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > until) kill(pid_, SIGKILL);
      std::this_thread::sleep_for(5ms);
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  static std::string Read(int from, const std::string& until) {
    std::string all;
    char byte = 0;
    while (all.find(until) == std::string::npos && read(from, &byte, 1) == 1) all += byte;
    return all;
  }
  pid_t pid_ = -1;
  int out_ = -1, err_ = -1;
};

class ServerProgram : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mlf_program_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::vector<std::string> Args(std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {"--data",   (folder_ / "data").string(),
                                     "--http",   "127.0.0.1:0",
                                     "--framed", "127.0.0.1:0",
                                     "--echecs", "127.0.0.1:0"};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  }
  static std::uint16_t Port(const std::string& lines, const std::string& name) {
    const std::string head = "listening " + name + " 127.0.0.1:";
    const std::size_t at = lines.find(head);
    EXPECT_NE(at, std::string::npos) << lines;
    return static_cast<std::uint16_t>(std::stoi(lines.substr(at + head.size())));
  }
  static std::string Page(std::uint16_t port, const std::string& path) {
    RawClient client(port);
    client.Send("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return client.Read();
  }

  fs::path folder_;
};

TEST_F(ServerProgram, ServesUntilItIsStopped) {
  Program program(Args());
  const std::string lines = program.Out("ready\n");
  ASSERT_THAT(lines, HasSubstr("ready\n"));
  const std::uint16_t http = Port(lines, "http");
  Port(lines, "framed");
  Port(lines, "echecs");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 4);
  EXPECT_THAT(Page(http, "/readyz"), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(Page(http, "/metrics"), HasSubstr("\nmlf_sessions 0"));
  EXPECT_THAT(Page(http, "/api/v1/variants/xueliu/chart.svg"), HasSubstr("<svg"));
  EXPECT_THAT(Page(http, "/api/v1/variants/xueliu"),
              AllOf(HasSubstr("\"rules\""), HasSubstr("\"fans\":[{")));
  EXPECT_THAT(Page(http, "/api/v1/admin/desks"), StartsWith("HTTP/1.1 404 "));

  Client client(http);
  const Json login = client.Ask({{"t", "login"}, {"re", 1}, {"name", "a"}});
  EXPECT_EQ(login["t"], "ok") << login;
  const std::string token = login["token"];

  // The data folder is in use.
  Program second(Args());
  EXPECT_EQ(second.Wait(), 3);
  EXPECT_THAT(second.Err(), HasSubstr("D05"));

  program.Signal(SIGTERM);
  std::vector<Json> all = client.ReadAll();
  EXPECT_EQ(all.back(), Json({{"close", 4005}}));
  ASSERT_GE(all.size(), 3u);
  EXPECT_EQ(all[all.size() - 2], Json({{"t", "bye"}, {"code", "stopping"}}));
  EXPECT_EQ(all[all.size() - 3]["t"], "notice");
  EXPECT_EQ(program.Wait(), 0);

  // Who was there is known after the next start, and no log has the token.
  Program again(Args());
  Client back(Port(again.Out("ready\n"), "http"));
  EXPECT_EQ(back.Ask({{"t", "login"}, {"re", 1}, {"token", token}})["user"]["name"], "a");
  for (const auto& entry : fs::directory_iterator(folder_ / "data/log"))
    EXPECT_EQ(ReadText(entry.path()).find(token), std::string::npos) << entry.path();
}

TEST_F(ServerProgram, SettingsThatAreWrong) {
  const struct {
    std::vector<std::string> args;
    const char* says;
  } kRows[] = {
      {{"--htpp", "x"}, "mlf-server: S05: there is no option --htpp (did you mean \"--http\"?)\n"},
      {{"--max-desks", "none"}, "mlf-server: --max-desks: S02: "},
      {{"--config", "nowhere.yaml"}, "Y01"},
      {{"--admin-token-file", "/nowhere"}, "Y01"},
      {{"--variant-dir", "/nowhere"}, "variant_dir: /nowhere is no folder"},
      {{"--plugin", "/nowhere.so"}, "G01: plug-in /nowhere.so: cannot be read"},
      {{"--echecs-variant", "eren"},
       "echecs_variant: there is no variant \"eren\" (did you mean \"erren\"?)\n"},
  };
  for (const auto& row : kRows) {
    Program program(Args(row.args));
    EXPECT_EQ(program.Wait(), 2) << row.says;
    EXPECT_THAT(program.Err(), HasSubstr(row.says));
  }
  Program pieces(Args({"--plugin", std::string(MLF_BINARY_DIR) + "/plugins/harbour.so",
                       "--echecs-variant", "harbour"}));
  EXPECT_EQ(pieces.Wait(), 2);
  EXPECT_THAT(pieces.Err(), HasSubstr("echecs_variant: \"harbour\" has pieces of its own"));
  // A plug-in that others can change: of the settings, as of the command line.
  const std::string plugin = (folder_ / "open.so").string();
  WriteText(plugin, "no library");
  fs::permissions(plugin, fs::perms::all);
  WriteText(folder_ / "plugin.yaml", "plugin: [" + plugin + "]\n");
  for (const auto& args : {std::vector<std::string>{"--plugin", plugin},
                           {"--config", (folder_ / "plugin.yaml").string()}}) {
    Program program(Args(args));
    EXPECT_EQ(program.Wait(), 2);
    EXPECT_THAT(program.Err(), HasSubstr("G02: plug-in " + plugin + ": can be changed by others"));
  }
  // Settings that others can change may not choose the code that runs.
  fs::permissions(folder_ / "plugin.yaml", fs::perms::others_write, fs::perm_options::add);
  Program chosen(Args({"--config", (folder_ / "plugin.yaml").string()}));
  EXPECT_EQ(chosen.Wait(), 2);
  EXPECT_THAT(chosen.Err(),
              HasSubstr("S06: " + (folder_ / "plugin.yaml").string() +
                        " names plug-ins, which are code, but can be changed by others"));
  WriteText(folder_ / "token", "secret\n");
  Program open(Args({"--admin-token-file", (folder_ / "token").string()}));
  EXPECT_EQ(open.Wait(), 2);
  EXPECT_THAT(open.Err(), HasSubstr("needs mode 600"));
}

// docs/en/operating.md has the table of exit statuses.
TEST_F(ServerProgram, EveryWayToFailHasItsStatus) {
  {
    Program program(Args());
    ASSERT_THAT(program.Out("ready\n"), HasSubstr("ready\n"));
    Program second(Args());
    EXPECT_EQ(second.Wait(), 3) << "the folder is in use";
    Program migrate({"migrate", "to-cluster", "--data", (folder_ / "data").string(), "--cluster",
                     "etcd://127.0.0.1:1"});
    EXPECT_EQ(migrate.Wait(), 3) << "for a command too";
    program.Signal(SIGTERM);
    EXPECT_EQ(program.Wait(), 0);
  }
  const auto text = [&](const char* name, const std::string& content, bool own = true) {
    WriteText(folder_ / name, content);
    fs::permissions(folder_ / name, own ? fs::perms::owner_read | fs::perms::owner_write
                                        : fs::perms::owner_read | fs::perms::others_read);
    return (folder_ / name).string();
  };
  const auto folder = [&](const char* name, const std::function<void(const fs::path&)>& harm) {
    fs::copy(folder_ / "data", folder_ / name, fs::copy_options::recursive);
    harm(folder_ / name);
    return std::vector<std::string>{"--data", (folder_ / name).string()};
  };
  const std::string key = std::string(64, 'a') + "\n";
  const struct {
    const char* what;
    std::vector<std::string> args;
    int status;
    const char* says;
  } kRows[] = {
      {"an unknown command", {"bakup"}, 2, "S05"},
      {"an unknown option", {"--dta", "x"}, 2, "S05"},
      {"a wrong value", {"--log-level", "loud"}, 2, "S03"},
      {"a wrong type", {"--max-desks", "many"}, 2, "S02"},
      {"a setting without its other half", {"--tls-cert", "a.pem"}, 2, "S04"},
      {"a wrong key of the file", {"--config", text("a.yaml", "maxdesks: 3\n")}, 2, "S01"},
      {"a broken file", {"--config", text("b.yaml", "a: [\n")}, 2, "b.yaml:"},
      {"no such file", {"--config", "/nowhere.yaml"}, 2, "Y01"},
      {"no such folder of variants", {"--variant-dir", "/nowhere"}, 2, "S07"},
      {"no such variant", {"--echecs-variant", "eren"}, 2, "S03"},
      {"a token that others may read",
       {"--admin-token-file", text("token", "t\n", false)},
       2,
       "mode 600"},
      {"an empty token", {"--admin-token-file", text("none", "")}, 2, "S06"},
      {"a short echecs key", {"--echecs-key", text("short", "abc")}, 2, "S06"},
      {"no such key file", {"--key-file", "/nowhere"}, 2, "D06"},
      {"a key that is none", {"--key-file", text("bad", "abc\n")}, 2, "D06"},
      {"another folder's key", {"--key-file", text("other", key)}, 2, "D07"},
      {"a lost key", folder("no_key", [](const fs::path& p) { fs::remove(p / "key"); }), 2, "D06"},
      {"an empty key",
       folder("empty_key", [](const fs::path& p) { fs::resize_file(p / "key", 0); }), 2,
       "put back the key"},
      {"a lost database", folder("no_db", [](const fs::path& p) { fs::remove(p / "mlf.db"); }), 1,
       "D15"},
      {"a database that is none",
       folder("bad_db", [](const fs::path& p) { WriteText(p / "mlf.db", std::string(9999, 'x')); }),
       1, "D01"},
      {"a data folder that is a file", {"--data", text("file", "x")}, 1, "D04"},
      {"a log folder that is a file", {"--log-dir", text("log", "x")}, 1, "LOG1"},
      {"no such certificate", {"--tls-cert", "/nowhere", "--tls-key", "/nowhere"}, 1, "T01"},
      {"an address that is another machine's", {"--http", "192.0.2.1:0"}, 1, "G01"},
      {"no folder to back up", {"backup", "--data", "/nowhere", "/tmp/x"}, 1, "D04"},
      {"no file to write", {"backup", "--data", "/nowhere"}, 2, "S05"},
  };
  for (const auto& row : kRows) {
    SCOPED_TRACE(row.what);
    const bool command = !row.args.front().starts_with("-");
    Program program(command ? row.args : Args(row.args));
    EXPECT_EQ(program.Wait(), row.status);
    EXPECT_THAT(program.Err(), AllOf(StartsWith("mlf-server: "), HasSubstr(row.says)));
    EXPECT_EQ(program.Out(), "");
  }
}

TEST_F(ServerProgram, ABrokenVariantIsTold) {
  const fs::path file = folder_ / "variants/home/variant.yaml";
  const std::string right = "id: home\nzh: 家规\nen: House rules\nextends: xueliu\n";
  WriteText(file, right);
  const auto args = Args({"--variant-dir", (folder_ / "variants").string()});
  const auto variants = [](std::uint16_t port) { return Page(port, "/api/v1/variants"); };
  {
    Program program(args);
    const std::string lines = program.Out("ready\n");
    EXPECT_THAT(variants(Port(lines, "http")), HasSubstr("\"id\":\"home\""));
    program.Signal(SIGTERM);
    program.Wait();
  }
  WriteText(file, right + "no_such_key: 1\n");
  Program program(args);
  const std::uint16_t http = Port(program.Out("ready\n"), "http");
  EXPECT_THAT(variants(http), AllOf(HasSubstr("\"id\":\"home\""), HasSubstr("\"older\":true"),
                                    testing::Not(HasSubstr("no_such_key"))));
  program.Signal(SIGTERM);
  EXPECT_EQ(program.Wait(), 0);
  EXPECT_THAT(program.Err(), AllOf(HasSubstr("mlf-server: warning: variant home: "),
                                   HasSubstr("home/variant.yaml:5:"),
                                   HasSubstr("its last valid version is served")));
}

TEST_F(ServerProgram, PrintsItsSettings) {
  Program program({"--print-config", "--max-desks", "7"});
  const std::string text = Program({"--print-config", "--max-desks", "7"}).Out("vote_silence");
  EXPECT_THAT(text, HasSubstr("\nmax_desks: 7\n"));
  EXPECT_EQ(program.Wait(), 0);
}

TEST_F(ServerProgram, TheOperatorAndTheLogs) {
  WriteText(folder_ / "token", "secret\n");
  fs::permissions(folder_ / "token", fs::perms::owner_read | fs::perms::owner_write);
  Program program(Args({"--admin-token-file", (folder_ / "token").string(), "--log-dir",
                        (folder_ / "logs").string()}));
  const std::uint16_t http = Port(program.Out("ready\n"), "http");
  EXPECT_THAT(Page(http, "/metrics HTTP/1.1\r\nX-Forwarded-For: 1.2.3.4\r\nX-Rest:"),
              StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(Page(http,
                   "/metrics HTTP/1.1\r\nX-Forwarded-For: 1.2.3.4\r\n"
                   "Authorization: Bearer secret\r\nX-Rest:"),
              HasSubstr("\nmlf_sessions 0"));
  Client client(http);
  const Json login = client.Ask({{"t", "login"}, {"re", 1}, {"name", "a"}});
  const auto admin = [&](const std::string& method, const std::string& what,
                         const std::string& body) {
    RawClient raw(http);
    raw.Send(method + " /api/v1/admin/" + what +
             " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
             "secret\r\nContent-Length: " +
             std::to_string(body.size()) + "\r\n\r\n" + body);
    return raw.Read();
  };
  EXPECT_THAT(admin("GET", "sessions", ""), HasSubstr(login["user"]["id"].get<std::string>()));
  EXPECT_THAT(admin("POST", "kick", Json{{"user", login["user"]["id"]}}.dump()),
              StartsWith("HTTP/1.1 200 "));
  EXPECT_TRUE(client.ReadAll().back().contains("close"));

  // Logs that were moved away begin anew.
  fs::rename(folder_ / "logs", folder_ / "old");
  fs::create_directory(folder_ / "logs");
  program.Signal(SIGHUP);
  const auto late = std::chrono::steady_clock::now() + kPatience;
  while (fs::is_empty(folder_ / "logs") && std::chrono::steady_clock::now() < late)
    std::this_thread::sleep_for(5ms);
  EXPECT_FALSE(fs::is_empty(folder_ / "logs"));
  program.Signal(SIGINT);
  EXPECT_EQ(program.Wait(), 0);
}

TEST_F(ServerProgram, MetricsMayHaveAListener) {
  Program program(Args({"--metrics", "127.0.0.1:0"}));
  const std::string lines = program.Out("ready\n");
  EXPECT_THAT(lines, HasSubstr("\nlistening metrics 127.0.0.1:"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 5);
  EXPECT_THAT(Page(Port(lines, "metrics"), "/metrics"), HasSubstr("\nmlf_sessions 0"));
  EXPECT_THAT(Page(Port(lines, "metrics"), "/"), StartsWith("HTTP/1.1 404 "));
}

TEST_F(ServerProgram, BacksUpWhileItRuns) {
  Program program(Args());
  program.Out("ready\n");
  const std::string copy = (folder_ / "copy.db").string();
  Program backup({"backup", "--data", (folder_ / "data").string(), copy});
  EXPECT_EQ(backup.Wait(), 0) << backup.Err();
  EXPECT_GT(fs::file_size(copy), 0u);
  Program check({"check-upgrade", "--data", (folder_ / "data").string()});
  EXPECT_EQ(check.Wait(), 0);
  EXPECT_EQ(check.Out(), "0 of 0 matches in play would end at their last action\n");
  Program none({"backup", "--data", (folder_ / "nothing").string(), copy + "2"});
  EXPECT_EQ(none.Wait(), 1);
  Program nothing({"check-upgrade", "--data", (folder_ / "nothing").string()});
  EXPECT_EQ(nothing.Wait(), 1);
  EXPECT_THAT(nothing.Err(), HasSubstr("nothing holds no data of a server; give it by --data"));
  EXPECT_FALSE(fs::exists(folder_ / "nothing"));
}

TEST_F(ServerProgram, CountsAgainWhatWasPlayedOnceItIsStopped) {
  const std::vector<std::string> again{"rebuild-results", "--data", (folder_ / "data").string()};
  Program nothing(again);
  EXPECT_EQ(nothing.Wait(), 1);
  EXPECT_THAT(nothing.Err(), HasSubstr("data holds no data of a server; give it by --data"));
  Program program(Args());
  program.Out("ready\n");
  Program meanwhile(again);
  EXPECT_EQ(meanwhile.Wait(), 3) << meanwhile.Err();
  program.Signal(SIGTERM);
  EXPECT_EQ(program.Wait(), 0);
  Program stopped(again);
  EXPECT_EQ(stopped.Wait(), 0) << stopped.Err();
  EXPECT_EQ(stopped.Out(),
            "matches counted: 0, hands: 0; matches that cannot be read and stay as they were: 0\n");
}

}  // namespace
}  // namespace mlf::test
