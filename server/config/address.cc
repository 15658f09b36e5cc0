#include "server/config/address.h"
#include "flow/base/words.h"

#include <utility>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include <algorithm>
#include <variant>

namespace mlf::server {
namespace {

namespace ip = boost::asio::ip;

std::optional<ip::address> Parsed(std::string_view text) {
  boost::system::error_code error;
  ip::address address = ip::make_address(std::string(text), error);
  if (error) return std::nullopt;
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    address = ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return address;
}

}  // namespace

std::optional<Endpoint> ParseEndpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view host = text.substr(0, colon);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  const auto port = ParseNumber<std::uint16_t>(text.substr(colon + 1));
  boost::system::error_code error;
  const ip::address address = ip::make_address(std::string(host), error);
  if (error || !port || address.is_v6() != bracketed) return std::nullopt;
  return Endpoint{address.to_string(), *port};
}

std::string EndpointText(const Endpoint& endpoint) {
  const bool v6 = endpoint.address.find(':') != std::string::npos;
  return (v6 ? "[" + endpoint.address + "]" : endpoint.address) + ":" +
         std::to_string(endpoint.port);
}

bool IsLoopback(const std::string& address) {
  const auto parsed = Parsed(address);
  return parsed && parsed->is_loopback();
}

std::optional<std::string> NormalAddress(std::string_view text) {
  const auto parsed = Parsed(text);
  if (!parsed) return std::nullopt;
  return parsed->to_string();
}

std::string LimitedAddress(const std::string& address) {
  const auto parsed = Parsed(address);
  if (!parsed || parsed->is_v4()) return parsed ? parsed->to_string() : address;
  ip::address_v6::bytes_type bytes = parsed->to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return ip::address_v6(bytes).to_string();
}

struct Network::Range {
  std::variant<ip::network_v4, ip::network_v6> network;
};

std::optional<Network> Network::Parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = Parsed(text.substr(0, slash));
  if (!address) return std::nullopt;
  const int longest = address->is_v4() ? 32 : 128;
  int length = longest;
  if (slash != std::string_view::npos) {
    const auto given = ParseNumber<int>(text.substr(slash + 1));
    if (!given || *given < 0 || *given > longest) return std::nullopt;
    length = *given;
  }
  auto range = std::make_shared<Range>();
  if (address->is_v4()) {
    range->network =
        ip::network_v4(address->to_v4(), static_cast<unsigned short>(length)).canonical();
  } else {
    range->network =
        ip::network_v6(address->to_v6(), static_cast<unsigned short>(length)).canonical();
  }
  return Network(std::move(range));
}

bool Network::Contains(const std::string& address) const {
  const auto parsed = Parsed(address);
  if (!parsed) return false;
  if (const auto* v4 = std::get_if<ip::network_v4>(&range_->network)) {
    return parsed->is_v4() &&
           ip::network_v4(parsed->to_v4(), v4->prefix_length()).canonical() == *v4;
  }
  const auto& v6 = std::get<ip::network_v6>(range_->network);
  return parsed->is_v6() && ip::network_v6(parsed->to_v6(), v6.prefix_length()).canonical() == v6;
}

}  // namespace mlf::server
