#include "server/journal/digest.h"

#include "server/journal/journal.h"

#include <sodium.h>

#include <array>

namespace mlf::server {

std::uint64_t Digest::Value() const {
  static constexpr std::array<unsigned char, crypto_shorthash_KEYBYTES> kKey{'m', 'l', 'f', '1'};
  static_assert(crypto_shorthash_BYTES == 8);
  std::array<unsigned char, 8> sum;
  crypto_shorthash(sum.data(), reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size(),
                   kKey.data());
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) value |= std::uint64_t{sum[i]} << (8 * i);
  return value;
}

std::uint64_t ChainHash(const Record& r) {
  return Sum(r.kind, r.match, r.hand, r.number, r.seq, r.seat, r.user, r.id, r.action, r.body,
             r.mine, r.kept, r.by, r.at, r.deadline, r.extra_ms, r.salt, r.hash, r.previous);
}

std::string_view DecidedByName(DecidedBy by) {
  static constexpr std::array<std::string_view, 6> kNames{"player", "timeout", "auto",
                                                          "robot",  "vote",    "server"};
  return kNames[static_cast<std::size_t>(by)];
}

}  // namespace mlf::server
