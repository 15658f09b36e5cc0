/// \file
/// Portable randomness: SplitMix64 in named streams, bounded draws by rejection, Fisher-Yates.
/// docs/en/random.md specifies it with test vectors. A change here requires a new version of every
/// variant.
///
/// A stream is (seed, counter): the n-th word of a stream is Mix(StreamSeed(seed, name) + n *
/// golden). Records keep only the match seed and one counter per stream. So a new stream never
/// shifts another, and a copied table draws the same future.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace mlf {

/// The output function of SplitMix64 (Steele, Lea, Flood 2014), with the constants of the
/// public-domain reference.
constexpr std::uint64_t Mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
inline constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ull;

/// FNV-1a, for names.
constexpr std::uint64_t HashName(std::string_view name) {
  std::uint64_t h = 0xCBF29CE484222325ull;
  for (char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return h;
}

/// The seed of hand `n` of a match, and of a stream within a hand.
constexpr std::uint64_t HandSeed(std::uint64_t match_seed, std::uint32_t n) {
  return Mix64(match_seed + (n + 1) * kGolden);
}
constexpr std::uint64_t StreamSeed(std::uint64_t hand_seed, std::string_view stream) {
  return Mix64(hand_seed ^ HashName(stream));
}

/// Uniform in 0..bound-1, bound >= 1, from the 64-bit words of `next()`. Words above the largest
/// multiple of `bound` are rejected.
template <typename Next>
constexpr std::uint32_t DrawBelow(std::uint32_t bound, Next&& next) {
  for (;;) {
    const std::uint64_t word = next();
    // Fewer than `bound` words are rejected. The first test accepts nearly all others without the
    // two divisions of the second.
    if (word < ~std::uint64_t{0} - bound ||
        word <= ~std::uint64_t{0} - (~std::uint64_t{0} % bound + 1) % bound)
      return static_cast<std::uint32_t>(word % bound);
  }
}
/// Fisher-Yates from the back: item i is swapped with one of 0..i.
template <typename T, typename Next>
constexpr void ShuffleWith(std::span<T> items, Next&& next) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[DrawBelow(static_cast<std::uint32_t>(i), next)]);
}

/// Reads one stream. `counter` belongs to the caller, so that it can be part of Records.
class Stream {
 public:
  Stream(std::uint64_t stream_seed, std::uint32_t& counter)
      : seed_(stream_seed), counter_(counter) {}

  std::uint64_t Next() { return Mix64(seed_ + kGolden * ++counter_); }
  /// Uniform in 0..bound-1. Throws std::invalid_argument if `bound` is 0.
  std::uint32_t Below(std::uint32_t bound) {
    if (bound == 0) [[unlikely]]
      throw std::invalid_argument("Below(0): there is no number below 0 to draw");
    return DrawBelow(bound, [this] { return Next(); });
  }
  template <typename T>
  void Shuffle(std::span<T> items) {
    ShuffleWith(items, [this] { return Next(); });
  }

 private:
  std::uint64_t seed_;
  std::uint32_t& counter_;
};

}  // namespace mlf
