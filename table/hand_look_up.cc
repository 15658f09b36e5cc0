#include <mlf/table/hand_look_up.h>

namespace mlf::table::detail {

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

namespace {

constexpr std::uint16_t kNoRank = 0xFFFF;
constexpr std::size_t kTableWords = 405'350 + 43'130;  // in the tables: of a suit and of the honours

// The facts of a suit: all `size` tiles are used when just 3 * sets (+ 2) - size are missing.
std::uint8_t FactsOf(const Plan& plan, int size) {
  int none = kTooMuch, pair = kTooMuch;
  for (int sets = kMaxSets; sets >= 0; --sets) {
    if (3 * sets >= size && plan.Without(sets) == 3 * sets - size) none = std::min(kTooMuch, 3 * sets - size);
    if (3 * sets + 2 >= size && plan.With(sets) == 3 * sets + 2 - size) pair = std::min(kTooMuch, 3 * sets + 2 - size);
  }
  return SuitFacts::Pack(none, pair);
}

// The word of the digits in base five.
std::uint32_t WordOf(std::uint32_t key) {
  std::uint32_t word = 0;
  for (int at = 0; key != 0; at += 3, key /= 5) word |= key % 5 << at;
  return word;
}

// What adds up of the kinds of a half. `orphans` are those of which thirteen orphans are made, one bit a kind.
Sum SumOf(std::uint32_t word, std::uint32_t orphans) {
  Sum sum;
  for (int kind = 0; word >> (3 * kind) != 0; ++kind) {
    const int count = static_cast<int>(word >> (3 * kind) & 7);
    sum.Add(Sum::kSize, count);
    sum.Add(Sum::kOdd, count % 2);
    sum.Add(Sum::kKinds, count > 0);
    sum.Add(Sum::kTwice, count > 1);
    sum.Add(Sum::kOrphans, (orphans >> kind & 1) != 0 && count > 0);
    sum.Add(Sum::kOrphansTwice, (orphans >> kind & 1) != 0 && count > 1);
  }
  return sum;
}

// Four copies of a kind at most: a field of 5, 6 or 7 has its highest bit and another.
bool InBounds(std::uint32_t word) { return ((word >> 2) & (word | word >> 1) & 0x1249249) == 0; }

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

}  // namespace

const HandTables& HandTables::Build() {
  static const std::unique_ptr<const HandTables> tables(new HandTables);
  built_.store(tables.get(), std::memory_order_release);
  return *tables;
}

HandTables::HandTables() {
  RankLowHalves();
  Numbering<Plans> plans;
  Fill(false, plans);
  Fill(true, plans);
  plans_ = plans.Items();
  JoinAll();
  FindHelps();
}

std::size_t HandTables::Bytes() const {
  const auto bytes = [](const auto& table) { return table.size() * sizeof table[0]; };
  std::size_t sum = sizeof *this + bytes(low_rank_) + bytes(facts_) + bytes(help_) + bytes(helps_) + bytes(plan_) + bytes(plans_);
  for (const Joints& joints : joints_) sum += bytes(joints.of_plans) + bytes(joints.missing);
  return sum;
}

int HandTables::NeedBeyond(const Counts& counts) const {
  SuitFacts facts;
  for (int g = 0; g < 4; ++g) facts += Facts(g, counts.group[static_cast<std::size_t>(g)]);
  return facts.SetsAndPair();
}

int HandTables::MissingBeyond(const Counts& counts, int sets, Copies copies) const {
  Plan joined = PlanOf(0, counts.group[0], sets, copies);
  for (int g = 1; g < 4; ++g) joined = Join(joined, PlanOf(g, counts.group[static_cast<std::size_t>(g)], sets, copies));
  return joined.With(sets);
}

// A fifth copy of a kind is of no use where a finished hand holds four at most. Where it may hold more, and has at most four sets, the fifth
// is of no use either, or one of the kind is in a triplet or the pair, which then can be made of its natural tiles (see FindHelps).
Plan HandTables::PlanOf(int group, std::uint32_t word, int sets, Copies copies) const {
  if (const int index = IndexOf(group, word); index >= 0) return Of(plans_[plan_[static_cast<std::size_t>(index)]], copies);
  for (int kind = 0; kind < kGroupSize && (copies == Copies::kFour || sets < kMaxSets); ++kind) {
    const std::uint32_t one = 1u << (3 * kind);
    if ((word >> (3 * kind) & 7) <= 4) continue;
    Plan plan = PlanOf(group, word - one, sets, copies);
    if (copies == Copies::kFour) return plan;
    Lower(plan, AddPair(PlanOf(group, word - 2 * one, sets, copies)), 0);
    Lower(plan, AddSet(PlanOf(group, word - 3 * one, sets, copies)), 0);
    Tidy(plan);
    return plan;
  }
  return Of(PlansOf(word, group == kHonour), copies);
}

// One tile of the kind held most is in some set or in the pair, so take each of those away in turn, wildcards filling the gaps, until the rest is in the tables.
std::uint8_t HandTables::FactsBeyond(int group, std::uint32_t word) const {
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

// --- building ------------------------------------------------------------------------------------------------------------------------

void HandTables::RankLowHalves() {
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
    const std::uint16_t rank = low_rank_[word] == kNoRank ? 0 : low_rank_[word];
    for (const bool honours : {false, true}) low_of_key_[honours][key] = SumOf(word, honours ? ~0u : 1).bits + rank;
  }
  for (auto& low : low_of_key_) {
    for (std::uint32_t key = kLowDigits; key < kLowKeys; ++key) low[key] = low[key % kLowDigits];
  }
}

void HandTables::Fill(bool honours, Numbering<Plans>& plans) {
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
    high_of_key_[honours][key] = SumOf(word, honours ? ~0u : 1u << (kHighKinds - 1)).bits + high_[honours][word].start;
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

void HandTables::JoinAll() {
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

// For every word which tiles lower its needs by one: as sets only (low nine bits), as sets and the pair (next nine). None for words of 14
// tiles. A fifth copy is outside the tables, but of five that lie in at most four sets and a pair one is in a triplet or in the pair, which
// then can be made of its natural tiles (a wildcard there changes places with a copy elsewhere); so what is left is a word of the tables.
void HandTables::FindHelps() {
  help_.resize(facts_.size());
  // Where the low half with one tile more of a kind stands in the order of low halves; one with four of the kind stays where it is and is
  // noted, in that order, with those that have one and two fewer.
  struct Four {
    std::uint16_t rank, less, two_less;
  };
  std::array<std::array<std::uint16_t, kLowDigits>, kLowKinds> next;
  std::array<std::vector<Four>, kLowKinds> fours;
  for (std::size_t kind = 0; kind < kLowKinds; ++kind) {
    const std::uint32_t one = 1u << (3 * kind);
    for (std::uint32_t low = 0; low < kLowWords; ++low) {
      const std::uint16_t rank = low_rank_[low];
      if (rank == kNoRank) continue;
      const bool room = (low >> (3 * kind) & 7) < 4;
      next[kind][rank] = low_rank_[room ? low + one : low];
      if (!room) fours[kind].push_back({rank, low_rank_[low - one], low_rank_[low - 2 * one]});
    }
    std::ranges::sort(fours[kind], {}, &Four::rank);
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
  // The same of a word with a fifth copy, from those with one and two fewer than its four.
  const auto with_fifth = [](std::uint8_t less, std::uint8_t two_less) {
    return static_cast<std::uint8_t>((two_less & 15) | std::min(two_less >> 4, less & 15) << 4);
  };
  std::array<std::uint16_t, kLowDigits> as_sets, with_pair;  // by rank of the low half
  std::array<std::uint8_t, kLowDigits> own, then, less;
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
        for (const Four& four : fours[kind]) {
          if (four.rank >= words) break;
          then[four.rank] = with_fifth(own[four.less], own[four.two_less]);
        }
        note(kind);
      }
      for (std::size_t kind = 0; kind < (honours ? 2 : kHighKinds); ++kind) {
        const std::uint32_t one = 1u << (3 * kind);
        if ((high >> (3 * kind) & 7) < 4) {
          needs_of(&facts_[high_[honours][high + one].start], words, then.data());
        } else {
          needs_of(&facts_[high_[honours][high - one].start], words, less.data());
          needs_of(&facts_[high_[honours][high - 2 * one].start], words, then.data());
          for (std::size_t rank = 0; rank < words; ++rank) then[rank] = with_fifth(less[rank], then[rank]);
        }
        note(kLowKinds + kind);
      }
      for (std::size_t rank = 0; rank < words; ++rank) {
        const std::uint32_t helps = as_sets[rank] | static_cast<std::uint32_t>(with_pair[rank]) << kGroupSize;
        help_[half.start + rank] = number_of(helps);
      }
    }
  }
}

}  // namespace mlf::table::detail
