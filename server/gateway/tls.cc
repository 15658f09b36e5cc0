#include "server/gateway/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <limits>

namespace mlf::server {
namespace {

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* ssl) const { SSL_free(ssl); }
};

Fault FaultOf(const std::string& file) {
  const unsigned long error = ERR_peek_last_error();
  const char* why = error == 0 ? nullptr : ERR_reason_error_string(error);
  ERR_clear_error();
  return {
      "T01", {}, "cannot use " + file + " for TLS: " + (why == nullptr ? "unknown error" : why)};
}

void SetCommon(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  // No compression and no renegotiation, which have been attacked before. No record buffers while
  // the connection is idle.
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // A client resumes by a ticket. The server stores nothing.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

}  // namespace

struct TlsContext::Impl {
  std::unique_ptr<SSL_CTX, Free> context;
};
TlsContext::TlsContext(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TlsContext::~TlsContext() = default;

Result<std::shared_ptr<const TlsContext>> TlsContext::Load(const std::string& cert,
                                                           const std::string& key) {
  auto impl = std::make_unique<Impl>();
  impl->context.reset(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* context = impl->context.get();
  if (context == nullptr) return FaultOf(cert);
  SetCommon(context);
  if (SSL_CTX_use_certificate_chain_file(context, cert.c_str()) != 1) return FaultOf(cert);
  if (SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) != 1) return FaultOf(key);
  if (SSL_CTX_check_private_key(context) != 1) return FaultOf(key);
  return std::shared_ptr<const TlsContext>(new TlsContext(std::move(impl)));
}

Result<std::shared_ptr<const TlsContext>> TlsContext::ForClient(const std::string& ca) {
  auto impl = std::make_unique<Impl>();
  impl->context.reset(SSL_CTX_new(TLS_client_method()));
  SSL_CTX* context = impl->context.get();
  if (context == nullptr) return FaultOf(ca);
  SetCommon(context);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  const int trusts = ca.empty() ? SSL_CTX_set_default_verify_paths(context)
                                : SSL_CTX_load_verify_locations(context, ca.c_str(), nullptr);
  if (trusts != 1) return FaultOf(ca.empty() ? "the certificates of the system" : ca);
  return std::shared_ptr<const TlsContext>(new TlsContext(std::move(impl)));
}

struct TlsSession::Impl {
  // Appends the content of the outward BIO to `wire`.
  void TakeOut(std::string& wire) {
    std::array<char, 4096> bytes;
    for (int n = 0; (n = BIO_read(out, bytes.data(), bytes.size())) > 0;)
      wire.append(bytes.data(), static_cast<std::size_t>(n));
  }
  // Whether the last call only wants more bytes.
  bool Waits(int result) const {
    const int error = SSL_get_error(ssl.get(), result);
    ERR_clear_error();
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
  }

  std::shared_ptr<const TlsContext> context;
  std::unique_ptr<SSL, Free> ssl;
  BIO* in = nullptr;  // both belong to `ssl`
  BIO* out = nullptr;
};

TlsSession::TlsSession(std::shared_ptr<const TlsContext> context, const std::string& server)
    : impl_(std::make_unique<Impl>()) {
  impl_->ssl.reset(SSL_new(context->impl_->context.get()));
  impl_->context = std::move(context);
  impl_->in = BIO_new(BIO_s_mem());
  impl_->out = BIO_new(BIO_s_mem());
  SSL_set_bio(impl_->ssl.get(), impl_->in, impl_->out);
  SSL* const ssl = impl_->ssl.get();
  if (SSL_is_server(ssl) == 1) {
    SSL_set_accept_state(ssl);
    return;
  }
  SSL_set_connect_state(ssl);
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), server.c_str()) == 1) return;
  SSL_set1_host(ssl, server.c_str());
  SSL_set_tlsext_host_name(ssl, server.c_str());
}
TlsSession::~TlsSession() = default;

bool TlsSession::ready() const { return SSL_is_init_finished(impl_->ssl.get()) == 1; }
bool TlsSession::ended() const {
  return (SSL_get_shutdown(impl_->ssl.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
}

bool TlsSession::partial() const { return !ready() || SSL_has_pending(impl_->ssl.get()) == 1; }

std::string TlsSession::CertificateFault() const {
  const long result = SSL_get_verify_result(impl_->ssl.get());
  return result == X509_V_OK ? "" : X509_verify_cert_error_string(result);
}

bool TlsSession::Open(std::string_view bytes, std::string& plain, std::string& wire) {
  if (BIO_write(impl_->in, bytes.data(), static_cast<int>(bytes.size())) !=
      static_cast<int>(bytes.size()))
    return false;
  bool well = true;
  if (!ready()) {
    const int done = SSL_do_handshake(impl_->ssl.get());
    well = done == 1 || impl_->Waits(done);
  }
  if (well && ready()) {
    std::array<char, 4096> part;
    int n = 0;
    while ((n = SSL_read(impl_->ssl.get(), part.data(), part.size())) > 0)
      plain.append(part.data(), static_cast<std::size_t>(n));
    well = impl_->Waits(n) || ended();
  }
  impl_->TakeOut(wire);
  return well;
}

bool TlsSession::Seal(std::string_view plain, std::string& wire) {
  if (!ready()) return false;
  while (!plain.empty()) {
    const std::size_t most = std::min<std::size_t>(plain.size(), std::numeric_limits<int>::max());
    const int n = SSL_write(impl_->ssl.get(), plain.data(), static_cast<int>(most));
    if (n <= 0) {
      ERR_clear_error();
      return false;
    }
    plain.remove_prefix(static_cast<std::size_t>(n));
  }
  impl_->TakeOut(wire);
  return true;
}

void TlsSession::Finish(std::string& wire) {
  if (ready()) SSL_shutdown(impl_->ssl.get());
  ERR_clear_error();
  impl_->TakeOut(wire);
}

}  // namespace mlf::server
