#include "server/fair/wall.h"
#include <mlf/flow/check.h>
#include <mlf/flow/random.h>

#include <sodium.h>

#include <array>
#include <cstring>

namespace mlf::server::fair {

namespace {

static_assert(sizeof(Bytes32) == crypto_hash_sha256_BYTES);
static_assert(sizeof(Bytes32) == crypto_stream_chacha20_ietf_KEYBYTES);

class Sha256 {
 public:
  Sha256() { crypto_hash_sha256_init(&state_); }
  Sha256& Add(std::string_view text) { return Add(text.data(), text.size()); }
  Sha256& Add(const Bytes32& bytes) { return Add(bytes.data(), bytes.size()); }
  Sha256& AddU32(std::uint32_t number) {
    const std::array<std::uint8_t, 4> big_endian = {
        static_cast<std::uint8_t>(number >> 24), static_cast<std::uint8_t>(number >> 16),
        static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)};
    return Add(big_endian.data(), big_endian.size());
  }
  Bytes32 Take() {
    Bytes32 hash;
    crypto_hash_sha256_final(&state_, hash.data());
    return hash;
  }

 private:
  Sha256& Add(const void* bytes, std::size_t size) {
    crypto_hash_sha256_update(&state_, static_cast<const unsigned char*>(bytes), size);
    return *this;
  }

  crypto_hash_sha256_state state_;
};

// The key stream as 64-bit words, from block 0 on.
class Words {
 public:
  explicit Words(const Bytes32& key) : key_(key) {}

  std::uint64_t operator()() {
    if (at_ == block_.size()) Refill();
    std::uint64_t word = 0;
    for (unsigned shift = 0; shift < 64; shift += 8)
      word |= static_cast<std::uint64_t>(block_[at_++]) << shift;
    return word;
  }

 private:
  void Refill() {
    constexpr std::array<std::uint8_t, crypto_stream_chacha20_ietf_NONCEBYTES> kNonce{};
    block_.fill(0);
    crypto_stream_chacha20_ietf_xor_ic(block_.data(), block_.data(), block_.size(), kNonce.data(),
                                       next_block_, key_.data());
    next_block_ += static_cast<std::uint32_t>(block_.size() / kBlock);
    at_ = 0;
  }

  static constexpr std::size_t kBlock = 64;

  const Bytes32& key_;
  std::array<std::uint8_t, 16 * kBlock> block_;
  std::size_t at_ = block_.size();
  std::uint32_t next_block_ = 0;
};

}  // namespace

Bytes32 Commit(const Bytes32& key, std::string_view desk, std::uint32_t match, std::uint32_t hand) {
  MLF_CHECK(desk.size() <= 255, "the id of a desk is at most 255 bytes");
  const char size = static_cast<char>(desk.size());
  return Sha256()
      .Add("mlf-wall-1")
      .Add(key)
      .Add({&size, 1})
      .Add(desk)
      .AddU32(match)
      .AddU32(hand)
      .Take();
}

Bytes32 WallKey(const Bytes32& key, std::span<const std::optional<Bytes32>> salts) {
  Sha256 hash;
  hash.Add("mlf-wall-2").Add(key);
  for (const std::optional<Bytes32>& salt : salts) hash.Add(salt.value_or(Bytes32{}));
  return hash.Take();
}

HandChance ChanceOf(const Bytes32& wall_key, std::span<const Piece> sorted_tiles) {
  HandChance chance{.wall = {sorted_tiles.begin(), sorted_tiles.end()}};
  Words words(wall_key);
  ShuffleWith(std::span<Piece>(chance.wall), words);
  chance.seed = words();
  return chance;
}

}  // namespace mlf::server::fair
