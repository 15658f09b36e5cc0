#include "tools/robots/wire.h"

#include "server/config/address.h"
#include "server/gateway/framing.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <random>

namespace mlf::robots {
namespace {

using boost::asio::ip::tcp;
using Error = boost::system::error_code;

enum Opcode { kContinuation, kText, kBinary, kClose = 8, kPing, kPong };

constexpr std::size_t kMostUnread = 16 << 20;  // one message of a server
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// 16 random bytes in base64: 22 digits. The last digit holds four zero bits.
std::string NewKey(std::mt19937& random) {
  std::string key;
  for (int i = 0; i < 21; ++i) key += kDigits[random() % 64];
  key += kDigits[random() % 4 * 16];
  return key + "==";
}

std::mt19937& Random() {
  static std::mt19937 random{std::random_device{}()};
  return random;
}

}  // namespace

Result<std::shared_ptr<Net>> MakeNet(boost::asio::io_context& io, const std::string& server,
                                     const TlsOptions& tls) {
  const auto endpoint = server::ParseEndpoint(server);
  if (!endpoint) {
    return Fault{
        "R02",
        {},
        "the server is an address with a port, such as 127.0.0.1:7080, not \"" + server + "\""};
  }
  auto net = std::make_shared<Net>(
      Net{.sockets = std::make_shared<server::Readiness>(io),
          .endpoint = {boost::asio::ip::make_address(endpoint->address), endpoint->port},
          .host = tls.host.empty() ? endpoint->address : tls.host});
  if (!tls.on) return net;
  auto context = server::TlsContext::ForClient(tls.ca);
  if (!context) return context.faults();
  net->tls = *context;
  return net;
}

Wire::Wire(std::shared_ptr<Net> net, WireUser& user)
    : net_(std::move(net)),
      user_(&user),
      connecting_(net_->sockets->io()),
      key_(NewKey(Random())),
      mask_(static_cast<std::uint32_t>(Random()())) {
  if (net_->tls != nullptr) tls_ = std::make_unique<server::TlsSession>(net_->tls, net_->host);
}

Wire::~Wire() {
  if (socket_ >= 0) ::close(socket_);
}

void Wire::Connect() {
  connecting_.async_connect(net_->endpoint, [self = shared_from_this()](Error error) {
    if (self->user_ == nullptr) return;
    if (error) return self->End(0, "cannot connect: " + error.message());
    self->Begin();
  });
}

void Wire::Begin() {
  Error ignored;
  connecting_.non_blocking(true, ignored);
  connecting_.set_option(tcp::no_delay(true), ignored);
  socket_ = connecting_.release(ignored);
  if (!net_->sockets->Add(socket_, shared_from_this()))
    return End(0, "the system can watch no more sockets");
  out_ = fmt::format(
      "GET {} HTTP/1.1\r\nHost: {}:{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {}\r\n{}\r\n",
      net_->path, net_->host, net_->endpoint.port(), key_,
      net_->protocol.empty() ? "" : "Sec-WebSocket-Protocol: " + net_->protocol + "\r\n");
  if (tls_ != nullptr) static_cast<void>(tls_->Open({}, in_, sealed_));
  Queue();
}

void Wire::Send(std::string_view bytes, bool binary) {
  ++net_->messages_out;
  Frame(binary ? kBinary : kText, bytes);
}

void Wire::Drop() {
  user_ = nullptr;
  Close();
}

void Wire::Close() {
  Error ignored;
  connecting_.close(ignored);
  if (socket_ < 0) return;
  const auto self = shared_from_this();  // Readiness may hold the last reference
  net_->sockets->Remove(socket_);
  ::close(std::exchange(socket_, -1));
}

// ---- reading ----

void Wire::OnReady(bool readable, bool writable, bool ended) {
  if (writable && std::exchange(blocked_, false)) Flush();
  std::string& scratch = net_->scratch;
  while (readable && user_ != nullptr && socket_ >= 0) {
    const server::Transfer got = server::Receive(socket_, scratch.data(), scratch.size());
    if (got.failed) return End(0, "the server has ended the connection");
    if (got.none) return;
    Take(std::string_view(scratch).substr(0, got.size));
    readable = ended || got.size == scratch.size();
  }
}

void Wire::Take(std::string_view bytes) {
  net_->bytes_in += bytes.size();
  if (tls_ == nullptr) {
    in_ += bytes;
  } else {
    const bool well = tls_->Open(bytes, in_, sealed_);
    if (!well) return End(0, "TLS: " + tls_->CertificateFault());
    Queue();  // the handshake may have something to say, or has ended
  }
  if (!open_) TakeHandshake();
  if (open_) TakeFrames();
}

void Wire::TakeHandshake() {
  const std::size_t end = in_.find("\r\n\r\n");
  if (end == std::string::npos) return;
  const std::string head = in_.substr(0, end + 2);
  if (!head.starts_with("HTTP/1.1 101 "))
    return End(0, "no WebSocket there: " + head.substr(0, head.find('\r')));
  if (head.find("Sec-WebSocket-Accept: " + server::WebSocketAccept(key_) + "\r\n") ==
      std::string::npos)
    return End(0, "the handshake has a wrong Sec-WebSocket-Accept");
  in_.erase(0, end + 4);
  open_ = true;
  user_->OnOpen();
}

void Wire::TakeFrames() {
  const auto self = shared_from_this();
  std::size_t at = 0;
  while (user_ != nullptr) {
    const std::string_view rest = std::string_view(in_).substr(at);
    if (rest.size() < 2) break;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
    std::uint64_t length = byte(1) & 0x7F;
    const std::size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (rest.size() < 2 + wide) break;
    if (wide != 0) length = 0;
    for (std::size_t i = 0; i < wide; ++i) length = length << 8 | byte(2 + i);
    if ((byte(0) & 0x70) != 0 || (byte(1) & 0x80) != 0 || length > kMostUnread)
      return End(0, "a frame is against RFC 6455");
    if (rest.size() - 2 - wide < length) break;
    at += 2 + wide + static_cast<std::size_t>(length);
    const bool last = (byte(0) & 0x80) != 0;
    if (!OnFrame(byte(0) & 0x0F, last, rest.substr(2 + wide, static_cast<std::size_t>(length))))
      return;
  }
  in_.erase(0, at);
  if (in_.empty() && in_.capacity() > 4096) std::string().swap(in_);
}

bool Wire::OnFrame(int opcode, bool last, std::string_view content) {
  switch (opcode) {
    case kPing: Frame(kPong, content); return true;
    case kPong: return true;
    case kClose: {
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(content[i]); };
      End(content.size() < 2 ? 1005 : byte(0) << 8 | byte(1), "");
      return false;
    }
    case kContinuation:
    case kText:
    case kBinary:
      if (last && partial_.empty()) {
        ++net_->messages_in;
        user_->OnMessage(content, opcode == kBinary);
        return true;
      }
      partial_ += content;
      if (!last) return true;
      ++net_->messages_in;
      user_->OnMessage(std::exchange(partial_, {}), opcode == kBinary);
      return true;
    default: End(0, fmt::format("a frame has the opcode {}", opcode)); return false;
  }
}

// ---- writing ----

void Wire::Frame(int opcode, std::string_view content) {
  out_ += static_cast<char>(0x80 | opcode);
  if (content.size() < 126) {
    out_ += static_cast<char>(0x80 | content.size());
  } else {
    const int wide = content.size() <= 0xFFFF ? 2 : 8;
    out_ += static_cast<char>(wide == 2 ? 0xFE : 0xFF);
    for (int shift = (wide - 1) * 8; shift >= 0; shift -= 8)
      out_ += static_cast<char>(content.size() >> shift & 0xFF);
  }
  mask_ = mask_ * 1664525 + 1013904223;
  std::array<char, 4> mask{};
  for (std::size_t i = 0; i < 4; ++i) mask[i] = static_cast<char>(mask_ >> 8 * i);
  out_.append(mask.data(), mask.size());
  for (std::size_t i = 0; i < content.size(); ++i)
    out_ += static_cast<char>(content[i] ^ mask[i % 4]);
  Queue();
}

void Wire::Queue() {
  if (flushing_) return;
  flushing_ = true;
  boost::asio::post(net_->sockets->io(), [self = shared_from_this()] { self->Flush(); });
}

void Wire::Flush() {
  flushing_ = false;
  if (tls_ != nullptr && tls_->Seal(out_, sealed_)) out_.clear();
  std::string& out = tls_ == nullptr ? out_ : sealed_;
  if (socket_ < 0 || out.empty()) return;
  const server::Transfer done = server::Transmit(socket_, out.data(), out.size());
  if (done.failed) return;  // the read ends with it too
  net_->bytes_out += done.size;
  out.erase(0, done.size);
  if (!out.empty()) flushing_ = blocked_ = true;
}

void Wire::End(int code, const std::string& why) {
  WireUser* const user = std::exchange(user_, nullptr);
  Close();
  if (user != nullptr) user->OnClosed(code, why);
}

}  // namespace mlf::robots
