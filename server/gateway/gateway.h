// Gateway: the listeners and all connections of a server. It runs on the thread of `io`, with
// everything it calls.
#pragma once

#include <mlf/flow/result.h>
#include "server/config/config.h"
#include "server/gateway/driver.h"
#include "server/http/http_message.h"
#include "server/lobby/request_handler.h"
#include "server/world/world.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): Boost's name
}

namespace mlf::server {

// Times that are not settings.
struct GatewayTimes {
  Ms tick = 1000;      // between two checks of all connections
  Ms slow = 10'000;    // for a full outbound queue to drain
  Ms linger = 10'000;  // for a peer to read the last bytes and close
  Ms stop = 2'000;     // for Stop
  Ms pause = 30;       // how long a push without a question waits for the next one
};

class Gateway {
 public:
  using MakeDriver = std::function<std::unique_ptr<Driver>()>;
  struct Parts {
    const ServerConfig& config;
    World world;
    RequestHandler& lobby;
    HttpHandler http;
    HttpHandler metrics;        // of the listener `metrics`
    MakeDriver framed, echecs;  // without one its listener stays closed
  };

  Gateway(boost::asio::io_context& io, Parts parts, GatewayTimes times = {});
  ~Gateway();

  // Opens all listeners. Faults: G01 cannot listen at an address, T01 of TLS.
  Faults Listen();
  // "http 127.0.0.1:7080", one for each listener, with the real port.
  std::vector<std::string> Listening() const;
  // Reloads the certificate. On a fault the present one stays.
  Faults ReloadTls();

  // Accepts no more connections and sends bye `stopping` to all. Calls `done` when all are gone or
  // the time is up.
  void Stop(std::function<void()> done);

  std::size_t connections() const;       // of all kinds
  std::size_t sessions() const;          // that speak messages
  std::uint64_t outbound_bytes() const;  // memory of what is queued, all together
  std::uint64_t writes() const;          // system calls, since the start

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace mlf::server
