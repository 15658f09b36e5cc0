#include "tests/server_gateway/harness.h"
#include "server/gateway/json_driver.h"
#include "server/protocol/json_wire.h"
#include "server/world/real_world.h"
#include "server/world/timer_queue.h"
#include "tests/support/patience.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <sstream>

namespace mlf::test {
namespace {

namespace websocket = boost::beast::websocket;
using namespace std::chrono_literals;

// JSON in frames of the framed listener: header of nine bytes, then the object.
class JsonInFrames final : public server::Driver {
 public:
  Inbound Read(std::string_view bytes, bool) override {
    Inbound inbound = json_->Read(bytes.substr(9), false);
    for (std::string& reply : inbound.replies) reply = Framed(reply);
    return inbound;
  }
  Outbound Answer(const server::Answer& answer) override {
    Outbound outbound = json_->Answer(answer);
    for (std::string& message : outbound.messages) message = Framed(message);
    return outbound;
  }
  std::string Refuse(const server::Error& error) override { return Framed(json_->Refuse(error)); }
  void Push(const server::Message& message, const Writer& write) override {
    json_->Push(message, [&](std::string_view bytes) { write(Framed(std::string(bytes))); });
  }
  bool binary() const override { return true; }

 private:
  static std::string Framed(const std::string& body) {
    std::string head(9, '\0');
    for (std::size_t i = 0; i < 4; ++i)
      head[5 + i] = static_cast<char>(body.size() >> (8 * (3 - i)) & 0xFF);
    return head + body;
  }
  std::unique_ptr<server::Driver> json_ = server::MakeJsonDriver();
};

}  // namespace

// ---- lobby ----

void FakeLobby::Opened(server::Session& session) { sessions.push_back(&session); }
void FakeLobby::Closed(server::Session& session) {
  ++closed;
  std::erase(sessions, &session);
}
void FakeLobby::Resume(server::Session& session) {
  ++resumed;
  session.Send(server::MakeMessage(server::push::Notice{"resumed", "", ""}));
}

void FakeLobby::Handle(server::Session& session, server::Request request, server::Ms, Reply reply) {
  ++handled;
  if (std::holds_alternative<server::request::Ping>(request)) return reply(Json{{"time_ms", 1}});
  const auto* say = std::get_if<server::request::Say>(&request);
  if (say == nullptr || !say->text) return reply(server::MakeError("not_logged_in"));
  std::istringstream words(*say->text);
  std::string verb;
  words >> verb;
  if (verb == "push") {
    int count = 0;
    std::size_t bytes = 0;
    words >> count >> bytes;
    for (int i = 0; i < count; ++i)
      session.Send(server::MakeMessage(
          server::push::Notice{std::to_string(i), std::string(bytes, 'x'), ""}));
    return reply(Json::object());
  }
  if (verb == "hold") return held.push_back(std::move(reply));
  if (verb == "bye") {
    std::string code;
    words >> code;
    reply(Json::object());
    return session.Bye(code);
  }
  if (verb == "close") {
    reply(Json::object());
    return session.Close();
  }
  if (verb == "big") {
    std::size_t bytes = 0;
    words >> bytes;
    return reply(Json{{"text", std::string(bytes, 'y')}});
  }
  reply(server::MakeError("internal"));
}

// ---- server ----

namespace {

// The machine's time, or that of a test alone, and what a test lets pass at once.
class PassingTime final : public server::Clock, public server::Timers {
 public:
  explicit PassingTime(server::World real) : real_(real) {
    queue_.OnNewFront([this] { Arm(); });
  }
  void Pass(server::Ms ms) {
    passed_ += ms;
    queue_.RunDue(Steady());
    Arm();
  }

  void Hold() {
    held_ = Held{real_.clock.Steady(), real_.clock.Wall()};
    Arm();
  }

  server::Ms Steady() const override {
    return (held_ ? held_->steady : real_.clock.Steady()) + passed_;
  }
  server::Ms Wall() const override { return (held_ ? held_->wall : real_.clock.Wall()) + passed_; }
  Id At(server::Ms when, std::function<void()> what) override {
    return queue_.At(when, std::move(what));
  }
  void Cancel(Id id) override { queue_.Cancel(id); }

 private:
  void Arm() {
    real_.timers.Cancel(armed_);
    const auto next = queue_.Next();
    if (!next || held_) return;
    armed_ = real_.timers.At(*next - passed_, [this] {
      queue_.RunDue(Steady());
      Arm();
    });
  }

  const server::World real_;
  server::TimerQueue queue_;
  server::Ms passed_ = 0;
  struct Held {
    server::Ms steady, wall;
  };
  std::optional<Held> held_;
  Id armed_ = 0;
};

}  // namespace

struct TestServer::Loop {
  boost::asio::io_context io{1};
  std::optional<server::RealWorld> real;
  std::optional<PassingTime> time;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work =
      boost::asio::make_work_guard(io);
  std::thread thread;
};

TestServer::TestServer(const std::function<void(server::ServerConfig&)>& change,
                       const std::function<void(server::GatewayTimes&)>& change_times,
                       server::HttpHandler http)
    : loop_(std::make_unique<Loop>()) {
  config_.http = config_.framed = config_.echecs = "127.0.0.1:0";
  if (change) change(config_);
  server::GatewayTimes times;
  times.tick = 20;
  times.linger = 1000;
  if (change_times) change_times(times);
  if (http == nullptr)
    http = [](const server::HttpRequest& request, const server::HttpRespond& respond) {
      respond({.body = std::make_shared<const std::string>(request.method + " " + request.path +
                                                           " " + request.address + "\n")});
    };
  loop_->real.emplace(loop_->io, server::NoLog(), meter);
  loop_->time.emplace(loop_->real->world());
  const auto framed = [] { return std::make_unique<JsonInFrames>(); };
  gateway = std::make_unique<server::Gateway>(
      loop_->io,
      server::Gateway::Parts{.config = config_,
                             .world = world(),
                             .lobby = lobby,
                             .http = http,
                             .metrics = http,
                             .framed = framed,
                             .echecs = [] { return server::MakeJsonDriver(); }},
      times);
  const Faults faults = gateway->Listen();
  EXPECT_TRUE(faults.empty()) << FaultText(faults);
  for (const std::string& line : gateway->Listening())
    ports_.push_back(static_cast<std::uint16_t>(std::stoi(line.substr(line.rfind(':') + 1))));
  loop_->thread = std::thread([this] { loop_->io.run(); });
}

TestServer::~TestServer() {
  Do([this] { gateway.reset(); });
  loop_->work.reset();
  loop_->io.stop();
  loop_->thread.join();
}

server::World TestServer::world() {
  const server::World real = loop_->real->world();
  return {*loop_->time, *loop_->time, real.entropy, real.log, real.meter};
}

void TestServer::Pass(server::Ms ms) {
  Do([&] { loop_->time->Pass(ms); });
}

void TestServer::Hold() {
  Do([&] { loop_->time->Hold(); });
}

void TestServer::Do(const std::function<void()>& what) {
  std::promise<void> done;
  boost::asio::post(loop_->io, [&] {
    what();
    done.set_value();
  });
  done.get_future().wait();
}

void TestServer::Until(const std::function<bool()>& what) {
  const auto late = std::chrono::steady_clock::now() + mlf::test::kPatience;
  while (!Get<bool>(what)) {
    if (std::chrono::steady_clock::now() > late) {
      ADD_FAILURE() << "it did not happen";
      return;
    }
    std::this_thread::sleep_for(5ms);
  }
}

// ---- clients ----

Client::Client(std::uint16_t port, const std::string& path,
               const std::function<void(websocket::request_type&)>& decorate)
    : ws(io) {
  ws.next_layer().connect({boost::asio::ip::address_v4::loopback(), port});
  if (decorate) ws.set_option(websocket::stream_base::decorator(decorate));
  ws.handshake("localhost", path);
}

Json Client::Read() {
  boost::system::error_code error;
  buffer.clear();
  ws.read(buffer, error);
  if (error == websocket::error::closed) return {{"close", ws.reason().code}};
  if (error) return {{"error", error.message()}};
  return Json::parse(boost::beast::buffers_to_string(buffer.data()));
}

void Client::Send(const Json& message) {
  boost::system::error_code ignored;
  ws.write(boost::asio::buffer(message.dump()), ignored);
}

std::vector<Json> Client::ReadAll() {
  std::vector<Json> all;
  while (true) {
    all.push_back(Read());
    if (all.back().contains("close") || all.back().contains("error")) return all;
  }
}

void Connect(Tcp::socket& socket, std::uint16_t port, int receive_buffer) {
  socket.open(Tcp::v4());
  if (receive_buffer != 0)
    socket.set_option(boost::asio::socket_base::receive_buffer_size(receive_buffer));
  socket.connect({boost::asio::ip::address_v4::loopback(), port});
  socket.set_option(Tcp::no_delay(true));
}

RawClient::RawClient(std::uint16_t port, int receive_buffer) : socket(io) {
  Connect(socket, port, receive_buffer);
}

void RawClient::Send(const std::string& bytes) {
  boost::system::error_code ignored;
  boost::asio::write(socket, boost::asio::buffer(bytes), ignored);
}

std::string RawClient::Read(const std::string& until) {
  std::string all;
  boost::system::error_code error;
  std::array<char, 65536> part;
  while (until.empty() || all.find(until) == std::string::npos) {
    const std::size_t n = socket.read_some(boost::asio::buffer(part), error);
    if (error) break;
    all.append(part.data(), n);
  }
  return all;
}

void RawClient::Upgrade() {
  Send(
      "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
  Read("\r\n\r\n");
}

std::string Frame(int first_byte, const std::string& content) {
  const std::string mask = "mask";
  std::string frame(1, static_cast<char>(first_byte));
  if (content.size() < 126) {
    frame += static_cast<char>(0x80 | content.size());
  } else {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(content.size() >> 8);
    frame += static_cast<char>(content.size() & 0xFF);
  }
  frame += mask;
  for (std::size_t i = 0; i < content.size(); ++i)
    frame += static_cast<char>(content[i] ^ mask[i % 4]);
  return frame;
}

}  // namespace mlf::test
