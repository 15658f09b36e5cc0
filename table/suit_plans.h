// SuitPlan: the tiles a suit lacks for 0..5 sets, without and with a pair. Private to the look-up
// tables (hand_look_up.h).
#pragma once

#include <mlf/table/hand_tables.h>

#include <array>
#include <bit>
#include <cstdint>

namespace mlf::table::detail {

// SIMD over sixteen bytes, with the portable vector types of g++ and clang.
using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Words [[gnu::vector_size(16)]] = std::uint64_t;

// Tiles missing for j sets: byte j without a pair, byte 8 + j with one. Bytes 6 and 7 of each half
// are unused. kNever means impossible; two of them plus some tiles still fit a byte.
constexpr std::uint8_t kNever = 64;
constexpr std::uint64_t kEachByte = 0x0101010101010101;
constexpr std::uint64_t kNeverWord = kNever * kEachByte;

struct SuitPlan {
  Words words = {kNeverWord, kNeverWord};

  int WithoutPair(int sets) const { return static_cast<int>(words[0] >> (8 * sets)) & 0xFF; }
  int WithPair(int sets) const { return static_cast<int>(words[1] >> (8 * sets)) & 0xFF; }
  friend bool operator==(const SuitPlan& a, const SuitPlan& b) {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
  }
};

inline Words Least(Words a, Words b) {
  const auto x = reinterpret_cast<Bytes>(a), y = reinterpret_cast<Bytes>(b);
  return reinterpret_cast<Words>(x < y ? x : y);
}
// Takes the minimum of `plan` and `from` with `more` tiles missing.
inline void Lower(SuitPlan& plan, const SuitPlan& from, int more) {
  // No byte overflows: see kNever.
  const std::uint64_t each = static_cast<std::uint64_t>(more) * kEachByte;
  plan.words = Least(plan.words, from.words + Words{each, each});
}
// Adds one set: j becomes j + 1.
inline SuitPlan AddSet(const SuitPlan& plan) {
  static_assert(std::endian::native == std::endian::little, "byte j of a word is its j-th lowest");
  return {(plan.words << 8) | Words{kNever, kNever}};
}
// Adds the pair, whose tiles are not counted yet.
inline SuitPlan AddPair(const SuitPlan& plan) { return {Words{kNeverWord, plan.words[0]}}; }
// Resets unused bytes and values above kNever.
inline void Tidy(SuitPlan& plan) {
  constexpr std::uint64_t kUsed = ~std::uint64_t{0} >> (64 - 8 * (kMaxSets + 1));
  const Words used = {kUsed, kUsed};
  const Words never = {kNeverWord, kNeverWord};
  plan.words = Least((plan.words & used) | (never & ~used), never);
}

// Joins two plans: divides the sets and the pair between them at the lowest cost.
inline SuitPlan Join(const SuitPlan& a, const SuitPlan& b) {
  SuitPlan joined, rest = b;
  for (int sets = 0; sets <= kMaxSets; ++sets) {
    Lower(joined, rest, a.WithoutPair(sets));
    Lower(joined, AddPair(rest), a.WithPair(sets));
    rest = AddSet(rest);
  }
  Tidy(joined);
  return joined;
}

// Join, reduced to the tiles missing with the pair, for 0..5 sets. Each half handles the pair in
// one of the two plans.
inline std::uint64_t JoinWithPair(const SuitPlan& a, const SuitPlan& b) {
  SuitPlan joined, rest{Words{b.words[1], b.words[0]}};
  for (int sets = 0; sets <= kMaxSets; ++sets) {
    const Words more = {static_cast<std::uint64_t>(a.WithoutPair(sets)) * kEachByte,
                        static_cast<std::uint64_t>(a.WithPair(sets)) * kEachByte};
    joined.words = Least(joined.words, rest.words + more);
    rest = AddSet(rest);
  }
  return Least(joined.words, Words{joined.words[1], joined.words[0]})[0];
}

// The plans of one suit for both values of Copies.
struct SuitPlans {
  SuitPlan any;
  SuitPlan four;

  friend bool operator==(const SuitPlans&, const SuitPlans&) = default;
};
inline const SuitPlan& Of(const SuitPlans& plans, Copies copies) {
  return copies == Copies::kFour ? plans.four : plans.any;
}

// ---- From counts to plans ----

// The state while reading a suit rank by rank: front[x][y] for x runs begun two ranks ago and y
// begun one rank ago. Three equal runs are three triplets, so x and y stay below three.
using Front = std::array<std::array<SuitPlan, 3>, 3>;

Front FirstFront();
// The front after rank `rank`, with `count` tiles in the hand. Considers all numbers of new runs
// and triplets, and the pair, at this rank. Finished hands hold at most `limit` of a kind.
Front Advance(const Front& front, int rank, int count, bool honours, int limit);
inline constexpr int kNoLimit = 99;

// The plans of any word, computed rank by rank. The tables hold the same for words within their
// bounds.
SuitPlans SuitPlansOf(std::uint32_t word, bool honours);

}  // namespace mlf::table::detail
