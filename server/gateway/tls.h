// TLS as a filter between a socket's bytes and plain ones. It knows no sockets, so a connection
// needs no buffers of its own while it is idle.
#pragma once

#include <mlf/flow/result.h>

#include <memory>
#include <string>
#include <string_view>

namespace mlf::server {

// A certificate and its key. Sessions keep the one they began with.
class TlsContext {
 public:
  // PEM files. Fault T01 names the file and what is wrong with it.
  static Result<std::shared_ptr<const TlsContext>> Load(const std::string& cert,
                                                        const std::string& key);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;

 private:
  friend class TlsSession;
  struct Impl;
  explicit TlsContext(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The server's side of one connection.
class TlsSession {
 public:
  explicit TlsSession(std::shared_ptr<const TlsContext> context);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;

  // Bytes from the socket: appends what they mean to `plain`, and what TLS itself has to say to
  // `wire`. False where the connection cannot go on; `wire` then holds the alert.
  bool Open(std::string_view bytes, std::string& plain, std::string& wire);
  // Encrypts. False before the handshake is done: nothing is taken then.
  bool Seal(std::string_view plain, std::string& wire);
  bool ready() const;
  // The peer has said that nothing more comes.
  bool ended() const;
  // The last words of this side.
  void Finish(std::string& wire);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mlf::server
