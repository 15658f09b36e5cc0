// Bytes as lower hex digits, and back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mlf::server {

std::string Hex(std::span<const std::uint8_t> bytes);
// 32 bytes of 64 lower hex digits; nothing for any other text.
std::optional<std::array<std::uint8_t, 32>> KeyFromHex(std::string_view text);

}  // namespace mlf::server
