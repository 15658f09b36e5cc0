// Wire: the client's side of one WebSocket. Thousands of them share one thread. Readiness reports
// when the socket is readable, and the wire reads into memory that all share. Bytes sent within one
// turn of the event loop leave in one system call. Beast's stream keeps buffers and several
// operations for each connection, and costs twice the time of the robots themselves.
#pragma once

#include "server/gateway/readiness.h"
#include "server/gateway/tls.h"

#include <mlf/flow/result.h>

#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mlf::robots {

// How a server is reached by TLS.
struct TlsOptions {
  bool on = false;
  std::string ca;    // PEM file of who is trusted; empty: those of the system
  std::string host;  // in the server's certificate; empty: its address
};

// Data shared by all wires to one server.
struct Net {
  std::shared_ptr<server::Readiness> sockets;
  boost::asio::ip::tcp::endpoint endpoint;
  std::string path = "/ws";
  std::string protocol = "mlf.v1";  // empty = none is requested
  std::string scratch = std::string(std::size_t{64} * 1024, '\0');
  std::uint64_t bytes_in = 0, bytes_out = 0, messages_in = 0, messages_out = 0;
  std::shared_ptr<const server::TlsContext> tls{};  // null: without
  std::string host{};                               // of the server: a name, or its address
};

// `server` is ADDRESS:PORT. Faults: it is none; the file of `tls` cannot be used.
Result<std::shared_ptr<Net>> MakeNet(boost::asio::io_context& io, const std::string& server,
                                     const TlsOptions& tls);

class WireUser {
 public:
  virtual ~WireUser() = default;
  virtual void OnOpen() = 0;
  // `bytes` lives until the call returns.
  virtual void OnMessage(std::string_view bytes, bool binary) = 0;
  // The wire is closed. `code` is that of a close frame; without one it is 0 and `why` has the
  // reason.
  virtual void OnClosed(int code, const std::string& why) = 0;
};

class Wire final : public server::Readiness::User, public std::enable_shared_from_this<Wire> {
 public:
  Wire(std::shared_ptr<Net> net, WireUser& user);
  ~Wire() override;
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  // OnOpen or OnClosed follows.
  void Connect();
  void Send(std::string_view bytes, bool binary);
  // Closes without a close frame, like a broken connection. No call of the user follows.
  void Drop();

 private:
  void OnReady(bool readable, bool writable, bool ended) override;
  void Begin();
  void Take(std::string_view bytes);
  void TakeHandshake();
  void TakeFrames();
  bool OnFrame(int opcode, bool last, std::string_view content);
  void Frame(int opcode, std::string_view content);
  void Queue();
  void Flush();
  void End(int code, const std::string& why);
  void Close();

  std::shared_ptr<Net> net_;
  WireUser* user_;
  boost::asio::ip::tcp::socket connecting_;
  int socket_ = -1;  // connected
  std::string key_;
  std::unique_ptr<server::TlsSession> tls_;
  std::string in_, out_;
  std::string sealed_;   // with TLS: what is to be sent before `out_`
  std::string partial_;  // of a fragmented message
  std::uint32_t mask_;
  bool open_ = false;
  bool flushing_ = false;
  bool blocked_ = false;  // the flush waits until the socket is writable
};

}  // namespace mlf::robots
