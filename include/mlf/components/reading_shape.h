/// \file
/// ReadingShape: one reading of a complete hand, with its melds and one possible place of the
/// winning tile. Made once per reading and place. Patterns of sets use it; its features exclude
/// patterns early.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/table/board.h>
#include <mlf/table/readings.h>

#include <array>
#include <cstdint>
#include <span>

namespace mlf::score {

struct ReadingShape {
  static constexpr int kInPair = -1;  ///< values of `placed`
  static constexpr int kInBody = -2;

  struct Set {
    Tile first = 0;          ///< the lowest tile
    bool triplet = false;    ///< or a gang
    bool concealed = false;  ///< in the hand and not completed by another's tile; or an_gang
    bool laid = false;
  };

  bool pairs = false;          ///< seven pairs; then there are no sets
  bool other = false;          ///< neither sets nor pairs
  bool only_triplets = false;  ///< sets, none of them a sequence; told by ByForm alone
  Tile pair = table::kNoTile;
  table::TileMask body = 0;  ///< kinds of the tiles beside sets and pair (组合龙), each once
  std::uint8_t set_count = 0;
  std::uint8_t sequence_count = 0;
  std::int8_t placed = kInPair;  ///< index of the set that holds the winning tile
  std::array<Set, table::kMaxSets> sets{};
  table::TileMask triplets = 0;  ///< kinds of the triplets and gangs
  std::uint8_t concealed_triplets = 0;
  Counts sequences;  ///< number of sequences that begin at each tile

  std::span<const Set> Sets() const { return {sets.data(), set_count}; }
  int triplet_count() const { return set_count - sequence_count; }
};

/// A reading of the concealed tiles, together with the melds. `placed` is the concealed set (or
/// kInPair, kInBody) with the winning tile. Melds are read by `face`. The caller sets the body.
ReadingShape MakeReadingShape(const table::Reading& reading, std::span<const table::Meld> melds,
                              int placed, WinBy by, const table::Face& face = {});
/// Seven pairs.
ReadingShape MakePairsShape();
/// A complete hand of neither sets nor pairs, such as thirteen orphans.
ReadingShape MakeOtherShape();

}  // namespace mlf::score
