#include "server/gateway/http_connection.h"
#include "server/config/address.h"
#include "server/gateway/framing.h"

#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mlf::server {
namespace {

namespace http = boost::beast::http;

constexpr std::uint32_t kMaxHeader = 8 * 1024;
constexpr std::uint64_t kMaxBody = std::uint64_t{16} * 1024;
// While more bytes are unread, the next request waits.
constexpr std::uint64_t kMaxUnsent = std::uint64_t{64} * 1024;
// A longer body is not copied. All connections that send it share it.
constexpr std::size_t kMaxCopied = std::size_t{4} * 1024;
// Pages load nothing from other sites, run no inline script, and may not be framed by another site.
// An answer may have a policy of its own.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src "
    "'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

std::string Text(boost::beast::string_view view) { return {view.data(), view.size()}; }

// All lines of a field as one list. A proxy may add its own line after the client's.
template <typename Fields>
std::string ListOf(const Fields& fields, const char* name) {
  std::string list;
  const auto lines = fields.equal_range(name);
  for (auto line = lines.first; line != lines.second; ++line)
    list += (list.empty() ? "" : ", ") + Text(line->value());
  return list;
}

// Whether a proxy has passed the request on, as far as proxies say so.
template <typename Fields>
bool IsForwarded(const Fields& fields) {
  return std::ranges::any_of(std::to_array({"Forwarded", "X-Forwarded-For", "X-Forwarded-Host",
                                            "X-Forwarded-Proto", "X-Real-IP", "Via"}),
                             [&](const char* name) { return fields.count(name) != 0; });
}

// 16 bytes in base64.
bool IsWebSocketKey(std::string_view key) {
  if (key.size() != 24 || !key.ends_with("==")) return false;
  return key.substr(0, 22).find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
             "0123456789+/") == std::string_view::npos;
}

}  // namespace

struct HttpConnection::Parser {
  Parser() {
    parser.header_limit(kMaxHeader);
    parser.body_limit(kMaxBody);
    parser.eager(true);
  }
  http::request_parser<http::string_body> parser;
};

HttpConnection::HttpConnection(std::shared_ptr<Link> link, std::shared_ptr<const HttpShared> shared)
    : link_(std::move(link)),
      shared_(std::move(shared)),
      deadline_(shared_->clock.Steady() + shared_->request) {}
HttpConnection::~HttpConnection() = default;

void HttpConnection::Open() { link_->Attach(shared_from_this()); }

void HttpConnection::OnBytes(std::string_view bytes) {
  in_ += bytes;
  Process();
}

bool HttpConnection::Busy() const {
  return waiting_ || link_->unsent() > (link_->crowded() ? 0 : kMaxUnsent);
}

void HttpConnection::OnDrained() {
  if (link_ == nullptr) return;
  if (parser_ == nullptr) deadline_ = shared_->clock.Steady() + shared_->keep_alive;
  Process();
}

void HttpConnection::Process() {
  if (processing_) return;
  processing_ = true;
  while (link_ != nullptr && !Busy() && !in_.empty()) {
    if (parser_ == nullptr) {
      parser_ = std::make_unique<Parser>();
      deadline_ = shared_->clock.Steady() + shared_->request;
    }
    boost::system::error_code error;
    auto& parser = parser_->parser;
    const std::size_t used = parser.put(boost::asio::buffer(in_), error);
    in_.erase(0, used);
    if (error == http::error::need_more) break;
    if (error) {
      if (error == http::error::header_limit) {
        Refuse(431, fmt::format("The header is longer than {} bytes.", kMaxHeader));
      } else if (error == http::error::body_limit) {
        Refuse(413, fmt::format("The body is longer than {} bytes.", kMaxBody));
      } else {
        Refuse(400, "This is no HTTP/1.1 request: " + error.message() + ".");
      }
      break;
    }
    if (!parser.is_done()) break;
    Handle();
  }
  processing_ = false;
  if (link_ == nullptr) return;
  if (in_.empty() && in_.capacity() > 512) std::string().swap(in_);
  // One request at a time. Later bytes wait in the kernel.
  link_->Pause(Busy());
}

void HttpConnection::Handle() {
  auto& request = parser_->parser.get();
  head_ = request.method() == http::verb::head;
  keep_ = request.keep_alive();
  const std::string target = Text(request.target());
  const std::size_t mark = target.find('?');
  const std::string path = target.substr(0, mark);
  if (request.version() != 10 && request.version() != 11)
    return Refuse(400, "This server speaks HTTP/1.1.");
  // RFC 9112: a request without Host, or with two, is refused because its target is unknown.
  if (request.version() == 11 && request.count(http::field::host) != 1)
    return Refuse(400, "A request has one Host.");
  if (target.empty() || target.front() != '/')
    return Refuse(400, "The target of a request is a path.");
  const bool upgrade = http::token_list(request[http::field::upgrade]).exists("websocket");
  if (shared_->is_websocket(path) && (upgrade || shared_->handler == nullptr)) return Upgrade();
  if (shared_->is_websocket(path)) return Refuse(426, "This path is a WebSocket.");
  if (shared_->handler == nullptr) return Refuse(404, "There is nothing here.");

  HttpRequest plain{
      .method = Text(request.method_string()),
      .path = path,
      .query = mark == std::string::npos ? "" : target.substr(mark + 1),
      .address = shared_->client(link_->peer(), ListOf(request, "X-Forwarded-For")),
      .local = IsLoopback(link_->peer()) && !IsForwarded(request),
      .authorization = Text(request[http::field::authorization]),
      .if_none_match = Text(request[http::field::if_none_match]),
      .gzip = http::token_list(ListOf(request, "Accept-Encoding")).exists("gzip"),
      .body = std::move(request.body()),
  };
  parser_.reset();
  waiting_ = true;
  shared_->handler(std::move(plain),
                   [weak = weak_from_this(), request = requests_](const HttpResponse& response) {
                     const auto self = weak.lock();
                     if (self == nullptr || self->link_ == nullptr || !self->waiting_) return;
                     if (self->requests_ != request) return;  // answered before
                     ++self->requests_;
                     self->waiting_ = false;
                     self->Answer(response);
                     self->Process();
                   });
}

void HttpConnection::Answer(const HttpResponse& response) {
  if (!link_->crowded() || response.body->size() <= kMaxCopied) return Respond(response);
  shared_->meter.Cut("crowded");
  Refuse(503, "Too many answers wait for their clients to read them.");
}

void HttpConnection::Upgrade() {
  const auto& request = parser_->parser.get();
  const std::string key = Text(request["Sec-WebSocket-Key"]);
  if (request.method() != http::verb::get || request.version() != 11 ||
      !http::token_list(request[http::field::connection]).exists("upgrade") ||
      !http::token_list(request[http::field::upgrade]).exists("websocket"))
    return Refuse(426, "This path is a WebSocket.");
  if (request[http::field::sec_websocket_version] != "13")
    return Refuse(426, "This server speaks version 13 of WebSocket.");
  if (request.count("Sec-WebSocket-Key") != 1 || !IsWebSocketKey(key))
    return Refuse(400, "Sec-WebSocket-Key is 16 bytes in base64.");
  // A page of another site would act with the addresses and rights of its visitors' machines.
  if (request.count(http::field::origin) != 0 &&
      !shared_->may_connect(link_->peer(), ListOf(request, "Origin"),
                            Text(request[http::field::host]), ListOf(request, "X-Forwarded-Host")))
    return Refuse(403,
                  "Pages of this site may not open a WebSocket here. The operator can add the site "
                  "to the setting origins.");
  std::string chosen;
  if (!shared_->protocol.empty() && request.count(http::field::sec_websocket_protocol) != 0) {
    const auto named = request.equal_range(http::field::sec_websocket_protocol);
    for (auto field = named.first; field != named.second; ++field) {
      if (http::token_list(field->value()).exists(shared_->protocol)) chosen = shared_->protocol;
    }
    if (chosen.empty())
      return Refuse(400,
                    fmt::format("The subprotocol of this WebSocket is {}.", shared_->protocol));
  }
  const std::string address = shared_->client(link_->peer(), ListOf(request, "X-Forwarded-For"));
  link_->Write(fmt::format(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: "
      "Upgrade\r\nSec-WebSocket-Accept: {}\r\n{}\r\n",
      WebSocketAccept(key), chosen.empty() ? "" : "Sec-WebSocket-Protocol: " + chosen + "\r\n"));
  const auto link = std::move(link_);
  const std::string rest = std::move(in_);
  shared_->upgrade(link, address, rest);
}

void HttpConnection::Respond(const HttpResponse& response) {
  const std::string& body = *response.body;
  const bool has_body = !head_ && response.status != 304;
  const bool copied = body.size() <= kMaxCopied;
  link_->WriteBy([&](std::string& out) {
    out += fmt::format("HTTP/1.1 {} {}\r\n", response.status, StatusText(response.status));
    // A 304 would have to name the length of the body that it leaves out.
    if (response.status != 304)
      out += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", response.type, body.size());
    bool cached = false, restricted = false;
    for (const auto& [name, value] : response.headers) {
      cached = cached || name == "Cache-Control";
      restricted = restricted || name == "Content-Security-Policy";
      out += fmt::format("{}: {}\r\n", name, value);
    }
    if (!cached) out += "Cache-Control: no-store\r\n";
    if (!restricted) out += fmt::format("Content-Security-Policy: {}\r\n", kContentPolicy);
    out += fmt::format(
        "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\nConnection: {}\r\n\r\n",
        keep_ ? "keep-alive" : "close");
    if (has_body && copied) out += body;
  });
  if (has_body && !copied) link_->WriteShared(response.body);
  parser_.reset();
  deadline_ = shared_->clock.Steady() + shared_->keep_alive;
  if (!keep_) Close();
}

void HttpConnection::Close() {
  const auto link = std::move(link_);
  link->Close();
  link->Detach();
}

// Answers a request that cannot be handled. Nothing more is read.
void HttpConnection::Refuse(int status, std::string_view detail) {
  keep_ = false;
  HttpResponse response = Problem(status, std::string(detail));
  if (status == 503) response.headers = {{"Retry-After", "10"}};
  if (status == 426) response.headers = {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
  Respond(response);
}

void HttpConnection::OnGone() { link_.reset(); }

void HttpConnection::OnTick(Ms now) {
  // While an answer waits to be read, the time is the link's.
  if (link_ == nullptr || waiting_ || (parser_ == nullptr && link_->unsent() != 0)) return;
  if (now < deadline_) return;
  if (parser_ != nullptr) {
    shared_->meter.Cut("slow_sender");
    Refuse(408, "The request did not come in time.");
  } else {
    Close();
  }
}

// A request that waits for its answer still gets it.
void HttpConnection::OnStop() {
  if (link_ == nullptr) return;
  keep_ = false;
  if (!waiting_) Close();
}

}  // namespace mlf::server
