// HandTables: the tables behind hand_tables.h, how they are asked, and how they are built
// (hand_look_up.cc). Of table/ only.
//
// How it works. A suit is nine counts of 0 to 4: a number in base five, its key. All that matters
// of the suit is its plan, the tiles missing for 0..5 sets, without and with a pair, and 405 350
// suits have fewer than 255 different plans: so one table gives the number of the plan by the key,
// and small tables answer by that number.
//
//   need      the least wildcards that let the suit be laid as sets only (none) or as sets and a
//   pair (pair). A whole hand is complete
//             when the suits together, one of them with the pair, need no more than it has; since
//             the number of tiles is right, wildcards left over are a multiple of three and make
//             sets of themselves.
//   waits     a tile that lowers the need of its suit by one, found by looking the suit up with one
//   tile of each kind more. distance  two suits join through a square table, and two such joints
//   give the tiles missing through another.
//
// Tiles given as bytes are not counted first: each adds its power of five to the key of its suit,
// and in the same addition one to its count. A fifth copy carries into the next kind, after which
// the digits add up to fewer tiles than there are, and so do tiles that make no sets; the tables
// know the number of tiles too, so such hands are noticed and answered from counts.
//
// Worked hand: 123m 55678p 999s 44z, 13 tiles for four sets. Needs (none, pair): 123m (0, 2),
// 55678p (1, 0), 999s (0, 2), 44z (1, 0). Sets only all over is 2; with the pair in 筒 or in the
// honours it is 1. So one wildcard would complete it, the distance is 0, and the waits are the
// tiles that bring a group to 0 while the other holds the pair: 5p and 4z.
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
inline constexpr int kTableTiles = 14;  // tiles of one suit the tables hold
inline constexpr int kTooMuch = 15;     // a need no hand can pay

constexpr std::size_t KindsIn(bool honours) { return honours ? kHonourKinds : kGroupSize; }

// --- counts and keys
// -----------------------------------------------------------------------------------------------------------------

inline constexpr auto kPowers = [] {  // of five
  std::array<std::uint32_t, kGroupSize + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 5 * powers[i - 1];
  return powers;
}();
inline constexpr std::uint32_t kSuitKeys = kPowers[kGroupSize], kHonourKeys = kPowers[kHonourKinds];

// The four groups that make sets, side by side.
using Groups [[gnu::vector_size(16)]] = std::uint32_t;

// All counts of the honours; flowers are counted above them.
inline constexpr std::uint32_t kHonourWord = (1u << 3 * kHonourKinds) - 1;
inline constexpr std::uint32_t kOneFlower = kHonourWord + 1;
// The lowest bit of each of nine counts, for two groups beside each other.
inline constexpr std::uint64_t kEachCount = 0x01249249'01249249;
// The bits of counts above four.
template <typename Word>
constexpr Word FifthCopies(Word counts) {
  return counts >> 2 & (counts | counts >> 1) & static_cast<Word>(kEachCount);
}

// The counts of the four groups that make sets, two groups a word.
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
  // One bit a kind: the one with this weight (1, 2, 4) of its count. The fields of one word fit
  // between those of the other.
  static constexpr std::uint64_t BitOf(unsigned weight, std::uint64_t a, std::uint64_t b) {
    return (a / weight & kEachCount) + 2 * (b / weight & kEachCount);
  }
  std::uint64_t Bit(unsigned weight) const { return BitOf(weight, words[0], words[1]); }
  // The kinds of thirteen orphans among them: of a suit the first and the ninth, and all honours.
  static constexpr std::uint64_t OrphansOf(std::uint64_t kinds) {
    constexpr std::uint64_t kSuit = 0x1000001, kHonours = kEachCount & kHonourWord;
    return kinds & BitOf(1, kSuit | kSuit << 32, kSuit | kHonours << 32);
  }
  bool HasFifth() const { return (FifthCopies(words[0]) | FifthCopies(words[1])) != 0; }
};

using Keys = std::array<std::uint32_t, 4>;

// What a tile adds: to the four keys, then to the four words of counts.
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
// The additions stand one after the other, to two sums so that one need not wait for the other.
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
  // However many copies of a kind there are, no look-up leaves the tables.
  constexpr Sums kMost = {kSuitKeys - 1, kSuitKeys - 1, kSuitKeys - 1, kHonourKeys - 1,
                          ~0u,           ~0u,           ~0u,           ~0u};
  sums = sums < kMost ? sums : kMost;
  const auto pairs = reinterpret_cast<SumPairs>(sums);
  const auto low = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair); };
  const auto high = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair >> 32); };
  return {{low(pairs[0]), high(pairs[0]), low(pairs[1]), high(pairs[1])}, {{pairs[2], pairs[3]}}};
}

// --- the tables
// ----------------------------------------------------------------------------------------------------------------------

// What the win check asks of one suit: the wildcards needed to lay it as sets only (none), as sets
// and a pair (pair), and its tiles. Both needs fill the suit up to a number of tiles that leaves
// the same over three, so the pair lowers the need by one (the suit wants it) or raises it by two.
// Needs above 14 do not matter, no hand pays them. A need is counted even where it takes more than
// five sets: the hand has too many tiles then, or too few wildcards.
class SuitFacts {
 public:
  constexpr SuitFacts() = default;
  constexpr SuitFacts(int none, int pair, int size) {
    if (none == kTooMuch && pair < kTooMuch) none = pair + 1;  // a third tile to the pair
    bits_ = static_cast<std::uint32_t>(8 * none + (pair < none ? 0 : 1) + (size << 16));
  }
  // Of a suit the tables do not hold: so much that a hand with one cannot be taken for one that
  // they know.
  static constexpr SuitFacts Unknown() { return {2 * kTooMuch, 2 * kTooMuch, 0}; }

  int None() const { return static_cast<int>(bits_ >> 3 & 0x1FFF); }
  int Pair() const { return std::min(kTooMuch, None() + (WantsPair() ? -1 : 2)); }
  bool WantsPair() const { return (bits_ & 1) == 0; }

 private:
  friend class HandFacts;
  std::uint32_t bits_ = 0;
};

// The same of the four groups together, as the sum of their numbers: from bit 16 on the tiles, from
// bit 3 on the wildcards needed as sets only, and how many of the groups do not want the pair.
class HandFacts {
 public:
  HandFacts& operator+=(SuitFacts suit) {
    bits_ += suit.bits_;
    return *this;
  }

  // Suits that want the pair.
  int Wanting() const { return 4 - static_cast<int>(bits_ & 7); }
  // Wildcards needed with the pair where it is cheapest.
  int Need() const { return static_cast<int>(bits_ >> 3 & 0x1FFF) + (Wanting() > 0 ? -1 : 2); }

  // Whether the facts are of all `size` tiles: at most four of a kind, nothing that makes no sets,
  // and suits the tables hold. A fifth copy carries, so that the digits of the keys add up to four
  // tiles less.
  bool AreOf(std::size_t size) const { return Less(size) <= 0xFFFF; }
  // Need() <= wild, where AreOf(size) and wild make whole sets and a pair: as sets only the hand
  // then needs wild + 1 less a multiple of three, so it is below wild + 1, or equal to it and some
  // suit wants the pair: less than 8 * (wild + 1) + 4. One comparison tells.
  bool IsWin(std::size_t size, int wild) const {
    return Less(size) < 8 * static_cast<std::uint32_t>(wild) + 12;
  }

 private:
  std::uint32_t Less(std::size_t size) const {
    return bits_ - (static_cast<std::uint32_t>(size) << 16);
  }
  std::uint32_t bits_ = 0;
};

// Gives equal things one number; only building uses it.
template <typename T>
class Numbering;

class HandTables {
 public:
  // Built at the first call of Get; null before it.
  static const HandTables* IfBuilt() { return built_.load(std::memory_order_acquire); }
  static const HandTables& Get() {
    const HandTables* built = IfBuilt();
    return built != nullptr ? *built : Build();
  }

  // Memory of all tables.
  std::size_t Bytes() const;

  // The keys of counts. Of counts above four they are those of other counts, of fewer tiles, or of
  // none the tables hold.
  Keys KeysOf(const Counts& counts) const {
    Keys keys;
    for (std::size_t g = 0; g < 4; ++g) keys[g] = KeyOf(g, counts.group[g]);
    return keys;
  }

  // The plans of the four groups, by number.
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

  // The kinds that complete tiles of at most four sets.
  [[gnu::always_inline]] TileMask Waits(const Look& look, const Suits& suits, HandFacts facts,
                                        int wild) const {
    const int need = facts.Need();
    // Any tile makes a set with two wildcards; needs of one hand differ by threes.
    if (need <= wild - 2) return kNaturals;
    if (need != wild + 1) return 0;
    // A tile helps where it lowers the need of its own suit: as sets only, the pair being
    // elsewhere, or as sets and the pair. The pair has to be in a suit that wants it, if there is
    // one.
    const int wanting = facts.Wanting();
    TileMask waits = 0;
#pragma GCC unroll 4
    for (std::size_t g = 0; g < 4; ++g) {
      const bool fours = (look.counts.Word(g) & 4 * kEachCount) != 0;
      const std::uint32_t helps = fours ? HelpsBesideFours(look, g) : Helps(look, g, suits[g]);
      const int wants = facts_[suits[g]].WantsPair();
      // Without branches, for nothing tells beforehand which way they would go.
      const auto as_sets =
          static_cast<std::uint32_t>(-static_cast<int>((wanting == 0) | (wanting > wants)));
      const auto with_pair =
          static_cast<std::uint32_t>(-static_cast<int>((wanting == 0) | (wants != 0)));
      waits |= TileMask{(helps & 0x1FF & as_sets) | (helps >> kPairAt & with_pair)}
               << (kGroupSize * g);
    }
    return waits;
  }

  // Tiles missing for `sets` sets and a pair.
  int Missing(const Suits& suits, int sets, Copies copies) const {
    const Joints& joints = joints_[static_cast<std::size_t>(copies)];
    const std::size_t left = joints.of_plans[suits[0] * kPlans + suits[1]],
                      right = joints.of_plans[suits[2] * kPlans + suits[3]];
    return static_cast<int>(joints.missing[left * joints.count + right] >> (5 * sets) & 31);
  }

  // The same from any counts: wildcards needed for `sets` sets and a pair, tiles missing.
  int Need(const Counts& counts, int sets) const {
    if (CountPairs::Of(counts).HasFifth()) [[unlikely]]
      return NeedBeyond(counts, sets);
    const int need = FactsOf(SuitsOf(KeysOf(counts))).Need();
    return need < kUnknownNeed ? need : NeedBeyond(counts, sets);
  }
  int Missing(const Counts& counts, int sets, Copies copies) const {
    if (CountPairs::Of(counts).HasFifth()) [[unlikely]]
      return MissingBeyond(counts, sets, copies);
    const int missing = Missing(SuitsOf(KeysOf(counts)), sets, copies);
    return missing < kUnknownMissing ? missing : MissingBeyond(counts, sets, copies);
  }
  // Need, without looking at the tables for what they may not hold.
  int NeedBeyond(const Counts& counts, int sets) const;

 private:
  HandTables();
  static const HandTables& Build();
  static inline std::atomic<const HandTables*> built_ = nullptr;

  static constexpr std::size_t kPlans = 256;
  static constexpr std::uint8_t kNoPlan = kPlans - 1;

  // Keys of counts: of the low five kinds, of the high four of suits and of honours; they add up. A
  // low half with a fifth copy carries, and a high one has the least key that has no plan and stays
  // without one, in the tables still, whatever is added.
  static constexpr int kLowKinds = 5;
  static constexpr std::uint32_t kLowWords = 1u << (3 * kLowKinds),
                                 kHighWords = 1u << (3 * (kGroupSize - kLowKinds));
  static constexpr std::uint32_t kMostLow = 7 * (kPowers[kLowKinds] - 1) / 4;  // seven of each
  std::uint32_t KeyOf(std::size_t g, std::uint32_t word) const {
    return low_key_[word % kLowWords] + high_key_[g == kHonour][word / kLowWords % kHighWords];
  }
  // The numbers of plans by the keys of a group.
  const std::uint8_t* PlanOfKey(std::size_t g) const {
    return g == kHonour ? plan_of_honours_.data() : plan_of_suit_.data();
  }

  // What comes out where a suit is outside the tables.
  static constexpr int kUnknownNeed = 2 * kTooMuch - 1, kUnknownMissing = 31;

  // Which tiles lower the needs of a suit by one: as sets only (bit = kind), as sets and the pair
  // (bit = kPairAt + kind).
  static constexpr int kPairAt = 16;
  [[gnu::always_inline]] std::uint32_t Helps(const Look& look, std::size_t g,
                                             std::uint8_t plan) const {
    // A tile lowers a need by one or raises it by two, so it lowers those needs of which it changes
    // whether they are even.
    const std::uint8_t* const suit = PlanOfKey(g) + look.keys[g];
    const std::size_t kinds = KindsIn(g == kHonour);
    std::uint32_t helps = 0;
#pragma GCC unroll 9
    for (std::size_t kind = kinds; kind-- > 0;) helps = 2 * helps + odd_needs_[suit[kPowers[kind]]];
    return helps ^ odd_needs_[plan] * ((1u << kinds) - 1);
  }
  // The same where kinds are held four times.
  std::uint32_t HelpsBesideFours(const Look& look, std::size_t g) const;

  // Where counts or suits are outside the tables (a fifth copy, more than 14 tiles).
  std::uint8_t PlanOfWord(int group, std::uint32_t word) const;  // kNoPlan where it is outside
  int MissingBeyond(const Counts& counts, int sets, Copies copies) const;
  Plan PlanBeyond(int group, std::uint32_t word, int sets, Copies copies) const;

  // Building, in this order.
  void NoteKeys();
  void Fill(bool honours, Numbering<Plans>& plans);
  void NoteNeeds();
  void JoinAll();

  std::array<std::uint16_t, kLowWords> low_key_;
  std::array<std::array<std::uint32_t, kHighWords>, 2> high_key_;
  std::array<std::uint8_t, kSuitKeys + kMostLow + 1> plan_of_suit_;
  std::array<std::uint8_t, kHonourKeys + kMostLow + 1> plan_of_honours_;
  std::array<SuitFacts, kPlans> facts_;
  std::array<std::uint32_t, kPlans>
      odd_needs_{};  // bit 0: as sets only; bit kPairAt: as sets and the pair
  std::vector<Plans> plans_;
  // Two suits together, and the whole hand, for either reading of "copies".
  struct Joints {
    std::vector<std::uint16_t> of_plans;  // plan x plan -> joint
    std::size_t count = 0;
    std::vector<std::uint32_t>
        missing;  // joint x joint -> tiles missing for 0..5 sets and a pair, five bits each
  };
  std::array<Joints, 2> joints_;
};

}  // namespace mlf::table::detail
