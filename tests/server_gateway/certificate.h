// Certificates of their own key, and a client that speaks TLS.
#pragma once

#include "tests/server_gateway/harness.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <filesystem>
#include <string>

namespace mlf::test {

// A certificate of its own key for the name `name`, as PEM files.
void WriteCertificate(const std::string& cert_file, const std::string& key_file,
                      const std::string& name);

// The same, as long as this lasts.
class Certificate {
 public:
  explicit Certificate(const std::string& name);
  ~Certificate();
  Certificate(const Certificate&) = delete;

  std::string cert() const { return (folder_ / "cert.pem").string(); }
  std::string key() const { return (folder_ / "key.pem").string(); }

 private:
  std::filesystem::path folder_;
};

class TlsClient {
 public:
  explicit TlsClient(std::uint16_t port, int receive_buffer = 0);
  void Send(const std::string& bytes);
  // Past TLS: bytes that are not encrypted.
  void SendRaw(const std::string& bytes);
  // Until the peer closes.
  std::string Read();

  boost::asio::io_context io;
  boost::asio::ssl::context context{boost::asio::ssl::context::tls_client};
  boost::asio::ssl::stream<Tcp::socket> stream;
};

}  // namespace mlf::test
