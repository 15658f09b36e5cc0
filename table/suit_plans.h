// SuitPlan: the tiles a suit misses for 0..5 sets, without and with a pair. Of the look-up tables
// only (hand_look_up.h).
#pragma once

#include <mlf/table/hand_tables.h>

#include <array>
#include <bit>
#include <cstdint>

namespace mlf::table::detail {

// Sixteen bytes worked on at once, with the vector types g++ and clang share (no instruction set is
// named).
using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Words [[gnu::vector_size(16)]] = std::uint64_t;

// Tiles missing for j sets: byte j without a pair, byte 8 + j with one. Bytes 6 and 7 of each half
// are unused. kNever is "cannot be"; two of them and some tiles still fit a byte.
constexpr std::uint8_t kNever = 64;
constexpr std::uint64_t kEachByte = 0x0101010101010101;
constexpr std::uint64_t kNeverWord = kNever * kEachByte;

struct Plan {
  Words words = {kNeverWord, kNeverWord};

  int Without(int sets) const { return static_cast<int>(words[0] >> (8 * sets)) & 0xFF; }
  int With(int sets) const { return static_cast<int>(words[1] >> (8 * sets)) & 0xFF; }
  friend bool operator==(const Plan& a, const Plan& b) {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
  }
};

inline Words Least(Words a, Words b) {
  const auto x = reinterpret_cast<Bytes>(a), y = reinterpret_cast<Bytes>(b);
  return reinterpret_cast<Words>(x < y ? x : y);
}
// Takes over what is cheaper in `from` with `more` tiles missing.
inline void Lower(Plan& plan, const Plan& from, int more) {
  const std::uint64_t each =
      static_cast<std::uint64_t>(more) * kEachByte;  // no byte runs over: see kNever
  plan.words = Least(plan.words, from.words + Words{each, each});
}
// One set more: j becomes j + 1.
inline Plan AddSet(const Plan& plan) {
  static_assert(std::endian::native == std::endian::little, "byte j of a word is its j-th lowest");
  return {(plan.words << 8) | Words{kNever, kNever}};
}
// The same sets, and a pair for which nothing is counted yet.
inline Plan AddPair(const Plan& plan) { return {Words{kNeverWord, plan.words[0]}}; }
// Clears what the operations above left in unused bytes and above kNever.
inline void Tidy(Plan& plan) {
  constexpr std::uint64_t kUsed = ~std::uint64_t{0} >> (64 - 8 * (kMaxSets + 1));
  const Words used = {kUsed, kUsed};
  const Words never = {kNeverWord, kNeverWord};
  plan.words = Least((plan.words & used) | (never & ~used), never);
}

// Both plans together: the sets and the pair divided between them in the cheapest way.
inline Plan Join(const Plan& a, const Plan& b) {
  Plan joined, rest = b;
  for (int sets = 0; sets <= kMaxSets; ++sets) {
    Lower(joined, rest, a.Without(sets));
    Lower(joined, AddPair(rest), a.With(sets));
    rest = AddSet(rest);
  }
  Tidy(joined);
  return joined;
}

// Of Join only the tiles missing with the pair, for 0..5 sets: the pair of either side is worked on
// in a half of its own.
inline std::uint64_t JoinWithPair(const Plan& a, const Plan& b) {
  Plan joined, rest{Words{b.words[1], b.words[0]}};
  for (int sets = 0; sets <= kMaxSets; ++sets) {
    const Words more = {static_cast<std::uint64_t>(a.Without(sets)) * kEachByte,
                        static_cast<std::uint64_t>(a.With(sets)) * kEachByte};
    joined.words = Least(joined.words, rest.words + more);
    rest = AddSet(rest);
  }
  return Least(joined.words, Words{joined.words[1], joined.words[0]})[0];
}

// The plans of one suit for both readings of "copies".
struct Plans {
  Plan any;
  Plan four;

  friend bool operator==(const Plans&, const Plans&) = default;
};
inline const Plan& Of(const Plans& plans, Copies copies) {
  return copies == Copies::kFour ? plans.four : plans.any;
}

// --- from counts to plans
// ------------------------------------------------------------------------------------------------------------

// Reading a suit rank by rank: plans[x][y] for x runs begun two ranks ago and y begun one rank ago.
// Three equal runs are three triplets, so x and y stay below three.
using Front = std::array<std::array<Plan, 3>, 3>;

Front FirstFront();
// The front after rank `rank`, of which the hand holds `count`: every number of new runs, triplets
// and the pair at this rank. Finished hands hold at most `limit` of a kind.
Front Advance(const Front& front, int rank, int count, bool honours, int limit);
inline constexpr int kNoLimit = 99;

// The plans of any word, rank by rank; the tables hold the same for words within their bounds.
Plans PlansOf(std::uint32_t word, bool honours);

}  // namespace mlf::table::detail
