#include "server/gateway/gateway.h"
#include "server/config/address.h"
#include "server/config/origin.h"
#include "server/gateway/framing.h"
#include "server/gateway/http_connection.h"
#include "server/gateway/json_driver.h"
#include "server/gateway/link.h"
#include "server/gateway/message_connection.h"

#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

namespace mlf::server {
namespace {

using boost::asio::ip::tcp;

constexpr std::size_t kScratch = std::size_t{16} * 1024;
constexpr std::size_t kTurnedAway = 256;  // connections beyond the limit that may read why
constexpr Ms kAcceptPause = 100;  // after a failed accept: the process has no free file descriptor

// The answer to a connection beyond the limit, whose request is not read.
std::string Full() {
  const HttpResponse problem = Problem(503, "The server has no room for another connection.");
  return fmt::format(
      "HTTP/1.1 503 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nRetry-After: "
      "10\r\nConnection: close\r\n\r\n{}",
      StatusText(503), problem.type, problem.body->size(), *problem.body);
}

}  // namespace

struct Gateway::Impl : std::enable_shared_from_this<Gateway::Impl> {
  enum class Kind : std::uint8_t { kHttp, kFramed, kEchecs, kMetrics };
  struct Listener {
    Kind kind;
    std::string_view name;
    tcp::acceptor acceptor;
    std::shared_ptr<const HttpShared> http;  // not kFramed
  };

  Impl(boost::asio::io_context& context, Parts given, GatewayTimes limits)
      : io(context), parts(std::move(given)), times(limits) {
    link_shared = std::make_shared<Link::Shared>(Link::Shared{
        .clock = parts.world.clock,
        .timers = parts.world.timers,
        .meter = parts.world.meter,
        .sockets = std::make_shared<Readiness>(io),
        .linger = times.linger,
        .pause = times.pause,
        .request = parts.config.limits.request_seconds * 1000,
        .unread = parts.config.limits.unread_seconds * 1000,
        .most_unsent = static_cast<std::uint64_t>(parts.config.limits.outbound_bytes_in_all),
        .scratch = std::string(kScratch, '\0')});
    shared = std::make_shared<ConnectionShared>(
        ConnectionShared{parts.config.limits, parts.world, parts.lobby, times.slow});
    for (const std::string& network : parts.config.trusted_proxy) {
      if (auto parsed = Network::Parse(network)) trusted.push_back(*std::move(parsed));
    }
  }

  // ---- listeners ----

  Faults Open(Kind kind, std::string_view name, const std::string& where) {
    const auto endpoint = ParseEndpoint(where);
    if (!endpoint) return {};
    boost::system::error_code error;
    tcp::acceptor acceptor(io);
    const tcp::endpoint at(boost::asio::ip::make_address(endpoint->address), endpoint->port);
    acceptor.open(at.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(at, error);
    if (!error) acceptor.listen(4096, error);
    if (error) {
      return {{"G01",
               {},
               fmt::format("cannot listen at {} ({}): {}; choose another one by --{} ADDRESS:PORT",
                           where, name, error.message(), name)}};
    }
    listeners.push_back(std::make_unique<Listener>(Listener{
        kind, name, std::move(acceptor), kind == Kind::kFramed ? nullptr : MakeHttp(kind)}));
    return {};
  }

  std::shared_ptr<const HttpShared> MakeHttp(Kind kind) {
    const bool pages = kind == Kind::kHttp, counters = kind == Kind::kMetrics;
    return std::make_shared<const HttpShared>(HttpShared{
        .clock = parts.world.clock,
        .meter = parts.world.meter,
        .handler = pages      ? parts.http
                   : counters ? parts.metrics
                              : HttpHandler(),
        .is_websocket =
            [pages, counters](const std::string& path) {
              return !counters && (!pages || path == "/ws");
            },
        .protocol = pages ? "mlf.v1" : "",
        .client = [this](const std::string& peer,
                         const std::string& forwarded) { return ClientOf(peer, forwarded); },
        .may_connect =
            [this](const std::string& peer, const std::string& origin, const std::string& host,
                   const std::string& forwarded_host) {
              const bool forwarded = IsTrusted(peer) && !forwarded_host.empty();
              return MayConnect(origin, forwarded ? forwarded_host : host, parts.config.origins);
            },
        .upgrade =
            [this, pages](std::shared_ptr<Link> link, std::string address, std::string_view bytes) {
              Enter(std::move(link),
                    MakeWebSocketFraming(
                        static_cast<std::size_t>(parts.config.limits.max_message_bytes)),
                    pages ? MakeJsonDriver() : parts.echecs(), std::move(address), bytes);
            },
        .request = parts.config.limits.request_seconds * 1000,
        .keep_alive = parts.config.limits.idle_seconds * 1000,
    });
  }

  void Accept(Listener& listener) {
    listener.acceptor.async_accept([self = shared_from_this(), &listener](
                                       boost::system::error_code error, tcp::socket socket) {
      if (self->stopping || error == boost::asio::error::operation_aborted) return;
      if (error) {
        self->parts.world.log.Warning({}, "cannot accept a connection: " + error.message());
        self->parts.world.timers.At(self->parts.world.clock.Steady() + kAcceptPause,
                                    [self, &listener] {
                                      if (!self->stopping) self->Accept(listener);
                                    });
        return;
      }
      self->Accepted(listener, std::move(socket));
      self->Accept(listener);
    });
  }

  void Accepted(Listener& listener, tcp::socket socket) {
    auto link = std::make_shared<Link>(std::move(socket), tls, link_shared);
    if (link->peer().empty()) return;  // gone already
    if (!HasRoom(link->peer()))
      return TurnAway(link, tls == nullptr && listener.kind != Kind::kFramed);
    Keep(link);
    if (listener.kind == Kind::kFramed) {
      Enter(link, MakeTcpFraming(static_cast<std::size_t>(parts.config.limits.max_message_bytes)),
            parts.framed(), link->peer(), {});
    } else {
      std::make_shared<HttpConnection>(link, listener.http)->Open();
    }
  }

  // It gets an answer, and the time to read it, as far as there is room for that.
  void TurnAway(const std::shared_ptr<Link>& link, bool speaks_http) {
    if (turned_away.size() >= kTurnedAway) return link->Abort();
    if (speaks_http) link->Write(Full());
    link->Close();
    turned_away.push_back(link);
  }

  void Enter(std::shared_ptr<Link> link, std::unique_ptr<Framing> framing,
             std::unique_ptr<Driver> driver, std::string address, std::string_view bytes) {
    std::make_shared<MessageConnection>(std::move(link), std::move(framing), std::move(driver),
                                        std::move(address), shared)
        ->Open(bytes);
  }

  // ---- links and addresses ----

  // Limits an address hold for it.
  bool IsLimited(const std::string& peer) const {
    return parts.config.limits.HoldFor(peer) && !IsTrusted(peer);
  }

  // One address may not take all connections.
  bool HasRoom(const std::string& peer) const {
    const auto most = static_cast<std::size_t>(parts.config.limits.max_connections);
    if (links.size() >= most) return false;
    if (!IsLimited(peer)) return true;
    const auto found = addresses.find(LimitedAddress(peer));
    return found == addresses.end() ||
           found->second->links < std::max<std::size_t>(most / 4 * 3, 1);
  }

  void Keep(const std::shared_ptr<Link>& link) {
    links.insert(link);
    auto& address = addresses[LimitedAddress(link->peer())];
    if (address == nullptr) {
      address = std::make_shared<Link::Address>();
      if (IsLimited(link->peer()))
        address->most_unsent =
            static_cast<std::uint64_t>(parts.config.limits.outbound_bytes_per_address);
    }
    ++address->links;
    link->CountAt(address);
  }

  // Makes room for what clients read: ends the links whose peers have read nothing for longest.
  void CutUnread() {
    const auto crowded = [&] { return link_shared->unsent.bytes() > link_shared->most_unsent; };
    if (!crowded()) return;
    std::vector<std::shared_ptr<Link>> blocked;
    std::ranges::copy_if(links, std::back_inserter(blocked), &Link::blocked);
    std::ranges::sort(blocked, {}, &Link::moved_at);
    for (const auto& link : blocked) {
      if (!crowded()) return;
      link->Cut("crowded");
    }
  }

  void Tick() {
    const Ms now = parts.world.clock.Steady();
    CutUnread();
    for (const auto& link : turned_away) link->Tick(now);
    std::erase_if(turned_away, [](const auto& link) { return !link->open(); });
    // A tick may end links but never adds any. The event loop accepts connections.
    for (auto it = links.begin(); it != links.end();) {
      (*it)->Tick(now);
      if ((*it)->open()) {
        ++it;
        continue;
      }
      const auto address = addresses.find(LimitedAddress((*it)->peer()));
      if (--address->second->links == 0) addresses.erase(address);
      it = links.erase(it);
    }
    if (stopped != nullptr && (links.empty() || now >= stop_by)) {
      const auto done = std::exchange(stopped, nullptr);
      return done();
    }
    tick = parts.world.timers.At(now + (stopping ? std::min<Ms>(times.tick, 20) : times.tick),
                                 [this] { Tick(); });
  }

  bool IsTrusted(const std::string& address) const {
    return std::ranges::any_of(trusted,
                               [&](const Network& network) { return network.Contains(address); });
  }

  // The rightmost address that is no trusted proxy. The addresses to its left are unproven.
  std::string ClientOf(const std::string& peer, const std::string& forwarded) const {
    std::string client = peer;
    std::string_view rest = forwarded;
    while (!rest.empty() && IsTrusted(client)) {
      const std::size_t comma = rest.rfind(',');
      std::string_view last = comma == std::string_view::npos ? rest : rest.substr(comma + 1);
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(0, comma);
      while (last.starts_with(' ')) last.remove_prefix(1);
      while (last.ends_with(' ')) last.remove_suffix(1);
      const auto address = NormalAddress(last);
      if (!address) break;
      client = *address;
    }
    return client;
  }

  Faults LoadTls() {
    if (parts.config.tls_cert.empty()) return {};
    auto loaded = TlsContext::Load(parts.config.tls_cert, parts.config.tls_key);
    if (!loaded) return loaded.faults();
    tls = *std::move(loaded);
    return {};
  }

  boost::asio::io_context& io;
  Parts parts;
  const GatewayTimes times;
  std::vector<Network> trusted;
  std::shared_ptr<const TlsContext> tls;
  std::shared_ptr<Link::Shared> link_shared;
  std::shared_ptr<ConnectionShared> shared;
  std::vector<std::unique_ptr<Listener>> listeners;
  std::unordered_set<std::shared_ptr<Link>> links;
  std::vector<std::shared_ptr<Link>> turned_away;  // beyond the limit
  // Those of `links`, by LimitedAddress.
  std::unordered_map<std::string, std::shared_ptr<Link::Address>> addresses;
  Timers::Id tick = 0;
  bool stopping = false;
  Ms stop_by = 0;
  std::function<void()> stopped;
};

Gateway::Gateway(boost::asio::io_context& io, Parts parts, GatewayTimes times)
    : impl_(std::make_shared<Impl>(io, std::move(parts), times)) {}

Gateway::~Gateway() {
  impl_->stopping = true;
  impl_->parts.world.timers.Cancel(impl_->tick);
  impl_->link_shared->waiting.clear();
  for (const auto& listener : impl_->listeners) {
    boost::system::error_code ignored;
    listener->acceptor.close(ignored);
  }
  for (const auto& link : impl_->links) link->Abort();
  for (const auto& link : impl_->turned_away) link->Abort();
}

Faults Gateway::Listen() {
  using Kind = Impl::Kind;
  Faults faults = impl_->LoadTls();
  const auto open = [&](Kind kind, std::string_view name, const std::string& where) {
    const Faults more = impl_->Open(kind, name, where);
    faults.insert(faults.end(), more.begin(), more.end());
  };
  const ServerConfig& config = impl_->parts.config;
  open(Kind::kHttp, "http", config.http);
  if (impl_->parts.framed != nullptr) open(Kind::kFramed, "framed", config.framed);
  if (impl_->parts.echecs != nullptr) open(Kind::kEchecs, "echecs", config.echecs);
  if (impl_->parts.metrics != nullptr) open(Kind::kMetrics, "metrics", config.metrics);
  if (!faults.empty()) return faults;
  for (const auto& listener : impl_->listeners) impl_->Accept(*listener);
  impl_->Tick();
  return {};
}

std::vector<std::string> Gateway::Listening() const {
  std::vector<std::string> lines;
  for (const auto& listener : impl_->listeners) {
    const auto at = listener->acceptor.local_endpoint();
    lines.push_back(
        fmt::format("{} {}", listener->name, EndpointText({at.address().to_string(), at.port()})));
  }
  return lines;
}

Faults Gateway::ReloadTls() { return impl_->LoadTls(); }

void Gateway::Stop(std::function<void()> done) {
  Impl& impl = *impl_;
  if (impl.stopping) return;
  impl.stopping = true;
  for (const auto& listener : impl.listeners) {
    boost::system::error_code ignored;
    listener->acceptor.close(ignored);
  }
  impl.stop_by = impl.parts.world.clock.Steady() + impl.times.stop;
  impl.stopped = std::move(done);
  for (const auto& link : impl.links) link->Stop();
  impl.parts.world.timers.Cancel(impl.tick);
  impl.tick = impl.parts.world.timers.At(impl.parts.world.clock.Steady(), [&impl] { impl.Tick(); });
}

std::size_t Gateway::connections() const { return impl_->links.size(); }
std::size_t Gateway::sessions() const { return impl_->shared->open; }
std::uint64_t Gateway::outbound_bytes() const { return impl_->link_shared->unsent.bytes(); }

std::uint64_t Gateway::writes() const { return impl_->link_shared->writes; }

}  // namespace mlf::server
