// What is etcd's alone: endpoints that are down or silent, a restart, TLS.
#include "cluster/etcd_store.h"
#include "tests/server_cluster/etcd_process.h"
#include "tests/server_cluster/stores.h"
#include "tests/support/files.h"

#include <gmock/gmock.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

namespace mlf::server::test {
namespace {

using testing::ElementsAre;

using StoreOutcome = Committed::Outcome;

// Takes connections and never says a word.
class SilentPort {
 public:
  SilentPort() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    ::bind(fd_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(fd_, 8);
    ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    endpoint = fmt::format("127.0.0.1:{}", ntohs(address.sin_port));
  }
  ~SilentPort() { ::close(fd_); }
  SilentPort(const SilentPort&) = delete;
  SilentPort& operator=(const SilentPort&) = delete;
  std::string endpoint;

 private:
  int fd_;
};

class EtcdStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!InEtcd())
      GTEST_SKIP() << "etcd is not installed, or the server is built without it (group cluster)";
  }
  static StoreOutcome Put(EtcdClient& client, const std::string& key) {
    std::optional<StoreOutcome> outcome;
    client.store().Commit({{}, {{key, "x"}}}, [&](Committed answer) { outcome = answer.outcome; });
    EXPECT_TRUE(client.RunUntil([&] { return outcome.has_value(); }));
    return outcome.value_or(StoreOutcome::kUnknown);
  }
};

TEST_F(EtcdStoreTest, AnotherEndpointIsAskedWhereOneIsDownOrSilent) {
  EtcdProcess etcd;
  const SilentPort silent;
  const std::string down = "127.0.0.1:1";
  for (const std::string& first : {silent.endpoint, down}) {
    EtcdClient ready({.endpoints = {etcd.endpoint()}});
    EtcdClient client({.endpoints = {first, etcd.endpoint()}, .timeout = 2000});
    EXPECT_EQ(Put(client, "k"), StoreOutcome::kWritten)
        << "its first reads have found the other one";
  }
  EtcdClient client({.endpoints = {etcd.endpoint(), silent.endpoint, down}, .timeout = 2000});
  std::vector<std::string> seen;
  client.store().Watch(
      "w/", client.store().ListNow("")->revision + 1,
      [&](const Change& change) { seen.push_back(change.now.key); }, [] {});
  EXPECT_EQ(Put(client, "w/1"), StoreOutcome::kWritten);
  EXPECT_TRUE(client.RunUntil([&] { return seen.size() == 1; }));
  etcd.Kill();
  EXPECT_EQ(Put(client, "w/2"), StoreOutcome::kUnknown);
  EXPECT_FALSE(client.store().ListNow(""));
  etcd.Start();
  while (!client.store().ListNow("")) {
  }
  EXPECT_EQ(Put(client, "w/3"), StoreOutcome::kWritten);
  EXPECT_TRUE(client.RunUntil([&] { return seen.size() == 2; }));
  EXPECT_THAT(seen, ElementsAre("w/1", "w/3")) << "the watch has gone on";
}

TEST_F(EtcdStoreTest, TlsProvesBothSides) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("mlf_tls_{}", ::getpid());
  std::filesystem::create_directory(folder);
  const auto make = [&](const std::string& name) {
    const std::string file = (folder / name).string();
    EXPECT_EQ(std::system(fmt::format("openssl req -x509 -newkey ec -pkeyopt "
                                      "ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN={} "
                                      "-addext subjectAltName=IP:127.0.0.1 -keyout {}.key "
                                      "-out {}.crt 2> /dev/null",
                                      name, file, file)
                              .c_str()),
              0);
    return file;
  };
  const std::string own = make("own"), other = make("other");
  EtcdProcess etcd(own);
  const auto pem = [](const std::string& file) { return ::mlf::test::ReadText(file); };
  EtcdClient client({.endpoints = {etcd.endpoint()},
                     .ca = pem(own + ".crt"),
                     .cert = pem(own + ".crt"),
                     .key = pem(own + ".key")});
  EXPECT_EQ(Put(client, "k"), StoreOutcome::kWritten);
  EtcdClient stranger({.endpoints = {etcd.endpoint()},
                       .ca = pem(own + ".crt"),
                       .cert = pem(other + ".crt"),
                       .key = pem(other + ".key")},
                      false);
  EXPECT_FALSE(stranger.store().ListNow(""));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mlf::server::test
