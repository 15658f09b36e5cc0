// Samples of hands: every holding of one suit, and seeded random hands.
#pragma once

#include <mlf/flow/random.h>
#include <mlf/table/tile.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mlf::table {

// All words of `tiles` tiles of one suit, at most four of a kind.
template <typename Visit>
void ForEachSuit(int tiles, Visit&& visit) {
  const auto place = [&](const auto& self, int rank, int left, std::uint32_t word) -> void {
    if (rank == 8) {
      if (left <= 4) visit(word | static_cast<std::uint32_t>(left) << 24);
      return;
    }
    for (int count = 0; count <= std::min(4, left); ++count) {
      self(self, rank + 1, left - count, word | static_cast<std::uint32_t>(count) << (3 * rank));
    }
  };
  place(place, 0, tiles, 0);
}

inline Counts OneSuit(std::uint32_t word, int group = 0) {
  Counts counts;
  counts.group[static_cast<std::size_t>(group)] = word;
  return counts;
}

// Random hands from one seed.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : stream_(StreamSeed(seed, "hands"), counter_) {}
  int Below(int bound) {
    return static_cast<int>(stream_.Below(static_cast<std::uint32_t>(bound)));
  }

  // `tiles` of the 34 kinds below `kinds`, at most four of a kind.
  Counts Random(int tiles, int kinds = 34) {
    Counts hand;
    while (tiles > 0) {
      const auto tile = static_cast<Tile>(Below(kinds));
      if (hand[tile] == 4) continue;
      hand.Add(tile);
      --tiles;
    }
    return hand;
  }
  // A complete hand of `sets` sets and a pair (up to seven copies of a kind) without `less` of its
  // tiles.
  Counts Near(int sets, int less, int kinds = 34) {
    for (;;) {
      Counts hand;
      bool fits = true;
      const auto add = [&](Tile tile, int n) {
        fits = fits && hand[tile] + n <= 7;
        if (fits) hand.Add(tile, n);
      };
      for (int set = 0; set < sets; ++set) {
        const auto tile = static_cast<Tile>(Below(kinds));
        if (IsSuited(tile) && RankOf(tile) <= 6 && Below(3) != 0) {
          for (int i = 0; i < 3; ++i) add(static_cast<Tile>(tile + i), 1);
        } else {
          add(tile, 3);
        }
      }
      add(static_cast<Tile>(Below(kinds)), 2);
      if (!fits) continue;
      for (int i = 0; i < less; ++i) {
        const std::vector<Tile> tiles = ToList(hand);
        hand.Remove(tiles[static_cast<std::size_t>(Below(static_cast<int>(tiles.size())))]);
      }
      return hand;
    }
  }

 private:
  std::uint32_t counter_ = 0;
  Stream stream_;
};

}  // namespace mlf::table
