#include "cluster/archive_peers.h"

#include "cluster/sealed_frames.h"
#include "server/config/address.h"

#include <sodium.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <fmt/format.h>

#include <array>

namespace mlf::server {
namespace {

using boost::asio::ip::tcp;

constexpr auto kTalk = std::chrono::seconds(1);
// The first character of an answer.
constexpr char kHasIt = '+', kHasNone = '-', kCannotRead = '!';

class Chance final : public Entropy {
 public:
  void Fill(std::span<std::byte> bytes) override { randombytes_buf(bytes.data(), bytes.size()); }
};

// One question or its answer. Whoever dialed sends the key; both end after the answer.
class Talk : public std::enable_shared_from_this<Talk> {
 public:
  using Took = std::function<std::optional<std::string>(const std::string& text)>;

  // `first` is sent when the other end is there, and what `took` makes of a frame is sent back;
  // nothing ends the talk.
  Talk(tcp::socket socket, const SecretKey& key, bool dialed, std::string first, Took took)
      : socket_(std::move(socket)),
        frames_(key, dialed, dialed ? "reader" : "archive", chance_),
        first_(std::move(first)),
        took_(std::move(took)),
        timer_(socket_.get_executor()) {}

  tcp::socket& socket() { return socket_; }
  void Begin() {
    timer_.expires_after(kTalk);
    timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
      if (!error) self->End();
    });
    Send(frames_.hello());
    Read();
  }
  void End() {
    boost::system::error_code ignored;
    socket_.close(ignored);
    timer_.cancel();
  }

 private:
  void Send(std::string bytes) {
    const auto kept = std::make_shared<std::string>(std::move(bytes));
    boost::asio::async_write(
        socket_, boost::asio::buffer(*kept),
        [self = shared_from_this(), kept](boost::system::error_code error, std::size_t) {
          if (error || self->last_) self->End();
        });
  }
  void Read() {
    socket_.async_read_some(
        boost::asio::buffer(buffer_),
        [self = shared_from_this()](boost::system::error_code error, std::size_t size) {
          if (error) return self->End();
          self->Take({self->buffer_.data(), size});
        });
  }
  void Take(std::string_view bytes) {
    frames_.Add(bytes);
    bool broken = false;
    const bool met = frames_.ready();
    const auto text = frames_.Take(broken);
    if (!met && frames_.ready() && !first_.empty()) Send(frames_.Close(first_));
    if (broken) return End();
    if (!text) return Read();
    const auto answer = took_(*text);
    if (!answer) return End();
    last_ = true;
    Send(frames_.Close(*answer));
  }

  tcp::socket socket_;
  Chance chance_;
  SealedFrames frames_;
  const std::string first_;
  const Took took_;
  boost::asio::steady_timer timer_;
  bool last_ = false;  // the answer is on its way
  std::array<char, 16384> buffer_{};
};

}  // namespace

struct ArchiveServer::Impl : std::enable_shared_from_this<ArchiveServer::Impl> {
  Impl(Archive& of, const SecretKey& secret) : archive(of), key(secret) {}

  void Accept() {
    acceptor.async_accept([this](boost::system::error_code error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (!error)
        std::make_shared<Talk>(
            std::move(socket), key, false, "",
            [this](const std::string& name) -> std::optional<std::string> { return Answer(name); })
            ->Begin();
      Accept();
    });
  }
  std::string Answer(const std::string& name) {
    try {
      const auto value = archive.Get(name);
      return value ? kHasIt + *value : std::string(1, kHasNone);
    } catch (const std::runtime_error&) {
      return std::string(1, kCannotRead);
    }
  }

  Archive& archive;
  const SecretKey key;
  boost::asio::io_context io{1};
  tcp::acceptor acceptor{io};
  std::thread thread;
};

Result<std::unique_ptr<ArchiveServer>> ArchiveServer::Listen(const std::string& where,
                                                             Archive& archive,
                                                             const SecretKey& key) {
  auto impl = std::make_shared<Impl>(archive, key);
  const auto endpoint = ParseEndpoint(where);
  boost::system::error_code error;
  if (endpoint) {
    const tcp::endpoint at(boost::asio::ip::make_address(endpoint->address), endpoint->port);
    impl->acceptor.open(at.protocol(), error);
    if (!error) impl->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) impl->acceptor.bind(at, error);
    if (!error) impl->acceptor.listen(64, error);
  }
  if (!endpoint || error)
    return Fault{"G01",
                 {},
                 fmt::format("cannot answer for the archive at {}: {}; it is the port behind that "
                             "of --advertise, so choose another one there",
                             where, error.message())};
  impl->Accept();
  auto server = std::unique_ptr<ArchiveServer>(new ArchiveServer(impl));
  const auto real = impl->acceptor.local_endpoint();
  server->address_ = EndpointText({real.address().to_string(), real.port()});
  impl->thread = std::thread([io = &impl->io] { io->run(); });
  return server;
}

ArchiveServer::~ArchiveServer() {
  boost::asio::post(impl_->io, [impl = impl_] { impl->io.stop(); });
  impl_->thread.join();
}

std::optional<std::string> AskArchive(const std::string& address, const SecretKey& secret,
                                      const std::string& key) {
  const auto endpoint = ParseEndpoint(address);
  if (!endpoint) throw std::runtime_error("the node has no archive");
  boost::asio::io_context io(1);
  std::string answer;
  const auto talk =
      std::make_shared<Talk>(tcp::socket(io), secret, true, key,
                             [&answer](const std::string& text) -> std::optional<std::string> {
                               answer = text;
                               return std::nullopt;
                             });
  talk->socket().async_connect({boost::asio::ip::make_address(endpoint->address), endpoint->port},
                               [talk](boost::system::error_code error) {
                                 if (error) return talk->End();
                                 talk->Begin();
                               });
  io.run_for(kTalk);
  if (answer.empty() || answer.front() == kCannotRead)
    throw std::runtime_error(fmt::format("the archive at {} does not answer", address));
  if (answer.front() == kHasNone) return std::nullopt;
  return answer.substr(1);
}

}  // namespace mlf::server
