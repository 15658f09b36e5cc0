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
constexpr std::uint64_t kNeverWord = kNever * 0x0101010101010101ull;

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
  const Bytes offer = reinterpret_cast<Bytes>(from.words) + static_cast<std::uint8_t>(more);
  plan.words = Least(plan.words, reinterpret_cast<Words>(offer));
}
// `sets` more sets (0..5): j becomes j + sets.
inline Plan Shift(const Plan& plan, int sets) {
  static_assert(std::endian::native == std::endian::little, "byte j of a word is its j-th lowest");
  if (sets == 0) return plan;
  const std::uint64_t fill = kNeverWord >> (64 - 8 * sets);
  return {(plan.words << (8 * sets)) | Words{fill, fill}};
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
  Plan joined;
  const Plan b_pair = AddPair(b);
  for (int sets = 0; sets <= kMaxSets; ++sets) {
    Lower(joined, Shift(b, sets), a.Without(sets));
    Lower(joined, Shift(b_pair, sets), a.With(sets));
  }
  Tidy(joined);
  return joined;
}

// The plans of one suit for both readings of "copies".
struct Plans {
  Plan any;
  Plan four;

  friend bool operator==(const Plans&, const Plans&) = default;
};
Plans Join(const Plans& a, const Plans& b) { return {Join(a.any, b.any), Join(a.four, b.four)}; }
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
      for (int sets = 0; sets <= runs + most_triplets; ++sets) {
        const Plan from = Shift(front[x][y], sets);
        const Plan from_pair = AddPair(from);
        for (int triplets = std::max(0, sets - runs); triplets <= std::min(sets, most_triplets); ++triplets) {
          const int z = sets - triplets;
          const int used = static_cast<int>(x + y) + z + 3 * triplets;
          if (used > limit) break;
          Plan& to = next[y][static_cast<std::size_t>(z)];
          Lower(to, from, std::max(0, used - count));
          if (is_tile && used + 2 <= limit) Lower(to, from_pair, std::max(0, used + 2 - count));
        }
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

// Both needs of a suit, four bits each: all `size` tiles are used when just 3 * sets (+ 2) - size are missing.
std::uint8_t NeedOf(const Plan& plan, int size) {
  int none = kTooMuch, pair = kTooMuch;
  for (int sets = kMaxSets; sets >= 0; --sets) {
    if (3 * sets >= size && plan.Without(sets) == 3 * sets - size) none = std::min(kTooMuch, 3 * sets - size);
    if (3 * sets + 2 >= size && plan.With(sets) == 3 * sets + 2 - size) pair = std::min(kTooMuch, 3 * sets + 2 - size);
  }
  return static_cast<std::uint8_t>(none | pair << 4);
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
    for (std::size_t at = PlansHash()(item) % slots_.size();; at = (at + 1) % slots_.size()) {
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

 private:
  void Grow() {
    slots_.assign(4 * slots_.size(), -1);
    for (std::size_t number = 0; number < items_.size(); ++number) {
      std::size_t at = PlansHash()(items_[number]) % slots_.size();
      while (slots_[at] >= 0) at = (at + 1) % slots_.size();
      slots_[at] = static_cast<int>(number);
    }
  }

  std::vector<int> slots_ = std::vector<int>(64, -1);
  std::vector<T> items_;
};

constexpr int kLowKinds = 5;
constexpr std::uint32_t kLowWords = 1u << (3 * kLowKinds);
constexpr std::uint32_t kHighWords = 1u << (3 * (kGroupSize - kLowKinds));
constexpr std::uint16_t kNoRank = 0xFFFF;

// Where the words with one high half begin, and how many of the low halves fit; none for a high half outside the table.
struct HighHalf {
  std::uint32_t start = 0;
  std::uint32_t fits = 0;
};

// What the win check asks of one suit, sixteen bits, and of several together: numbers are added up, flags joined with "or".
//
//   bits 0-5    wildcards needed to lay it as sets only; where that cannot be, one more than with the pair, and bit 6 is set
//   bit 6       only with the pair: in a whole hand of one suit at most
//   bits 9-12   its tiles
//   bits 13-15  putting the pair here costs at most 1, at most 0, at most -1 wildcards more than sets only
class SuitFacts {
 public:
  static std::uint16_t Pack(int none, int pair, int size) {
    const bool only_with_pair = none == kTooMuch && pair < kTooMuch;
    if (only_with_pair) none = pair + 1;
    return static_cast<std::uint16_t>(none | only_with_pair << 6 | size << 9 | (pair <= none + 1) << 13 | (pair <= none) << 14 | (pair < none) << 15);
  }
  SuitFacts& operator+=(std::uint16_t packed) {
    sum_ += packed & 0x1FFF;
    flags_ |= packed;
    return *this;
  }
  int Size() const { return static_cast<int>(sum_ >> 9); }
  // Wildcards needed with the pair where it is cheapest. Two suits that want the pair leave 128 or more in the sum.
  int SetsAndPair() const {
    return static_cast<int>(sum_ & 0x1BF) + 2 - static_cast<int>((flags_ >> 13 & 1) + (flags_ >> 14 & 1) + (flags_ >> 15 & 1));
  }

 private:
  std::uint32_t sum_ = 0;
  std::uint32_t flags_ = 0;
};

class HandTables {
 public:
  static const HandTables& Get() {
    static const std::unique_ptr<const HandTables> tables(new HandTables);
    return *tables;
  }

  // Index of a word in the tables, or -1 when it is outside.
  int IndexOf(int group, std::uint32_t word) const {
    const HighHalf& high = high_[group == kHonour][(word / kLowWords) % kHighWords];
    const std::uint32_t rank = low_rank_[word % kLowWords];
    return rank < high.fits ? static_cast<int>(high.start + rank) : -1;
  }

  // Least wildcards for the word as sets only (low half) and as sets and a pair (high half).
  std::uint8_t Need(int group, std::uint32_t word) const {
    const int index = IndexOf(group, word);
    if (index >= 0) [[likely]] return need_[static_cast<std::size_t>(index)];
    return NeedBeyond(group, word);
  }

  // Whether the tiles and `wild` wildcards are just `sets` sets and a pair.
  bool IsWin(const Counts& counts, int sets, int wild) const {
    std::array<int, 4> index;
    int outside = 0;
    for (int g = 0; g < 4; ++g) outside |= index[static_cast<std::size_t>(g)] = IndexOf(g, counts.group[static_cast<std::size_t>(g)]);
    if (outside < 0) [[unlikely]] return IsWinBeyond(counts, sets, wild);
    SuitFacts facts;
    for (int at : index) facts += facts_[static_cast<std::size_t>(at)];
    return facts.Size() + wild == 3 * sets + 2 && facts.SetsAndPair() <= wild;
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
    if (all) [[likely]] {
      const std::size_t left = joint_[static_cast<std::size_t>(plan[0]) * plan_count_ + static_cast<std::size_t>(plan[1])];
      const std::size_t right = joint_[static_cast<std::size_t>(plan[2]) * plan_count_ + static_cast<std::size_t>(plan[3])];
      return missing_[(static_cast<std::size_t>(copies) * joint_count_ + left) * joint_count_ + right] >> (5 * sets) & 31;
    }
    Plan joined = PlanOf(counts, 0, plan[0], copies);
    for (int g = 1; g < 4; ++g) joined = Join(joined, PlanOf(counts, g, plan[static_cast<std::size_t>(g)], copies));
    return joined.With(sets);
  }

 private:
  HandTables() {
    RankLowHalves();
    Numbering<Plans> plans;
    Fill(false, plans);
    Fill(true, plans);
    plans_ = plans.Items();
    JoinAll();
  }

  // The need of a word outside the tables (a fifth copy, more than 14 tiles): one tile of the kind held most is in some set or in the
  // pair, so take each of those away in turn, wildcards filling the gaps, until the rest is in the tables.
  std::uint8_t NeedBeyond(int group, std::uint32_t word) const {
    const bool honours = group == kHonour;
    if (Counts::SizeOf(word) > 3 * kMaxSets + 2 || (honours && word >> 21 != 0)) return kTooMuch | kTooMuch << 4;
    int kind = 0;
    for (int rank = 1; rank < kGroupSize; ++rank) {
      if ((word >> (3 * rank) & 7) > (word >> (3 * kind) & 7)) kind = rank;
    }
    const int held = static_cast<int>(word >> (3 * kind)) & 7;
    int none = kTooMuch, pair = kTooMuch;
    const std::uint32_t one = 1u << (3 * kind);
    for (std::uint32_t own = 1; own <= 3 && static_cast<int>(own) <= held; ++own) {
      const std::uint8_t rest = Need(group, word - own * one);
      none = std::min<int>(none, (rest & 15) + 3 - static_cast<int>(own));
      pair = std::min<int>(pair, (rest >> 4) + 3 - static_cast<int>(own));
      if (own <= 2) pair = std::min<int>(pair, (rest & 15) + 2 - static_cast<int>(own));
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
        const std::uint8_t rest = Need(group, word - taken);
        const int wild = 3 - std::popcount(taken);
        none = std::min(none, (rest & 15) + wild);
        pair = std::min(pair, (rest >> 4) + wild);
      }
    }
    return static_cast<std::uint8_t>(none | pair << 4);
  }

  [[gnu::noinline]] bool IsWinBeyond(const Counts& counts, int sets, int wild) const {
    int size = wild, sum = 0;
    int pair = 2 * kTooMuch;  // what putting the pair into the best group changes
    for (int g = 0; g < 4; ++g) {
      const std::uint8_t need = Need(g, counts.group[static_cast<std::size_t>(g)]);
      size += counts.Size(g);
      sum += need & 15;
      pair = std::min(pair, (need >> 4) - (need & 15));
    }
    return size == 3 * sets + 2 && sum + pair <= wild;
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
  }

  // Four copies of a kind at most: a field of 5, 6 or 7 has its highest bit and another.
  static bool InBounds(std::uint32_t word) { return ((word >> 2) & (word | word >> 1) & 0x1249249) == 0; }

  void Fill(bool honours, Numbering<Plans>& plans) {
    const std::uint32_t high_words = honours ? kHighWords >> 6 : kHighWords;  // honours end with the seventh kind
    auto start = static_cast<std::uint32_t>(need_.size());
    for (std::uint32_t high = 0; high < high_words; ++high) {
      const int size = Counts::SizeOf(high);
      if (!InBounds(high) || size > kTableTiles) continue;
      high_[honours][high] = {start, low_within_[static_cast<std::size_t>(kTableTiles - size)]};
      start += high_[honours][high].fits;
    }
    need_.resize(start);
    facts_.resize(start);
    plan_.resize(start);

    // The fronts of all suits are an automaton of some twenty thousand states: build it level by level, then let every word run through.
    std::array<std::vector<std::array<int, 5>>, kGroupSize> steps;
    Numbering<Plans> ends;
    BuildSteps(honours, steps, ends);
    struct End {
      std::uint8_t plan;
      std::array<std::uint8_t, kTableTiles + 1> need;  // by the number of tiles
    };
    std::vector<End> end_values;
    for (const Plans& end : ends.Items()) {
      End& value = end_values.emplace_back();
      value.plan = static_cast<std::uint8_t>(plans.Of(end));
      for (int size = 0; size <= kTableTiles; ++size) value.need[static_cast<std::size_t>(size)] = NeedOf(end.any, size);
    }

    const auto walk = [&](const auto& self, int rank, int state, int size, std::uint32_t word) -> void {
      if (rank == kGroupSize) {
        const auto index = static_cast<std::size_t>(IndexOf(honours ? kHonour : kWan, word));
        const End& value = end_values[static_cast<std::size_t>(state)];
        plan_[index] = value.plan;
        need_[index] = value.need[static_cast<std::size_t>(size)];
        facts_[index] = SuitFacts::Pack(need_[index] & 15, need_[index] >> 4, size);
        return;
      }
      const int most = honours && rank >= 7 ? 0 : std::min(4, kTableTiles - size);
      for (int count = 0; count <= most; ++count) {
        const int to = steps[static_cast<std::size_t>(rank)][static_cast<std::size_t>(state)][static_cast<std::size_t>(count)];
        self(self, rank + 1, to, size + count, word | static_cast<std::uint32_t>(count) << (3 * rank));
      }
    };
    walk(walk, 0, 0, 0, 0);
  }

  // A state is a pair of fronts (any number of copies, at most four).
  struct State {
    Front any, four;
    friend bool operator==(const State&, const State&) = default;
  };
  static void BuildSteps(bool honours, std::array<std::vector<std::array<int, 5>>, kGroupSize>& steps, Numbering<Plans>& ends) {
    Numbering<State> level;
    level.Of({FirstFront(), FirstFront()});
    std::vector<int> least_tiles = {0};  // no step is taken which no word within bounds takes
    for (int rank = 0; rank < kGroupSize; ++rank) {
      Numbering<State> next;
      std::vector<int> next_tiles;
      auto& step = steps[static_cast<std::size_t>(rank)];
      step.resize(level.Items().size());
      for (std::size_t from = 0; from < level.Items().size(); ++from) {
        const int most = honours && rank >= 7 ? 0 : std::min(4, kTableTiles - least_tiles[from]);
        for (int count = 0; count <= most; ++count) {
          const State to = {Advance(level.Items()[from].any, rank, count, honours, kNoLimit),
                            Advance(level.Items()[from].four, rank, count, honours, 4)};
          int& number = step[from][static_cast<std::size_t>(count)];
          if (rank == kGroupSize - 1) {
            number = ends.Of({to.any[0][0], to.four[0][0]});
            continue;
          }
          number = next.Of(to);
          next_tiles.resize(next.Items().size(), kTableTiles);
          int& least = next_tiles[static_cast<std::size_t>(number)];
          least = std::min(least, least_tiles[from] + count);
        }
      }
      level = std::move(next);
      least_tiles = std::move(next_tiles);
    }
  }

  void JoinAll() {
    plan_count_ = plans_.size();
    joint_.resize(plan_count_ * plan_count_);
    Numbering<Plans> joints;
    for (std::size_t a = 0; a < plan_count_; ++a) {
      for (std::size_t b = a; b < plan_count_; ++b) {
        joint_[a * plan_count_ + b] = joint_[b * plan_count_ + a] = static_cast<std::uint16_t>(joints.Of(Join(plans_[a], plans_[b])));
      }
    }
    joint_count_ = joints.Items().size();
    missing_.resize(2 * joint_count_ * joint_count_);
    for (const Copies copies : {Copies::kAny, Copies::kFour}) {
      const std::size_t base = static_cast<std::size_t>(copies) * joint_count_ * joint_count_;
      for (std::size_t a = 0; a < joint_count_; ++a) {
        for (std::size_t b = a; b < joint_count_; ++b) {
          const Plan plan = Join(Of(joints.Items()[a], copies), Of(joints.Items()[b], copies));
          std::uint32_t packed = 0;
          for (int sets = 0; sets <= kMaxSets; ++sets) packed |= static_cast<std::uint32_t>(plan.With(sets)) << (5 * sets);
          missing_[base + a * joint_count_ + b] = missing_[base + b * joint_count_ + a] = packed;
        }
      }
    }
  }

  std::vector<std::uint16_t> low_rank_;
  std::array<std::uint16_t, kTableTiles + 1> low_within_{};
  std::array<std::array<HighHalf, kHighWords>, 2> high_;  // suits, honours
  std::vector<std::uint8_t> need_;                         // of every word of a suit, then of every word of the honours
  std::vector<std::uint16_t> facts_;                       // SuitFacts
  std::vector<std::uint8_t> plan_;                         // index into plans_
  std::vector<Plans> plans_;
  std::size_t plan_count_ = 0;
  std::vector<std::uint16_t> joint_;  // plan x plan -> joint
  std::size_t joint_count_ = 0;
  std::vector<std::uint32_t> missing_;  // copies x joint x joint -> tiles missing for 0..5 sets and a pair, five bits each
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
  TileMask mask = 0;
  ForEach(concealed.Kinds() & kNaturals, [&](Tile tile) { mask |= concealed[tile] % 2 != 0 ? MaskOf(tile) : 0; });
  return mask;
}

int DistanceOf(int missing, int wild) { return std::max(-1, missing - wild - 1); }

}  // namespace

void PrepareHandTables() { HandTables::Get(); }

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
  if (!IsSetCount(sets) || wild < 0 || wild > kMaxWild || concealed.group[kFlower] != 0) return false;
  return HandTables::Get().IsWin(concealed, sets, wild);
}

TileMask Waits(const Counts& concealed, int sets, int wild) {
  if (!IsSetCount(sets) || !HasSize(concealed, wild, 3 * sets + 1)) return 0;
  const HandTables& tables = HandTables::Get();
  std::array<int, 4> none, pair;
  int sum = 0;
  for (int g = 0; g < 4; ++g) {
    const auto at = static_cast<std::size_t>(g);
    const std::uint8_t need = tables.Need(g, concealed.group[at]);
    none[at] = need & 15;
    pair[at] = need >> 4;
    sum += none[at];
  }
  TileMask waits = 0;
  for (int g = 0; g < 4; ++g) {
    const auto at = static_cast<std::size_t>(g);
    const std::uint32_t word = concealed.group[at];
    // What the other groups need as sets, and as sets and the pair. One tile lowers the need of its own group by one at most.
    const int others = sum - none[at];
    int others_pair = 2 * kTooMuch;
    for (std::size_t other = 0; other < 4; ++other) {
      if (other != at) others_pair = std::min(others_pair, others + pair[other] - none[other]);
    }
    if (std::min(others_pair + none[at], others + pair[at]) - 1 > wild) continue;
    const int kinds = g == kHonour ? 7 : kGroupSize;
    for (int rank = 0; rank < kinds; ++rank) {
      if ((word >> (3 * rank) & 7) == 7) continue;  // Counts holds no eighth copy
      const std::uint8_t need = tables.Need(g, word + (1u << (3 * rank)));
      if (std::min(others_pair + (need & 15), others + (need >> 4)) <= wild) waits |= MaskOf(static_cast<Tile>(g * kGroupSize + rank));
    }
  }
  return waits;
}

int Distance(const Counts& concealed, int sets, int wild, Copies copies) {
  if (!IsSetCount(sets) || wild < 0 || wild > kMaxWild) return kFar;
  return DistanceOf(HandTables::Get().Missing(concealed, sets, copies), wild);
}

bool IsSevenPairs(const Counts& concealed, Pairs pairs, int wild) {
  if (!HasSize(concealed, wild, 14)) return false;
  if (wild != 0) return SevenPairsDistance(concealed, pairs, wild) == -1;
  // Only pairs: no kind an odd number of times. Where seven different ones are wanted, no kind four or six times either.
  constexpr std::uint32_t kOdd = 0x1249249;
  const std::uint32_t wrong = pairs == Pairs::kFourAreTwo ? kOdd : kOdd | kOdd << 2;
  return ((concealed.group[0] | concealed.group[1] | concealed.group[2] | concealed.group[3]) & wrong) == 0;
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
  const Kinds kinds = KindsOf(concealed);
  const bool four = pairs == Pairs::kFourAreTwo;
  const int whole = std::min(7, four ? kinds.pairs : kinds.twice);
  const int half = std::min(7 - whole, four ? kinds.odd : kinds.any - kinds.twice);
  return DistanceOf(14 - 2 * whole - half, wild);
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
