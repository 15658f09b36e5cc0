#include <mlf/table/limited_wilds.h>

#include <algorithm>
#include <bit>

namespace mlf::table {
namespace {

bool AnyKind(int wild, TileMask stand_for) {
  return wild == 0 || (stand_for & kNaturals) == kNaturals;
}

// Searches for sets and a pair, starting with the lowest tile. A set uses a natural tile where one
// is available, because a wildcard there could be exchanged with it. So the lowest tile has at most
// five places: the pair, a triplet, three sequences.
class LimitedSearch {
 public:
  LimitedSearch(const Counts& tiles, int wild, TileMask stand_for)
      : rest_(tiles), wild_(wild), stand_for_(stand_for & kNaturals) {}

  bool Lay(int sets, bool pair) {
    if (rest_.Empty()) return wild_ == 3 * sets + (pair ? 2 : 0) && (wild_ == 0 || stand_for_ != 0);
    const Tile lowest = rest_.Lowest();
    return (pair && LaySame(lowest, 2, sets, false)) ||
           (sets > 0 &&
            (LaySame(lowest, 3, sets - 1, pair) || LaySequences(lowest, sets - 1, pair)));
  }

 private:
  bool LaySame(Tile tile, int size, int sets, bool pair) {
    const int own = std::min<int>(rest_[tile], size), wilds = size - own;
    if (wilds > wild_ || (wilds > 0 && (stand_for_ & MaskOf(tile)) == 0)) return false;
    rest_.Remove(tile, own);
    wild_ -= wilds;
    const bool laid = Lay(sets, pair);
    wild_ += wilds;
    rest_.Add(tile, own);
    return laid;
  }

  bool LaySequences(Tile lowest, int sets, bool pair) {
    if (!IsSuited(lowest)) return false;
    for (int back = 0; back < 3; ++back) {
      const int rank = RankOf(lowest) - back;
      if (rank >= 0 && rank + 2 < kGroupSize &&
          LaySequence(static_cast<Tile>(lowest - back), sets, pair))
        return true;
    }
    return false;
  }

  bool LaySequence(Tile first, int sets, bool pair) {
    TileMask natural = 0;
    int wilds = 0;
    for (int i = 0; i < 3; ++i) {
      const auto tile = static_cast<Tile>(first + i);
      if (rest_[tile] != 0) {
        natural |= MaskOf(tile);
      } else if (++wilds > wild_ || (stand_for_ & MaskOf(tile)) == 0) {
        return false;
      }
    }
    ForEach(natural, [&](Tile tile) { rest_.Remove(tile); });
    wild_ -= wilds;
    const bool laid = Lay(sets, pair);
    wild_ += wilds;
    ForEach(natural, [&](Tile tile) { rest_.Add(tile); });
    return laid;
  }

  Counts rest_;
  int wild_;
  TileMask stand_for_;
};

// The kinds of `waits` for which `complete` holds.
template <typename Complete>
TileMask Narrow(const Counts& concealed, TileMask waits, Complete complete) {
  ForEach(waits, [&](Tile tile) {
    Counts full = concealed;
    if (full[tile] < 7) full.Add(tile);  // Counts cannot hold an eighth copy
    if (!complete(full)) waits &= ~MaskOf(tile);
  });
  return waits;
}

// The kinds held an odd number of times. Each needs a wildcard to form pairs.
TileMask SinglesOf(const Counts& counts) {
  TileMask odd = 0;
  ForEach(counts.Kinds(), [&](Tile tile) { odd |= counts[tile] % 2 != 0 ? MaskOf(tile) : 0; });
  return odd;
}

}  // namespace

bool IsWin(const Counts& concealed, int sets, int wild, TileMask stand_for) {
  if (!IsWin(concealed, sets, wild)) return false;
  return AnyKind(wild, stand_for) || LimitedSearch(concealed, wild, stand_for).Lay(sets, true);
}

TileMask Waits(const Counts& concealed, int sets, int wild, TileMask stand_for) {
  const TileMask waits = Waits(concealed, sets, wild);
  if (AnyKind(wild, stand_for)) return waits;
  return Narrow(concealed, waits,
                [&](const Counts& full) { return IsWin(full, sets, wild, stand_for); });
}

bool IsSevenPairs(const Counts& concealed, Pairs pairs, int wild, TileMask stand_for) {
  if (!IsSevenPairs(concealed, pairs, wild)) return false;
  if (AnyKind(wild, stand_for)) return true;
  stand_for &= kNaturals;
  const TileMask odd = SinglesOf(concealed);
  if ((odd & ~stand_for) != 0) return false;
  // The rest are pairs of wildcards alone.
  const int left = (wild - std::popcount(odd)) / 2;
  if (pairs == Pairs::kFourAreTwo) return left == 0 || stand_for != 0;
  return std::popcount(stand_for & ~concealed.Kinds()) >= left;
}

TileMask SevenPairsWaits(const Counts& concealed, Pairs pairs, int wild, TileMask stand_for) {
  const TileMask waits = SevenPairsWaits(concealed, pairs, wild);
  if (AnyKind(wild, stand_for)) return waits;
  return Narrow(concealed, waits,
                [&](const Counts& full) { return IsSevenPairs(full, pairs, wild, stand_for); });
}

bool IsThirteenOrphans(const Counts& concealed, int wild, TileMask stand_for) {
  if (!IsThirteenOrphans(concealed, wild)) return false;
  if (AnyKind(wild, stand_for)) return true;
  const TileMask missing = kOrphans & ~concealed.Kinds();
  if ((missing & ~stand_for) != 0) return false;
  // A remaining wildcard makes the pair.
  return std::popcount(missing) == wild || (stand_for & kOrphans) != 0;
}

TileMask ThirteenOrphansWaits(const Counts& concealed, int wild, TileMask stand_for) {
  const TileMask waits = ThirteenOrphansWaits(concealed, wild);
  if (AnyKind(wild, stand_for)) return waits;
  return Narrow(concealed, waits,
                [&](const Counts& full) { return IsThirteenOrphans(full, wild, stand_for); });
}

}  // namespace mlf::table
