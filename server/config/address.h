// Addresses in settings and logs: where to listen and which networks to trust.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mlf::server {

// "127.0.0.1:7080", "[::1]:7080", "0.0.0.0:0" (port 0 = any free port).
struct Endpoint {
  std::string address;  // numeric
  std::uint16_t port = 0;
};
std::optional<Endpoint> ParseEndpoint(std::string_view text);
std::string EndpointText(const Endpoint& endpoint);

// 127.0.0.0/8 and ::1, also written as ::ffff:127.0.0.1.
bool IsLoopback(const std::string& address);
// The normal spelling of an address. IPv4 in IPv6 becomes IPv4. Returns nothing for other texts.
std::optional<std::string> NormalAddress(std::string_view text);

// Whose address it is, for limits an address: that of IPv4, and of IPv6 the network
// "2001:db8:0:1::" of 64 bits, because one client has a whole one.
std::string LimitedAddress(const std::string& address);

// "10.0.0.0/8", "fd00::/8", or a single address.
class Network {
 public:
  static std::optional<Network> Parse(std::string_view text);
  bool Contains(const std::string& address) const;

 private:
  struct Range;
  explicit Network(std::shared_ptr<const Range> range) : range_(std::move(range)) {}
  std::shared_ptr<const Range> range_;
};

}  // namespace mlf::server
