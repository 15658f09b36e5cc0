// TLS on every listener, and certificates that change while the server runs.
#include "tests/server_gateway/certificate.h"
#include "tests/server_gateway/harness.h"
#include "tests/support/files.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace mlf::test {
namespace {

namespace fs = std::filesystem;
namespace ssl = boost::asio::ssl;

class Tls : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mlf_tls_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    cert_ = (folder_ / "cert.pem").string();
    key_ = (folder_ / "key.pem").string();
    WriteCertificate(cert_, key_, "first");
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::function<void(server::ServerConfig&)> WithTls() {
    return [this](server::ServerConfig& config) {
      config.tls_cert = cert_;
      config.tls_key = key_;
    };
  }
  // The name in the certificate that is served now.
  static std::string NameAt(std::uint16_t port) {
    boost::asio::io_context io;
    ssl::context context(ssl::context::tls_client);
    ssl::stream<Tcp::socket> stream(io, context);
    stream.next_layer().connect({boost::asio::ip::address_v4::loopback(), port});
    stream.handshake(ssl::stream_base::client);
    X509* cert = SSL_get1_peer_certificate(stream.native_handle());
    char name[64] = {};
    X509_NAME_get_text_by_NID(X509_get_subject_name(cert), NID_commonName, name, sizeof name);
    X509_free(cert);
    return name;
  }

  fs::path folder_;
  std::string cert_, key_;
};

TEST_F(Tls, WebSocketsOverTls) {
  TestServer server(WithTls());
  for (const auto& [port, path] :
       {std::pair(server.http_port(), "/ws"), std::pair(server.echecs_port(), "/any")}) {
    boost::asio::io_context io;
    ssl::context context(ssl::context::tls_client);
    boost::beast::websocket::stream<ssl::stream<Tcp::socket>> ws(io, context);
    ws.next_layer().next_layer().connect({boost::asio::ip::address_v4::loopback(), port});
    ws.next_layer().handshake(ssl::stream_base::client);
    ws.handshake("localhost", path);
    // More than one record, and more than the socket takes at once.
    ws.write(boost::asio::buffer(Client::Say(1, "push 20 9000").dump()));
    boost::beast::flat_buffer buffer;
    for (int i = 0; i < 21; ++i) {
      buffer.clear();
      ws.read(buffer);
      const Json message = Json::parse(boost::beast::buffers_to_string(buffer.data()));
      if (i < 20) {
        EXPECT_EQ(message["code"], std::to_string(i));
      } else {
        EXPECT_EQ(message["re"], 1);
      }
    }
    ws.write(boost::asio::buffer(Client::Say(2, "bye idle").dump()));
    boost::system::error_code error;
    while (!error) {
      buffer.clear();
      ws.read(buffer, error);
    }
    EXPECT_EQ(ws.reason().code, 4003);
  }
}

TEST_F(Tls, FramesAndPagesOverTls) {
  TestServer server(WithTls());
  boost::asio::io_context io;
  ssl::context context(ssl::context::tls_client);
  ssl::stream<Tcp::socket> page(io, context);
  page.next_layer().connect({boost::asio::ip::address_v4::loopback(), server.http_port()});
  page.handshake(ssl::stream_base::client);
  const std::string request = "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  boost::asio::write(page, boost::asio::buffer(request));
  std::string all(4096, '\0');
  boost::system::error_code error;
  std::size_t size = 0;
  while (!error && size < all.size())
    size += page.read_some(boost::asio::buffer(all.data() + size, all.size() - size), error);
  EXPECT_EQ(error, boost::asio::error::eof);  // closed as TLS closes, not cut
  EXPECT_THAT(all.substr(0, size), testing::HasSubstr("GET /a "));
}

TEST_F(Tls, WhoSpeaksPlainIsSentAway) {
  TestServer server(WithTls());
  RawClient plain(server.http_port());
  plain.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(plain.Read().find("HTTP/"), std::string::npos);
  RawClient silent(server.http_port());
  server.Until([&] { return server.gateway->connections() == 1; });
}

TEST_F(Tls, ACertificateIsTakenOverWhileTheServerRuns) {
  TestServer server(WithTls());
  EXPECT_EQ(NameAt(server.http_port()), "first");
  WriteCertificate(cert_, key_, "second");
  server.Do([&] { EXPECT_TRUE(server.gateway->ReloadTls().empty()); });
  EXPECT_EQ(NameAt(server.http_port()), "second");
  // One that cannot be used changes nothing.
  WriteText(cert_, "nonsense");
  server.Do([&] {
    const Faults faults = server.gateway->ReloadTls();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_THAT(faults[0].Text(), testing::StartsWith("T01: cannot use " + cert_ + " for TLS: "));
  });
  EXPECT_EQ(NameAt(server.http_port()), "second");
  // Nor does a key of another certificate.
  WriteCertificate(cert_, (folder_ / "other.pem").string(), "third");
  server.Do([&] { EXPECT_EQ(server.gateway->ReloadTls().size(), 1u); });
  EXPECT_EQ(NameAt(server.http_port()), "second");
}

}  // namespace
}  // namespace mlf::test
