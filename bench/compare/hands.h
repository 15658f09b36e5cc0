// The hands of every comparison of hand code: a million of each of three data sets, 14 unsorted
// tile bytes each, the same on every machine.
//
//   random  14 of the 136 tiles
//   near    a complete hand with one tile replaced by any of the 34 kinds
//   win     four sets and a pair, at most four of a kind
//
// With k wildcards the first 14 - k bytes are the natural tiles; hands of 13 tiles are the first
// 13. A dealer also deals hands of other numbers of sets.
#pragma once

#include <mlf/flow/random.h>
#include <mlf/table/tile.h>

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace mlf::bench {

inline constexpr std::size_t kHands = 1'000'000;
inline constexpr std::uint64_t kHandsSeed = 20260709;

enum DataSet { kRandom, kNear, kWin };
inline constexpr std::array<DataSet, 3> kDataSets = {kRandom, kNear, kWin};
inline constexpr std::array<const char*, 3> kDataSetNames = {"random", "near", "win"};

template <std::size_t kSets>
using BytesOf = std::array<table::Tile, 3 * kSets + 2>;
using HandBytes = BytesOf<4>;

template <std::size_t kSets>
class DealerOf {
 public:
  explicit DealerOf(DataSet set)
      : stream_(StreamSeed(kHandsSeed, kDataSetNames[set]), counter_), set_(set) {}

  BytesOf<kSets> Deal() {
    BytesOf<kSets> hand = set_ == kRandom ? Random() : Complete();
    if (set_ == kNear)
      hand[Below(static_cast<std::uint32_t>(hand.size()))] = static_cast<table::Tile>(Below(34));
    stream_.Shuffle(std::span<table::Tile>(hand));
    return hand;
  }

 private:
  std::uint32_t Below(std::uint32_t bound) { return stream_.Below(bound); }

  BytesOf<kSets> Random() {
    std::array<table::Tile, 136> wall;
    for (std::size_t i = 0; i < wall.size(); ++i) wall[i] = static_cast<table::Tile>(i / 4);
    BytesOf<kSets> hand;
    for (std::uint32_t i = 0; i < hand.size(); ++i) {
      std::swap(wall[i], wall[i + Below(136 - i)]);
      hand[i] = wall[i];
    }
    return hand;
  }

  // Random sets and a pair with at most four copies of a kind.
  BytesOf<kSets> Complete() {
    for (;;) {
      BytesOf<kSets> hand;
      std::size_t size = 0;
      std::array<int, 36> copies{};
      bool fits = true;
      const auto add = [&](std::uint32_t tile) {
        hand[size++] = static_cast<table::Tile>(tile);
        fits = fits && ++copies[tile] <= 4;
      };
      for (std::size_t set = 0; set < kSets; ++set) {
        const std::uint32_t tile = Below(34);
        const bool run = tile < 27 && tile % 9 <= 6 && Below(4) != 0;
        for (std::uint32_t i = 0; i < 3; ++i) add(run ? tile + i : tile);
      }
      const std::uint32_t pair = Below(34);
      add(pair), add(pair);
      if (fits) return hand;
    }
  }

  std::uint32_t counter_ = 0;
  Stream stream_;
  DataSet set_;
};
using Dealer = DealerOf<4>;

inline const std::vector<HandBytes>& Hands(DataSet set) {
  static const std::array<std::vector<HandBytes>, 3> hands = [] {
    std::array<std::vector<HandBytes>, 3> all;
    for (const DataSet each : kDataSets) {
      Dealer dealer(each);
      all[each].reserve(kHands);
      for (std::size_t i = 0; i < kHands; ++i) all[each].push_back(dealer.Deal());
    }
    return all;
  }();
  return hands[set];
}

}  // namespace mlf::bench
