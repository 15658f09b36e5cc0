#include "cluster/tcp_streams.h"

#include "cluster/sealed_frames.h"
#include "server/config/address.h"

#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>

namespace mlf::server {
namespace {

using boost::asio::ip::tcp;

constexpr Ms kDialAgain = 200;
constexpr Ms kBeat = 500;     // between frames that only tell that a node lives
constexpr Ms kSilent = 2000;  // without a frame the other end is gone
constexpr std::size_t kMostUnsent = std::size_t{64} << 20;

}  // namespace

struct TcpStreams::Impl : std::enable_shared_from_this<TcpStreams::Impl>, Membership::Listener {
  // One connection, at either end.
  struct Connection : std::enable_shared_from_this<Connection> {
    Connection(Impl& impl, tcp::socket s, bool dialed, std::string to)
        : owner(impl.weak_from_this()),
          socket(std::move(s)),
          frames(impl.parts.key, dialed, impl.parts.membership.name(), impl.parts.world.entropy),
          is_dialed(dialed),
          node(std::move(to)),
          heard(impl.parts.world.clock.Steady()) {}

    void Begin() {
      boost::system::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      heard = owner.lock()->parts.world.clock.Steady();
      out = frames.hello();
      Flush();
      Read();
    }
    void Read() {
      socket.async_read_some(
          boost::asio::buffer(buffer),
          [self = shared_from_this()](boost::system::error_code error, std::size_t size) {
            const auto impl = self->owner.lock();
            if (!impl || self->ended) return;
            if (error) return impl->Ended(self);
            // A stranger who sends a byte now and then is not heard.
            if (self->proved) self->heard = impl->parts.world.clock.Steady();
            self->frames.Add(std::string_view(self->buffer.data(), size));
            bool broken = false;
            while (!self->ended) {
              const bool before = self->frames.ready();
              auto text = self->frames.Take(broken);
              if (!before && self->frames.ready()) impl->Met(self);
              if (self->ended) return;
              if (broken) {
                impl->parts.world.log.Warning(
                    {}, "a stream with a node ends: its other end has not the cluster's key");
                return impl->Ended(self);
              }
              if (!text) break;
              impl->Took(self, *text);
            }
            if (!self->ended) self->Read();
          });
    }
    void Write(std::string_view text) {
      if (ended || !frames.ready()) return;
      out += frames.Close(text);
      if (!flushing) Flush();
    }
    void Flush() {
      if (out.empty() || flushing) return;
      flushing = true;
      going = std::exchange(out, {});
      boost::asio::async_write(
          socket, boost::asio::buffer(going),
          [self = shared_from_this()](boost::system::error_code error, std::size_t) {
            self->flushing = false;
            const auto impl = self->owner.lock();
            if (!impl || self->ended) return;
            if (error) return impl->Ended(self);
            self->Flush();
          });
    }

    std::weak_ptr<Impl> owner;
    tcp::socket socket;
    SealedFrames frames;
    const bool is_dialed;
    const std::string node;  // that was dialed
    Ms heard;
    bool proved = false;  // a frame has come that opens
    bool ended = false;
    bool flushing = false;
    std::array<char, 16384> buffer{};
    std::string out, going;
  };
  using ConnectionPtr = std::shared_ptr<Connection>;

  explicit Impl(const Parts& given) : parts(given), acceptor(given.io) {}

  // ---- connections ----

  void Met(const ConnectionPtr& connection) {
    // The first frame proves the key to the other end.
    connection->Write("");
    if (connection->is_dialed && connection->frames.peer() != connection->node) Ended(connection);
  }

  void Took(const ConnectionPtr& connection, const std::string& text) {
    if (!std::exchange(connection->proved, true)) {
      connection->heard = parts.world.clock.Steady();
      Proved(connection);
    }
    if (connection->ended || text.empty()) return;
    if (connection->is_dialed) {
      auto frame = ReadToGateway(text);
      if (frame && user != nullptr) user->Received(connection->node, *std::move(frame));
    } else if (parts.reception != nullptr) {
      auto frame = ReadToHost(text);
      if (frame) parts.reception->Received(connection->frames.peer(), *std::move(frame));
    }
  }

  void Proved(const ConnectionPtr& connection) {
    if (connection->is_dialed) {
      dialing.erase(connection->node);
      hosts[connection->node] = connection;
      if (user != nullptr) user->StreamUp(connection->node);
      return;
    }
    const std::string& gateway = connection->frames.peer();
    if (const auto old = gateways.find(gateway); old != gateways.end()) {
      const ConnectionPtr before = old->second;
      Ended(before);
    }
    gateways[gateway] = connection;
    if (parts.reception != nullptr)
      parts.reception->Up(gateway,
                          [weak = std::weak_ptr<Connection>(connection)](const ToGateway& frame) {
                            if (const auto to = weak.lock()) to->Write(FrameText(frame));
                          });
  }

  void Ended(const ConnectionPtr& connection) {
    if (std::exchange(connection->ended, true)) return;
    boost::system::error_code ignored;
    connection->socket.close(ignored);
    all.erase(connection);
    if (connection->is_dialed) {
      dialing.erase(connection->node);
      const auto found = hosts.find(connection->node);
      if (found == hosts.end() || found->second != connection) return;
      hosts.erase(found);
      if (user != nullptr) user->StreamDown(connection->node);
      return;
    }
    const auto found = gateways.find(connection->frames.peer());
    if (found == gateways.end() || found->second != connection) return;
    gateways.erase(found);
    if (parts.reception != nullptr) parts.reception->Down(connection->frames.peer());
  }

  void Accept() {
    acceptor.async_accept(
        [self = shared_from_this()](boost::system::error_code error, tcp::socket socket) {
          if (!self->acceptor.is_open()) return;
          if (!error) {
            const auto connection =
                std::make_shared<Connection>(*self, std::move(socket), false, std::string());
            self->all.insert(connection);
            connection->Begin();
          }
          self->Accept();
        });
  }

  void Dial(const std::string& node, const std::string& address) {
    const auto endpoint = ParseEndpoint(address);
    if (!endpoint || !dialing.insert(node).second) return;
    const auto connection = std::make_shared<Connection>(*this, tcp::socket(parts.io), true, node);
    all.insert(connection);
    connection->socket.async_connect(
        {boost::asio::ip::make_address(endpoint->address), endpoint->port},
        [self = shared_from_this(), connection](boost::system::error_code error) {
          if (connection->ended) return;
          if (error) return self->Ended(connection);
          connection->Begin();
        });
  }

  // ---- who is there ----

  void Joined() override {}
  void Fenced(LeaseId) override {}
  void NodesChanged() override { DialAll(); }

  void DialAll() {
    if (user == nullptr) return;
    for (const auto& [name, node] : parts.membership.nodes()) {
      if (node.host && name != parts.membership.name() && !hosts.contains(name))
        Dial(name, node.address);
    }
  }

  void Tick() {
    const Ms now = parts.world.clock.Steady();
    for (const ConnectionPtr& connection : std::set<ConnectionPtr>(all)) {
      if (now - connection->heard >= kSilent || connection->out.size() > kMostUnsent)
        Ended(connection);
      else if (now - beat >= kBeat)
        connection->Write("");
    }
    if (now - beat >= kBeat) beat = now;
    DialAll();
    tick = parts.world.timers.At(now + kDialAgain, [this] { Tick(); });
  }

  // ---- this node's own lobby ----

  void ConnectOwn() {
    if (parts.reception == nullptr || user == nullptr || own_up) return;
    own_up = true;
    const std::string& name = parts.membership.name();
    parts.reception->Up(name, [weak = weak_from_this()](const ToGateway& frame) {
      if (const auto self = weak.lock())
        self->Later(
            [frame](Impl& impl) { impl.user->Received(impl.parts.membership.name(), frame); });
    });
    Later([](Impl& impl) { impl.user->StreamUp(impl.parts.membership.name()); });
  }
  template <typename What>
  void Later(What what) {
    boost::asio::post(parts.io, [weak = weak_from_this(), what = std::move(what)] {
      if (const auto self = weak.lock(); self && self->user != nullptr) what(*self);
    });
  }

  const Parts parts;
  tcp::acceptor acceptor;
  HostStreams::Listener* user = nullptr;
  std::set<ConnectionPtr> all;
  std::set<std::string> dialing;
  std::map<std::string, ConnectionPtr> hosts, gateways;  // by name
  bool own_up = false;
  Ms beat = 0;
  Timers::Id tick = 0;
};

TcpStreams::TcpStreams(const Parts& parts) : impl_(std::make_shared<Impl>(parts)) {
  parts.membership.Add(*impl_);
}

TcpStreams::~TcpStreams() {
  impl_->parts.world.timers.Cancel(impl_->tick);
  impl_->user = nullptr;
  boost::system::error_code ignored;
  impl_->acceptor.close(ignored);
  for (const auto& connection : std::exchange(impl_->all, {})) {
    connection->ended = true;
    connection->socket.close(ignored);
  }
}

Result<std::string> TcpStreams::Listen(const std::string& where) {
  const auto endpoint = ParseEndpoint(where);
  boost::system::error_code error;
  tcp::acceptor& acceptor = impl_->acceptor;
  if (endpoint) {
    const tcp::endpoint at(boost::asio::ip::make_address(endpoint->address), endpoint->port);
    acceptor.open(at.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(at, error);
    if (!error) acceptor.listen(256, error);
  }
  if (!endpoint || error)
    return Fault{"G01",
                 {},
                 fmt::format("cannot take streams of other nodes at {}: {}; choose another one by "
                             "--advertise ADDRESS:PORT",
                             where, error.message())};
  impl_->Accept();
  const auto real = acceptor.local_endpoint();
  return EndpointText({real.address().to_string(), real.port()});
}

void TcpStreams::Use(Listener& listener) {
  impl_->user = &listener;
  impl_->ConnectOwn();
  impl_->Tick();
}

bool TcpStreams::up(const std::string& node) const {
  return node == impl_->parts.membership.name() ? impl_->own_up : impl_->hosts.contains(node);
}

void TcpStreams::Send(const std::string& node, const ToHost& frame) {
  if (node == impl_->parts.membership.name()) {
    if (!impl_->own_up) return;
    return impl_->Later([frame](Impl& impl) {
      impl.parts.reception->Received(impl.parts.membership.name(), frame);
    });
  }
  if (const auto found = impl_->hosts.find(node); found != impl_->hosts.end())
    found->second->Write(FrameText(frame));
}

}  // namespace mlf::server
