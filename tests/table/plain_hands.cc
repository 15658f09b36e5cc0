#include "plain_hands.h"

#include <algorithm>

namespace mlf::table {

namespace {

// All tiles and wildcards form sets: the lowest tile is in a set with tiles at or above it, the
// rest of the set may be wild.
bool PlainSets(Counts& rest, int wild) {
  const TileMask left = rest.Kinds();
  if (left == 0) return wild % 3 == 0;
  const auto low = static_cast<Tile>(std::countr_zero(left));
  if (IsFlower(low)) return false;
  const auto attempt = [&](std::initializer_list<Tile> own, int wilds) {
    if (wilds > wild) return false;
    Counts next = rest;
    for (const Tile tile : own) {
      if (next[tile] == 0) return false;
      next.Remove(tile);
    }
    return PlainSets(next, wild - wilds);
  };
  if (attempt({low, low, low}, 0) || attempt({low, low}, 1) || attempt({low}, 2)) return true;
  if (!IsSuited(low)) return false;
  const int rank = RankOf(low);
  const auto next = static_cast<Tile>(low + 1), over = static_cast<Tile>(low + 2);
  if (rank <= 7 && attempt({low, next}, 1)) return true;
  return rank <= 6 && (attempt({low, next, over}, 0) || attempt({low, over}, 1));
}

// Lays set after set by brute force; the set `found` removes duplicates.
void AddReadings(const Counts& rest, int sets, int wild, TileMask stand_for,
                 std::vector<SetReading>& laid, const Reading& pair, std::set<std::string>& found) {
  if (sets == 0) {
    if (!rest.Empty() || wild != 0) return;
    std::vector<SetReading> sorted = laid;
    std::sort(sorted.begin(), sorted.end());
    Reading reading = pair;
    for (const SetReading& set : sorted) reading.sets[reading.set_count++] = set;
    found.insert(ReadingText(reading));
    return;
  }
  const TileMask left = rest.Kinds();
  for (Tile first = 0; first < 34; ++first) {
    if (wild == 0 && first > std::countr_zero(left)) break;
    for (const auto kind : {SetReading::kTriplet, SetReading::kSequence}) {
      if (kind == SetReading::kSequence && (!IsSuited(first) || RankOf(first) > 6)) continue;
      for (std::uint8_t mask = 0; mask < 8; ++mask) {
        if (kind == SetReading::kTriplet && (mask & (mask + 1)) != 0) continue;
        SetReading set{first, kind, mask};
        Counts next = rest;
        int wilds = 0;
        bool fits = true;
        for (int i = 0; i < 3; ++i) {
          const Tile tile = set.At(i);
          if (set.IsWild(i)) {
            ++wilds;
            fits = fits && (stand_for & MaskOf(tile)) != 0;
          } else if (next[tile] > 0) {
            next.Remove(tile);
          } else {
            fits = false;
          }
        }
        if (!fits || wilds > wild) continue;
        laid.push_back(set);
        AddReadings(next, sets - 1, wild - wilds, stand_for, laid, pair, found);
        laid.pop_back();
      }
    }
  }
}

}  // namespace

bool PlainWin(const Counts& hand, int sets, int wild) {
  if (hand.Size() + wild != 3 * sets + 2) return false;
  for (Tile pair = 0; pair < 34; ++pair) {
    for (int own = 0; own <= std::min(2, hand[pair]); ++own) {
      if (2 - own > wild) continue;
      Counts rest = hand;
      rest.Remove(pair, own);
      if (PlainSets(rest, wild - (2 - own))) return true;
    }
  }
  return false;
}

TileMask PlainWaits(const Counts& hand, int sets, int wild) {
  TileMask waits = 0;
  for (Tile tile = 0; tile < 34; ++tile) {
    Counts next = hand;
    next.Add(tile);
    if (PlainWin(next, sets, wild)) waits |= MaskOf(tile);
  }
  return waits;
}

// Branches on the lowest tile: unused, in a pair, or in a set with any part present.
const Costs& PlainCosts(std::uint32_t word, std::unordered_map<std::uint32_t, Costs>& known) {
  if (const auto found = known.find(word); found != known.end()) return found->second;
  Costs costs;
  for (int p = 0; p < 2; ++p) {
    for (int j = 0; j < 6; ++j) costs[p][j] = 3 * j + 2 * p;
  }
  if (word != 0) {
    const int low = std::countr_zero(word) / 3;
    const auto count = [&](int rank) {
      return rank < 9 ? static_cast<int>(word >> (3 * rank)) & 7 : 0;
    };
    const auto take = [&](std::initializer_list<int> ranks, int sets, int pair, int missing) {
      std::uint32_t rest = word;
      for (const int rank : ranks) {
        if (rank > 8 || (rest >> (3 * rank) & 7) == 0) return;
        rest -= 1u << (3 * rank);
      }
      const Costs after = PlainCosts(rest, known);
      for (int p = pair; p < 2; ++p) {
        for (int j = sets; j < 6; ++j)
          costs[p][j] = std::min(costs[p][j], after[p - pair][j - sets] + missing);
      }
    };
    take({low}, 0, 0, 0);
    take({low}, 0, 1, 1);
    take({low, low}, 0, 1, 0);
    take({low}, 1, 0, 2);
    take({low, low}, 1, 0, 1);
    take({low, low, low}, 1, 0, 0);
    if (count(low + 1) > 0) take({low, low + 1}, 1, 0, 1);
    if (count(low + 2) > 0) take({low, low + 2}, 1, 0, 1);
    if (count(low + 1) > 0 && count(low + 2) > 0) take({low, low + 1, low + 2}, 1, 0, 0);
  }
  return known[word] = costs;
}

// Tries every finished suit of `sets` sets and `pair` pairs.
int PlainMissingOfFour(std::uint32_t word, int sets, bool pair) {
  int best = 99;
  std::array<int, 9> used{};
  const auto missing = [&] {
    int sum = 0;
    for (int rank = 0; rank < 9; ++rank) {
      if (used[rank] > 4) return 99;
      sum += std::max(0, used[rank] - (static_cast<int>(word >> (3 * rank)) & 7));
    }
    return sum;
  };
  const auto place = [&](const auto& self, int left, int from) -> void {
    if (left == 0) {
      if (!pair) {
        best = std::min(best, missing());
        return;
      }
      for (int& count : used) {
        count += 2;
        best = std::min(best, missing());
        count -= 2;
      }
      return;
    }
    for (int set = from; set < 16; ++set) {  // 0-8 triplets, 9-15 sequences
      const int rank = set < 9 ? set : set - 9;
      for (int i = 0; i < 3; ++i) ++used[set < 9 ? rank : rank + i];
      self(self, left - 1, set);
      for (int i = 0; i < 3; ++i) --used[set < 9 ? rank : rank + i];
    }
  };
  place(place, sets, 0);
  return best;
}

std::set<std::string> PlainReadings(const Counts& hand, int sets, int wild, TileMask stand_for) {
  std::set<std::string> found;
  for (Tile pair = 0; pair < 34; ++pair) {
    for (int own = 0; own <= std::min(2, hand[pair]); ++own) {
      if (2 - own > wild || (own < 2 && (stand_for & MaskOf(pair)) == 0)) continue;
      Counts rest = hand;
      rest.Remove(pair, own);
      Reading reading;
      reading.pair = pair;
      reading.pair_wild = static_cast<std::uint8_t>(2 - own);
      std::vector<SetReading> laid;
      AddReadings(rest, sets, wild - (2 - own), stand_for, laid, reading, found);
    }
  }
  return found;
}

}  // namespace mlf::table
