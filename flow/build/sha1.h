// SHA-1 (FIPS 180-4) for fingerprints, which are its first 64 bits. It guards against accidents,
// not against attacks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace mlf {

using Sha1Words = std::array<std::uint32_t, 5>;

namespace sha1_detail {

inline void Add(Sha1Words& state, std::string_view block) {
  std::array<std::uint32_t, 80> w{};
  for (std::size_t t = 0; t < 16; ++t) {
    for (std::size_t k = 0; k < 4; ++k)
      w[t] = w[t] << 8 | static_cast<unsigned char>(block[4 * t + k]);
  }
  for (std::size_t t = 16; t < 80; ++t)
    w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
  auto [a, b, c, d, e] = state;
  for (std::size_t t = 0; t < 80; ++t) {
    const std::uint32_t f = t < 20   ? ((b & c) | (~b & d)) + 0x5A827999u
                            : t < 40 ? (b ^ c ^ d) + 0x6ED9EBA1u
                            : t < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDCu
                                     : (b ^ c ^ d) + 0xCA62C1D6u;
    const std::uint32_t next = std::rotl(a, 5) + f + e + w[t];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

}  // namespace sha1_detail

inline Sha1Words Sha1(std::string_view text) {
  constexpr std::size_t kBlock = 64;
  Sha1Words state{0x67452301u, 0xEFCDAB89u, 0x98BADCFEu, 0x10325476u, 0xC3D2E1F0u};
  std::string end(text.substr(text.size() / kBlock * kBlock));
  end += '\x80';
  while (end.size() % kBlock != kBlock - 8) end += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bits >> shift & 0xFF);
  for (; text.size() >= kBlock; text.remove_prefix(kBlock)) sha1_detail::Add(state, text);
  for (std::string_view rest = end; !rest.empty(); rest.remove_prefix(kBlock))
    sha1_detail::Add(state, rest);
  return state;
}

}  // namespace mlf
