// TLS as a filter between a socket's bytes and plain ones. It knows no sockets, so an idle
// connection needs no buffers.
#pragma once

#include <mlf/flow/result.h>

#include <memory>
#include <string>
#include <string_view>

namespace mlf::server {

// A certificate and its key, or what a client trusts. Sessions keep those they began with.
class TlsContext {
 public:
  // PEM files. Fault T01 names the file and the error.
  static Result<std::shared_ptr<const TlsContext>> Load(const std::string& cert,
                                                        const std::string& key);
  // A client's: it trusts the certificates of the PEM file `ca`; empty: those of the system.
  static Result<std::shared_ptr<const TlsContext>> ForClient(const std::string& ca);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;

 private:
  friend class TlsSession;
  struct Impl;
  explicit TlsContext(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// One side of one connection.
class TlsSession {
 public:
  // `server`, for a client: the name or address that the certificate must have. Its handshake
  // begins with Open of no bytes.
  explicit TlsSession(std::shared_ptr<const TlsContext> context, const std::string& server = "");
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;

  // Decrypts bytes from the socket: appends data to `plain`, and TLS messages to send to `wire`.
  // False if the connection cannot continue; `wire` then holds the alert.
  bool Open(std::string_view bytes, std::string& plain, std::string& wire);
  // Encrypts. False before the handshake is done; nothing is taken then.
  bool Seal(std::string_view plain, std::string& wire);
  bool ready() const;
  // A handshake or a message has begun and is not complete.
  bool partial() const;
  // For a client, after Open has failed: what is wrong with the server's certificate; or empty.
  std::string CertificateFault() const;
  // The peer has closed its side.
  bool ended() const;
  // The closing message of this side.
  void Finish(std::string& wire);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mlf::server
