#include "table/hand_look_up.h"

#include <mlf/flow/check.h>

#include <memory>

namespace mlf::table::detail {

// Hashes any type that consists of SuitPlans only.
struct PlansHash {
  template <typename T>
  std::size_t operator()(const T& item) const {
    static_assert(sizeof(T) % sizeof(SuitPlan) == 0);
    std::uint64_t h = 0;
    for (std::size_t at = 0; at < sizeof(T); at += sizeof(SuitPlan)) {
      std::array<std::uint64_t, 2> words;
      std::memcpy(&words, reinterpret_cast<const char*>(&item) + at, sizeof words);
      h = (h ^ (h >> 32) ^ words[0]) * 0x9E3779B97F4A7C15ull + words[1] * 0xBF58476D1CE4E5B9ull;
    }
    return static_cast<std::size_t>(h ^ (h >> 32));
  }
};

// Numbers distinct items in the order of first use.
template <typename T>
class Numbering {
 public:
  int Of(const T& item) {
    if (2 * items_.size() >= slots_.size()) Grow();
    for (std::size_t at = PlansHash()(item) & (slots_.size() - 1);;
         at = (at + 1) & (slots_.size() - 1)) {  // the size is a power of two
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
  // Removes all items but keeps the memory.
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

// The facts of a suit of `size` tiles. Sets use all of them if exactly 3 * sets (+ 2) - size tiles
// are missing.
SuitFacts FactsOfSuit(const SuitPlan& plan, int size) {
  int none = kTooMuch, pair = kTooMuch;
  for (int sets = kMaxSets; sets >= 0; --sets) {
    if (3 * sets >= size && plan.WithoutPair(sets) == 3 * sets - size)
      none = std::min(kTooMuch, 3 * sets - size);
    if (3 * sets + 2 >= size && plan.WithPair(sets) == 3 * sets + 2 - size)
      pair = std::min(kTooMuch, 3 * sets + 2 - size);
  }
  return {none, pair, size};
}

// The facts of all suits with this plan. A plan covers only tiles that five sets and a pair can
// use. A larger suit gets the facts of one without the useless tiles. That is correct: five sets
// and a pair are 17 tiles, so such a suit needs more wildcards than any hand of 17 tiles has, and
// fails.
SuitFacts FactsOfAll(const SuitPlan& plan) {
  int size = 0;
  for (int sets = 0; sets <= kMaxSets; ++sets)
    size = std::max({size, 3 * sets - plan.WithoutPair(sets), 3 * sets + 2 - plan.WithPair(sets)});
  return FactsOfSuit(plan, size);
}

// Number of copies above four, over all kinds.
int Excess(std::uint32_t word) {
  int excess = 0;
  for (std::uint32_t fifth = FifthCopies(word); fifth != 0; fifth &= fifth - 1) {
    excess += static_cast<int>(word >> std::countr_zero(fifth) & 7) - 4;
  }
  return excess;
}

// Whether five copies of a kind may be in a sequence each, with `wild` wildcards. These are fifteen
// tiles at most two ranks away from it.
bool MayBeFiveRuns(std::uint32_t word, int wild) {
  for (std::uint32_t fifth = FifthCopies(word); fifth != 0; fifth &= fifth - 1) {
    const std::uint64_t around = std::uint64_t{word} << 6 >> std::countr_zero(fifth);
    if (Counts::SizeOf(static_cast<std::uint32_t>(around & 077777)) >= 15 - wild) return true;
  }
  return false;
}

// The transitions of each rank by the number of tiles held. The states after the last rank are
// plans.
struct Automaton {
  std::array<std::vector<std::array<int, 5>>, kGroupSize> steps;
  Numbering<SuitPlan> ends;

  Automaton(bool honours, int limit) {
    Numbering<Front> level, next;
    level.Of(FirstFront());
    // By state: the fewest tiles that lead to it. Words above kTableTiles are not needed.
    std::vector<int> least_tiles = {0};
    for (std::size_t rank = 0; rank < KindsIn(honours); ++rank) {
      std::vector<int> next_tiles;
      steps[rank].resize(level.Items().size());
      for (std::size_t from = 0; from < level.Items().size(); ++from) {
        for (int count = 0; count <= std::min(4, kTableTiles - least_tiles[from]); ++count) {
          const Front to =
              Advance(level.Items()[from], static_cast<int>(rank), count, honours, limit);
          int& number = steps[rank][from][static_cast<std::size_t>(count)];
          if (rank + 1 == KindsIn(honours)) {
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
  Numbering<SuitPlans> plans;
  NoteKeys();
  plan_of_suit_.fill(kNoPlan);
  plan_of_honours_.fill(kNoPlan);
  Fill(false, plans);
  Fill(true, plans);
  plans_ = plans.Items();
  MLF_CHECK(plans_.size() <= kNoPlan, "there are more plans than numbers for them");
  NoteNeeds();
  JoinAll();
}

std::size_t HandTables::Bytes() const {
  const auto bytes = [](const auto& table) { return table.size() * sizeof table[0]; };
  std::size_t sum = sizeof *this + bytes(plans_);
  for (const Joints& joints : joints_) sum += bytes(joints.of_plans) + bytes(joints.missing);
  return sum;
}

std::uint8_t HandTables::PlanOfWord(int group, std::uint32_t word) const {
  if (FifthCopies(word) != 0) return kNoPlan;
  const auto g = static_cast<std::size_t>(group);
  return PlanOfKey(g)[KeyOf(g, word)];
}

std::uint32_t HandTables::HelpsBesideFours(const Look& look, std::size_t g) const {
  const auto facts_of = [&](std::size_t key) { return facts_[PlanOfKey(g)[key]]; };
  const std::size_t key = look.keys[g];
  const SuitFacts own = facts_of(key);
  std::uint32_t helps = 0;
  for (std::size_t kind = 0; kind < KindsIn(g == kHonour); ++kind) {
    const std::size_t one = kPowers[kind];
    int none, pair;
    if ((look.counts.Word(g) >> (3 * kind) & 7) < 4) {
      const SuitFacts then = facts_of(key + one);
      none = then.None(), pair = then.Pair();
    } else {
      // A fifth copy is outside the tables. If five copies are in at most four sets and a pair, one
      // of them is in a triplet or the pair. These can be made of natural tiles, because a wildcard
      // there can be exchanged with a copy elsewhere. The rest is within the tables.
      const SuitFacts without_triplet = facts_of(key - 2 * one), without_pair = facts_of(key - one);
      none = without_triplet.None(), pair = std::min(without_triplet.Pair(), without_pair.None());
    }
    helps |= static_cast<std::uint32_t>(none < own.None()) << kind |
             static_cast<std::uint32_t>(pair < own.Pair()) << (kPairAt + kind);
  }
  return helps;
}

// With at most four copies of a kind in the finished hand, a fifth copy is useless. Otherwise, a
// hand of at most four sets has two cases: a fifth copy is useless, or natural tiles can make a
// triplet or the pair of that kind (see HelpsBesideFours). The plan for five sets is then not used,
// or only where five sequences with the kind are impossible (MayBeFiveRuns).
// Words with more extra copies or tiles are computed rank by rank, in some microseconds.
SuitPlan HandTables::PlanBeyond(int group, std::uint32_t word, int sets, Copies copies) const {
  if (const std::uint8_t plan = PlanOfWord(group, word); plan != kNoPlan)
    return Of(plans_[plan], copies);
  if (const std::uint32_t fifth = FifthCopies(word);
      fifth != 0 && sets < kMaxSets && Excess(word) <= 2) {
    const std::uint32_t one = 1u << std::countr_zero(fifth);
    SuitPlan plan = PlanBeyond(group, word - one, sets, copies);
    if (copies == Copies::kFour) return plan;
    Lower(plan, AddPair(PlanBeyond(group, word - 2 * one, sets, copies)), 0);
    Lower(plan, AddSet(PlanBeyond(group, word - 3 * one, sets, copies)), 0);
    Tidy(plan);
    return plan;
  }
  return Of(SuitPlansOf(word, group == kHonour), copies);
}

// Five sequences with the kind are fifteen tiles at most two ranks away from it, and the pair lies
// elsewhere. So the hand holds at least 14 - wild tiles there, which is rare.
TileMask HandTables::FifthInRuns(const Counts& counts, int wild) const {
  TileMask kinds = 0;
  ForEach(counts.AtLeast(4) & ~kHonours & kNaturals, [&](Tile tile) {
    const std::uint64_t ranks = std::uint64_t{counts.group[static_cast<std::size_t>(GroupOf(tile))]}
                                    << 6 >>
                                3 * RankOf(tile);
    if (Counts::SizeOf(static_cast<std::uint32_t>(ranks & 077777)) < 14 - wild) return;
    Counts full = counts;
    full.Add(tile);
    if (NeedBeyond(full, kMaxSets, wild) <= wild) kinds |= MaskOf(tile);
  });
  return kinds;
}

int HandTables::NeedBeyond(const Counts& counts, int sets, int wild) const {
  if (counts.group[kHonour] > kHonourWord) return kTooMuch;  // an eighth honour is useless
  HandFacts facts;
  for (int g = 0; g < 4; ++g) {
    const std::uint32_t word = counts.group[static_cast<std::size_t>(g)];
    if (const std::uint8_t plan = PlanOfWord(g, word); plan != kNoPlan) {
      facts += facts_[plan];
      continue;
    }
    // Without five sequences of one kind, five sets follow from smaller plans like fewer sets.
    const bool runs = sets == kMaxSets && g != kHonour && MayBeFiveRuns(word, wild);
    const int most_sets = runs ? sets : std::min(sets, kMaxSets - 1);
    facts += FactsOfSuit(PlanBeyond(g, word, most_sets, Copies::kAny), Counts::SizeOf(word));
  }
  return facts.Need();
}

int HandTables::MissingBeyond(const Counts& counts, int sets, Copies copies) const {
  SuitPlan joined = PlanBeyond(0, counts.group[0], sets, copies);
  for (int g = 1; g < 4; ++g)
    joined = Join(joined, PlanBeyond(g, counts.group[static_cast<std::size_t>(g)], sets, copies));
  return joined.WithPair(sets);
}

// ---- Building ----

void HandTables::NoteKeys() {
  const auto key_of = [](std::uint32_t half, std::size_t first) {
    std::uint32_t key = 0;
    for (std::size_t kind = first; half != 0; ++kind, half >>= 3) key += (half & 7) * kPowers[kind];
    return key;
  };
  for (std::uint32_t low = 0; low < kLowWords; ++low)
    low_key_[low] = static_cast<std::uint16_t>(key_of(low, 0));
  for (std::uint32_t high = 0; high < kHighWords; ++high) {
    const bool fifth = FifthCopies(high) != 0,
               honours = high < 1u << 3 * (kHonourKinds - kLowKinds);
    high_key_[0][high] = fifth ? kSuitKeys : key_of(high, kLowKinds);
    high_key_[1][high] = fifth || !honours ? kHonourKeys : key_of(high, kLowKinds);
  }
}

void HandTables::Fill(bool honours, Numbering<SuitPlans>& plans) {
  // The fronts of a suit form an automaton of some thousand states. It is built level by level,
  // once per value of Copies. Then every word runs through both automata. A reversed suit has the
  // same plan, so the first rank read may be the highest digit.
  const Automaton any(honours, kNoLimit), four(honours, 4);
  const std::size_t four_ends = four.ends.Items().size();
  std::vector<int> plan_of(any.ends.Items().size() * four_ends, -1);
  std::uint8_t* const plan_of_key = honours ? plan_of_honours_.data() : plan_of_suit_.data();

  const auto walk = [&](const auto& self, std::size_t rank, int in_any, int in_four, int size,
                        std::uint32_t key) -> void {
    if (rank == KindsIn(honours)) {
      const auto any_end = static_cast<std::size_t>(in_any),
                 four_end = static_cast<std::size_t>(in_four);
      int& plan = plan_of[any_end * four_ends + four_end];
      if (plan < 0) plan = plans.Of({any.ends.Items()[any_end], four.ends.Items()[four_end]});
      plan_of_key[key] = static_cast<std::uint8_t>(plan);
      return;
    }
    const auto& any_steps = any.steps[rank][static_cast<std::size_t>(in_any)];
    const auto& four_steps = four.steps[rank][static_cast<std::size_t>(in_four)];
    for (int count = 0; count <= std::min(4, kTableTiles - size); ++count) {
      const auto at = static_cast<std::size_t>(count);
      self(self, rank + 1, any_steps[at], four_steps[at], size + count,
           5 * key + static_cast<std::uint32_t>(count));
    }
  };
  walk(walk, 0, 0, 0, 0, 0);
}

void HandTables::NoteNeeds() {
  facts_[kNoPlan] = SuitFacts::Unknown();
  for (std::size_t plan = 0; plan < plans_.size(); ++plan) {
    facts_[plan] = FactsOfAll(plans_[plan].any);
    odd_needs_[plan] =
        static_cast<std::uint32_t>(facts_[plan].None() % 2 | facts_[plan].Pair() % 2 << kPairAt);
  }
}

void HandTables::JoinAll() {
  for (const Copies copies : {Copies::kAny, Copies::kFour}) {
    Joints& own = joints_[static_cast<std::size_t>(copies)];
    Numbering<SuitPlan> joints;
    own.of_plans.resize(kPlans * kPlans);
    for (std::size_t a = 0; a < plans_.size(); ++a) {
      for (std::size_t b = a; b < plans_.size(); ++b) {
        const int joint = joints.Of(Join(Of(plans_[a], copies), Of(plans_[b], copies)));
        own.of_plans[a * kPlans + b] = own.of_plans[b * kPlans + a] =
            static_cast<std::uint16_t>(joint);
      }
    }
    // One extra joint serves joins with kNoPlan. Its values are unknown.
    const std::size_t known = joints.Items().size();
    for (std::size_t plan = 0; plan < kPlans; ++plan) {
      own.of_plans[plan * kPlans + kNoPlan] = own.of_plans[kNoPlan * kPlans + plan] =
          static_cast<std::uint16_t>(known);
    }
    own.count = known + 1;
    own.missing.assign(own.count * own.count, ~0u);
    for (std::size_t a = 0; a < known; ++a) {
      for (std::size_t b = a; b < known; ++b) {
        const std::uint64_t with_pair = JoinWithPair(joints.Items()[a], joints.Items()[b]);
        std::uint32_t packed = 0;
        for (int sets = 0; sets <= kMaxSets; ++sets)
          packed |= static_cast<std::uint32_t>(with_pair >> (8 * sets) & 31) << (5 * sets);
        own.missing[a * own.count + b] = own.missing[b * own.count + a] = packed;
      }
    }
  }
}

}  // namespace mlf::table::detail
