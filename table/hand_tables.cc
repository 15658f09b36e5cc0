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
#include <mlf/table/hand_tables.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace mlf::table {
namespace {

constexpr int kHonourKinds = 7;
constexpr int kTableTiles = 14;  // tiles of one suit the tables hold
constexpr int kTooMuch = 15;     // a need no hand can pay

// --- plans -------------------------------------------------------------------------------------------------------------------------

// Sixteen bytes worked on at once, with the vector types g++ and clang share (no instruction set is named).
using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Words [[gnu::vector_size(16)]] = std::uint64_t;

// Tiles missing for j sets: byte j without a pair, byte 8 + j with one. Bytes 6 and 7 of each half are unused. kNever is "cannot be";
// two of them and some tiles still fit a byte.
constexpr std::uint8_t kNever = 64;
constexpr std::uint64_t kEachByte = 0x0101010101010101;
constexpr std::uint64_t kNeverWord = kNever * kEachByte;

struct Plan {
  Words words = {kNeverWord, kNeverWord};

  int Without(int sets) const { return static_cast<int>(words[0] >> (8 * sets)) & 0xFF; }
  int With(int sets) const { return static_cast<int>(words[1] >> (8 * sets)) & 0xFF; }
  friend bool operator==(const Plan& a, const Plan& b) { return a.words[0] == b.words[0] && a.words[1] == b.words[1]; }
};

inline Words Least(Words a, Words b) {
  const auto x = reinterpret_cast<Bytes>(a), y = reinterpret_cast<Bytes>(b);
  return reinterpret_cast<Words>(x < y ? x : y);
}
// Takes over what is cheaper in `from` with `more` tiles missing.
inline void Lower(Plan& plan, const Plan& from, int more) {
  const std::uint64_t each = static_cast<std::uint64_t>(more) * kEachByte;  // no byte runs over: see kNever
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

// Of Join only the tiles missing with the pair, for 0..5 sets: the pair of either side is worked on in a half of its own.
inline std::uint64_t JoinWithPair(const Plan& a, const Plan& b) {
  Plan joined, rest{Words{b.words[1], b.words[0]}};
  for (int sets = 0; sets <= kMaxSets; ++sets) {
    const Words more = {static_cast<std::uint64_t>(a.Without(sets)) * kEachByte, static_cast<std::uint64_t>(a.With(sets)) * kEachByte};
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
const Plan& Of(const Plans& plans, Copies copies) { return copies == Copies::kFour ? plans.four : plans.any; }

// --- from counts to plans ------------------------------------------------------------------------------------------------------------

// Reading a suit rank by rank: plans[x][y] for x runs begun two ranks ago and y begun one rank ago. Three equal runs are three triplets,
// so x and y stay below three.
using Front = std::array<std::array<Plan, 3>, 3>;

Front FirstFront() {
  Front front;
  front[0][0].words[0] &= ~std::uint64_t{0xFF};  // no set, no pair, nothing missing
  return front;
}

// The front after rank `rank`, of which the hand holds `count`: every number of new runs, triplets and the pair at this rank. Finished
// hands hold at most `limit` of a kind.
Front Advance(const Front& front, int rank, int count, bool honours, int limit) {
  Front next;
  const bool is_tile = !honours || rank < 7;
  const int runs = honours || rank > 6 ? 0 : 2;
  // A second triplet of a kind makes sense only for a kind held more than four times.
  const int most_triplets = !is_tile ? 0 : count > 4 ? 2 : 1;
  for (std::size_t x = 0; x < 3; ++x) {
    for (std::size_t y = 0; y < 3; ++y) {
      if (front[x][y] == Plan{}) continue;
      Plan of_triplets = front[x][y];
      for (int triplets = 0; triplets <= most_triplets; ++triplets) {
        Plan from = of_triplets;
        for (int z = 0; z <= runs; ++z) {
          const int used = static_cast<int>(x + y) + z + 3 * triplets;
          if (used > limit) break;
          Plan& to = next[y][static_cast<std::size_t>(z)];
          Lower(to, from, std::max(0, used - count));
          if (is_tile && used + 2 <= limit) Lower(to, AddPair(from), std::max(0, used + 2 - count));
          from = AddSet(from);
        }
        of_triplets = AddSet(of_triplets);
      }
    }
  }
  for (auto& line : next) {
    for (Plan& plan : line) Tidy(plan);
  }
  return next;
}

constexpr int kNoLimit = 99;

// The plans of any word, rank by rank; the tables hold the same for words within their bounds.
Plans PlansOf(std::uint32_t word, bool honours) {
  Front any = FirstFront(), four = FirstFront();
  for (int rank = 0; rank < kGroupSize; ++rank) {
    const int count = static_cast<int>(word >> (3 * rank)) & 7;
    any = Advance(any, rank, count, honours, kNoLimit);
    four = Advance(four, rank, count, honours, 4);
  }
  return {any[0][0], four[0][0]};
}

// --- the tables ----------------------------------------------------------------------------------------------------------------------

// Hash of anything made of plans only.
struct PlansHash {
  template <typename T>
  std::size_t operator()(const T& item) const {
    static_assert(sizeof(T) % sizeof(Plan) == 0);
    std::uint64_t h = 0;
    for (std::size_t at = 0; at < sizeof(T); at += sizeof(Plan)) {
      std::array<std::uint64_t, 2> words;
      std::memcpy(&words, reinterpret_cast<const char*>(&item) + at, sizeof words);
      h = (h ^ (h >> 32) ^ words[0]) * 0x9E3779B97F4A7C15ull + words[1] * 0xBF58476D1CE4E5B9ull;
    }
    return static_cast<std::size_t>(h ^ (h >> 32));
  }
};

// Gives equal things one number, in order of first sight.
template <typename T>
class Numbering {
 public:
  int Of(const T& item) {
    if (2 * items_.size() >= slots_.size()) Grow();
    for (std::size_t at = PlansHash()(item) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {  // a power of two
      int& number = slots_[at];
      if (number < 0) {
        number = static_cast<int>(items_.size());
        items_.push_back(item);
        return number;
      }
      if (items_[static_cast<std::size_t>(number)] == item) return number;
    }
  }
  const std::vector<T>& Items() const { return items_; }
  // Forgets all and keeps the memory.
  void Clear() {
    items_.clear();
    std::fill(slots_.begin(), slots_.end(), -1);
  }

 private:
  void Grow() {
    slots_.assign(4 * slots_.size(), -1);
    for (std::size_t number = 0; number < items_.size(); ++number) {
      std::size_t at = PlansHash()(items_[number]) & (slots_.size() - 1);
      while (slots_[at] >= 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<int>(number);
    }
  }

  std::vector<int> slots_ = std::vector<int>(4096, -1);
  std::vector<T> items_;
};

constexpr int kLowKinds = 5;
constexpr int kHighKinds = kGroupSize - kLowKinds;
constexpr std::uint32_t kLowWords = 1u << (3 * kLowKinds);
constexpr std::uint32_t kHighWords = 1u << (3 * kHighKinds);
constexpr std::uint16_t kNoRank = 0xFFFF;
constexpr std::size_t kTableWords = 405'350 + 43'130;  // in the tables: of a suit and of the honours

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

// The facts of a suit: all `size` tiles are used when just 3 * sets (+ 2) - size are missing.
std::uint8_t FactsOf(const Plan& plan, int size) {
  int none = kTooMuch, pair = kTooMuch;
  for (int sets = kMaxSets; sets >= 0; --sets) {
    if (3 * sets >= size && plan.Without(sets) == 3 * sets - size) none = std::min(kTooMuch, 3 * sets - size);
    if (3 * sets + 2 >= size && plan.With(sets) == 3 * sets + 2 - size) pair = std::min(kTooMuch, 3 * sets + 2 - size);
  }
  return SuitFacts::Pack(none, pair);
}

// --- tiles as keys -------------------------------------------------------------------------------------------------------------------

// A suit as a number: the low five kinds and the high four, each in base five. The sums of 14 tiles stay within their fields whatever the
// tiles are.
constexpr int kHighKeyAt = 16;
constexpr std::uint32_t kLowKeys = 14 * 625 + 1;
constexpr std::uint32_t kHighKeys = 14 * 125 + 1;
constexpr std::uint32_t kLowDigits = 3125, kHighDigits = 625, kHonourHighDigits = 25;
static_assert(kLowKeys <= 1u << kHighKeyAt);

using Keys [[gnu::vector_size(16)]] = std::uint32_t;
struct alignas(16) KeyOfTile {
  std::array<std::uint32_t, 4> group{};
};
constexpr auto kKeyOfTile = [] {
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
  static constexpr Field kSize{32, 5}, kOdd{37, 5}, kKinds{42, 5}, kTwice{47, 4}, kEnds{51, 4}, kEndsTwice{55, 4}, kFours{59, 3};
  constexpr int operator[](Field field) const { return static_cast<int>(bits >> field.at & ((std::uint64_t{1} << field.width) - 1)); }
  constexpr std::uint32_t Index() const { return static_cast<std::uint32_t>(bits); }
  void Add(Field field, int number) { bits += static_cast<std::uint64_t>(number) << field.at; }
};

class HandTables {
 public:
  static const HandTables& Get() {
    static const std::unique_ptr<const HandTables> tables = Make();
    return *tables;
  }

  // Memory of all tables.
  std::size_t Bytes() const {
    const auto bytes = [](const auto& table) { return table.size() * sizeof table[0]; };
    std::size_t sum = sizeof *this + bytes(low_rank_) + bytes(facts_) + bytes(help_) + bytes(helps_) + bytes(plan_) + bytes(plans_);
    for (const Joints& joints : joints_) sum += bytes(joints.of_plans) + bytes(joints.missing);
    return sum;
  }

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
    SuitFacts facts;
    for (int g = 0; g < 4; ++g) facts += Facts(g, counts.group[static_cast<std::size_t>(g)]);
    return facts.SetsAndPair();
  }

  // Tiles looked at together.
  struct Look {
    std::array<std::uint32_t, 4> index;
    Sum sum;
    Sum honours;  // their part of it
  };
  // Gives `ask` the look at the tiles, or without one calls `beyond`: for more than 14 tiles, a fifth copy, or what is no natural tile.
  template <typename Ask, typename Beyond>
  [[gnu::always_inline]] auto LookAt(std::span<const Tile> tiles, Ask ask, Beyond beyond) const {
    const auto answer = [&](Keys keys) __attribute__((always_inline)) {
      const Look look = LookUp(keys);
      return look.sum[Sum::kSize] == static_cast<int>(tiles.size()) ? ask(look) : beyond();
    };
    if (tiles.size() == 14) return answer(KeysOf<14>(tiles.data()));
    if (tiles.size() == 13) return answer(KeysOf<13>(tiles.data()));
    if (tiles.size() > kTableTiles) return beyond();
    Keys keys{};
    for (const Tile tile : tiles) keys += KeyOf(tile);
    return answer(keys);
  }
  int Need(const Look& look) const {
    SuitFacts facts;
    for (const std::uint32_t at : look.index) facts += facts_[at];
    return facts.SetsAndPair();
  }

  // The kinds that complete tiles which need one wildcard more than there are; `need` is what they need. No answer for kinds held four
  // times.
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
      const std::uint32_t as_sets = wanting == 0 || wanting > wants ? helps & 0x1FF : 0;
      const std::uint32_t with_pair = wanting == 0 || wants != 0 ? helps >> kGroupSize : 0;
      waits |= TileMask{as_sets | with_pair} << (kGroupSize * g);
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
      plan[static_cast<std::size_t>(g)] = index >= 0 ? plan_[static_cast<std::size_t>(index)] : -1;
    }
    if (all) [[likely]] return MissingOf(plan, sets, copies);
    Plan joined = PlanOf(counts, 0, plan[0], copies);
    for (int g = 1; g < 4; ++g) joined = Join(joined, PlanOf(counts, g, plan[static_cast<std::size_t>(g)], copies));
    return joined.With(sets);
  }
  int Missing(const Look& look, int sets, Copies copies) const {
    std::array<int, 4> plan;
    for (std::size_t g = 0; g < 4; ++g) plan[g] = plan_[look.index[g]];
    return MissingOf(plan, sets, copies);
  }

 private:
  [[gnu::noinline]] static std::unique_ptr<const HandTables> Make() { return std::unique_ptr<const HandTables>(new HandTables); }

  HandTables() {
    RankLowHalves();
    Numbering<Plans> plans;
    Fill(false, plans);
    Fill(true, plans);
    plans_ = plans.Items();
    JoinAll();
    FindHelps();
  }

  [[gnu::always_inline]] static Keys KeyOf(Tile tile) {
    Keys key;
    std::memcpy(&key, &kKeyOfTile[tile], sizeof key);
    return key;
  }
  // Two sums, so that one addition need not wait for the other.
  template <std::size_t kSize>
  [[gnu::always_inline]] static Keys KeysOf(const Tile* tiles) {
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
      const std::uint64_t half = low_of_key_[low] + high_of_key_[g == kHonour][high];
      look.index[g] = Sum{half}.Index();
      look.sum.bits += half;
      if (g == kHonour) look.honours.bits = half;
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

  // The need of a word outside the tables (a fifth copy, more than 14 tiles): one tile of the kind held most is in some set or in the
  // pair, so take each of those away in turn, wildcards filling the gaps, until the rest is in the tables.
  [[gnu::noinline]] std::uint8_t FactsBeyond(int group, std::uint32_t word) const {
    const bool honours = group == kHonour;
    if (Counts::SizeOf(word) > 3 * kMaxSets + 2 || (honours && word >> 21 != 0)) return SuitFacts::Pack(kTooMuch, kTooMuch);
    int kind = 0;
    for (int rank = 1; rank < kGroupSize; ++rank) {
      if ((word >> (3 * rank) & 7) > (word >> (3 * kind) & 7)) kind = rank;
    }
    const int held = static_cast<int>(word >> (3 * kind)) & 7;
    int none = kTooMuch, pair = kTooMuch;
    const std::uint32_t one = 1u << (3 * kind);
    for (std::uint32_t own = 1; own <= 3 && static_cast<int>(own) <= held; ++own) {
      const std::uint8_t rest = Facts(group, word - own * one);
      none = std::min<int>(none, SuitFacts::None(rest) + 3 - static_cast<int>(own));
      pair = std::min<int>(pair, SuitFacts::Pair(rest) + 3 - static_cast<int>(own));
      if (own <= 2) pair = std::min<int>(pair, SuitFacts::None(rest) + 2 - static_cast<int>(own));
    }
    for (int first = std::max(0, kind - 2); !honours && first <= std::min(kind, 6); ++first) {
      for (int own = 1; own < 8; ++own) {  // bit i: the i-th tile of the run is not a wildcard
        std::uint32_t taken = 0;
        bool fits = (own >> (kind - first) & 1) != 0;
        for (int i = 0; i < 3; ++i) {
          if ((own >> i & 1) == 0) continue;
          fits = fits && (word >> (3 * (first + i)) & 7) != 0;
          taken |= 1u << (3 * (first + i));
        }
        if (!fits) continue;
        const std::uint8_t rest = Facts(group, word - taken);
        const int wild = 3 - std::popcount(taken);
        none = std::min(none, SuitFacts::None(rest) + wild);
        pair = std::min(pair, SuitFacts::Pair(rest) + wild);
      }
    }
    return SuitFacts::Pack(none, pair);
  }

  Plan PlanOf(const Counts& counts, int group, int plan, Copies copies) const {
    if (plan >= 0) return Of(plans_[static_cast<std::size_t>(plan)], copies);
    return Of(PlansOf(counts.group[static_cast<std::size_t>(group)], group == kHonour), copies);
  }

  void RankLowHalves() {
    low_rank_.assign(kLowWords, kNoRank);
    std::uint16_t rank = 0;
    for (int size = 0; size <= kTableTiles; ++size) {
      for (std::uint32_t low = 0; low < kLowWords; ++low) {
        if (InBounds(low) && Counts::SizeOf(low) == size) low_rank_[low] = rank++;
      }
      low_within_[static_cast<std::size_t>(size)] = rank;
    }
    for (std::uint32_t key = 0; key < kLowDigits; ++key) {
      const std::uint32_t word = WordOf(key);
      low_of_key_[key] = SumOf(word, 0).bits + (low_rank_[word] == kNoRank ? 0 : low_rank_[word]);
    }
    for (std::uint32_t key = kLowDigits; key < kLowKeys; ++key) low_of_key_[key] = low_of_key_[key % kLowDigits];
  }

  // The word of the digits in base five.
  static std::uint32_t WordOf(std::uint32_t key) {
    std::uint32_t word = 0;
    for (int at = 0; key != 0; at += 3, key /= 5) word |= key % 5 << at;
    return word;
  }
  // What adds up of the kinds of a half, one of which (`end`, if any) ends the suit.
  static Sum SumOf(std::uint32_t word, int end) {
    Sum sum;
    for (int kind = 0; word >> (3 * kind) != 0; ++kind) {
      const int count = static_cast<int>(word >> (3 * kind) & 7);
      sum.Add(Sum::kSize, count);
      sum.Add(Sum::kOdd, count % 2);
      sum.Add(Sum::kKinds, count > 0);
      sum.Add(Sum::kTwice, count > 1);
      sum.Add(Sum::kEnds, kind == end && count > 0);
      sum.Add(Sum::kEndsTwice, kind == end && count > 1);
      sum.Add(Sum::kFours, count == 4);
    }
    return sum;
  }

  // Four copies of a kind at most: a field of 5, 6 or 7 has its highest bit and another.
  static bool InBounds(std::uint32_t word) { return ((word >> 2) & (word | word >> 1) & 0x1249249) == 0; }

  void Fill(bool honours, Numbering<Plans>& plans) {
    const std::uint32_t high_words = honours ? kHighWords >> 6 : kHighWords;  // honours end with the seventh kind
    auto start = static_cast<std::uint32_t>(facts_.size());
    for (std::uint32_t high = 0; high < high_words; ++high) {
      const int size = Counts::SizeOf(high);
      if (!InBounds(high) || size > kTableTiles) continue;
      high_[honours][high] = {start, low_within_[static_cast<std::size_t>(kTableTiles - size)]};
      start += high_[honours][high].fits;
    }
    // Every sum of tiles is a key; of what carries out of the last kind nothing is kept.
    for (std::uint32_t key = 0; key < kHighKeys; ++key) {
      const std::uint32_t word = WordOf(key % (honours ? kHonourHighDigits : kHighDigits));
      high_of_key_[honours][key] = SumOf(word, honours ? -1 : kHighKinds - 1).bits + high_[honours][word].start;
    }
    facts_.reserve(kTableWords);
    plan_.reserve(kTableWords);
    facts_.resize(start);
    plan_.resize(start);

    // The fronts of all suits are an automaton of some thousand states: build it level by level, one for each reading of "copies", then let
    // every word run through both.
    const Automaton any(honours, kNoLimit), four(honours, 4);
    const std::size_t four_ends = four.ends.Items().size();
    std::vector<int> plan_of(any.ends.Items().size() * four_ends, -1);
    std::vector<std::array<std::uint8_t, kTableTiles + 1>> facts_of;  // by the number of tiles
    for (const Plan& end : any.ends.Items()) {
      auto& facts = facts_of.emplace_back();
      for (int size = 0; size <= kTableTiles; ++size) facts[static_cast<std::size_t>(size)] = FactsOf(end, size);
    }

    const auto walk = [&](const auto& self, std::size_t rank, int in_any, int in_four, int size, std::uint32_t word) -> void {
      if (rank == kGroupSize) {
        const auto index = static_cast<std::size_t>(IndexOf(honours ? kHonour : kWan, word));
        const auto any_end = static_cast<std::size_t>(in_any), four_end = static_cast<std::size_t>(in_four);
        int& plan = plan_of[any_end * four_ends + four_end];
        if (plan < 0) plan = plans.Of({any.ends.Items()[any_end], four.ends.Items()[four_end]});
        plan_[index] = static_cast<std::uint8_t>(plan);
        facts_[index] = facts_of[any_end][static_cast<std::size_t>(size)];
        return;
      }
      const int most = honours && rank >= kHonourKinds ? 0 : std::min(4, kTableTiles - size);
      const auto& any_steps = any.steps[rank][static_cast<std::size_t>(in_any)];
      const auto& four_steps = four.steps[rank][static_cast<std::size_t>(in_four)];
      for (int count = 0; count <= most; ++count) {
        const auto at = static_cast<std::size_t>(count);
        self(self, rank + 1, any_steps[at], four_steps[at], size + count, word | static_cast<std::uint32_t>(count) << (3 * rank));
      }
    };
    walk(walk, 0, 0, 0, 0, 0);
  }

  // From each state of a rank the next one by the number of tiles held; the states after the last rank are plans.
  struct Automaton {
    std::array<std::vector<std::array<int, 5>>, kGroupSize> steps;
    Numbering<Plan> ends;

    Automaton(bool honours, int limit) {
      Numbering<Front> level, next;
      level.Of(FirstFront());
      std::vector<int> least_tiles = {0};  // no step is taken which no word within bounds takes
      for (std::size_t rank = 0; rank < kGroupSize; ++rank) {
        std::vector<int> next_tiles;
        steps[rank].resize(level.Items().size());
        for (std::size_t from = 0; from < level.Items().size(); ++from) {
          const int most = honours && rank >= kHonourKinds ? 0 : std::min(4, kTableTiles - least_tiles[from]);
          for (int count = 0; count <= most; ++count) {
            const Front to = Advance(level.Items()[from], static_cast<int>(rank), count, honours, limit);
            int& number = steps[rank][from][static_cast<std::size_t>(count)];
            if (rank == kGroupSize - 1) {
              number = ends.Of(to[0][0]);
              continue;
            }
            number = next.Of(to);
            next_tiles.resize(next.Items().size(), kTableTiles);
            int& least = next_tiles[static_cast<std::size_t>(number)];
            least = std::min(least, least_tiles[from] + count);
          }
        }
        std::swap(level, next);
        next.Clear();
        least_tiles = std::move(next_tiles);
      }
    }
  };

  void JoinAll() {
    plan_count_ = plans_.size();
    for (const Copies copies : {Copies::kAny, Copies::kFour}) {
      Joints& own = joints_[static_cast<std::size_t>(copies)];
      Numbering<Plan> joints;
      own.of_plans.resize(plan_count_ * plan_count_);
      for (std::size_t a = 0; a < plan_count_; ++a) {
        for (std::size_t b = a; b < plan_count_; ++b) {
          const int joint = joints.Of(Join(Of(plans_[a], copies), Of(plans_[b], copies)));
          own.of_plans[a * plan_count_ + b] = own.of_plans[b * plan_count_ + a] = static_cast<std::uint16_t>(joint);
        }
      }
      own.count = joints.Items().size();
      own.missing.resize(own.count * own.count);
      for (std::size_t a = 0; a < own.count; ++a) {
        for (std::size_t b = a; b < own.count; ++b) {
          const std::uint64_t with_pair = JoinWithPair(joints.Items()[a], joints.Items()[b]);
          std::uint32_t packed = 0;
          for (int sets = 0; sets <= kMaxSets; ++sets) packed |= static_cast<std::uint32_t>(with_pair >> (8 * sets) & 31) << (5 * sets);
          own.missing[a * own.count + b] = own.missing[b * own.count + a] = packed;
        }
      }
    }
  }

  // For every word which tiles lower its needs by one: as sets only (low nine bits), as sets and the pair (next nine). None held four
  // times, for a fifth copy is outside the tables, and none for words of 14 tiles.
  void FindHelps() {
    help_.resize(facts_.size());
    // Where the low half with one tile more of a kind stands in the order of low halves; a kind held four times stays where it is.
    std::array<std::array<std::uint16_t, kLowDigits>, kLowKinds> next;
    for (std::size_t kind = 0; kind < kLowKinds; ++kind) {
      for (std::uint32_t low = 0; low < kLowWords; ++low) {
        if (low_rank_[low] == kNoRank) continue;
        const bool room = (low >> (3 * kind) & 7) < 4;
        next[kind][low_rank_[low]] = low_rank_[room ? low + (1u << (3 * kind)) : low];
      }
    }
    // Numbers of masks by a hash, in far less memory than a number for every mask.
    std::vector<std::uint16_t> slots(std::size_t{1} << 14, kNoRank);
    const auto number_of = [&](std::uint32_t helps) {
      std::size_t at = helps * 0x9E3779B1u >> 18;
      while (slots[at] != kNoRank && helps_[slots[at]] != helps) at = (at + 1) % slots.size();
      if (slots[at] == kNoRank) {
        slots[at] = static_cast<std::uint16_t>(helps_.size());
        helps_.push_back(helps);
      }
      return slots[at];
    };
    // Both needs, four bits each, of the words of one high half: one tile more lowers a need by one or raises it by two.
    const auto needs_of = [](const std::uint8_t* facts, std::size_t words, std::uint8_t* needs) {
      for (std::size_t rank = 0; rank < words; ++rank) {
        const int none = facts[rank] & 15, pair = none + 2 - 3 * (facts[rank] >> 6);
        needs[rank] = static_cast<std::uint8_t>(none | (pair > 15 ? 15 : pair) << 4);
      }
    };
    std::array<std::uint16_t, kLowDigits> as_sets, with_pair;  // by rank of the low half
    std::array<std::uint8_t, kLowDigits> own, then;
    for (const bool honours : {false, true}) {
      for (std::uint32_t high = 0; high < (honours ? kHighWords >> 6 : kHighWords); ++high) {
        const HighHalf& half = high_[honours][high];
        const int room = kTableTiles - Counts::SizeOf(high);
        if (half.fits == 0 || room == 0) continue;
        // Words that have room for one tile more; all of one high half are worked on together, kind by kind.
        const std::size_t words = low_within_[static_cast<std::size_t>(room - 1)];
        needs_of(&facts_[half.start], half.fits, own.data());
        as_sets.fill(0);
        with_pair.fill(0);
        const auto note = [&](std::size_t kind) {
          for (std::size_t rank = 0; rank < words; ++rank) {
            as_sets[rank] = static_cast<std::uint16_t>(as_sets[rank] | ((then[rank] & 15) < (own[rank] & 15)) << kind);
            with_pair[rank] = static_cast<std::uint16_t>(with_pair[rank] | ((then[rank] >> 4) < (own[rank] >> 4)) << kind);
          }
        };
        for (std::size_t kind = 0; kind < kLowKinds; ++kind) {
          for (std::size_t rank = 0; rank < words; ++rank) then[rank] = own[next[kind][rank]];
          note(kind);
        }
        for (std::size_t kind = 0; kind < (honours ? 2 : kHighKinds); ++kind) {
          if ((high >> (3 * kind) & 7) == 4) continue;
          needs_of(&facts_[high_[honours][high + (1u << (3 * kind))].start], words, then.data());
          note(kLowKinds + kind);
        }
        for (std::size_t rank = 0; rank < words; ++rank) {
          const std::uint32_t helps = as_sets[rank] | static_cast<std::uint32_t>(with_pair[rank]) << kGroupSize;
          help_[half.start + rank] = number_of(helps);
        }
      }
    }
  }

  std::array<std::uint64_t, kLowKeys> low_of_key_;                 // Sum of a low half, with its rank
  std::array<std::array<std::uint64_t, kHighKeys>, 2> high_of_key_;  // Sum of a high half, with its start: suits, honours
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

// Tiles of the four groups that make sets, in one fold: the fields of four words, odd and even, add up to less than 64.
int SizeOfNaturals(const Counts& counts) {
  constexpr std::uint32_t kLow = 0x1C71C7;
  std::uint32_t sum = 0, last = 0;
  for (std::size_t g = 0; g < 4; ++g) {
    sum += (counts.group[g] & kLow) + ((counts.group[g] >> 3) & kLow);
    last += counts.group[g] >> 24 & 7;
  }
  return static_cast<int>((sum & 63) + (sum >> 6 & 63) + (sum >> 12 & 63) + (sum >> 18 & 63) + last);
}

// Whether `concealed` and the wildcards are `tiles` in number, no flower among them.
bool HasSize(const Counts& concealed, int wild, int tiles) {
  return wild >= 0 && wild <= kMaxWild && concealed.group[kFlower] == 0 && SizeOfNaturals(concealed) + wild == tiles;
}
bool IsSetCount(int sets) { return sets >= 0 && sets <= kMaxSets; }

// Of the 34 kinds: how many are held, held an odd number of times, held twice or more; and pairs, four equal tiles being two.
struct Kinds {
  int any = 0, odd = 0, twice = 0, pairs = 0;
};
Kinds KindsOf(const Counts& concealed) {
  // One bit a kind: the fields of the suits, three bits wide, fit between each other.
  std::uint64_t one = 0, two = 0, four = 0;
  for (std::size_t g = 0; g < 4; ++g) {
    constexpr std::uint64_t kFields = 0x1249249;
    const std::uint64_t word = concealed.group[g];
    const std::size_t shift = g < kHonour ? g : 32;
    one |= (word & kFields) << shift;
    two |= (word >> 1 & kFields) << shift;
    four |= (word >> 2 & kFields) << shift;
  }
  return {.any = std::popcount(one | two | four), .odd = std::popcount(one), .twice = std::popcount(two | four),
          .pairs = std::popcount(two) + 2 * std::popcount(four)};
}

TileMask OddKinds(const Counts& concealed) {
  const auto& group = concealed.group;
  return Counts::EveryThird(group[0] | std::uint64_t{group[1]} << 27) |
         Counts::EveryThird(group[2] | std::uint64_t{group[3]} << 27) << (2 * kGroupSize);
}

int DistanceOf(int missing, int wild) { return std::max(-1, missing - wild - 1); }

// Tiles missing for seven pairs.
int MissingPairs(const Kinds& kinds, Pairs pairs) {
  const bool four = pairs == Pairs::kFourAreTwo;
  const int whole = std::min(7, four ? kinds.pairs : kinds.twice);
  return 14 - 2 * whole - std::min(7 - whole, four ? kinds.odd : kinds.any - kinds.twice);
}

// What the special shapes ask of tiles looked up together.
Kinds KindsOf(const HandTables::Look& look) {
  const int odd = look.sum[Sum::kOdd];
  return {.any = look.sum[Sum::kKinds], .odd = odd, .twice = look.sum[Sum::kTwice], .pairs = (look.sum[Sum::kSize] - odd) / 2};
}
int MissingOrphans(const HandTables::Look& look) {
  const Sum suits{look.sum.bits - look.honours.bits};
  return 14 - suits[Sum::kEnds] - look.honours[Sum::kKinds] - (suits[Sum::kEndsTwice] + look.honours[Sum::kTwice] > 0 ? 1 : 0);
}

}  // namespace

std::size_t PrepareHandTables() { return HandTables::Get().Bytes(); }

Counts CountTiles(std::span<const Tile> tiles) {
  // The four groups that make sets are counted side by side; honours leave the upper eleven bits of theirs to count flowers.
  using Groups [[gnu::vector_size(16)]] = std::uint32_t;
  constexpr int kFlowersAt = 3 * kHonourKinds;
  static constexpr auto kWeights = [] {
    std::array<Groups, 256> weights{};
    for (int tile = 0; tile < kMaxPieces; ++tile) {
      if (!IsTile(static_cast<Tile>(tile))) continue;
      Counts one;
      one.Add(static_cast<Tile>(tile));
      const std::uint32_t flower = IsFlower(static_cast<Tile>(tile)) ? 1u << kFlowersAt : 0;
      weights[static_cast<std::size_t>(tile)] = Groups{one.group[0], one.group[1], one.group[2], one.group[3] | flower};
    }
    return weights;
  }();
  Groups sum{};
  for (const Tile tile : tiles) sum += kWeights[tile];
  Counts counts{{sum[0], sum[1], sum[2], sum[3], 0}};
  if (counts.group[kHonour] >> kFlowersAt != 0) [[unlikely]] {
    counts.group[kHonour] &= (1u << kFlowersAt) - 1;
    for (const Tile tile : tiles) {
      if (IsFlower(tile)) counts.Add(tile);
    }
  }
  return counts;
}

bool IsWin(const Counts& concealed, int sets, int wild) {
  // Most hands asked about need too much, so they are counted last.
  return IsSetCount(sets) && HandTables::Get().Need(concealed) <= wild && HasSize(concealed, wild, 3 * sets + 2);
}

TileMask Waits(const Counts& concealed, int sets, int wild) {
  if (!IsSetCount(sets) || !HasSize(concealed, wild, 3 * sets + 1)) return 0;
  const HandTables& tables = HandTables::Get();
  // Words of 14 tiles and kinds held four times have no room for one more in the tables: of those each tile is tried.
  TileMask waits = 0, trial = 0;
  std::array<int, 4> index;
  if (sets < kMaxSets && tables.Find(concealed, index)) [[likely]] {
    waits = tables.Waits(index, wild);
    if (waits != kNaturals) trial = concealed.AtLeast(4) & kNaturals;
  } else {
    trial = kNaturals;
  }
  ForEach(trial, [&](Tile tile) {
    if (concealed[tile] == 7) return;  // Counts holds no eighth copy
    Counts full = concealed;
    full.Add(tile);
    if (tables.Need(full) <= wild) waits |= MaskOf(tile);
  });
  return waits;
}

int Distance(const Counts& concealed, int sets, int wild, Copies copies) {
  if (!IsSetCount(sets) || wild < 0 || wild > kMaxWild) return kFar;
  return DistanceOf(HandTables::Get().Missing(concealed, sets, copies), wild);
}

bool IsSevenPairs(const Counts& concealed, Pairs pairs, int wild) {
  if (wild != 0) return HasSize(concealed, wild, 14) && SevenPairsDistance(concealed, pairs, wild) == -1;
  // Only pairs: no kind an odd number of times. Where seven different ones are wanted, no kind four or six times either.
  constexpr std::uint32_t kOdd = 0x1249249;
  const std::uint32_t wrong = pairs == Pairs::kFourAreTwo ? kOdd : kOdd | kOdd << 2;
  return ((concealed.group[0] | concealed.group[1] | concealed.group[2] | concealed.group[3]) & wrong) == 0 && HasSize(concealed, wild, 14);
}

TileMask SevenPairsWaits(const Counts& concealed, Pairs pairs, int wild) {
  if (!HasSize(concealed, wild, 13)) return 0;
  TileMask waits = 0;
  if (pairs == Pairs::kFourAreTwo) {
    // With 13 tiles the odd kinds and the wildcards differ by an odd number: one odd kind too many is what the wait is for.
    const TileMask odd = OddKinds(concealed);
    const int too_many = std::popcount(odd) - wild;
    return too_many < 0 ? kNaturals : too_many == 1 ? odd : 0;
  }
  ForEach(kNaturals, [&](Tile tile) {
    if (concealed[tile] >= 2) return;
    Counts full = concealed;
    full.Add(tile);
    if (IsSevenPairs(full, pairs, wild)) waits |= MaskOf(tile);
  });
  return waits;
}

int SevenPairsDistance(const Counts& concealed, Pairs pairs, int wild) {
  if (wild < 0 || wild > kMaxWild) return kFar;
  return DistanceOf(MissingPairs(KindsOf(concealed), pairs), wild);
}

bool IsThirteenOrphans(const Counts& concealed, int wild) {
  return HasSize(concealed, wild, 14) && ThirteenOrphansDistance(concealed, wild) == -1;
}

TileMask ThirteenOrphansWaits(const Counts& concealed, int wild) {
  if (!HasSize(concealed, wild, 13)) return 0;
  TileMask waits = 0;
  ForEach(kOrphans, [&](Tile tile) {
    if (concealed[tile] == 7) return;
    Counts full = concealed;
    full.Add(tile);
    if (IsThirteenOrphans(full, wild)) waits |= MaskOf(tile);
  });
  return waits;
}

int ThirteenOrphansDistance(const Counts& concealed, int wild) {
  if (wild < 0 || wild > kMaxWild) return kFar;
  const int kinds = std::popcount(concealed.Kinds() & kOrphans);
  const bool pair = (concealed.AtLeast(2) & kOrphans) != 0;
  return DistanceOf(14 - kinds - (pair ? 1 : 0), wild);
}

namespace {

// Tiles and wildcards of whole sets and `over` more, one bit a size.
constexpr std::uint32_t SizesOver(unsigned over) {
  std::uint32_t sizes = 0;
  for (unsigned sets = 0; sets <= kMaxSets; ++sets) sizes |= 1u << (3 * sets + over);
  return sizes;
}
std::size_t SizeOf(std::span<const Tile> tiles, int wild) { return tiles.size() + static_cast<std::size_t>(wild); }
int SetsOf(std::span<const Tile> tiles, int wild) { return static_cast<int>(SizeOf(tiles, wild)) / 3; }
bool HasSize(std::span<const Tile> tiles, int wild, std::uint32_t sizes) {
  return static_cast<unsigned>(wild) <= kMaxWild && SizeOf(tiles, wild) < 32 && (sizes >> SizeOf(tiles, wild) & 1) != 0;
}

// The three questions, counting first.
[[gnu::noinline]] bool CountAndIsWin(std::span<const Tile> tiles, Shapes shapes, int wild) {
  const Counts counts = CountTiles(tiles);
  if (IsWin(counts, SetsOf(tiles, wild), wild)) return true;
  return SetsOf(tiles, wild) == 4 && ((shapes.seven_pairs && IsSevenPairs(counts, shapes.pairs, wild)) ||
                                      (shapes.thirteen_orphans && IsThirteenOrphans(counts, wild)));
}
[[gnu::noinline]] TileMask CountAndWaits(std::span<const Tile> tiles, Shapes shapes, int wild) {
  const Counts counts = CountTiles(tiles);
  TileMask waits = Waits(counts, SetsOf(tiles, wild), wild);
  if (SetsOf(tiles, wild) == 4 && shapes.seven_pairs) waits |= SevenPairsWaits(counts, shapes.pairs, wild);
  if (SetsOf(tiles, wild) == 4 && shapes.thirteen_orphans) waits |= ThirteenOrphansWaits(counts, wild);
  return waits;
}
[[gnu::noinline]] int CountAndDistance(std::span<const Tile> tiles, Shapes shapes, int wild, Copies copies) {
  const Counts counts = CountTiles(tiles);
  int least = Distance(counts, SetsOf(tiles, wild), wild, copies);
  if (SetsOf(tiles, wild) == 4 && shapes.seven_pairs) least = std::min(least, SevenPairsDistance(counts, shapes.pairs, wild));
  if (SetsOf(tiles, wild) == 4 && shapes.thirteen_orphans) least = std::min(least, ThirteenOrphansDistance(counts, wild));
  return least;
}

// The same from the tables. Functions of their own: so they need no registers saved for the first use of the tables.
[[gnu::noinline]] bool LookAndIsWin(const HandTables& tables, std::span<const Tile> tiles, Shapes shapes, int wild) {
  const auto beyond = [&]() __attribute__((always_inline)) { return CountAndIsWin(tiles, shapes, wild); };
  const auto ask = [&](const HandTables::Look& look) __attribute__((always_inline)) {
    const bool win = tables.Need(look) <= wild;
    // Of seven pairs no kind is held an odd number of times but for wildcards to make it even.
    const bool even = SizeOf(tiles, wild) == 14 && look.sum[Sum::kOdd] <= wild;
    if (shapes.pairs == Pairs::kFourAreTwo && !shapes.thirteen_orphans) [[likely]] return win || (even && shapes.seven_pairs);
    return win || ((even || shapes.thirteen_orphans) && beyond());
  };
  return tables.LookAt(tiles, ask, beyond);
}
[[gnu::noinline]] TileMask LookAndWaits(const HandTables& tables, std::span<const Tile> tiles, Shapes shapes, int wild) {
  const auto beyond = [&]() __attribute__((always_inline)) { return CountAndWaits(tiles, shapes, wild); };
  const auto ask = [&](const HandTables::Look& look) __attribute__((always_inline)) {
    if (tiles.size() >= kTableTiles || look.sum[Sum::kFours] != 0) [[unlikely]] return beyond();
    if (SizeOf(tiles, wild) == 13) {
      // Few hands are near the special shapes.
      if (shapes.seven_pairs && look.sum[Sum::kOdd] <= wild + 1) return beyond();
      if (shapes.thirteen_orphans && MissingOrphans(look) <= wild + 1) return beyond();
    }
    return tables.Waits(look.index, wild);
  };
  return tables.LookAt(tiles, ask, beyond);
}
[[gnu::noinline]] int LookAndDistance(const HandTables& tables, std::span<const Tile> tiles, Shapes shapes, int wild, Copies copies) {
  const auto beyond = [&]() __attribute__((always_inline)) { return CountAndDistance(tiles, shapes, wild, copies); };
  const auto ask = [&](const HandTables::Look& look) __attribute__((always_inline)) {
    const int sets = SetsOf(tiles, wild);
    int missing = tables.Missing(look, sets, copies);
    if (sets == 4 && shapes.seven_pairs) missing = std::min(missing, MissingPairs(KindsOf(look), shapes.pairs));
    if (sets == 4 && shapes.thirteen_orphans) missing = std::min(missing, MissingOrphans(look));
    return DistanceOf(missing, wild);
  };
  return tables.LookAt(tiles, ask, beyond);
}

}  // namespace

bool IsWin(std::span<const Tile> tiles, Shapes shapes, int wild) {
  return HasSize(tiles, wild, SizesOver(2)) && LookAndIsWin(HandTables::Get(), tiles, shapes, wild);
}
TileMask Waits(std::span<const Tile> tiles, Shapes shapes, int wild) {
  return HasSize(tiles, wild, SizesOver(1)) ? LookAndWaits(HandTables::Get(), tiles, shapes, wild) : 0;
}
int Distance(std::span<const Tile> tiles, Shapes shapes, int wild, Copies copies) {
  const bool fits = HasSize(tiles, wild, SizesOver(0) | SizesOver(1) | SizesOver(2));
  return fits ? LookAndDistance(HandTables::Get(), tiles, shapes, wild, copies) : kFar;
}

std::string ReadingText(const Reading& reading) {
  const auto write = [](Tile tile, bool wild) {
    const std::string rank(1, static_cast<char>('1' + RankOf(tile)));
    return wild ? "[" + rank + "]" : rank;
  };
  std::string text;
  for (int i = 0; i < 2; ++i) text += write(reading.pair, i >= 2 - reading.pair_wild);
  text += SuitLetter(SuitOf(reading.pair));
  for (const SetReading& set : reading.Sets()) {
    text += ' ';
    // A triplet shows its own tiles first.
    for (int i = 0; i < 3; ++i) text += write(set.At(i), set.IsWild(set.kind == SetReading::kTriplet ? 2 - i : i));
    text += SuitLetter(SuitOf(set.first));
  }
  return text;
}

HandReport ExamineHand(const Counts& concealed, int melds) {
  HandReport report;
  const int sets = 4 - melds;
  if (melds < 0 || !IsSetCount(sets)) return report;
  // The least distance of the riichi shapes.
  const auto riichi = [&](const Counts& hand) {
    const int standard = Distance(hand, sets, 0, Copies::kFour);
    if (melds > 0) return standard;
    return std::min({standard, SevenPairsDistance(hand, Pairs::kDifferent), ThirteenOrphansDistance(hand)});
  };
  report.standard = Distance(concealed, sets, 0, Copies::kFour);
  report.standard_structural = Distance(concealed, sets, 0, Copies::kAny);
  if (melds == 0) {
    report.seven_pairs = SevenPairsDistance(concealed, Pairs::kDifferent);
    report.thirteen_orphans = ThirteenOrphansDistance(concealed);
  }
  report.riichi = riichi(concealed);
  if (concealed.Size() == 3 * sets + 2) report.is_win = report.riichi == -1;
  if (concealed.Size() == 3 * sets + 1) {
    TileMask improving = 0;
    ForEach(kNaturals & ~concealed.AtLeast(4), [&](Tile tile) {
      Counts next = concealed;
      next.Add(tile);
      if (riichi(next) < report.riichi) improving |= MaskOf(tile);
    });
    report.improving = improving;
  }
  return report;
}

WildReport ExamineWildHand(const Counts& naturals, int melds, Tile wild_kind, int wild, TileMask tile_set) {
  WildReport report;
  const int sets = 4 - melds;
  if (melds < 0 || !IsSetCount(sets) || wild < 0 || wild >= kMaxWild || !IsTile(wild_kind)) return report;
  const int size = naturals.Size() + wild;
  if (size == 3 * sets + 2) {
    report.standard = IsWin(naturals, sets, wild);
    if (melds == 0) report.seven_pairs = IsSevenPairs(naturals, Pairs::kFourAreTwo, wild);
    report.hard_standard = wild == 0 && *report.standard;
  } else if (size == 3 * sets + 1) {
    const TileMask kinds = tile_set & ~MaskOf(wild_kind);
    const TileMask standard = Waits(naturals, sets, wild) & kinds;
    const TileMask pairs = melds == 0 ? SevenPairsWaits(naturals, Pairs::kFourAreTwo, wild) & kinds : 0;
    report.wins_on_standard = standard;
    if (melds == 0) report.wins_on_seven_pairs = pairs;
    report.wins_on_extra_wild = IsWin(naturals, sets, wild + 1) || (melds == 0 && IsSevenPairs(naturals, Pairs::kFourAreTwo, wild + 1));
    report.any_tile = (standard | pairs) == kinds && *report.wins_on_extra_wild;
  }
  return report;
}

std::optional<TileMask> TileSetByName(std::string_view name) {
  constexpr TileMask kSuits = SuitMask(kWan) | SuitMask(kTong) | SuitMask(kTiao);
  constexpr TileMask kDragons = MaskOf(Tile{31}) | MaskOf(Tile{32}) | MaskOf(Tile{33});
  if (name == "suits108") return kSuits;
  if (name == "suits108+red") return kSuits | MaskOf(Tile{33});
  if (name == "all136") return kNaturals;
  if (name == "two_suits+dragons84") return SuitMask(kTong) | SuitMask(kTiao) | kDragons;
  return std::nullopt;
}

}  // namespace mlf::table
