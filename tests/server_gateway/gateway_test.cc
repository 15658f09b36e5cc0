// The gateway over real sockets: every limit, every close code, and what hostile clients do.
#include "server/world/real_world.h"
#include "tests/server_gateway/harness.h"
#include "tests/support/patience.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <vector>

namespace mlf::test {
namespace {

namespace websocket = boost::beast::websocket;
using namespace std::chrono_literals;
using testing::EndsWith;
using testing::HasSubstr;

Json Ok(int re) { return {{"t", "ok"}, {"re", re}, {"time_ms", 1}}; }
Json Bye(const char* code) { return {{"t", "bye"}, {"code", code}}; }
Json Closed(int code) { return {{"close", code}}; }

// ---- time ----

TEST(Timers, GoOnWhereOneFails) {
  boost::asio::io_context io;
  server::RealWorld real(io, server::NoLog(), server::NoMeter());
  const server::World world = real.world();
  const server::Ms now = world.clock.Steady();
  bool ran = false;
  world.timers.At(now, [] { throw std::runtime_error("a step fails"); });
  world.timers.At(now + 1, [&] { ran = true; });
  EXPECT_THROW(io.run(), std::runtime_error);
  io.restart();
  io.run_for(kPatience);
  EXPECT_TRUE(ran);
}

// ---- the handshake ----

TEST(Handshake, TheSubprotocolIsTakenOrRefused) {
  TestServer server;
  Client none(server.http_port());
  EXPECT_EQ(none.Ask(Client::Ping(1)), Ok(1));
  websocket::response_type answer;
  const auto with = [&](const char* protocols) {
    boost::asio::io_context io;
    websocket::stream<Tcp::socket> ws(io);
    ws.next_layer().connect({boost::asio::ip::address_v4::loopback(), server.http_port()});
    ws.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
      request.set(boost::beast::http::field::sec_websocket_protocol, protocols);
    }));
    boost::system::error_code error;
    answer = {};
    ws.handshake(answer, "localhost", "/ws", error);
    return error;
  };
  EXPECT_FALSE(with("mlf.v1"));
  EXPECT_EQ(answer[boost::beast::http::field::sec_websocket_protocol], "mlf.v1");
  EXPECT_FALSE(with("mlf.v9, mlf.v1"));
  EXPECT_EQ(answer[boost::beast::http::field::sec_websocket_protocol], "mlf.v1");
  EXPECT_TRUE(with("mlf.v2"));
}

TEST(Handshake, WhatIsNoneIsRefused) {
  TestServer server;
  const std::string head = "GET /ws HTTP/1.1\r\nHost: x\r\n";
  const std::string key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
  const std::string upgrade = "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n" + key;
  const struct {
    std::string request;
    const char* answer;
  } kRows[] = {
      {head + upgrade + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mlf.v2\r\n\r\n",
       "HTTP/1.1 400 "},
      {head + "\r\n", "HTTP/1.1 426 "},
      {head + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 12\r\n" + key +
           "\r\n",
       "HTTP/1.1 426 "},
      {head + "Upgrade: websocket\r\nConnection: close\r\nSec-WebSocket-Version: 13\r\n" + key +
           "\r\n",
       "HTTP/1.1 426 "},
      {head + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n",
       "HTTP/1.1 400 "},
      {head + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
              "13\r\nSec-WebSocket-Key: short==\r\n\r\n",
       "HTTP/1.1 400 "},
      {"POST /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: "
       "Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
           key + "\r\n",
       "HTTP/1.1 426 "},
  };
  for (const auto& row : kRows) {
    RawClient client(server.http_port());
    client.Send(row.request);
    EXPECT_TRUE(client.Read().starts_with(row.answer)) << row.request;
  }
}

// A page of another site may not use its visitors' way to this server.
TEST(Handshake, PagesOfOtherSitesAreRefused) {
  TestServer plain;
  TestServer open([](server::ServerConfig& config) {
    config.origins = {"https://club.example.org", "http://Other.example:80"};
  });
  TestServer wide([](server::ServerConfig& config) { config.origins = {"*"}; });
  TestServer behind([](server::ServerConfig& config) { config.trusted_proxy = {"127.0.0.0/8"}; });
  constexpr const char* kTaken = "HTTP/1.1 101 ";
  constexpr const char* kRefused = "HTTP/1.1 403 ";
  const struct {
    const TestServer& server;
    std::string fields;
    const char* answer;
    const char* what;
  } kRows[] = {
      {plain, "Host: tables.example\r\n", kTaken, "no browser"},
      {plain, "Host: tables.example\r\nOrigin: https://tables.example\r\n", kTaken, "its own page"},
      {plain, "Host: Tables.Example:7080\r\nOrigin: http://tables.example:7080\r\n", kTaken,
       "at its port"},
      {plain, "Host: tables.example:10000\r\nOrigin: http://tables.example\r\n", kTaken,
       "at another port of the same machine"},
      {plain, "Host: [::1]:7080\r\nOrigin: http://[::1]:7080\r\n", kTaken, "a numeric address"},
      {plain, "Host: tables.example\r\nOrigin: https://evil.example\r\n", kRefused, "another site"},
      {plain, "Host: tables.example\r\nOrigin: https://tables.example.evil\r\n", kRefused,
       "a longer name"},
      {plain, "Host: tables.example\r\nOrigin: https://a.tables.example\r\n", kRefused,
       "a name below it"},
      {plain, "Host: tables.example\r\nOrigin: null\r\n", kRefused, "a page without a site"},
      {plain, "Host: tables.example\r\nOrigin: \r\n", kRefused, "an empty one"},
      {plain, "Host: tables.example\r\nOrigin: file://tables.example\r\n", kRefused, "a file"},
      {plain, "Host: tables.example\r\nOrigin: https://tables.example\r\nOrigin: https://e.x\r\n",
       kRefused, "two"},
      {open, "Host: tables.example\r\nOrigin: https://club.example.org\r\n", kTaken, "named"},
      {open, "Host: tables.example\r\nOrigin: https://club.example.org:443\r\n", kTaken,
       "with its usual port"},
      {open, "Host: tables.example\r\nOrigin: http://club.example.org\r\n", kRefused,
       "without TLS it is another"},
      {open, "Host: tables.example\r\nOrigin: http://other.example\r\n", kTaken,
       "in other letters"},
      {wide, "Host: tables.example\r\nOrigin: https://evil.example\r\n", kTaken, "all may"},
      {wide, "Host: tables.example\r\nOrigin: null\r\n", kTaken, "all may"},
      {behind,
       "Host: 10.0.0.7\r\nX-Forwarded-Host: tables.example\r\nOrigin: https://tables.example\r\n",
       kTaken, "a proxy says which host was asked"},
      {plain,
       "Host: 10.0.0.7\r\nX-Forwarded-Host: tables.example\r\nOrigin: https://tables.example\r\n",
       kRefused, "who is no proxy is not believed"},
  };
  for (const auto& row : kRows) {
    for (const std::uint16_t port : {row.server.http_port(), row.server.echecs_port()}) {
      RawClient client(port);
      client.Send("GET /ws HTTP/1.1\r\n" + row.fields +
                  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: "
                  "13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
      EXPECT_TRUE(client.Read("\r\n").starts_with(row.answer)) << row.what;
    }
  }
}

TEST(Handshake, EchecsIsAWebSocketOnAnyPath) {
  TestServer server;
  Client client(server.echecs_port(), "/any/path?at=all");
  EXPECT_EQ(client.Ask(Client::Ping(1)), Ok(1));
  RawClient page(server.echecs_port());
  page.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(page.Read().starts_with("HTTP/1.1 426 "));
}

TEST(Handshake, BytesBehindItAreTheFirstMessage) {
  TestServer server;
  RawClient client(server.http_port());
  client.Send(
      "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" +
      Frame(0x81, Client::Ping(7).dump()));
  EXPECT_THAT(client.Read("}"), HasSubstr(Ok(7).dump()));
}

// ---- requests ----

TEST(Requests, OneAtATimeAndAnsweredInOrder) {
  TestServer server;
  Client client(server.http_port());
  client.Send(Client::Say(1, "hold"));
  server.Until([&] { return server.lobby.held.size() == 1; });
  for (int re = 2; re <= 5; ++re) client.Send(Client::Ping(re));
  // A WebSocket ping is answered before them.
  std::vector<std::string> pongs;
  client.ws.control_callback([&](websocket::frame_type, boost::beast::string_view payload) {
    pongs.emplace_back(payload.data(), payload.size());
  });
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(server.Get<int>([&] { return server.lobby.handled; }), 1);
  server.Do([&] { server.lobby.held[0](Json{{"held", true}}); });
  EXPECT_EQ(client.Read(), Json({{"t", "ok"}, {"re", 1}, {"held", true}}));
  for (int re = 2; re <= 5; ++re) EXPECT_EQ(client.Read(), Ok(re));
}

TEST(Requests, PingsAreAnsweredWhileOneIsPending) {
  TestServer server;
  RawClient client(server.http_port());
  client.Upgrade();
  client.Send(Frame(0x81, Client::Say(1, "hold").dump()) + Frame(0x89, "still there?"));
  EXPECT_THAT(client.Read("there?"), HasSubstr("\x8A\x0Cstill there?"));
  // One more message is read, then the socket waits.
  for (int i = 0; i < 2000; ++i) client.Send(Frame(0x81, Client::Ping(i).dump()));
  server.Do([&] {
    EXPECT_EQ(server.lobby.handled, 1);
    server.lobby.held[0](Json::object());
  });
  EXPECT_THAT(client.Read("\"re\":5,"), HasSubstr("\"re\":4,"));
}

TEST(Requests, AnAnswerAfterTheEndIsNobodys) {
  TestServer server;
  {
    Client client(server.http_port());
    client.Send(Client::Say(1, "hold"));
    server.Until([&] { return server.lobby.held.size() == 1; });
  }
  server.Until([&] { return server.lobby.closed == 1; });
  server.Do([&] { server.lobby.held[0](Json::object()); });
  Client another(server.http_port());
  EXPECT_EQ(another.Ask(Client::Ping(1)), Ok(1));
}

TEST(Requests, FramedMessagesAreCutFromTheStream) {
  TestServer server;
  RawClient client(server.framed_port());
  const std::string body = Client::Ping(3).dump();
  std::string frame("\1\0\0\x03\xE9\0\0\0", 8);
  frame += static_cast<char>(body.size());
  frame += body;
  const std::string two = frame + frame;
  for (const char byte : two) client.Send(std::string(1, byte));
  // A length beyond the limit: an answer, then the end.
  client.Send(std::string("\2\0\0\x03\xE9\0\0\x10\x01", 9));
  const std::string answers = client.Read();
  const std::size_t first = answers.find(Ok(3).dump());
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(answers.find(Ok(3).dump(), first + 1), std::string::npos);
  EXPECT_THAT(answers, HasSubstr("too_large"));
}

// ---- messages against the protocol ----

TEST(Faults, EachEndsTheConnectionWithItsCode) {
  TestServer server;
  const std::string text = Client::Ping(1).dump();
  std::string unmasked = "\x81" + std::string(1, static_cast<char>(text.size())) + text;
  std::string too_long("\x81\xFF\0\0\0\0\0\0\x10\0mask", 14);  // 4096 needs no eight bytes
  std::string huge("\x81\xFF\x80\0\0\0\0\0\0\0mask", 14);
  std::string many;
  many += Frame(0x01, "a");
  for (int i = 0; i < 300; ++i) many += Frame(0x00, "");
  const struct {
    const char* what;
    std::string bytes;
    int code;
  } kRows[] = {
      {"not masked", unmasked, 1002},
      {"a reserved bit", Frame(0xC1, text), 1002},
      {"an unknown opcode", Frame(0x83, text), 1002},
      {"an unknown control frame", Frame(0x8B, ""), 1002},
      {"a continuation of nothing", Frame(0x80, text), 1002},
      {"a new message inside another", Frame(0x01, "{") + Frame(0x81, text), 1002},
      {"a ping in fragments", Frame(0x09, "x"), 1002},
      {"a long ping", Frame(0x89, std::string(126, 'x')), 1002},
      {"a length in more bytes than it needs", too_long, 1002},
      {"a length of 64 bits", huge, 1002},
      {"no UTF-8", Frame(0x81, "{\"t\":\"\xC0\xAF\"}"), 1007},
      {"half of a surrogate pair", Frame(0x81, "\xED\xA0\x80"), 1007},
      {"an end inside a character", Frame(0x81, "\xE4\xB8"), 1007},
      {"a close of one byte", Frame(0x88, "x"), 1002},
      {"a close code nobody may send", Frame(0x88, std::string("\x03\xED", 2)), 1002},
      {"fragments without an end", many, 1008},
      {"a close", Frame(0x88, std::string("\x03\xE8", 2)), 1000},
  };
  for (const auto& row : kRows) {
    RawClient client(server.http_port());
    client.Upgrade();
    client.Send(row.bytes);
    const std::string answer = client.Read();
    ASSERT_GE(answer.size(), 4u) << row.what;
    EXPECT_EQ(static_cast<unsigned char>(answer[0]), 0x88u) << row.what;
    EXPECT_EQ(static_cast<unsigned char>(answer[2]) << 8 | static_cast<unsigned char>(answer[3]),
              row.code)
        << row.what;
  }
  server.Until([&] { return server.lobby.sessions.empty(); });
}

TEST(Faults, FragmentsMakeOneMessageWithPingsBetween) {
  TestServer server;
  RawClient client(server.http_port());
  client.Upgrade();
  const std::string text = Client::Ping(8).dump();
  std::string bytes = Frame(0x01, text.substr(0, 3)) + Frame(0x89, "p") + Frame(0x00, "");
  bytes += Frame(0x00, text.substr(3, 4)) + Frame(0x80, text.substr(7));
  for (const char byte : bytes) client.Send(std::string(1, byte));
  const std::string answer = client.Read("}");
  EXPECT_THAT(answer, HasSubstr("\x8A\x01p"));
  EXPECT_THAT(answer, HasSubstr(Ok(8).dump()));
}

TEST(Faults, ABinaryFrameEndsAJsonSession) {
  TestServer server;
  Client client(server.http_port());
  client.ws.binary(true);
  client.Send(Client::Ping(1));
  EXPECT_EQ(client.Read(), Bye("protocol"));
  EXPECT_EQ(client.Read(), Closed(4006));
}

TEST(Faults, TooManyBadMessagesEndIt) {
  TestServer server([](server::ServerConfig& config) { config.limits.messages_burst = 100; });
  Client client(server.http_port());
  for (int i = 0; i < 19; ++i) {
    const Json answer = client.Ask({{"t", "dance"}, {"re", i}});
    EXPECT_EQ(answer["code"], "bad_message") << answer;
    EXPECT_EQ(answer["re"], i);
  }
  EXPECT_EQ(client.Ask(Client::Ping(1)), Ok(1));  // a good one takes one back
  EXPECT_EQ(client.Ask({{"t", "dance"}})["code"], "bad_message");
  EXPECT_EQ(client.Ask({{"t", "dance"}})["code"], "bad_message");
  EXPECT_EQ(client.Read(), Bye("protocol"));
  EXPECT_EQ(client.Read(), Closed(4006));
}

// ---- limits ----

TEST(Limits, AMessageThatIsTooLargeIsAnsweredThenClosed) {
  TestServer server;
  const auto padded = [](std::size_t size) {
    std::string text = Client::Ping(1).dump();
    return text.insert(1, std::string(size - text.size(), ' '));
  };
  Client client(server.http_port());
  client.ws.write(boost::asio::buffer(padded(4096)));
  EXPECT_EQ(client.Read(), Ok(1));
  client.ws.write(boost::asio::buffer(padded(4097)));
  const Json answer = client.Read();
  EXPECT_EQ(answer["t"], "error");
  EXPECT_EQ(answer["code"], "too_large");
  EXPECT_EQ(answer["re"], nullptr);
  EXPECT_EQ(client.Read(), Closed(1009));
  // The sum of fragments counts.
  Client parts(server.http_port());
  parts.ws.write_some(false, boost::asio::buffer(padded(4000)));
  parts.ws.write_some(false, boost::asio::buffer(std::string(97, ' ')));
  EXPECT_EQ(parts.Read()["code"], "too_large");
  EXPECT_EQ(parts.Read(), Closed(1009));
}

TEST(Limits, MessagesASecondWithBursts) {
  TestServer server([](server::ServerConfig& config) {
    config.limits.messages_per_second = 20;
    config.limits.messages_burst = 5;
  });
  server.Hold();
  Client client(server.http_port());
  int ok = 0, limited = 0;
  for (int i = 0; i < 8; ++i) client.Send(Client::Ping(i));
  for (int i = 0; i < 8; ++i) {
    const Json answer = client.Read();
    EXPECT_EQ(answer["re"], i);
    answer["t"] == "ok" ? ++ok : ++limited;
    EXPECT_EQ(answer.value("code", "rate_limited"), "rate_limited");
  }
  EXPECT_EQ(ok, 5);
  EXPECT_EQ(limited, 3);
  server.Pass(100);
  EXPECT_EQ(client.Ask(Client::Ping(9)), Ok(9));
  EXPECT_EQ(client.Ask(Client::Ping(10)), Ok(10));
  // Who goes on is sent away.
  for (int i = 0; i < 200; ++i) client.Send(Client::Ping(i));
  const std::vector<Json> all = client.ReadAll();
  EXPECT_EQ(all.back(), Closed(4004));
  EXPECT_EQ(all[all.size() - 2], Bye("limit"));
}

TEST(Limits, AFloodOfPingsIsSentAway) {
  TestServer server([](server::ServerConfig& config) { config.limits.messages_burst = 5; });
  RawClient client(server.http_port());
  client.Upgrade();
  std::string flood;
  for (int i = 0; i < 200; ++i) flood += Frame(0x89, "");
  client.Send(flood);
  EXPECT_THAT(client.Read(), HasSubstr(Bye("limit").dump()));
}

TEST(Limits, ConnectionsBeyondTheLimitAreRefused) {
  TestServer server([](server::ServerConfig& config) { config.limits.max_connections = 2; });
  Client one(server.http_port()), two(server.http_port());
  RawClient three(server.http_port());
  const std::string refused = three.Read();
  EXPECT_TRUE(refused.starts_with("HTTP/1.1 503 "));
  EXPECT_THAT(refused, HasSubstr("application/problem+json"));
  RawClient framed(server.framed_port());
  EXPECT_EQ(framed.Read(), "");
  two.ws.next_layer().close();
  server.Until([&] { return server.gateway->connections() == 1; });
  Client again(server.http_port());
  EXPECT_EQ(again.Ask(Client::Ping(1)), Ok(1));
}

TEST(Limits, OneAddressDoesNotTakeAllPlaces) {
  TestServer server([](server::ServerConfig& config) {
    config.limits.max_connections = 8;
    config.limits.limit_loopback = true;
  });
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 6; ++i) clients.push_back(std::make_unique<Client>(server.http_port()));
  RawClient seventh(server.http_port());
  EXPECT_TRUE(seventh.Read().starts_with("HTTP/1.1 503 "));
}

TEST(Limits, PingsAndIdleClients) {
  TestServer server([](server::ServerConfig& config) {
    config.limits.ping_seconds = 1;
    config.limits.idle_seconds = 2;
  });
  server.Hold();
  RawClient alive(server.http_port()), silent(server.http_port());
  alive.Upgrade();
  silent.Upgrade();
  const std::string ping("\x89\x00", 2);
  for (int second = 1; second <= 3; ++second) {
    server.Pass(1000);
    EXPECT_THAT(alive.Read(ping), EndsWith(ping)) << second;
    // The server has read the pong once it answers what comes after it.
    alive.Send(Frame(0x8A, "") + Frame(0x89, "here"));
    EXPECT_THAT(alive.Read("here"), EndsWith("\x8A\x04here"));
  }
  const std::string last = silent.Read();
  EXPECT_THAT(last, HasSubstr(Bye("idle").dump()));
  EXPECT_THAT(last, HasSubstr(std::string("\x88\x06\x0F\xA3") + "idle"));  // 4003
  EXPECT_EQ(server.Get<std::size_t>([&] { return server.gateway->sessions(); }), 1u);
}

// ---- what goes out ----

TEST(Outbound, ABurstLeavesInOneWrite) {
  TestServer server;
  Client client(server.http_port());
  EXPECT_EQ(client.Ask(Client::Ping(1)), Ok(1));
  const auto writes = [&] {
    return server.Get<std::uint64_t>([&] { return server.gateway->writes(); });
  };
  const std::uint64_t before = writes();
  client.Send(Client::Say(2, "push 50 100"));
  for (int i = 0; i < 50; ++i) EXPECT_EQ(client.Read()["code"], std::to_string(i));
  EXPECT_EQ(client.Read()["re"], 2);
  EXPECT_EQ(writes() - before, 1u);
}

// A step without a question waits for the next push; a question flushes the queue before it.
TEST(Outbound, StepsThatAskNothingLeaveTogether) {
  TestServer server({}, [](server::GatewayTimes& times) { times.pause = 300; });
  server.Hold();
  Client client(server.http_port());
  EXPECT_EQ(client.Ask(Client::Ping(1)), Ok(1));
  const auto writes = [&] {
    return server.Get<std::uint64_t>([&] { return server.gateway->writes(); });
  };
  const auto step = [&](std::int64_t seq, bool asks) {
    server::push::Step push;
    push.seq = seq;
    push.events.text = push.path.text = "[]";
    if (asks) push.choices.emplace().text = "[]";
    server.Do([&] { server.lobby.sessions[0]->Send(server::MakeMessage(push)); });
  };
  const std::uint64_t before = writes();
  step(1, false);
  step(2, false);
  server.Pass(299);
  EXPECT_EQ(writes() - before, 0u);
  step(3, true);
  for (int seq = 1; seq <= 3; ++seq) EXPECT_EQ(client.Read()["seq"], seq);
  EXPECT_EQ(writes() - before, 1u);

  // Alone it leaves after the pause, and a third of it at the latest.
  server.Pass(400);
  step(4, false);
  step(5, false);
  server.Pass(299);
  EXPECT_EQ(writes() - before, 1u);
  server.Pass(101);
  EXPECT_EQ(client.Read()["seq"], 4);
  EXPECT_EQ(client.Read()["seq"], 5);
  EXPECT_EQ(writes() - before, 2u);

  // What is written after it has left with another waits for a pause of its own.
  step(6, false);
  server.Pass(200);
  step(7, true);
  for (int seq = 6; seq <= 7; ++seq) EXPECT_EQ(client.Read()["seq"], seq);
  step(8, false);
  server.Pass(299);
  EXPECT_EQ(writes() - before, 3u);
  server.Pass(101);
  EXPECT_EQ(client.Read()["seq"], 8);
  EXPECT_EQ(writes() - before, 4u);

  // What waits is sent before a close.
  step(9, false);
  server.Do([&] { server.lobby.sessions[0]->Bye("stopping"); });
  EXPECT_EQ(client.Read()["seq"], 9);
}

// Where many wait, most of them soon have something urgent to send.
TEST(Outbound, StepsThatAskNothingWaitTwiceAsLongInABusyGateway) {
  TestServer server({}, [](server::GatewayTimes& times) { times.pause = 200; });
  server.Hold();
  std::vector<std::unique_ptr<Client>> clients;
  while (clients.size() < 120) {
    clients.push_back(std::make_unique<Client>(server.http_port()));
    EXPECT_EQ(clients.back()->Ask(Client::Ping(1)), Ok(1));
  }
  const auto writes = [&] {
    return server.Get<std::uint64_t>([&] { return server.gateway->writes(); });
  };
  const std::uint64_t before = writes();
  server.Do([&] {
    server::push::Step push;
    push.seq = 1;
    push.events.text = push.path.text = "[]";
    for (server::Session* session : server.lobby.sessions) session->Send(server::MakeMessage(push));
  });
  server.Pass(399);
  EXPECT_EQ(writes() - before, 0u);
  server.Pass(68);
  for (auto& client : clients) EXPECT_EQ(client->Read()["seq"], 1);
}

TEST(Outbound, ASlowReaderLosesPushesAndIsResumed) {
  TestServer server;
  Client client(server.http_port());
  client.Send(Client::Say(1, "push 1000 500"));
  server.Until([&] { return server.lobby.handled == 1; });
  std::vector<Json> all;
  do {
    all.push_back(client.Read());
  } while (all.back().value("code", "") != "resumed" && !all.back().contains("error"));
  // The first ones came without a gap, the answer came, and the rest was dropped.
  ASSERT_EQ(all.size(), 256u + 1 + 1);
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ(all[static_cast<std::size_t>(i)]["code"], std::to_string(i));
  EXPECT_EQ(all[256]["re"], 1);
  EXPECT_EQ(server.Get<int>([&] { return server.lobby.resumed; }), 1);
  EXPECT_EQ(client.Ask(Client::Ping(2)), Ok(2));
}

TEST(Outbound, TheLimitInBytesHoldsToo) {
  TestServer server([](server::ServerConfig& config) { config.limits.outbound_bytes = 100'000; });
  Client client(server.http_port());
  client.Send(Client::Say(1, "push 100 10000"));
  int pushes = 0;
  for (Json got = client.Read(); got.value("code", "") != "resumed"; got = client.Read())
    pushes += got["t"] == "notice" ? 1 : 0;
  EXPECT_EQ(pushes, 10);
}

TEST(Outbound, AnswersAreNeverDropped) {
  TestServer server([](server::ServerConfig& config) {
    config.limits.outbound_bytes = 1000;
    config.limits.messages_burst = 1000;
  });
  Client client(server.http_port());
  for (int i = 0; i < 60; ++i) client.Send(Client::Say(i, "big 100000"));
  // The lobby is not asked for more than the queue takes.
  std::this_thread::sleep_for(100ms);
  EXPECT_LT(server.Get<int>([&] { return server.lobby.handled; }), 60);
  EXPECT_LT(server.Get<std::uint64_t>([&] { return server.gateway->outbound_bytes(); }), 300'000u);
  for (int i = 0; i < 60; ++i) EXPECT_EQ(client.Read()["re"], i);
}

TEST(Outbound, WhoDoesNotReadAtAllIsCut) {
  TestServer server({}, [](server::GatewayTimes& times) {
    times.slow = 200;
    times.linger = 5000;
  });
  server.Hold();
  Client client(server.http_port());
  for (int i = 0; i < 30; ++i) client.Send(Client::Say(i, "push 255 10000"));
  // Some of it may still be on its way.
  while (server.Get<int>([&] { return server.meter.slow_cuts; }) == 0) server.Pass(20);
  server.Until([&] { return server.lobby.closed == 1; });
  // What was sent before the cut is whole, and bye is the last of it.
  const std::vector<Json> all = client.ReadAll();
  ASSERT_GE(all.size(), 2u);
  EXPECT_TRUE(all[all.size() - 2] == Bye("slow")) << all[all.size() - 2].value("code", "");
  EXPECT_EQ(all.back(), Closed(4002));
}

// ---- the end ----

TEST(End, TheLobbyEndsSessions) {
  TestServer server;
  Client kicked(server.http_port());
  EXPECT_EQ(kicked.Ask(Client::Say(1, "bye other_login"))["re"], 1);
  EXPECT_EQ(kicked.Read(), Bye("other_login"));
  EXPECT_EQ(kicked.Read(), Closed(4001));
  Client left(server.http_port());
  EXPECT_EQ(left.Ask(Client::Say(1, "close"))["re"], 1);
  EXPECT_EQ(left.Read(), Closed(1000));
  server.Until([&] { return server.lobby.closed == 2 && server.lobby.sessions.empty(); });
}

// The server sees the message and the end of the connection as one change of the socket.
TEST(End, AMessageBeforeTheEndIsHandledAndTheEndIsSeen) {
  TestServer server;
  Client client(server.http_port());
  EXPECT_EQ(client.Ask(Client::Ping(1)), Ok(1));
  server.Do([&] {
    client.Send(Client::Ping(2));
    client.ws.next_layer().shutdown(boost::asio::ip::tcp::socket::shutdown_send);
  });
  server.Until([&] { return server.lobby.closed == 1; });
  EXPECT_EQ(server.Get<int>([&] { return server.lobby.handled; }), 2);
}

TEST(End, AResetIsNoticed) {
  TestServer server;
  Client client(server.http_port());
  EXPECT_EQ(client.Ask(Client::Ping(1)), Ok(1));
  client.ws.next_layer().set_option(boost::asio::socket_base::linger(true, 0));
  client.ws.next_layer().close();
  server.Until([&] { return server.lobby.closed == 1; });
  server.Until([&] { return server.gateway->connections() == 0; });
}

TEST(End, StoppingTellsEverybody) {
  TestServer server;
  Client json(server.http_port());
  EXPECT_EQ(json.Ask(Client::Ping(1)), Ok(1));
  RawClient framed(server.framed_port());
  RawClient half(server.http_port());
  half.Send("GET / HTT");
  server.Until([&] { return server.gateway->connections() == 3; });
  server.Hold();
  bool stopped = false;
  server.Do([&] { server.gateway->Stop([&] { stopped = true; }); });
  EXPECT_EQ(json.Read(), Bye("stopping"));
  EXPECT_EQ(json.Read(), Closed(4005));
  EXPECT_THAT(framed.Read(), HasSubstr(Bye("stopping").dump()));
  EXPECT_EQ(half.Read(), "");
  // Who does not close is waited for, but not for long.
  server.Pass(server::GatewayTimes{}.stop);
  server.Until([&] { return stopped; });
  boost::asio::io_context io;
  Tcp::socket late(io);
  boost::system::error_code error;
  late.connect({boost::asio::ip::address_v4::loopback(), server.http_port()}, error);
  EXPECT_TRUE(error);
}

TEST(End, AnAddressThatIsTakenIsAFault) {
  TestServer server;
  boost::asio::io_context io;
  server::ServerConfig config;
  config.http = "127.0.0.1:" + std::to_string(server.http_port());
  config.framed = config.echecs = "off";
  server.Do([&] {
    server::Gateway second(io, {config, server.world(), server.lobby, {}, {}, {}, {}});
    EXPECT_EQ(FaultText(second.Listen()),
              "G01: cannot listen at " + config.http +
                  " (http): Address already in use; choose another one by --http ADDRESS:PORT\n");
  });
}

}  // namespace
}  // namespace mlf::test
