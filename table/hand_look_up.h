// HandTables: the tables behind hand_tables.h, how they are asked, and how they are built (hand_look_up.cc). Of table/ only.
//
// How it works. A suit is a 27-bit word of nine counts; all that matters of it fits two small numbers:
//
//   need   the least wildcards that let the suit be laid as sets only (low half) or as sets and a pair (high half). A whole hand is
//          complete when the suits together, one of them with the pair, need no more than it has; since the number of tiles is right,
//          wildcards left over are a multiple of three and make sets of themselves.
//   plan   the tiles missing for 0..5 sets, without and with a pair. 405 350 suits have fewer than 200 different plans, so a suit stores
//          the number of its plan, two suits join through a square table, and two such joints give the distance through another.
//
// Words become table indices without gaps: the low five kinds are ranked by how many tiles they hold, so that for any high four kinds
// the low halves which still fit into 14 tiles are a prefix of one common order, and index = start of the high half + rank of the low.
// Tiles given as bytes are not counted first: each adds a power of five to the low or the high half of its suit, and these sums look up
// starts and ranks at once, in tables small enough for the nearest cache. Beside start and rank stands what simply adds up over a hand:
// tiles, kinds, pairs. A fifth copy carries into the next kind, after which the digits add up to fewer tiles than there are: such hands
// are noticed and answered from counts.
//
// Worked hand: 123m 55678p 999s 44z, 13 tiles for four sets. Needs (sets only, with the pair): 123m (0, 2), 55678p (1, 0), 999s (0, 2),
// 44z (1, 0). Sets only all over is 2; with the pair in 筒 or in the honours it is 1. So one wildcard would complete it, the distance is
// 0, and the waits are the tiles that bring a group to 0 while the other holds the pair: 5p and 4z.
#pragma once

#include <mlf/table/hand_tables.h>
#include <mlf/table/suit_plans.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace mlf::table::detail {

inline constexpr int kHonourKinds = 7;
inline constexpr int kTableTiles = 14;  // tiles of one suit the tables hold
inline constexpr int kTooMuch = 15;     // a need no hand can pay

inline constexpr int kLowKinds = 5;
inline constexpr int kHighKinds = kGroupSize - kLowKinds;
inline constexpr std::uint32_t kLowWords = 1u << (3 * kLowKinds);
inline constexpr std::uint32_t kHighWords = 1u << (3 * kHighKinds);

// Where the words with one high half begin, and how many of the low halves fit; none for a high half outside the table.
struct HighHalf {
  std::uint32_t start = 0;
  std::uint32_t fits = 0;
};

// What the win check asks of one suit, in a byte, and of several together, where bytes are added up.
//
//   bits 0-3  wildcards needed to lay it as sets only
//   bit 6     with the pair it needs one less; otherwise it needs two more, for both needs fill the suit up to a number of tiles that
//             leaves the same over three
//
// Needs above 14 do not matter, no hand pays them. A need is counted even where it takes more than five sets: the hand has too many
// tiles then, or too few wildcards.
class SuitFacts {
 public:
  static std::uint8_t Pack(int none, int pair) {
    if (none == kTooMuch && pair < kTooMuch) none = pair + 1;  // a third tile to the pair
    return static_cast<std::uint8_t>(none | (pair < none) << 6);
  }
  static int None(std::uint8_t packed) { return packed & 15; }
  static bool WantsPair(std::uint8_t packed) { return packed >> 6 != 0; }
  static int Pair(std::uint8_t packed) { return std::min(kTooMuch, None(packed) + (WantsPair(packed) ? -1 : 2)); }

  SuitFacts& operator+=(std::uint8_t packed) {
    sum_ += packed;
    return *this;
  }
  // Suits that want the pair.
  int Wanting() const { return static_cast<int>(sum_ >> 6); }
  // Wildcards needed with the pair where it is cheapest.
  int SetsAndPair() const { return static_cast<int>(sum_ & 63) + (sum_ > 63 ? -1 : 2); }

 private:
  std::uint32_t sum_ = 0;
};

// --- tiles as keys -------------------------------------------------------------------------------------------------------------------

// A suit as a number: the low five kinds and the high four, each in base five. The sums of 14 tiles stay within their fields whatever the
// tiles are.
inline constexpr int kHighKeyAt = 16;
inline constexpr std::uint32_t kLowKeys = 14 * 625 + 1;
inline constexpr std::uint32_t kHighKeys = 14 * 125 + 1;
inline constexpr std::uint32_t kLowDigits = 3125, kHighDigits = 625, kHonourHighDigits = 25;
static_assert(kLowKeys <= 1u << kHighKeyAt);

using Keys [[gnu::vector_size(16)]] = std::uint32_t;
struct alignas(16) KeyOfTile {
  std::array<std::uint32_t, 4> group{};
};
inline constexpr auto kKeyOfTile = [] {
  std::array<KeyOfTile, 256> keys{};  // none for what is no natural tile
  for (std::size_t tile = 0; tile < 34; ++tile) {
    std::uint32_t key = tile % kGroupSize < kLowKinds ? 1 : 1 << kHighKeyAt;
    for (std::size_t rank = tile % kGroupSize; rank != 0 && rank != kLowKinds; --rank) key *= 5;
    keys[tile].group[tile / kGroupSize] = key;
  }
  return keys;
}();

// What a half says: its start or rank, and what adds up over halves and suits, in one number of many fields.
struct Sum {
  std::uint64_t bits = 0;

  struct Field {
    int at, width;
  };
  static constexpr Field kSize{32, 5}, kOdd{37, 5}, kKinds{42, 5}, kTwice{47, 4}, kOrphans{51, 4}, kOrphansTwice{55, 4};
  constexpr int operator[](Field field) const { return static_cast<int>(bits >> field.at & ((std::uint64_t{1} << field.width) - 1)); }
  constexpr std::uint32_t Index() const { return static_cast<std::uint32_t>(bits); }
  void Add(Field field, int number) { bits += static_cast<std::uint64_t>(number) << field.at; }
};

// --- the tables ----------------------------------------------------------------------------------------------------------------------

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

  // Index of a word in the tables, or -1 when it is outside.
  int IndexOf(int group, std::uint32_t word) const {
    const HighHalf& high = high_[group == kHonour][(word / kLowWords) % kHighWords];
    const std::uint32_t rank = low_rank_[word % kLowWords];
    return rank < high.fits ? static_cast<int>(high.start + rank) : -1;
  }

  // SuitFacts of any word.
  std::uint8_t Facts(int group, std::uint32_t word) const {
    const int index = IndexOf(group, word);
    if (index >= 0) [[likely]] return facts_[static_cast<std::size_t>(index)];
    return FactsBeyond(group, word);
  }

  // Wildcards needed for the tiles to be sets and a pair.
  int Need(const Counts& counts) const {
    std::array<int, 4> index;
    if (!Find(counts, index)) [[unlikely]] return NeedBeyond(counts);
    SuitFacts facts;
    for (const int at : index) facts += facts_[static_cast<std::size_t>(at)];
    return facts.SetsAndPair();
  }

  // Tiles looked at together.
  struct Look {
    std::array<std::uint32_t, 4> index;
    Sum sum;

    bool Tells(std::span<const Tile> tiles) const { return sum[Sum::kSize] == static_cast<int>(tiles.size()); }
  };
  // A look at tiles. Its size is not their number where there is a fifth copy, what is no natural tile, or more than 14 tiles: then it tells
  // nothing of them.
  [[gnu::always_inline]] Look LookAt(std::span<const Tile> tiles) const { return LookUp(KeysOf(tiles)); }
  int Need(const Look& look) const {
    SuitFacts facts;
    for (const std::uint32_t at : look.index) facts += facts_[at];
    return facts.SetsAndPair();
  }

  // The kinds that complete tiles of at most four sets.
  template <typename Index>
  TileMask Waits(const std::array<Index, 4>& index, int wild) const {
    std::array<std::uint8_t, 4> facts;
    SuitFacts all;
    for (std::size_t g = 0; g < 4; ++g) all += facts[g] = facts_[static_cast<std::size_t>(index[g])];
    const int need = all.SetsAndPair();
    // Any tile makes a set with two wildcards; needs of one hand differ by threes.
    if (need <= wild - 2) return kNaturals;
    if (need != wild + 1) return 0;
    // A tile helps where it lowers the need of its own suit: as sets only, the pair being elsewhere, or as sets and the pair. The pair has
    // to be in a suit that wants it, if there is one.
    const int wanting = all.Wanting();
    TileMask waits = 0;
    for (std::size_t g = 0; g < 4; ++g) {
      const std::uint32_t helps = helps_[help_[static_cast<std::size_t>(index[g])]];
      const int wants = SuitFacts::WantsPair(facts[g]);
      // Without branches, for nothing tells beforehand which way they would go.
      const auto as_sets = static_cast<std::uint32_t>(-static_cast<int>((wanting == 0) | (wanting > wants)));
      const auto with_pair = static_cast<std::uint32_t>(-static_cast<int>((wanting == 0) | (wants != 0)));
      waits |= TileMask{(helps & 0x1FF & as_sets) | (helps >> kGroupSize & with_pair)} << (kGroupSize * g);
    }
    return waits;
  }

  // Where the words of a hand stand; false when one is outside.
  bool Find(const Counts& counts, std::array<int, 4>& index) const {
    int outside = 0;
    for (std::size_t g = 0; g < 4; ++g) outside |= index[g] = IndexOf(static_cast<int>(g), counts.group[g]);
    return outside >= 0;
  }

  // Tiles missing for `sets` sets and a pair.
  int Missing(const Counts& counts, int sets, Copies copies) const {
    std::array<int, 4> plan;
    bool all = true;
    for (int g = 0; g < 4; ++g) {
      const int index = IndexOf(g, counts.group[static_cast<std::size_t>(g)]);
      all &= index >= 0;
      plan[static_cast<std::size_t>(g)] = index >= 0 ? plan_[static_cast<std::size_t>(index)] : 0;
    }
    return all ? MissingOf(plan, sets, copies) : MissingBeyond(counts, sets, copies);
  }
  int Missing(const Look& look, int sets, Copies copies) const {
    std::array<int, 4> plan;
    for (std::size_t g = 0; g < 4; ++g) plan[g] = plan_[look.index[g]];
    return MissingOf(plan, sets, copies);
  }

 private:
  HandTables();
  static const HandTables& Build();
  static inline std::atomic<const HandTables*> built_ = nullptr;

  [[gnu::always_inline]] static Keys KeyOf(Tile tile) {
    Keys key;
    std::memcpy(&key, &kKeyOfTile[tile], sizeof key);
    return key;
  }
  // Each number of tiles from kMost down to kLeastUnrolled has code of its own, those without wildcards first.
  static constexpr std::size_t kLeastUnrolled = 10;
  template <std::size_t kMost = kTableTiles>
  [[gnu::always_inline]] static Keys KeysOf(std::span<const Tile> tiles) {
    if (tiles.size() == kMost) return SumOfKeys(tiles.first<kMost>());
    if constexpr (kMost > kLeastUnrolled) {
      return KeysOf<kMost - 1>(tiles);
    } else {
      Keys keys{};
      if (tiles.size() < kLeastUnrolled) {
        for (const Tile tile : tiles) keys += KeyOf(tile);
      }
      return keys;
    }
  }
  // Two sums, so that one addition need not wait for the other.
  template <std::size_t kSize>
  [[gnu::always_inline]] static Keys SumOfKeys(std::span<const Tile, kSize> tiles) {
    Keys even{}, odd{};
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kSize; i += 2) even += KeyOf(tiles[i]);
#pragma GCC unroll 16
    for (std::size_t i = 1; i < kSize; i += 2) odd += KeyOf(tiles[i]);
    return even + odd;
  }
  [[gnu::always_inline]] Look LookUp(Keys keys) const {
    Look look;
    const auto pairs = reinterpret_cast<Words>(keys);  // two suits a word
    const auto look_at = [&](std::size_t g, std::uint16_t low, std::uint16_t high) __attribute__((always_inline)) {
      const std::uint64_t halves = low_of_key_[g == kHonour][low] + high_of_key_[g == kHonour][high];
      look.index[g] = Sum{halves}.Index();
      look.sum.bits += halves;
    };
    for (std::size_t g = 0; g < 4; g += 2) {
      const std::uint64_t two = pairs[g / 2];
      look_at(g, static_cast<std::uint16_t>(two), static_cast<std::uint16_t>(two >> kHighKeyAt));
      look_at(g + 1, static_cast<std::uint16_t>(two >> 32), static_cast<std::uint16_t>(two >> (32 + kHighKeyAt)));
    }
    return look;
  }

  int MissingOf(const std::array<int, 4>& plan, int sets, Copies copies) const {
    const Joints& joints = joints_[static_cast<std::size_t>(copies)];
    const std::size_t left = joints.of_plans[static_cast<std::size_t>(plan[0]) * plan_count_ + static_cast<std::size_t>(plan[1])];
    const std::size_t right = joints.of_plans[static_cast<std::size_t>(plan[2]) * plan_count_ + static_cast<std::size_t>(plan[3])];
    return joints.missing[left * joints.count + right] >> (5 * sets) & 31;
  }

  // The same where words are outside the tables (a fifth copy, more than 14 tiles).
  int NeedBeyond(const Counts& counts) const;
  std::uint8_t FactsBeyond(int group, std::uint32_t word) const;
  int MissingBeyond(const Counts& counts, int sets, Copies copies) const;
  Plan PlanOf(int group, std::uint32_t word, int sets, Copies copies) const;

  // Building, in this order.
  void RankLowHalves();
  void Fill(bool honours, Numbering<Plans>& plans);
  void JoinAll();
  void FindHelps();

  // Of suits, of honours: the Sum of a low half, with its rank, and of a high half, with its start.
  std::array<std::array<std::uint64_t, kLowKeys>, 2> low_of_key_;
  std::array<std::array<std::uint64_t, kHighKeys>, 2> high_of_key_;
  std::vector<std::uint16_t> low_rank_;
  std::array<std::uint16_t, kTableTiles + 1> low_within_{};
  std::array<std::array<HighHalf, kHighWords>, 2> high_;  // suits, honours
  std::vector<std::uint8_t> facts_;                        // SuitFacts of every word of a suit, then of every word of the honours
  std::vector<std::uint16_t> help_;                        // index into helps_
  std::vector<std::uint32_t> helps_;
  std::vector<std::uint8_t> plan_;                         // index into plans_
  std::vector<Plans> plans_;
  std::size_t plan_count_ = 0;
  // Two suits together, and the whole hand, for either reading of "copies".
  struct Joints {
    std::vector<std::uint16_t> of_plans;  // plan x plan -> joint
    std::size_t count = 0;
    std::vector<std::uint32_t> missing;  // joint x joint -> tiles missing for 0..5 sets and a pair, five bits each
  };
  std::array<Joints, 2> joints_;
};

}  // namespace mlf::table::detail
