// HandTables: the tables behind hand_tables.h, their queries, and their construction
// (hand_look_up.cc). Private to table/.
//
// How it works. A suit is nine counts of 0 to 4: a number in base five, its key. Only the suit's
// plan matters: the tiles missing for 0..5 sets, without and with a pair. The 886 400 suits have
// fewer than 255 different plans. One table maps the key to the number of the plan. Small tables
// indexed by that number give:
//
//   need      the fewest wildcards to form sets only (none), or sets and a pair (pair). A hand is
//             complete if the sum over the suits, one of them with the pair, is at most its number
//             of wildcards. The hand has the right size, so the wildcards left over are a multiple
//             of three and form sets.
//   waits     tiles that lower the need of their suit by one. Found by looking up the suit with one
//             more tile of each kind.
//   distance  a square table joins two suits, and another joins two such joints into the number of
//             tiles missing.
//
// A list of tiles is not counted first. Each tile adds its power of five to the key of its suit,
// and in the same addition one to its count. A fifth copy carries into the next kind, so the digits
// then add up to fewer tiles than the hand has. Tiles that form no sets have the same effect. The
// facts include the number of tiles, so such hands are detected and answered from counts.
//
// Example: 123m 55678p 999s 44z, 13 tiles for four sets. Needs (none, pair): 123m (0, 2), 55678p
// (1, 0), 999s (0, 2), 44z (1, 0). Sets only need 2 wildcards; with the pair in 筒 or in the
// honours, 1. So one wildcard completes the hand and the distance is 0. The waits lower one group
// to 0 while the other holds the pair: 5p and 4z.
#pragma once

#include <mlf/table/hand_tables.h>
#include "table/suit_plans.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <span>
#include <vector>

namespace mlf::table::detail {

inline constexpr int kHonourKinds = 7;
inline constexpr int kTableTiles = 17;  // most tiles of one suit in the tables
inline constexpr int kTooMuch = 15;     // more than any hand can have

constexpr std::size_t KindsIn(bool honours) { return honours ? kHonourKinds : kGroupSize; }

// ---- Counts and keys ----

inline constexpr auto kPowers = [] {  // of five
  std::array<std::uint32_t, kGroupSize + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 5 * powers[i - 1];
  return powers;
}();
inline constexpr std::uint32_t kSuitKeys = kPowers[kGroupSize], kHonourKeys = kPowers[kHonourKinds];

// The four groups that make sets.
using Groups [[gnu::vector_size(16)]] = std::uint32_t;

// All counts of the honours. Flowers are counted in the bits above.
inline constexpr std::uint32_t kHonourWord = (1u << 3 * kHonourKinds) - 1;
inline constexpr std::uint32_t kOneFlower = kHonourWord + 1;
// The lowest bit of each of nine counts, for two adjacent groups.
inline constexpr std::uint64_t kEachCount = 0x01249249'01249249;
// A bit for each count above four.
template <typename Word>
constexpr Word FifthCopies(Word counts) {
  return counts >> 2 & (counts | counts >> 1) & static_cast<Word>(kEachCount);
}

// The counts of the four groups that make sets, two groups per word.
struct CountPairs {
  std::array<std::uint64_t, 2> words;

  static CountPairs Of(const Counts& counts) {
    CountPairs pairs;
    std::memcpy(pairs.words.data(), counts.group.data(), sizeof pairs.words);
    return pairs;
  }

  std::uint32_t Word(std::size_t g) const {
    return static_cast<std::uint32_t>(words[g / 2] >> (g % 2 * 32));
  }
  // One bit per kind: the bit of this weight (1, 2, 4) in its count. The fields of one word fit
  // between those of the other.
  static constexpr std::uint64_t BitOf(unsigned weight, std::uint64_t a, std::uint64_t b) {
    return (a / weight & kEachCount) + 2 * (b / weight & kEachCount);
  }
  std::uint64_t Bit(unsigned weight) const { return BitOf(weight, words[0], words[1]); }
  // Restricts `kinds` to those of thirteen orphans: ranks 1 and 9 of each suit, and all honours.
  static constexpr std::uint64_t OrphansOf(std::uint64_t kinds) {
    constexpr std::uint64_t kSuit = 0x1000001, kHonours = kEachCount & kHonourWord;
    return kinds & BitOf(1, kSuit | kSuit << 32, kSuit | kHonours << 32);
  }
  bool HasFifth() const { return (FifthCopies(words[0]) | FifthCopies(words[1])) != 0; }
};

using Keys = std::array<std::uint32_t, 4>;

// The additions for one tile: to the four keys, then to the four words of counts.
using Sums [[gnu::vector_size(32)]] = std::uint32_t;
using SumPairs [[gnu::vector_size(32)]] = std::uint64_t;
struct alignas(32) SumsOfTile {
  std::array<std::uint32_t, 8> sums{};
};
inline constexpr auto kSumsOfTile = [] {
  std::array<SumsOfTile, 256> all{};
  for (std::size_t tile = 0; tile < all.size(); ++tile) {
    const std::size_t group = tile / kGroupSize, kind = tile % kGroupSize;
    auto& sums = all[tile].sums;
    if (tile < 34) {
      sums[group] = kPowers[kind];
      sums[4 + group] = 1u << (3 * kind);
    } else if (IsFlower(static_cast<Tile>(tile))) {
      sums[4 + kHonour] = kOneFlower;
    }
  }
  return all;
}();

inline void AddCount(Groups& words, Tile tile) {
  Groups more;
  std::memcpy(&more, &kSumsOfTile[tile].sums[4], sizeof more);
  words += more;
}

struct Look {
  Keys keys;
  CountPairs counts;
};
// Unrolled, with two sums to shorten the dependency chain.
template <std::size_t kSize>
[[gnu::always_inline]] inline Look LookAt(std::span<const Tile, kSize> tiles) {
  const auto add = [&](Sums& sums, std::size_t i) __attribute__((always_inline)) {
    Sums more;
    std::memcpy(&more, &kSumsOfTile[tiles[i]], sizeof more);
    sums += more;
  };
  Sums sums{}, odd{};
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kSize; i += 2) add(sums, i);
#pragma GCC unroll 16
  for (std::size_t i = 1; i < kSize; i += 2) add(odd, i);
  sums += odd;
  // Clamp, so that no number of copies leads outside the tables.
  constexpr Sums kMost = {kSuitKeys - 1, kSuitKeys - 1, kSuitKeys - 1, kHonourKeys - 1,
                          ~0u,           ~0u,           ~0u,           ~0u};
  sums = sums < kMost ? sums : kMost;
  const auto pairs = reinterpret_cast<SumPairs>(sums);
  const auto low = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair); };
  const auto high = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair >> 32); };
  return {{low(pairs[0]), high(pairs[0]), low(pairs[1]), high(pairs[1])}, {{pairs[2], pairs[3]}}};
}

// ---- The tables ----

// The facts of one suit for the win check: the wildcards needed for sets only (none) and for sets
// and a pair (pair), and its number of tiles. Both needs fill the suit up to sizes that differ by
// two. So the pair lowers the need by one (the suit wants it) or raises it by two. Needs above 14
// are equivalent: no hand can meet them. A need is valid even for more than five sets, because the
// hand then has too many tiles or too few wildcards.
class SuitFacts {
 public:
  constexpr SuitFacts() = default;
  constexpr SuitFacts(int none, int pair, int size) {
    if (none == kTooMuch && pair < kTooMuch) none = pair + 1;  // a third tile for the pair
    bits_ = static_cast<std::uint32_t>(8 * none + (pair < none ? 0 : 1) + (size << 16));
  }
  // For a suit outside the tables: too large to be confused with known facts.
  static constexpr SuitFacts Unknown() { return {2 * kTooMuch, 2 * kTooMuch, 0}; }

  int None() const { return static_cast<int>(bits_ >> 3 & 0x1FFF); }
  int Pair() const { return std::min(kTooMuch, None() + (WantsPair() ? -1 : 2)); }
  bool WantsPair() const { return (bits_ & 1) == 0; }

 private:
  friend class HandFacts;
  std::uint32_t bits_ = 0;
};

// The facts of a hand: the sum over its four groups. Bits from 16: the tiles. Bits from 3: the
// wildcards needed for sets only. Bits 0-2: the number of groups that do not want the pair.
class HandFacts {
 public:
  HandFacts& operator+=(SuitFacts suit) {
    bits_ += suit.bits_;
    return *this;
  }

  // Number of suits that want the pair.
  int Wanting() const { return 4 - static_cast<int>(bits_ & 7); }
  // Wildcards needed, with the pair at its best place.
  int Need() const { return static_cast<int>(bits_ >> 3 & 0x1FFF) + (Wanting() > 0 ? -1 : 2); }

  // Whether the facts cover all `size` tiles: at most four of a kind, only tiles that form sets,
  // and suits within the tables. A fifth copy carries, so the digits of the keys add up to four
  // tiles fewer.
  bool AreOf(std::size_t size) const { return Less(size) <= 0xFFFF; }
  // Need() <= wild, given AreOf(size), and that the tiles and wildcards make whole sets and a pair.
  // The need for sets only is then wild + 1 minus a multiple of three. The hand wins if it is below
  // wild + 1, or equal to it and some suit wants the pair. One comparison with 8 * (wild + 1) + 4
  // decides both.
  bool IsWin(std::size_t size, int wild) const {
    return Less(size) < 8 * static_cast<std::uint32_t>(wild) + 12;
  }

 private:
  std::uint32_t Less(std::size_t size) const {
    return bits_ - (static_cast<std::uint32_t>(size) << 16);
  }
  std::uint32_t bits_ = 0;
};

// Numbers distinct items. Used for building only.
template <typename T>
class Numbering;

class HandTables {
 public:
  // Null until the first call of Get.
  static const HandTables* IfBuilt() { return built_.load(std::memory_order_acquire); }
  static const HandTables& Get() {
    const HandTables* built = IfBuilt();
    return built != nullptr ? *built : Build();
  }

  // The memory of all tables in bytes.
  std::size_t Bytes() const;

  // The keys of counts. With counts above four they are keys of other counts with fewer tiles, or
  // outside the tables.
  Keys KeysOf(const Counts& counts) const {
    Keys keys;
    for (std::size_t g = 0; g < 4; ++g) keys[g] = KeyOf(g, counts.group[g]);
    return keys;
  }

  // The plan numbers of the four groups.
  using Suits = std::array<std::uint8_t, 4>;
  Suits SuitsOf(const Keys& keys) const {
    Suits suits;
    for (std::size_t g = 0; g < 4; ++g) suits[g] = PlanOfKey(g)[keys[g]];
    return suits;
  }

  HandFacts FactsOf(const Suits& suits) const {
    HandFacts facts;
    for (const std::uint8_t suit : suits) facts += facts_[suit];
    return facts;
  }

  // The kinds that complete a hand. With five sets a fifth copy may help beside these
  // (FifthInRuns).
  [[gnu::always_inline]] TileMask Waits(const Look& look, const Suits& suits, HandFacts facts,
                                        int wild) const {
    const int need = facts.Need();
    // With two wildcards, any tile forms a set. Needs of one hand differ by multiples of three.
    if (need <= wild - 2) return kNaturals;
    if (need != wild + 1) return 0;
    // A tile helps if it lowers the need of its suit: for sets only, with the pair elsewhere, or
    // for sets and the pair. The pair must be in a suit that wants it, if there is one.
    const int wanting = facts.Wanting();
    TileMask waits = 0;
#pragma GCC unroll 4
    for (std::size_t g = 0; g < 4; ++g) {
      const bool fours = (look.counts.Word(g) & 4 * kEachCount) != 0;
      const std::uint32_t helps = fours ? HelpsBesideFours(look, g) : Helps(look, g, suits[g]);
      const int wants = facts_[suits[g]].WantsPair();
      // Branchless: the branches would be unpredictable.
      const auto as_sets =
          static_cast<std::uint32_t>(-static_cast<int>((wanting == 0) | (wanting > wants)));
      const auto with_pair =
          static_cast<std::uint32_t>(-static_cast<int>((wanting == 0) | (wants != 0)));
      waits |= TileMask{(helps & 0x1FF & as_sets) | (helps >> kPairAt & with_pair)}
               << (kGroupSize * g);
    }
    return waits;
  }

  // For hands of five sets: the kinds held four times whose fifth copy completes the hand, each
  // copy in a sequence of its own. The tables do not know such hands.
  TileMask FifthInRuns(const Counts& counts, int wild) const;

  // Tiles missing for `sets` sets and a pair.
  int Missing(const Suits& suits, int sets, Copies copies) const {
    const Joints& joints = joints_[static_cast<std::size_t>(copies)];
    const std::size_t left = joints.of_plans[suits[0] * kPlans + suits[1]],
                      right = joints.of_plans[suits[2] * kPlans + suits[3]];
    return static_cast<int>(joints.missing[left * joints.count + right] >> (5 * sets) & 31);
  }

  // The same for any counts: the wildcards needed for `sets` sets and a pair (exact up to `wild`,
  // else any larger number), and the tiles missing.
  int Need(const Counts& counts, int sets, int wild) const {
    if (CountPairs::Of(counts).HasFifth()) [[unlikely]]
      return NeedBeyond(counts, sets, wild);
    const int need = FactsOf(SuitsOf(KeysOf(counts))).Need();
    return need < kUnknownNeed ? need : NeedBeyond(counts, sets, wild);
  }
  int Missing(const Counts& counts, int sets, Copies copies) const {
    if (CountPairs::Of(counts).HasFifth()) [[unlikely]]
      return MissingBeyond(counts, sets, copies);
    const int missing = Missing(SuitsOf(KeysOf(counts)), sets, copies);
    return missing < kUnknownMissing ? missing : MissingBeyond(counts, sets, copies);
  }
  // Need, for hands that the tables may not cover.
  int NeedBeyond(const Counts& counts, int sets, int wild) const;

 private:
  HandTables();
  static const HandTables& Build();
  static inline std::atomic<const HandTables*> built_ = nullptr;

  static constexpr std::size_t kPlans = 256;
  static constexpr std::uint8_t kNoPlan = kPlans - 1;

  // Partial keys: of the low five kinds, and of the high four kinds of suits and of honours. Their
  // sum is the key. A low half with a fifth copy carries. A high half with one gets the smallest
  // key without a plan. Any low half added to it stays within the table and without a plan.
  static constexpr int kLowKinds = 5;
  static constexpr std::uint32_t kLowWords = 1u << (3 * kLowKinds),
                                 kHighWords = 1u << (3 * (kGroupSize - kLowKinds));
  static constexpr std::uint32_t kMostLow = 7 * (kPowers[kLowKinds] - 1) / 4;  // seven of each
  std::uint32_t KeyOf(std::size_t g, std::uint32_t word) const {
    return low_key_[word % kLowWords] + high_key_[g == kHonour][word / kLowWords % kHighWords];
  }
  // The plan numbers by key of a group.
  const std::uint8_t* PlanOfKey(std::size_t g) const {
    return g == kHonour ? plan_of_honours_.data() : plan_of_suit_.data();
  }

  // Results for a suit outside the tables.
  static constexpr int kUnknownNeed = 2 * kTooMuch - 1, kUnknownMissing = 31;

  // The tiles that lower the needs of a suit by one: for sets only (bit = kind), for sets and the
  // pair (bit = kPairAt + kind).
  static constexpr int kPairAt = 16;
  [[gnu::always_inline]] std::uint32_t Helps(const Look& look, std::size_t g,
                                             std::uint8_t plan) const {
    // A tile lowers a need by one or raises it by two. So it lowers exactly the needs whose parity
    // changes.
    const std::uint8_t* const suit = PlanOfKey(g) + look.keys[g];
    const std::size_t kinds = KindsIn(g == kHonour);
    std::uint32_t helps = 0;
#pragma GCC unroll 9
    for (std::size_t kind = kinds; kind-- > 0;) helps = 2 * helps + odd_needs_[suit[kPowers[kind]]];
    return helps ^ odd_needs_[plan] * ((1u << kinds) - 1);
  }
  // Helps, for suits with a kind held four times.
  std::uint32_t HelpsBesideFours(const Look& look, std::size_t g) const;

  // For counts or suits outside the tables (a fifth copy, more than 17 tiles).
  std::uint8_t PlanOfWord(int group, std::uint32_t word) const;  // kNoPlan if outside the tables
  int MissingBeyond(const Counts& counts, int sets, Copies copies) const;
  SuitPlan PlanBeyond(int group, std::uint32_t word, int sets, Copies copies) const;

  // The steps of building, in order.
  void NoteKeys();
  void Fill(bool honours, Numbering<SuitPlans>& plans);
  void NoteNeeds();
  void JoinAll();

  std::array<std::uint16_t, kLowWords> low_key_;
  std::array<std::array<std::uint32_t, kHighWords>, 2> high_key_;
  std::array<std::uint8_t, kSuitKeys + kMostLow + 1> plan_of_suit_;
  std::array<std::uint8_t, kHonourKeys + kMostLow + 1> plan_of_honours_;
  std::array<SuitFacts, kPlans> facts_;
  // Bit 0: for sets only; bit kPairAt: for sets and the pair.
  std::array<std::uint32_t, kPlans> odd_needs_{};
  std::vector<SuitPlans> plans_;
  // Joins of two suits and of the whole hand, per value of Copies.
  struct Joints {
    std::vector<std::uint16_t> of_plans;  // plan x plan -> joint
    std::size_t count = 0;
    // Joint x joint -> tiles missing for 0..5 sets and a pair, five bits each.
    std::vector<std::uint32_t> missing;
  };
  std::array<Joints, 2> joints_;
};

}  // namespace mlf::table::detail
