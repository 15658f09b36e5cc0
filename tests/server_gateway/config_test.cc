// Settings: the command line, server.yaml, --print-config, and every message for a wrong one.
#include "server/config/address.h"
#include "server/config/command_line.h"
#include "server/config/settings.h"
#include "tests/support/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace mlf::server {
namespace {

namespace fs = std::filesystem;

class Config : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mlf_config_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(fs::temp_directory_path());
    fs::remove_all(folder_);
  }

  // The faults of a server.yaml with this text.
  static std::string FileFaults(const std::string& yaml) {
    test::WriteText("server.yaml", yaml);
    const auto run = ReadCommandLine({"--config", "server.yaml"});
    return run ? "" : FaultText(run.faults());
  }
  static std::string FaultsOf(std::vector<std::string> args) {
    const auto run = ReadCommandLine(std::move(args));
    return run ? "" : FaultText(run.faults());
  }

  fs::path folder_;
};

TEST_F(Config, TheDefaultsAreThoseOfTheContract) {
  const auto run = ReadCommandLine({});
  ASSERT_TRUE(run) << FaultText(run.faults());
  EXPECT_EQ(run->what, Invocation::What::kServe);
  const ServerConfig& c = run->config;
  EXPECT_EQ(c.data, "./data");
  EXPECT_EQ(c.http, "127.0.0.1:7080");
  EXPECT_EQ(c.framed, "127.0.0.1:7001");
  EXPECT_EQ(c.echecs, "127.0.0.1:10000");
  EXPECT_EQ(c.metrics, "off");
  EXPECT_EQ(c.limits.max_message_bytes, 4096);
  EXPECT_EQ(c.limits.messages_per_second, 20);
  EXPECT_EQ(c.limits.messages_burst, 40);
  EXPECT_EQ(c.limits.failed_logins_per_minute, 5);
  EXPECT_EQ(c.limits.new_guests_per_minute, 60);
  EXPECT_EQ(c.limits.password_logins_per_minute, 240);
  EXPECT_EQ(c.limits.user_logins_per_minute, 30);
  EXPECT_EQ(c.limits.logins_waiting, 1000);
  EXPECT_EQ(c.limits.wrong_codes_per_minute, 10);
  EXPECT_EQ(c.limits.outbound_messages, 256);
  EXPECT_EQ(c.limits.outbound_bytes, 262144);
  EXPECT_EQ(c.limits.outbound_bytes_per_address, 16 << 20);
  EXPECT_EQ(c.limits.outbound_bytes_in_all, 256 << 20);
  EXPECT_EQ(c.limits.unread_seconds, 20);
  EXPECT_EQ(c.limits.request_seconds, 10);
  EXPECT_EQ(c.limits.ping_seconds, 20);
  EXPECT_EQ(c.limits.idle_seconds, 60);
  EXPECT_EQ(c.limits.max_connections, 20000);
  EXPECT_EQ(c.limits.max_desks, 20000);
  EXPECT_EQ(c.limits.desks_per_user, 8);
  EXPECT_FALSE(c.limits.limit_loopback);
  EXPECT_EQ(c.table.waiting_minutes, 30);
  EXPECT_EQ(c.table.abandoned_minutes, 360);
  EXPECT_EQ(c.table.unready_seconds, 60);
  EXPECT_EQ(c.table.quick_robots_seconds, 30);
  EXPECT_EQ(c.table.spectator_delay, 4);
  EXPECT_EQ(c.table.claim_pause_ms, 500);
  EXPECT_EQ(c.table.wait_ms, 3000);
  EXPECT_EQ(c.table.extra_seconds, 15);
  EXPECT_EQ(c.table.vote_seconds, 60);
  EXPECT_FALSE(c.table.vote_silence_agrees);
  EXPECT_EQ(c.table.vote_again_seconds, 300);
  EXPECT_EQ(c.table.ready_seconds, 30);
  EXPECT_FALSE(c.table.test_clock);
  EXPECT_FALSE(c.echecs_register);
}

TEST_F(Config, EveryKeyIsAnOptionAndEveryOptionAKey) {
  ServerConfig config;
  const auto all = Settings(config);
  const auto one = ReadCommandLine({"--help"});
  ASSERT_TRUE(one);
  std::set<std::string_view> names;
  for (const Setting& setting : all) {
    EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    EXPECT_NE(one->help.find(setting.option() + " "), std::string::npos) << setting.option();
    // Its present value is one that it takes, from either side.
    const std::string value = setting.Get().Canonical();
    EXPECT_EQ(FileFaults(std::string(setting.name) + ": " + value + "\n"), "");
    if (setting.Get().text().empty()) continue;
    EXPECT_EQ(FaultsOf({setting.option() + "=" + setting.Get().text()}), "") << setting.option();
  }
}

TEST_F(Config, TheCommandLineCountsBeforeTheFile) {
  test::WriteText("server.yaml", "http: 127.0.0.1:1\nmax_desks: 7\necho: 1\n");
  EXPECT_NE(FaultsOf({"--config", "server.yaml"}), "");
  test::WriteText("server.yaml", "http: 127.0.0.1:1\nmax_desks: 7\ntest_clock: on\n");
  const auto run =
      ReadCommandLine({"--http", "[::1]:2", "--config", "server.yaml", "--limit-loopback",
                       "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy=::1"});
  ASSERT_TRUE(run) << FaultText(run.faults());
  EXPECT_EQ(run->config.http, "[::1]:2");
  EXPECT_EQ(run->config.limits.max_desks, 7);
  EXPECT_TRUE(run->config.table.test_clock);
  EXPECT_TRUE(run->config.limits.limit_loopback);
  EXPECT_THAT(run->config.trusted_proxy, testing::ElementsAre("10.0.0.0/8", "::1"));
  const auto last = ReadCommandLine({"--data", "a", "--data", "b"});
  ASSERT_TRUE(last) << FaultText(last.faults());
  EXPECT_EQ(last->config.data, "b");
  const auto off = ReadCommandLine({"--config", "server.yaml", "--test-clock=off"});
  ASSERT_TRUE(off) << FaultText(off.faults());
  EXPECT_FALSE(off->config.table.test_clock);
}

TEST_F(Config, WhatIsPrintedReadsBackTheSame) {
  const auto run = ReadCommandLine(
      {"--print-config", "--data", "/a folder: with # signs", "--vote-silence", "agree",
       "--trusted-proxy", "10.0.0.0/8,fd00::/8", "--framed", "off", "--test-clock",
       "--max-message-bytes", "8192", "--tls-cert", "off", "--tls-key", "7"});
  ASSERT_TRUE(run) << FaultText(run.faults());
  EXPECT_EQ(run->what, Invocation::What::kPrintConfig);
  const std::string text = SettingsText(run->config);
  test::WriteText("printed.yaml", text);
  const auto again = ReadCommandLine({"--config", "printed.yaml"});
  ASSERT_TRUE(again) << FaultText(again.faults());
  EXPECT_EQ(SettingsText(again->config), text);
  EXPECT_EQ(again->config.data, "/a folder: with # signs");
  EXPECT_TRUE(again->config.table.vote_silence_agrees);
  EXPECT_EQ(again->config.framed, "off");
  EXPECT_EQ(again->config.tls_cert, "off");
  EXPECT_EQ(again->config.tls_key, "7");
  EXPECT_THAT(again->config.trusted_proxy, testing::ElementsAre("10.0.0.0/8", "fd00::/8"));
  EXPECT_THAT(text, testing::HasSubstr("\n# inbound, one message\nmax_message_bytes: 8192\n"));
}

TEST_F(Config, AWrongLineOfTheFileIsNamedWithItsPlace) {
  const struct {
    const char* yaml;
    const char* says;
  } kRows[] = {
      {"htpp: 127.0.0.1:1\n",
       "server.yaml:1:1: S01: there is no setting \"htpp\" (did you mean \"http\"?)\n"},
      {"data: x\nmax-desks: 5\n",
       "server.yaml:2:1: S01: there is no setting \"max-desks\" (did you mean \"max_desks\"?)\n"},
      {"max_desks: many\n",
       "server.yaml:1:12: S02: max_desks is a whole number from 1 to 1000000000, not \"many\"\n"},
      {"max_desks: \"5\"\n",
       "server.yaml:1:12: S02: max_desks is a whole number from 1 to 1000000000, not \"5\"\n"},
      {"ping_seconds: 0\n",
       "server.yaml:1:15: S03: ping_seconds is a whole number from 1 to 86400, not \"0\"\n"},
      {"test_clock: maybe\n", "server.yaml:1:13: S02: test_clock is on or off, not \"maybe\"\n"},
      {"vote_silence: yes\n", "server.yaml:1:15: S03: vote_silence is agree or no, not \"yes\"\n"},
      {"log_level: inof\n",
       "server.yaml:1:12: S03: log_level is debug, info, warning, error, off (did you mean "
       "\"info\"?), not \"inof\"\n"},
      {"http: off\n",
       "server.yaml:1:7: S03: http is ADDRESS:PORT with a numeric address, such as 127.0.0.1:7080 "
       "or [::1]:7080, not \"off\"\n"},
      {"framed: 7001\n",
       "server.yaml:1:9: S03: framed is off, or ADDRESS:PORT with a numeric address, such as "
       "127.0.0.1:7080 or [::1]:7080, not \"7001\"\n"},
      {"trusted_proxy: [10.0.0.0/8, 10.0.0.0/33]\n",
       "server.yaml:1:29: S03: trusted_proxy is a network such as 10.0.0.0/8, or a list of them, "
       "not \"10.0.0.0/33\"\n"},
      {"trusted_proxy: {a: b}\n",
       "server.yaml:1:16: S02: trusted_proxy is a list of networks, not a map\n"},
      {"origins: [https://a.example, b.example]\n",
       "server.yaml:1:30: S03: origins is an origin such as https://tables.example.org, a list of "
       "them, or * for all, not \"b.example\"\n"},
      {"data: [a]\n", "server.yaml:1:7: S02: data is a text, not a list\n"},
      {"- data\n", "server.yaml:1:1: S02: the settings are a map of `key: value` lines\n"},
      {"tls_cert: a.pem\n", "S04: tls_cert and tls_key are given together, or neither\n"},
      {"cluster: 10.0.0.1:2379\n",
       "server.yaml:1:10: S03: cluster is etcd://HOST:PORT,... with the members of one etcd "
       "cluster, such as etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379, not "
       "\"10.0.0.1:2379\"\n"},
      {"roles: hots\n",
       "server.yaml:1:8: S03: roles is gateway, host, or gateway,host (did you mean \"host\"?), "
       "not \"hots\"\n"},
      {"name: N1\n",
       "server.yaml:1:7: S03: name is up to 32 of the characters a-z, 0-9, -, _ and ., not "
       "\"N1\"\n"},
      {"cluster: etcd://10.0.0.1:2379\n",
       "S04: cluster needs a name for this server: give it by --name NAME\n"},
      {"name: n1\n",
       "S04: name, advertise, certs, roles, archive and cluster_quota_mb are those of a node in a "
       "cluster: "
       "give it by --cluster etcd://A,B,C, or leave them out\n"},
      {"archive: mysql://a/b\n",
       "server.yaml:1:10: S03: archive is postgres://USER:PASSWORD@HOST:PORT/DATABASE, or a folder "
       "that begins with /, or empty, "
       "not \"mysql://a/b\"\n"},
  };
  for (const auto& row : kRows) EXPECT_EQ(FileFaults(row.yaml), row.says) << row.yaml;
  // All at once, in the order of the file.
  EXPECT_EQ(
      FileFaults("a: 1\nmax_desks: -1\n"),
      "server.yaml:1:1: S01: there is no setting \"a\"\n"
      "server.yaml:2:12: S03: max_desks is a whole number from 1 to 1000000000, not \"-1\"\n");
  EXPECT_THAT(FileFaults("data: a\ndata: b\n"), testing::HasSubstr("server.yaml:2:1: Y08"));
  EXPECT_EQ(FileFaults("# nothing is set\n"), "");
}

TEST_F(Config, AWrongOptionIsNamed) {
  EXPECT_EQ(FaultsOf({"--htpp", "127.0.0.1:1"}),
            "S05: there is no option --htpp (did you mean \"--http\"?)\n");
  EXPECT_EQ(FaultsOf({"--max-desk=5"}),
            "S05: there is no option --max-desk (did you mean \"--max-desks\"?)\n");
  EXPECT_EQ(FaultsOf({"--http", "localhost"}),
            "--http: S03: http is ADDRESS:PORT with a numeric address, such as 127.0.0.1:7080 or "
            "[::1]:7080, not \"localhost\"\n");
  EXPECT_EQ(FaultsOf({"--max-desks", "1e3"}),
            "--max-desks: S02: max_desks is a whole number from 1 to 1000000000, not \"1e3\"\n");
  EXPECT_EQ(FaultsOf({"serve"}), "S05: there is no command \"serve\"\n");
  EXPECT_EQ(FaultsOf({"bakcup"}),
            "S05: there is no command \"bakcup\" (did you mean \"backup\"?)\n");
  EXPECT_THAT(FaultsOf({"--http"}), testing::HasSubstr("--http"));
  EXPECT_THAT(FaultsOf({"--config", "nowhere.yaml"}), testing::HasSubstr("Y01"));
  EXPECT_EQ(FaultsOf({"backup", "--data", "x"}),
            "S05: backup needs the file to write: mlf-server backup --data DIR FILE\n");
}

TEST_F(Config, CommandsTakeTheSettingsToo) {
  const auto backup = ReadCommandLine({"backup", "--data", "x", "copy.db"});
  ASSERT_TRUE(backup) << FaultText(backup.faults());
  EXPECT_EQ(backup->what, Invocation::What::kBackup);
  EXPECT_EQ(backup->config.data, "x");
  EXPECT_EQ(backup->backup_file, "copy.db");
  const auto check = ReadCommandLine({"check-upgrade", "--data", "y"});
  ASSERT_TRUE(check) << FaultText(check.faults());
  EXPECT_EQ(check->what, Invocation::What::kCheckUpgrade);
  EXPECT_EQ(check->config.data, "y");
  const auto rebuild = ReadCommandLine({"rebuild-results", "--data", "z"});
  ASSERT_TRUE(rebuild) << FaultText(rebuild.faults());
  EXPECT_EQ(rebuild->what, Invocation::What::kRebuildResults);
  EXPECT_EQ(rebuild->config.data, "z");
}

TEST_F(Config, AClusterHasOneEtcd) {
  const auto run =
      ReadCommandLine({"--cluster", "etcd://a:1,b:2", "--name", "n", "--cluster-ca", "ca.pem"});
  ASSERT_TRUE(run) << FaultText(run.faults());
  EXPECT_EQ(run->config.cluster, "etcd://a:1,b:2");
  EXPECT_EQ(run->config.cluster_ca, "ca.pem");
  test::WriteText("printed.yaml", SettingsText(run->config));
  const auto again = ReadCommandLine({"--config", "printed.yaml"});
  ASSERT_TRUE(again) << FaultText(again.faults());
  EXPECT_EQ(again->config.cluster, run->config.cluster);
  EXPECT_THAT(FileFaults("cluster: [etcd://a:1, etcd://b:2]\n"), testing::HasSubstr("cluster"));
  EXPECT_THAT(FaultsOf({"--cluster", "etcd://a:1", "--cluster", "etcd://c:3", "--name", "n"}),
              testing::HasSubstr("--cluster is given twice"));
  EXPECT_EQ(
      FaultsOf({"--cluster", "etcd://a:1", "--name", "n", "--cluster-cert", "c"}),
      "S04: cluster_cert and cluster_key are given together, or neither\n"
      "S04: cluster_ca needs cluster, and cluster_cert needs cluster_ca: give the one that is "
      "missing, or leave the other out\n");
  EXPECT_THAT(FaultsOf({"--cluster-ca", "c"}), testing::HasSubstr("cluster_ca needs cluster"));
}

TEST_F(Config, MigrateGoesOneWayOrTheOther) {
  const auto there =
      ReadCommandLine({"migrate", "to-cluster", "--data", "x", "--cluster", "etcd://a:1"});
  ASSERT_TRUE(there) << FaultText(there.faults());
  EXPECT_EQ(there->what, Invocation::What::kMigrateToCluster);
  const auto back =
      ReadCommandLine({"migrate", "--cluster", "etcd://a:1", "to-folder", "--data", "y"});
  ASSERT_TRUE(back) << FaultText(back.faults());
  EXPECT_EQ(back->what, Invocation::What::kMigrateToFolder);
  EXPECT_EQ(back->config.data, "y");
  EXPECT_EQ(FaultsOf({"migrate", "to-folder", "--cluster", "etcd://a:1", "1.db"}),
            "S05: there is no command \"1.db\"\n");
  EXPECT_THAT(FaultsOf({"migrate", "--cluster", "etcd://a:1"}), testing::HasSubstr("to-cluster"));
  EXPECT_THAT(FaultsOf({"migrate", "to-cluster"}), testing::HasSubstr("migrate needs the cluster"));
  EXPECT_EQ(FaultsOf({"migrate", "to-cluster", "more", "--cluster", "etcd://a:1"}),
            "S05: there is no command \"more\"\n");
}

TEST_F(Config, ClusterCertsHasAFolderAndNodes) {
  const auto run = ReadCommandLine({"cluster-certs", "certs", "n1", "n2"});
  ASSERT_TRUE(run) << FaultText(run.faults());
  EXPECT_EQ(run->what, Invocation::What::kClusterCerts);
  EXPECT_THAT(run->words, testing::ElementsAre("certs", "n1", "n2"));
  EXPECT_THAT(FaultsOf({"cluster-certs", "certs"}), testing::HasSubstr("the names of nodes"));
}

TEST(Address, EndpointsAndNetworks) {
  for (const char* wrong : {"", ":", "1.2.3.4", "1.2.3.4:", "1.2.3.4:65536", "1.2.3.4:-1", "::1:80",
                            "[1.2.3.4]:80", "localhost:80", "1.2.3.4:80x", "[]:1"})
    EXPECT_FALSE(ParseEndpoint(wrong)) << wrong;
  const auto v6 = ParseEndpoint("[::1]:80");
  ASSERT_TRUE(v6);
  EXPECT_EQ(v6->address, "::1");
  EXPECT_EQ(EndpointText(*v6), "[::1]:80");
  EXPECT_EQ(ParseEndpoint("0.0.0.0:0")->port, 0);

  for (const char* wrong : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "a"})
    EXPECT_FALSE(Network::Parse(wrong)) << wrong;
  const auto ten = Network::Parse("10.1.2.3/8");
  ASSERT_TRUE(ten);
  EXPECT_TRUE(ten->Contains("10.200.0.1"));
  EXPECT_TRUE(ten->Contains("::ffff:10.0.0.1"));
  EXPECT_FALSE(ten->Contains("11.0.0.1"));
  EXPECT_FALSE(ten->Contains("fd00::1"));
  EXPECT_FALSE(ten->Contains("nonsense"));
  EXPECT_TRUE(Network::Parse("fd00::/8")->Contains("fd12::1"));
  EXPECT_TRUE(Network::Parse("127.0.0.1")->Contains("127.0.0.1"));
  EXPECT_FALSE(Network::Parse("127.0.0.1")->Contains("127.0.0.2"));
  EXPECT_TRUE(Network::Parse("0.0.0.0/0")->Contains("8.8.8.8"));

  EXPECT_TRUE(IsLoopback("127.1.2.3"));
  EXPECT_TRUE(IsLoopback("::1"));
  EXPECT_TRUE(IsLoopback("::ffff:127.0.0.1"));
  EXPECT_FALSE(IsLoopback("10.0.0.1"));
  EXPECT_EQ(NormalAddress("::ffff:1.2.3.4"), "1.2.3.4");
  EXPECT_EQ(NormalAddress("1.2.3.4, 5.6.7.8"), std::nullopt);
}

}  // namespace
}  // namespace mlf::server
