// HttpConnection: one link that speaks HTTP/1.1, until it becomes a WebSocket. Beast parses. Slow,
// long and malformed requests end here.
#pragma once

#include "server/gateway/link.h"
#include "server/http/http_message.h"
#include "server/world/world.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mlf::server {

struct HttpShared {
  const Clock& clock;
  Meter& meter;
  // Null: this listener accepts only WebSockets.
  HttpHandler handler;
  // Whether a WebSocket may be opened at this path; `protocol` is the subprotocol to choose.
  std::function<bool(const std::string& path)> is_websocket;
  std::string protocol;  // empty = none is chosen, and the client's list is ignored
  // The client's address, from that of the peer and X-Forwarded-For.
  std::function<std::string(const std::string& peer, const std::string& forwarded)> client;
  // Whether a page of `origin` may open a WebSocket at `host`, both as a browser writes them. A
  // client without an origin is no browser and is not asked about.
  std::function<bool(const std::string& peer, const std::string& origin, const std::string& host,
                     const std::string& forwarded_host)>
      may_connect;
  // The link is a WebSocket from here on. `bytes` were read after the handshake.
  std::function<void(std::shared_ptr<Link> link, std::string address, std::string_view bytes)>
      upgrade;
  Ms request;     // for a whole request, from its first byte or from the connection
  Ms keep_alive;  // between requests
};

class HttpConnection final : public LinkUser, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(std::shared_ptr<Link> link, std::shared_ptr<const HttpShared> shared);
  ~HttpConnection() override;

  void Open();

  void OnBytes(std::string_view bytes) override;
  void OnDrained() override;
  void OnGone() override;
  void OnTick(Ms now) override;
  void OnStop() override;

 private:
  struct Parser;

  // Its client has an answer to read, or waits for one.
  bool Busy() const;
  void Process();
  void Handle();
  void Answer(const HttpResponse& response);
  void Upgrade();
  void Respond(const HttpResponse& response);
  void Refuse(int status, std::string_view detail);
  void Close();

  std::shared_ptr<Link> link_;
  std::shared_ptr<const HttpShared> shared_;
  std::unique_ptr<Parser> parser_;  // of the request under way
  std::string in_;
  Ms deadline_;
  std::uint64_t requests_ = 0;  // answered by the handler
  bool waiting_ = false;        // for the handler
  bool head_ = false;           // the request is HEAD: no body goes out
  bool keep_ = false;           // the connection stays open after the answer
  bool processing_ = false;
};

}  // namespace mlf::server
