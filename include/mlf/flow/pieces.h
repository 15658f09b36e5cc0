/// \file
/// Pieces: the objects an action may name (tiles, cards, lots). The engine moves them without
/// knowing their meaning.
///
/// A piece is a number below 64. Pieces come in groups of nine (a suit). A multiset of pieces packs
/// into one 27-bit word per group, three bits a piece. PieceText defines how pieces are written.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace mlf {

using Piece = std::uint8_t;
using PieceMask = std::uint64_t;  ///< bit p = piece p
using Seat = std::int8_t;         ///< 0..seats-1 in turn order; or kNoSeat
using SeatMask = std::uint8_t;    ///< bit s = seat s

inline constexpr int kMaxPieces = 64;
inline constexpr Piece kNoPiece = 63;
inline constexpr int kMaxSeats = 8;
inline constexpr Seat kNoSeat = -1;
inline constexpr int kGroupSize = 9;
inline constexpr int kGroups = 5;

constexpr PieceMask MaskOf(Piece piece) { return PieceMask{1} << piece; }
constexpr SeatMask MaskOf(Seat seat) { return static_cast<SeatMask>(1u << seat); }
constexpr int GroupOf(Piece piece) { return piece / kGroupSize; }
/// The place in its group, from 0: 0 for 1m, 8 for 9s.
constexpr int RankOf(Piece piece) { return piece % kGroupSize; }

/// Calls `visit(Piece)` for each piece of `mask`, lowest first.
template <typename Visit>
constexpr void ForEach(PieceMask mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<Piece>(std::countr_zero(mask)));
}

/// Calls `visit(Seat)` for each seat of `mask`, lowest first.
template <typename Visit>
constexpr void ForEachSeat(SeatMask mask, Visit&& visit) {
  for (unsigned rest = mask; rest != 0; rest &= rest - 1)
    visit(static_cast<Seat>(std::countr_zero(rest)));
}

/// A multiset of pieces, at most seven of a kind: three bits per piece, one word per group.
struct Counts {
  std::array<std::uint32_t, kGroups> group{};

  constexpr int operator[](Piece p) const {
    return static_cast<int>(group[GroupOf(p)] >> (3 * RankOf(p))) & 7;
  }
  constexpr void Add(Piece p, int n = 1) {
    group[GroupOf(p)] += static_cast<std::uint32_t>(n) << (3 * RankOf(p));
  }
  /// `first` and the two pieces after it, which are in its group.
  constexpr void AddRun(Piece first) { group[GroupOf(first)] += 0111u << (3 * RankOf(first)); }
  constexpr void Remove(Piece p, int n = 1) {
    group[GroupOf(p)] -= static_cast<std::uint32_t>(n) << (3 * RankOf(p));
  }
  constexpr Counts& operator+=(const Counts& other) {
    for (int g = 0; g < kGroups; ++g) group[g] += other.group[g];
    return *this;
  }

  /// Number of pieces: in one group's word, in one group, in all.
  static constexpr int SizeOf(std::uint32_t word) {
    // Sums nine 3-bit fields: first into four 6-bit fields, then those and the ninth.
    constexpr std::uint32_t kLow = 0x1C71C7;  // fields 0, 2, 4, 6 (bits 0-2, 6-8, 12-14, 18-20)
    const std::uint32_t odd = (word >> 3) & kLow;
    const std::uint32_t even = word & kLow;
    const std::uint32_t sum = odd + even;  // four 6-bit fields
    return static_cast<int>((sum & 63) + ((sum >> 6) & 63) + ((sum >> 12) & 63) +
                            ((sum >> 18) & 63) + (word >> 24));
  }
  constexpr int Size(int g) const { return SizeOf(group[g]); }
  constexpr int Size() const {
    // Neighbours together are fields of 6 bits, of at most 7 + 7 in each of the three rows; then
    // fields of 12 bits, which the product adds up in its highest whole field.
    constexpr std::uint64_t kOfSix = 0x71C71C71C71C7, kOfTwelve = 0x03F03F03F03F03F;
    std::uint64_t sixes = 0;
    for (const std::uint64_t row : Rows()) sixes += (row & kOfSix) + (row >> 3 & kOfSix);
    const std::uint64_t twelves = (sixes & kOfTwelve) + (sixes >> 6 & kOfTwelve);
    return static_cast<int>(twelves * 0x1001001001001 >> 48 & 0xFFF);
  }
  constexpr bool Empty() const {
    std::uint32_t any = 0;
    for (std::uint32_t word : group) any |= word;
    return any == 0;
  }

  /// Gathers every third bit of `word`, from bit 0 on, into the low bits. Each line doubles the
  /// length of the runs: one bit in 3, two in 6, four in 12, and so on.
  static constexpr PieceMask EveryThird(std::uint64_t word) {
    constexpr std::uint64_t kThirds = 0x1249249249249249;
#ifdef __BMI2__
    if (!std::is_constant_evaluated()) return __builtin_ia32_pext_di(word, kThirds);
#endif
    word &= kThirds;
    word = (word | word >> 2) & 0x10C30C30C30C30C3;
    word = (word | word >> 4) & 0x100F00F00F00F00F;
    word = (word | word >> 8) & 0x001F0000FF0000FF;
    word = (word | word >> 16) & 0x001F00000000FFFF;
    return (word | word >> 32) & 0x1FFFFF;
  }
  /// The groups as rows of 3-bit fields: two groups of 27 bits side by side, and the last.
  constexpr std::array<std::uint64_t, 3> Rows() const {
    return {group[0] | std::uint64_t{group[1]} << 27, group[2] | std::uint64_t{group[3]} << 27,
            group[4]};
  }
  /// Pieces held at least `n` times (1 <= n <= 4).
  constexpr PieceMask AtLeast(int n) const {
    // Four equal pieces are rare.
    if (n == 4 && ((group[0] | group[1] | group[2] | group[3] | group[4]) & 0x4924924) == 0)
      return 0;
    const std::array<std::uint64_t, 3> rows = Rows();
    PieceMask mask = 0;
    for (int i = 0; i < 3; ++i) {
      // Only the lowest bit of each field counts.
      const std::uint64_t one = rows[i], two = one >> 1, four = one >> 2;
      const std::uint64_t held = n == 1   ? one | two | four
                                 : n == 2 ? two | four
                                 : n == 3 ? (one & two) | four
                                          : four;
      if (one != 0) mask |= EveryThird(held) << (2 * kGroupSize * i);
    }
    return mask;
  }
  constexpr PieceMask Kinds() const { return AtLeast(1); }
  /// The lowest piece. The multiset must not be empty.
  constexpr Piece Lowest() const {
    int g = 0;
    while (group[g] == 0) ++g;
    return static_cast<Piece>(g * kGroupSize + std::countr_zero(group[g]) / 3);
  }

  friend constexpr bool operator==(const Counts&, const Counts&) = default;
};
static_assert(sizeof(Counts) == 20);

/// The text form of pieces; the table layer has the one for tiles. Stateless and shared.
class PieceText {
 public:
  virtual ~PieceText() = default;
  /// Writes `count` pieces in the given order as one word: "123m5z".
  virtual std::string Format(const Piece* pieces, int count) const = 0;
  /// Reads such a word into `out`, which has room for `capacity` pieces. Returns the number of
  /// pieces, or nothing if the word does not parse.
  virtual std::optional<int> Parse(std::string_view word, Piece* out, int capacity) const = 0;
};

}  // namespace mlf
