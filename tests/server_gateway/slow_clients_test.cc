// Clients that send slowly, or do not read what they asked for: the time and the memory that they
// may take. Time passes at once (TestServer::Pass).
#include "server/http/api.h"
#include "tests/server_gateway/certificate.h"
#include "tests/server_gateway/harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <thread>

namespace mlf::test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

constexpr server::Ms kSecond = 1000;

int Cuts(TestServer& server, const std::string& why) {
  return server.Get<int>([&] { return server.meter.cuts[why]; });
}
std::size_t Connections(TestServer& server) {
  return server.Get<std::size_t>([&] { return server.gateway->connections(); });
}
std::uint64_t Waiting(TestServer& server) {
  return server.Get<std::uint64_t>([&] { return server.gateway->outbound_bytes(); });
}

// ---- slow senders ----

const std::string kHandshake =
    "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

// A byte each second never completes what it begins. Idle time does not end it.
void ExpectEnded(TestServer& server, std::uint16_t port, const std::string& before,
                 const std::string& bytes, const std::string& last) {
  SCOPED_TRACE(bytes.substr(0, 20));
  RawClient client(port);
  client.Send(before);
  if (!before.empty()) client.Read("\r\n\r\n");
  server.Until([&] { return server.gateway->connections() == 1; });
  const int cuts = Cuts(server, "slow_sender");
  int seconds = 0;
  for (; Cuts(server, "slow_sender") == cuts && seconds < 15; ++seconds) {
    client.Send(bytes.substr(static_cast<std::size_t>(seconds), 1));
    std::this_thread::sleep_for(2ms);  // the server has read it, or will read it later
    server.Pass(kSecond);
  }
  EXPECT_GE(seconds, 9);
  EXPECT_LE(seconds, 12);
  EXPECT_THAT(client.Read(), HasSubstr(last));
  server.Pass(11 * kSecond);  // the peer need not close
  server.Until([&] { return server.gateway->connections() == 0; });
}

TEST(SlowSenders, AreEndedOnEveryWire) {
  TestServer server;
  const std::string bye = "\"slow\"";
  const std::string frame = Frame(0x81, std::string(60, ' '));
  ExpectEnded(server, server.http_port(), "", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 408 ");
  ExpectEnded(server, server.http_port(), "",
              "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n", "HTTP/1.1 408 ");
  ExpectEnded(server, server.http_port(), "", kHandshake, "HTTP/1.1 408 ");
  ExpectEnded(server, server.echecs_port(), "", kHandshake, "HTTP/1.1 408 ");
  ExpectEnded(server, server.http_port(), kHandshake, frame, bye);
  ExpectEnded(server, server.echecs_port(), kHandshake, frame, bye);
  ExpectEnded(server, server.framed_port(), "",
              std::string("\1\0\0\3\xe9\0\0\1\0{", 10) + std::string(9, ' '), bye);
}

TEST(SlowSenders, ABodyCountsWithItsHead) {
  TestServer server;
  RawClient client(server.http_port());
  client.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{");
  server.Until([&] { return server.gateway->connections() == 1; });
  for (int i = 0; i < 11 && Cuts(server, "slow_sender") == 0; ++i) {
    client.Send("x");
    server.Pass(kSecond);
  }
  EXPECT_THAT(client.Read(), StartsWith("HTTP/1.1 408 "));
  EXPECT_EQ(Cuts(server, "slow_sender"), 1);
}

TEST(SlowSenders, FragmentsAreNoMessageBeforeTheLast) {
  TestServer server;
  RawClient client(server.http_port());
  client.Upgrade();
  client.Send(Frame(0x01, "{"));
  for (int i = 0; i < 12 && Cuts(server, "slow_sender") == 0; ++i) {
    client.Send(Frame(0x00, " ") + Frame(0x89, "a ping between them changes nothing"));
    client.Read("changes nothing");
    server.Pass(kSecond);
  }
  EXPECT_THAT(client.Read(), HasSubstr("\"slow\""));
  EXPECT_EQ(Cuts(server, "slow_sender"), 1);
}

TEST(SlowSenders, AreNotThoseThatCompleteTheirMessages) {
  TestServer server;
  RawClient client(server.http_port());
  client.Upgrade();
  // Each message comes in two parts, the second one with the begin of the next.
  const std::string frame = Frame(0x81, Client::Ping(1).dump());
  client.Send(frame.substr(0, 10));
  for (int i = 0; i < 20; ++i) {
    server.Pass(kSecond * 4);
    client.Send(frame.substr(10) + frame.substr(0, 10));
    EXPECT_THAT(client.Read("}"), HasSubstr("\"ok\""));
  }
  EXPECT_EQ(Cuts(server, "slow_sender"), 0);
}

TEST(SlowSenders, AreNotThoseFromWhomTheServerDoesNotRead) {
  TestServer server([](server::ServerConfig& config) { config.limits.idle_seconds = 1000; });
  RawClient client(server.http_port());
  client.Upgrade();
  // The first request waits for its answer, the second is read ahead, the third only begins.
  const std::string ping = Frame(0x81, Client::Ping(2).dump());
  client.Send(Frame(0x81, Client::Say(1, "hold").dump()) + ping + ping.substr(0, 10));
  server.Until([&] { return server.lobby.held.size() == 1; });
  for (int i = 0; i < 30; ++i) server.Pass(kSecond);
  server.Do([&] { server.lobby.held[0](Json::object()); });
  EXPECT_THAT(client.Read("\"re\":2"), HasSubstr("\"re\":1"));
  client.Send(ping.substr(10));
  EXPECT_THAT(client.Read("\"re\":2"), HasSubstr("\"ok\""));
}

TEST(SlowSenders, OfTlsAreEnded) {
  const Certificate certificate("slow");
  TestServer server([&](server::ServerConfig& config) {
    config.tls_cert = certificate.cert();
    config.tls_key = certificate.key();
  });
  for (const std::uint16_t port :
       {server.http_port(), server.framed_port(), server.echecs_port()}) {
    SCOPED_TRACE(port);
    // The head of a client's first message, whose rest comes byte by byte.
    RawClient client(port);
    client.Send(std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11));
    server.Until([&] { return server.gateway->connections() == 1; });
    const int cuts = Cuts(server, "slow_sender");
    int seconds = 0;
    for (; Cuts(server, "slow_sender") == cuts && seconds < 15; ++seconds) {
      client.Send("x");
      server.Pass(kSecond);
    }
    EXPECT_LE(seconds, 12);
    server.Until([&] { return server.gateway->connections() == 0; });
  }
}

// A record of TLS that does not become complete, after the handshake.
TEST(SlowSenders, OfTlsRecordsAreEnded) {
  const Certificate certificate("slow");
  TestServer server([&](server::ServerConfig& config) {
    config.tls_cert = certificate.cert();
    config.tls_key = certificate.key();
  });
  TlsClient quiet(server.framed_port()), slow(server.framed_port());
  server.Until([&] { return server.gateway->connections() == 2; });
  slow.SendRaw(std::string("\x17\x03\x03\x10\x00", 5));
  int seconds = 0;
  for (; Cuts(server, "slow_sender") == 0 && seconds < 15; ++seconds) {
    slow.SendRaw("x");
    std::this_thread::sleep_for(2ms);
    server.Pass(kSecond);
  }
  EXPECT_LE(seconds, 12);
  server.Until([&] { return server.gateway->connections() == 1; });
}

// ---- connections beyond the limit ----

// Open sockets of this process: the ends of the clients and of the server.
std::size_t Sockets() {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const auto aim = std::filesystem::read_symlink(file.path(), gone).string();
    count += aim.starts_with("socket:") ? 1 : 0;
  }
  return count;
}

TEST(ConnectionsBeyondTheLimit, AreClosedThoughTheirClientsAreNot) {
  TestServer server([](server::ServerConfig& config) { config.limits.max_connections = 1; });
  RawClient first(server.http_port());
  server.Until([&] { return server.gateway->connections() == 1; });
  const std::size_t before = Sockets();
  boost::asio::io_context io;
  std::deque<Tcp::socket> more;
  for (int i = 0; i < 300; ++i) Connect(more.emplace_back(io), server.http_port(), 0);
  std::string status(13, '\0');
  more.front().read_some(boost::asio::buffer(status));
  EXPECT_EQ(status, "HTTP/1.1 503 ");
  boost::system::error_code closed;
  more.back().read_some(boost::asio::buffer(status), closed);
  EXPECT_TRUE(closed) << "a connection beyond the limit got an answer";
  server.Pass(2 * kSecond);
  server.Until([&] { return Sockets() <= before + more.size(); });
  EXPECT_EQ(Sockets(), before + more.size());
}

// ---- answers that nobody reads ----

// A server of one long body, for clients whose own memory takes little of it.
constexpr std::size_t kLong = 2'000'000;
constexpr int kReceiveBuffer = 100'000;

class Unread : public testing::Test {
 protected:
  void Start(const std::function<void(server::ServerConfig&)>& change = {}) {
    server_ = std::make_unique<TestServer>(
        [&](server::ServerConfig& config) {
          config.limits.limit_loopback = true;
          if (change) change(config);
        },
        std::function<void(server::GatewayTimes&)>(),
        [this](const server::HttpRequest& request, const server::HttpRespond& respond) {
          if (request.path == "/short") return respond({});
          respond({.body = request.path == "/shared"
                               ? body_
                               : std::make_shared<const std::string>(kLong, 'o')});
        });
  }
  RawClient& Ask(const std::string& path, const std::string& more = "") {
    RawClient& client = clients_.emplace_back(server_->http_port(), kReceiveBuffer);
    client.Send("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n");
    return client;
  }
  // An answer that is read at once.
  std::string Once(const std::string& path) const {
    RawClient client(server_->http_port());
    client.Send("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return client.Read();
  }

  const std::shared_ptr<const std::string> body_ = std::make_shared<const std::string>(kLong, 's');
  std::unique_ptr<TestServer> server_;
  std::deque<RawClient> clients_;
};

TEST_F(Unread, ABodyIsSharedByAllWhoAskForIt) {
  Start();
  for (int i = 0; i < 50; ++i) Ask("/shared");
  server_->Until([&] { return server_->gateway->connections() == 50; });
  server_->Until([&] { return body_.use_count() > 50; });
  EXPECT_LT(Waiting(*server_), kLong + 100'000) << "a copy each would be 100 MB";
  // All of it arrives, whole and in order, with a further answer behind it.
  RawClient& reader = clients_[7];
  reader.Send("GET /short HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::string all = reader.Read();
  const std::size_t begin = all.find("\r\n\r\n") + 4;
  EXPECT_TRUE(all.substr(begin, kLong) == *body_);
  EXPECT_THAT(all.substr(begin + kLong), StartsWith("HTTP/1.1 200 "));
  clients_.clear();
  server_->Until([&] { return server_->gateway->connections() == 0; });
  EXPECT_EQ(Waiting(*server_), 0u);
  EXPECT_EQ(body_.use_count(), 1);
}

TEST_F(Unread, ClientsThatReadNothingAreCutInTime) {
  Start();
  for (int i = 0; i < 20; ++i) Ask("/shared", i % 2 == 0 ? "" : "Connection: close\r\n");
  server_->Until([&] { return body_.use_count() > 20; });
  // What the kernel takes at the begin counts as read.
  for (int i = 0; i < 42; ++i) server_->Pass(kSecond);
  EXPECT_EQ(Connections(*server_), 0u);
  EXPECT_EQ(Cuts(*server_, "unread"), 20);
  EXPECT_EQ(Waiting(*server_), 0u);
}

TEST_F(Unread, ClientsThatReadByteByByteAreCut) {
  Start();
  RawClient& client = Ask("/shared");
  server_->Until([&] { return body_.use_count() > 1; });
  std::this_thread::sleep_for(50ms);  // the kernel has what it takes
  int seconds = 0;
  for (; Cuts(*server_, "unread") == 0 && seconds < 60; ++seconds) {
    std::array<char, 100> part;
    client.socket.read_some(boost::asio::buffer(part));
    server_->Pass(kSecond);
  }
  // 40 s, and what the kernel still took after the pause.
  EXPECT_LT(seconds, 60);
}

TEST_F(Unread, ClientsThatReadSlowlyAreServed) {
  Start();
  RawClient& client = Ask("/shared", "Connection: close\r\n");
  server_->Until([&] { return body_.use_count() > 1; });
  // 200 kB each ten seconds, for longer than a connection may be silent.
  std::size_t read = 0;
  boost::system::error_code error;
  std::vector<char> part(200'000);
  while (!error) {
    std::size_t got = 0;
    while (!error && got < part.size())
      got += client.socket.read_some(boost::asio::buffer(part), error);
    read += got;
    std::this_thread::sleep_for(2ms);
    server_->Pass(10 * kSecond);
  }
  EXPECT_GE(read, kLong);
  EXPECT_EQ(Cuts(*server_, "unread"), 0);
}

TEST_F(Unread, AConnectionThatHasReadItsAnswerEndsWhenItIsIdle) {
  Start();
  RawClient& client = Ask("/short");
  client.Read("\r\n\r\n");
  RawClient silent(server_->http_port());
  server_->Until([&] { return server_->gateway->connections() == 2; });
  for (int i = 0; i < 11; ++i) server_->Pass(kSecond);
  EXPECT_EQ(silent.Read(), "") << "no request in request_seconds";
  for (int i = 0; i < 50; ++i) server_->Pass(kSecond);
  EXPECT_EQ(client.Read(), "") << "no further one in idle_seconds";
}

TEST_F(Unread, AnAddressHasABoundOfItsOwn) {
  Start([](server::ServerConfig& config) { config.limits.outbound_bytes_per_address = 5'000'000; });
  for (int i = 0; i < 10; ++i) Ask("/own");
  server_->Until([&] { return server_->meter.cuts["crowded"] == 7; });
  EXPECT_LT(Waiting(*server_), 3 * kLong + 100'000);
  int refused = 0;
  for (RawClient& client : clients_) {
    std::string answer = client.Read("\r\n\r\n");
    if (!answer.starts_with("HTTP/1.1 503 ")) continue;
    ++refused;
    EXPECT_THAT(answer, HasSubstr("\r\nRetry-After: 10\r\n"));
    EXPECT_THAT(answer + client.Read(), HasSubstr("application/problem+json"));
  }
  EXPECT_EQ(refused, 7);
  EXPECT_THAT(Once("/short"), StartsWith("HTTP/1.1 200 ")) << "nothing long waits because of it";
}

TEST_F(Unread, TheBoundOfAnAddressDoesNotHoldForLoopback) {
  Start([](server::ServerConfig& config) {
    config.limits.limit_loopback = false;
    config.limits.outbound_bytes_per_address = 5'000'000;
  });
  for (int i = 0; i < 5; ++i) Ask("/own");
  server_->Until([&] { return server_->gateway->outbound_bytes() >= 5 * kLong; });
  EXPECT_EQ(Cuts(*server_, "crowded"), 0);
}

TEST_F(Unread, BeyondTheBoundInAllTheIdlestAreCut) {
  Start([](server::ServerConfig& config) { config.limits.outbound_bytes_in_all = 5'000'000; });
  for (std::size_t i = 0; i < 2; ++i) {
    Ask("/own");
    server_->Until([&] { return server_->gateway->outbound_bytes() >= (i + 1) * kLong; });
    server_->Pass(kSecond);
  }
  Ask("/own");
  // The first one, which has waited longest, is gone; the newest are not.
  server_->Until([&] { return server_->meter.cuts["crowded"] == 1; });
  server_->Until([&] { return server_->gateway->connections() == 2; });
  EXPECT_LT(Waiting(*server_), 5'000'000u);
  const std::string all = clients_[2].Read(std::string(1000, 'o'));
  EXPECT_THAT(all, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(Once("/own"), StartsWith("HTTP/1.1 200 "));
}

// Beyond the bound a player who does not read loses pushes, and others do not.
TEST_F(Unread, InACrowdOnlyThoseWhoDoNotReadLosePushes) {
  Start([](server::ServerConfig& config) {
    config.limits.outbound_bytes_per_address = 1'000'000;
    config.limits.outbound_bytes = 100'000'000;
    config.limits.outbound_messages = 1000;
  });
  Client reader(server_->http_port());
  RawClient deaf(server_->http_port(), kReceiveBuffer);
  deaf.Upgrade();
  deaf.Send(Frame(0x81, Client::Say(1, "push 300 10000").dump()));
  server_->Until([&] { return server_->lobby.handled == 1; });
  server_->Until([&] { return server_->gateway->outbound_bytes() > 1'000'000; });
  deaf.Send(Frame(0x81, Client::Say(2, "push 300 10000").dump()));
  server_->Until([&] { return server_->lobby.handled == 2; });
  EXPECT_LT(Waiting(*server_), 3'100'000u);
  reader.Send(Client::Say(3, "push 5 1000"));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(reader.Read()["t"], "notice");
  EXPECT_EQ(reader.Read()["re"], 3);
}

TEST_F(Unread, OverTlsABodyIsSharedToo) {
  const Certificate certificate("shared");
  Start([&](server::ServerConfig& config) {
    config.tls_cert = certificate.cert();
    config.tls_key = certificate.key();
  });
  std::deque<TlsClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(server_->http_port(), kReceiveBuffer);
    clients.back().Send("GET /shared HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  }
  server_->Until([&] { return body_.use_count() > 20; });
  EXPECT_LT(Waiting(*server_), kLong + 20 * 40'000);
  const std::string all = clients[3].Read();
  EXPECT_TRUE(all.substr(all.find("\r\n\r\n") + 4) == *body_);
  // What the kernel takes at the begin counts as read.
  for (int i = 0; i < 42; ++i) server_->Pass(kSecond);
  EXPECT_EQ(Connections(*server_), 0u);
  EXPECT_EQ(Waiting(*server_), 0u);
}

}  // namespace
}  // namespace mlf::test
