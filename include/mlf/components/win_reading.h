/// \file
/// WinReading: how a winning hand is laid out for people: seven pairs, or a pair and sets, with the
/// body of the shape beside them.
#pragma once

#include <mlf/components/judge.h>
#include <mlf/components/win_rule.h>

#include <bit>
#include <optional>
#include <span>

namespace mlf::score {

struct WinReading {
  bool pairs = false;        ///< seven pairs; then `sets` is empty
  table::Reading sets;       ///< of the concealed tiles
  table::TileMask body = 0;  ///< single tiles of the shape beside them (WinShape::Body)

  /// Groups of three behind the pair: the sets, then the body, three tiles of a suit each.
  int Threes() const { return sets.set_count + std::popcount(body) / 3; }
};

/// The reading by which a hand counts, or one of several that count alike. `hand` holds the
/// concealed tiles and the winning one, `verdict` is the judge's. Nothing for hands that are no
/// sets, such as thirteen orphans.
std::optional<WinReading> ReadingOf(const logic::WinRule& rule, const Records& records,
                                    const Counts& hand, int melds, const Verdict& verdict);

/// `pieces`, the concealed ones and the winning one, in the order of the reading: the pair, then
/// each set, then the body in the order of its kinds; or pair by pair. `wilds`: kinds that are
/// wild; `face`: the kind that is read as one of them. Returns how many were laid to `laid`, which
/// is as long as `pieces`: all of them, or 0 if they do not fit the reading.
std::size_t LayOut(const WinReading& reading, std::span<const Piece> pieces, table::TileMask wilds,
                   std::span<Piece> laid, const table::Face& face = {});

/// Whether an event belongs to a win: its value, what explains it, a payment, or a way. They come
/// together and begin with `win_value`.
bool TellsOfWin(const EventType& type);

}  // namespace mlf::score
