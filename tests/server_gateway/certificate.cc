#include "tests/server_gateway/certificate.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <boost/asio/write.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace mlf::test {

namespace fs = std::filesystem;
namespace ssl = boost::asio::ssl;

void WriteCertificate(const std::string& cert_file, const std::string& key_file,
                      const std::string& name) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* cert = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
  X509_gmtime_adj(X509_getm_notBefore(cert), 0);
  X509_gmtime_adj(X509_getm_notAfter(cert), 3600);
  X509_set_pubkey(cert, key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(cert), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_issuer_name(cert, X509_get_subject_name(cert));
  X509_sign(cert, key, EVP_sha256());
  std::FILE* file = std::fopen(cert_file.c_str(), "w");
  PEM_write_X509(file, cert);
  std::fclose(file);
  file = std::fopen(key_file.c_str(), "w");
  PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(cert);
  EVP_PKEY_free(key);
}

Certificate::Certificate(const std::string& name) {
  std::string pattern = (fs::temp_directory_path() / "mlf_tls_XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
  WriteCertificate(cert(), key(), name);
}
Certificate::~Certificate() { fs::remove_all(folder_); }

TlsClient::TlsClient(std::uint16_t port, int receive_buffer) : stream(io, context) {
  Connect(stream.next_layer(), port, receive_buffer);
  stream.handshake(ssl::stream_base::client);
}

void TlsClient::Send(const std::string& bytes) {
  boost::system::error_code ignored;
  boost::asio::write(stream, boost::asio::buffer(bytes), ignored);
}

void TlsClient::SendRaw(const std::string& bytes) {
  boost::system::error_code ignored;
  boost::asio::write(stream.next_layer(), boost::asio::buffer(bytes), ignored);
}

std::string TlsClient::Read() {
  std::string all;
  boost::system::error_code error;
  std::array<char, 65536> part;
  while (!error) all.append(part.data(), stream.read_some(boost::asio::buffer(part), error));
  return all;
}

}  // namespace mlf::test
