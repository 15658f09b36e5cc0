// A gateway on loopback with a lobby that does what its clients say. The server has its own thread;
// the test is the client.
#pragma once

#include "server/gateway/gateway.h"
#include "server/lobby/request_handler.h"

#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace mlf::test {

using Tcp = boost::asio::ip::tcp;
using server::Json;

// What `say` makes it do, by the first word of its text:
//   push N BYTES   sends N pushes of that many bytes, then answers
//   hold           answers at Release
//   bye CODE       ends this session
//   close          closes this session
//   big BYTES      answers with BYTES bytes
// `ping` is answered at once, everything else by an error.
class FakeLobby final : public server::RequestHandler {
 public:
  void Opened(server::Session& session) override;
  void Handle(server::Session& session, server::Request request, server::Ms read_at,
              Reply reply) override;
  void Closed(server::Session& session) override;
  void Resume(server::Session& session) override;

  // On the server's thread:
  std::vector<server::Session*> sessions;
  std::vector<Reply> held;
  int handled = 0, closed = 0, resumed = 0;
};

class CountingMeter final : public server::Meter {
 public:
  void Cut(std::string_view why) override { ++cuts[std::string(why)]; }
  void SlowCut() override { ++slow_cuts; }
  std::map<std::string, int> cuts;
  int slow_cuts = 0;
};

class TestServer {
 public:
  // Quick times and free ports where `config` names none.
  explicit TestServer(const std::function<void(server::ServerConfig&)>& change = {},
                      const std::function<void(server::GatewayTimes&)>& times = {},
                      server::HttpHandler http = {});
  ~TestServer();

  // Runs on the server's thread and waits for it.
  void Do(const std::function<void()>& what);
  template <typename T>
  T Get(const std::function<T()>& what) {
    T result{};
    Do([&] { result = what(); });
    return result;
  }
  // So much time passes for the server at once.
  void Pass(server::Ms ms);
  // From here on no other time passes for it.
  void Hold();
  // Waits until it is true on the server's thread; the test fails after some seconds.
  void Until(const std::function<bool()>& what);

  server::World world();
  std::uint16_t http_port() const { return ports_[0]; }
  std::uint16_t framed_port() const { return ports_[1]; }
  std::uint16_t echecs_port() const { return ports_[2]; }
  std::uint16_t metrics_port() const { return ports_[3]; }  // where `config` opens it

  FakeLobby lobby;
  CountingMeter meter;
  std::unique_ptr<server::Gateway> gateway;

 private:
  struct Loop;
  server::ServerConfig config_;
  std::unique_ptr<Loop> loop_;
  std::vector<std::uint16_t> ports_;
};

// A WebSocket client of the table server, by Beast.
class Client {
 public:
  explicit Client(std::uint16_t port, const std::string& path = "/ws",
                  const std::function<void(boost::beast::websocket::request_type&)>& decorate = {});

  // The next message; the code of a close as {"close": code}.
  Json Read();
  void Send(const Json& message);
  Json Ask(const Json& message) {
    Send(message);
    return Read();
  }
  // Reads up to the close; the messages before it and the code at last.
  std::vector<Json> ReadAll();

  static Json Ping(int re) { return {{"t", "ping"}, {"re", re}}; }
  static Json Say(int re, const std::string& text) {
    return {{"t", "say"}, {"re", re}, {"desk", "d"}, {"text", text}};
  }

  boost::asio::io_context io;
  boost::beast::websocket::stream<Tcp::socket> ws;
  boost::beast::flat_buffer buffer;
};

// Connects; with `receive_buffer` the kernel takes about so much that is not read, and not more.
void Connect(Tcp::socket& socket, std::uint16_t port, int receive_buffer);

// A bare socket.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer = 0);
  void Send(const std::string& bytes);
  // Until the peer closes, or `until` has come.
  std::string Read(const std::string& until = "");
  // The bytes of a WebSocket handshake at /ws, and its answer read.
  void Upgrade();

  boost::asio::io_context io;
  Tcp::socket socket;
};
// A masked frame as clients send it.
std::string Frame(int first_byte, const std::string& content);

}  // namespace mlf::test
