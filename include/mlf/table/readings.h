/// \file
/// Readings: the decompositions of a complete hand into sets and a pair.
#pragma once

#include <mlf/table/hand_tables.h>

#include <array>
#include <bit>
#include <compare>
#include <span>
#include <string>

namespace mlf::table {

/// One set of a reading. Bit i of `wild`: a wildcard stands for the i-th tile. In a triplet only
/// the number of bits matters, and they are the lowest ones.
struct SetReading {
  enum Kind : std::uint8_t { kTriplet, kSequence };
  Tile first = 0;  ///< the lowest tile
  Kind kind = kTriplet;
  std::uint8_t wild = 0;

  constexpr Tile At(int i) const {
    return static_cast<Tile>(kind == kSequence ? first + i : first);
  }
  constexpr bool IsWild(int i) const { return (wild >> i) & 1; }
  friend constexpr auto operator<=>(const SetReading&, const SetReading&) = default;
};

/// One decomposition of a complete hand: a pair and up to five sets, in ascending order.
struct Reading {
  Tile pair = kNoTile;
  std::uint8_t pair_wild = 0;  ///< wildcards in the pair, 0..2
  std::uint8_t set_count = 0;
  std::array<SetReading, kMaxSets> sets{};

  std::span<const SetReading> Sets() const { return {sets.data(), set_count}; }
  friend constexpr auto operator<=>(const Reading&, const Reading&) = default;
};

/// Which sets of two or three wildcards are tried: all that they may be, or few, namely triplets
/// and the sequences from 1, 4 and 7. Wildcards alone are then one triplet and one pair. Enough for
/// patterns that ask for no other sequence, and far fewer readings with many wildcards.
enum class WildSets : std::uint8_t { kAll, kFew };

/// The pair first, wildcards in square brackets: "5[5]m 1[2]3p 777z".
std::string ReadingText(const Reading& reading);

namespace detail {

/// The kinds that may be the pair of a complete hand without wildcards. They are in the suit whose
/// size is 2 modulo 3. A triplet's ranks and a sequence's ranks sum to 0 modulo 3, so the pair's
/// rank is, modulo 3, twice the sum of all ranks.
inline TileMask MayBePair(const Counts& hand) {
  constexpr std::uint32_t kThirds = 0x1C0E07;  // the fields of ranks 0, 3 and 6
  for (int g = 0; g < kGroups - 1; ++g) {
    if (hand.Size(g) % 3 != 2) continue;
    const std::uint32_t word = hand.group[static_cast<std::size_t>(g)];
    const TileMask pairs = hand.AtLeast(2) & (TileMask{0x1FF} << (g * kGroupSize));
    if (g == kHonour) return pairs;
    const int sum = Counts::SizeOf(word & kThirds << 3) + 2 * Counts::SizeOf(word & kThirds << 6);
    constexpr TileMask kSameThird = 0x49;  // ranks 0, 3 and 6
    return pairs & (kSameThird << (2 * sum % 3)) << (g * kGroupSize);
  }
  return 0;
}

/// The walk for hands without wildcards.
template <typename Visit>
class NaturalWalk {
 public:
  NaturalWalk(const Counts& concealed, int sets, Visit& visit) : rest_(concealed), visit_(visit) {
    reading_.set_count = static_cast<std::uint8_t>(sets);
  }

  void Run() {
    ForEach(MayBePair(rest_), [&](Tile pair) {
      reading_.pair = pair;
      rest_.Remove(pair, 2);
      Next(0, 0, kNoTile);
      rest_.Add(pair, 2);
    });
  }

 private:
  /// Sets in ascending order: a triplet of the lowest tile before a sequence from it.
  /// `sequence_from`: the first tile of the last set, if that was a sequence.
  void Next(std::size_t laid, std::size_t g, Tile sequence_from) {
    while (g < kGroups && rest_.group[g] == 0) ++g;
    const bool all_laid = laid == reading_.set_count, none_left = g == kGroups;
    if (all_laid && none_left) visit_(static_cast<const Reading&>(reading_));
    if (all_laid || none_left) return;
    std::uint32_t& word = rest_.group[g];
    const int rank = std::countr_zero(word) / 3;
    const std::uint32_t held = word >> (3 * rank);
    const auto tile = static_cast<Tile>(static_cast<int>(g) * kGroupSize + rank);
    if ((held & 7) >= 3 && tile != sequence_from)
      Lay(laid, g, {tile, SetReading::kTriplet, 0}, word, std::uint32_t{3} << (3 * rank), kNoTile);
    if (g < kHonour && rank <= 6 && (held & 0x38) != 0 && (held & 0x1C0) != 0)
      Lay(laid, g, {tile, SetReading::kSequence, 0}, word, std::uint32_t{0x49} << (3 * rank), tile);
  }
  void Lay(std::size_t laid, std::size_t g, SetReading set, std::uint32_t& word,
           std::uint32_t tiles, Tile sequence_from) {
    reading_.sets[laid] = set;
    word -= tiles;
    Next(laid + 1, g, sequence_from);
    word += tiles;
  }

  Counts rest_;
  Visit& visit_;
  Reading reading_;
};

/// The walk for hands with wildcards.
template <typename Visit>
class ReadingWalk {
 public:
  ReadingWalk(const Counts& concealed, int sets, int wild, TileMask stand_for, WildSets wild_sets,
              Visit& visit)
      : rest_(concealed),
        sets_(sets),
        wild_(wild),
        stand_for_(stand_for & kNaturals),
        few_(wild_sets == WildSets::kFew),
        alone_(stand_for_ == 0 ? kNoTile : static_cast<Tile>(std::bit_width(stand_for_) - 1)),
        visit_(visit) {}

  void Run() {
    ForEach(MayPair(), [&](Tile pair) {
      for (int own = rest_[pair] < 2 ? rest_[pair] : 2; own >= 0; --own) {
        if (2 - own > wild_ || (own < 2 && !(stand_for_ & MaskOf(pair)))) break;
        if (few_ && own == 0 && pair != alone_) break;
        reading_.pair = pair;
        reading_.pair_wild = static_cast<std::uint8_t>(2 - own);
        rest_.Remove(pair, own);
        wild_ -= 2 - own;
        NextSet(0, 0);
        wild_ += 2 - own;
        rest_.Add(pair, own);
      }
    });
  }

 private:
  /// Any kind that is held or allowed.
  TileMask MayPair() const {
    return (rest_.Kinds() | (wild_ >= 2 ? stand_for_ : TileMask{0})) & kNaturals;
  }

  /// A set as a number. Sets of a reading have ascending codes, so each multiset of sets occurs
  /// once.
  static constexpr int Code(int first, int kind, int wild) { return first * 16 + kind * 8 + wild; }

  void NextSet(int laid, int least) {
    if (laid == sets_) {
      if (wild_ == 0 && rest_.Empty()) {
        reading_.set_count = static_cast<std::uint8_t>(sets_);
        visit_(static_cast<const Reading&>(reading_));
      }
      return;
    }
    // One of the next sets must contain the lowest tile. A set can begin below it only with a
    // wildcard in its first place.
    const int lowest = rest_.Empty() ? 33 : rest_.Lowest();
    for (int first = wild_ != 0 ? least / 16 : lowest; first <= lowest && first < 34; ++first) {
      const auto tile = static_cast<Tile>(first);
      for (int wilds = 0; wilds <= 3 && wilds <= wild_; ++wilds)
        Try(laid, least, {tile, SetReading::kTriplet, static_cast<std::uint8_t>((1 << wilds) - 1)},
            wilds);
      if (!IsSuited(tile) || RankOf(tile) > 6) continue;
      Try(laid, least, {tile, SetReading::kSequence, 0}, 0);
      for (unsigned wilds = 1; wild_ != 0 && wilds < 8; ++wilds) {
        Try(laid, least, {tile, SetReading::kSequence, static_cast<std::uint8_t>(wilds)},
            std::popcount(wilds));
      }
    }
  }

  /// Whether a set of so many wildcards is tried where few are.
  bool IsOfFew(const SetReading& set, int wilds) const {
    if (set.kind == SetReading::kTriplet) return wilds < 3 || set.first == alone_;
    return RankOf(set.first) % 3 == 0;
  }

  /// Whether the natural tiles are available and the wildcards may stand for the others.
  bool Fits(const SetReading& set, int wilds) const {
    if (set.kind == SetReading::kTriplet)
      return rest_[set.first] >= 3 - wilds && (wilds == 0 || (stand_for_ & MaskOf(set.first)) != 0);
    for (int i = 0; i < 3; ++i) {
      if (set.IsWild(i) ? (stand_for_ & MaskOf(set.At(i))) == 0 : rest_[set.At(i)] == 0)
        return false;
    }
    return true;
  }

  void Try(int laid, int least, const SetReading& set, int wilds) {
    const int code = Code(set.first, set.kind, set.wild);
    if (few_ && wilds >= 2 && !IsOfFew(set, wilds)) return;
    if (code < least || wilds > wild_ || !Fits(set, wilds)) return;
    reading_.sets[static_cast<std::size_t>(laid)] = set;
    for (int i = 0; i < 3; ++i) {
      if (!set.IsWild(i)) rest_.Remove(set.At(i));
    }
    wild_ -= wilds;
    NextSet(laid + 1, code);
    wild_ += wilds;
    for (int i = 0; i < 3; ++i) {
      if (!set.IsWild(i)) rest_.Add(set.At(i));
    }
  }

  Counts rest_;
  int sets_;
  int wild_;
  TileMask stand_for_;
  bool few_;
  Tile alone_;  ///< the kind of sets and pairs of wildcards alone, where few are tried
  Visit& visit_;
  Reading reading_;
};

}  // namespace detail

/// Calls `visit(const Reading&)` once for each decomposition of the hand into `sets` sets and a
/// pair, in ascending order of Reading (pair, wildcards in the pair, sets). A wildcard may serve
/// as any kind in `stand_for`, even in sets of wildcards alone. So four wildcards can give
/// thousands of readings. Calls nothing if the hand is not complete.
template <typename Visit>
void ForEachReading(const Counts& concealed, int sets, int wild, TileMask stand_for, Visit&& visit,
                    WildSets wild_sets = WildSets::kAll) {
  if (!IsSetCount(sets)) return;
  if (wild == 0) {
    detail::NaturalWalk<Visit>(concealed, sets, visit).Run();
  } else if (IsWin(concealed, sets, wild)) {
    detail::ReadingWalk<Visit>(concealed, sets, wild, stand_for, wild_sets, visit).Run();
  }
}
template <typename Visit>
void ForEachReading(const Counts& concealed, int sets, Visit&& visit) {
  ForEachReading(concealed, sets, 0, TileMask{0}, visit);
}

}  // namespace mlf::table
