#include <mlf/table/set_rules.h>

#include <algorithm>
#include <array>
#include <bit>

namespace mlf::table {
namespace {

constexpr Tile kEast = 27;
constexpr TileMask kWinds = HonourClass(kEast), kDragons = kHonours & ~kWinds;

// As LimitedSearch (limited_wilds.cc), with sequences of honours. Where every set needs a natural
// tile, a wildcard may also stand for a tile that is at hand, because exchanging the two could
// leave wildcards alone in another set.
class RuledSearch {
 public:
  RuledSearch(const Counts& tiles, int wild, TileMask stand_for, SetRules rules)
      : rest_(tiles),
        wild_(wild),
        stand_for_(stand_for & kNaturals),
        rules_(rules),
        look_up_((stand_for & kNaturals) == kNaturals && !rules.natural_in_each &&
                 !rules.triplets_only) {}

  bool Lay(int sets, bool pair) {
    const std::uint32_t honours = rest_.group[kHonour];
    if (honours == 0 && look_up_) return LookUp(sets, pair);
    if (rest_.Empty()) {
      if (rules_.natural_in_each) return wild_ == 0 && sets == 0 && !pair;
      return wild_ == 3 * sets + (pair ? 2 : 0) && (wild_ == 0 || stand_for_ != 0);
    }
    const Tile tile =
        honours != 0 ? static_cast<Tile>(kEast + std::countr_zero(honours) / 3) : rest_.Lowest();
    if (pair && LaySame(tile, 2, sets, false)) return true;
    if (sets == 0) return false;
    return LaySame(tile, 3, sets - 1, pair) ||
           (!rules_.triplets_only &&
            (IsSuited(tile) ? LayRuns(tile, sets - 1, pair)
                            : rules_.honour_sequences && LayHonours(tile, sets - 1, pair)));
  }

 private:
  // The tables ask for a pair. A hand whose pair is laid gets one of a kind that it cannot use
  // otherwise: with a wildcard it would be a triplet, and the wildcard's place in a pair as well.
  bool LookUp(int sets, bool pair) {
    if (pair) return IsWin(rest_, sets, wild_);
    Counts with_pair = rest_;
    with_pair.Add(kEast, 2);
    return IsWin(with_pair, sets, wild_);
  }

  bool LaySame(Tile tile, int size, int sets, bool pair) {
    const int most = std::min<int>(rest_[tile], size);
    for (int own = most; own >= (rules_.natural_in_each ? 1 : most); --own) {
      const int wilds = size - own;
      if (wilds > wild_ || (wilds > 0 && (stand_for_ & MaskOf(tile)) == 0)) return false;
      rest_.Remove(tile, own);
      wild_ -= wilds;
      const bool laid = Lay(sets, pair);
      wild_ += wilds;
      rest_.Add(tile, own);
      if (laid) return true;
    }
    return false;
  }

  bool LayRuns(Tile lowest, int sets, bool pair) {
    for (int back = 0; back < 3; ++back) {
      const int rank = RankOf(lowest) - back;
      if (rank < 0 || rank + 2 >= kGroupSize) continue;
      const auto first = static_cast<Tile>(lowest - back);
      const std::array<Tile, 3> run = {first, static_cast<Tile>(first + 1),
                                       static_cast<Tile>(first + 2)};
      if (LayTiles(run, 0, lowest, sets, pair)) return true;
    }
    return false;
  }

  // From place `at` on: each tile from the hand, or as a wildcard.
  bool LayTiles(const std::array<Tile, 3>& run, std::size_t at, Tile lowest, int sets, bool pair) {
    if (at == run.size()) return Lay(sets, pair);
    const Tile tile = run[at];
    if (rest_[tile] != 0) {
      rest_.Remove(tile);
      const bool laid = LayTiles(run, at + 1, lowest, sets, pair);
      rest_.Add(tile);
      if (laid) return true;
      if (!rules_.natural_in_each || tile == lowest) return false;
    }
    if (wild_ == 0 || (stand_for_ & MaskOf(tile)) == 0) return false;
    --wild_;
    const bool laid = LayTiles(run, at + 1, lowest, sets, pair);
    ++wild_;
    return laid;
  }

  // With two or one other honour of the hand. With none the wildcards may as well be a triplet.
  bool LayHonours(Tile lowest, int sets, bool pair) {
    const TileMask all = HonourClass(lowest), beside = all & rest_.Kinds() & ~MaskOf(lowest);
    rest_.Remove(lowest);
    bool laid = false;
    ForEach(beside, [&](Tile a) {
      if (laid) return;
      rest_.Remove(a);
      ForEach(beside & ~(2 * MaskOf(a) - 1), [&](Tile b) {
        if (laid) return;
        rest_.Remove(b);
        laid = Lay(sets, pair);
        rest_.Add(b);
      });
      if (!laid && wild_ > 0 && (all & stand_for_ & ~MaskOf(lowest) & ~MaskOf(a)) != 0) {
        --wild_;
        laid = Lay(sets, pair);
        ++wild_;
      }
      rest_.Add(a);
    });
    rest_.Add(lowest);
    return laid;
  }

  Counts rest_;
  int wild_;
  TileMask stand_for_;
  SetRules rules_;
  bool look_up_;
};

// Tiles missing for `sets` sets and a pair, some of them sequences of honours from the `from`-th
// on.
int Missing(const Counts& tiles, int sets, std::size_t from) {
  static constexpr std::array<TileMask, 5> kSequences = {
      kWinds & ~MaskOf(Tile{27}), kWinds & ~MaskOf(Tile{28}), kWinds & ~MaskOf(Tile{29}),
      kWinds & ~MaskOf(Tile{30}), kDragons};
  int least = Distance(tiles, sets) + 1;
  for (std::size_t i = from; sets > 0 && i < kSequences.size(); ++i) {
    const TileMask held = kSequences[i] & tiles.Kinds();
    const int own = std::popcount(held);
    if (own < 2) continue;
    Counts rest = tiles;
    ForEach(held, [&](Tile tile) { rest.Remove(tile); });
    least = std::min(least, 3 - own + Missing(rest, sets - 1, i));
  }
  return least;
}

// The most of the ranks in `held` of which any two are at least three apart.
constexpr std::array<std::uint8_t, 512> kApart = [] {
  std::array<std::uint8_t, 512> most{};
  for (unsigned held = 1; held < most.size(); ++held) {
    const auto top = static_cast<unsigned>(std::bit_width(held)) - 1;
    const unsigned below = held & ((1u << top) - 1);
    const unsigned apart = top < 3 ? 0 : held & ((1u << (top - 2)) - 1);
    most[held] = std::max<std::uint8_t>(most[below], static_cast<std::uint8_t>(most[apart] + 1));
  }
  return most;
}();

}  // namespace

bool IsWin(const Counts& concealed, int sets, bool pair, int wild, TileMask stand_for,
           SetRules rules) {
  if (!IsSetCount(sets) || wild < 0 || wild > kMaxWild || concealed.group[kFlower] != 0)
    return false;
  if (concealed.Size() + wild != 3 * sets + (pair ? 2 : 0)) return false;
  return RuledSearch(concealed, wild, stand_for, rules).Lay(sets, pair);
}

TileMask Waits(const Counts& concealed, int sets, int wild, TileMask stand_for, SetRules rules) {
  if (concealed.Size() + wild != 3 * sets + 1) return 0;
  TileMask waits = 0;
  ForEach(kNaturals, [&](Tile tile) {
    if (concealed[tile] == 7) return;  // Counts cannot hold an eighth copy
    Counts full = concealed;
    full.Add(tile);
    if (IsWin(full, sets, true, wild, stand_for, rules)) waits |= MaskOf(tile);
  });
  return waits;
}

int Distance(const Counts& concealed, int sets, int wild, SetRules rules) {
  if (!IsSetCount(sets) || wild < 0 || wild > kMaxWild) return kFar;
  if (!rules.honour_sequences) return Distance(concealed, sets, wild);
  return std::max(-1, Missing(concealed, sets, 0) - wild - 1);
}

bool AreMisfits(const Counts& tiles) {
  return tiles.group[kFlower] == 0 && MisfitsIn(tiles) == tiles.Size();
}

int MisfitsIn(const Counts& tiles) {
  const TileMask kinds = tiles.Kinds();
  int most = std::popcount(kinds & kHonours);
  for (const Suit suit : {kWan, kTong, kTiao})
    most += kApart[static_cast<std::size_t>(kinds >> (kGroupSize * suit) & 0x1FF)];
  return most;
}

}  // namespace mlf::table
