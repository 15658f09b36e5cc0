// A wall that nobody can predict and everybody can check. docs/en/fair.md specifies it with test
// vectors. `mlf verify-wall` checks a played hand.
#pragma once

#include <mlf/flow/chance.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mlf::server::fair {

using Bytes32 = std::array<std::uint8_t, 32>;

// The commitment, which is published before the hand. It ties the server to `key`, and the key to
// this hand. `desk` is at most 255 bytes; `match` counts from 1, `hand` from 0.
Bytes32 Commit(const Bytes32& key, std::string_view desk, std::uint32_t match, std::uint32_t hand);

// `salts` by place; persons without a seat come after the seats. No salt = 32 zeros.
Bytes32 WallKey(const Bytes32& key, std::span<const std::optional<Bytes32>> salts);

// All random decisions of a hand. `sorted_tiles`: every tile in play, ascending (logic::WallTiles).
HandChance ChanceOf(const Bytes32& wall_key, std::span<const Piece> sorted_tiles);

}  // namespace mlf::server::fair
