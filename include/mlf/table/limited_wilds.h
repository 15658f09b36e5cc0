/// \file
/// Complete hands where wildcards may stand for some kinds only (a red dragon that is any tile of a
/// suit, but no honour). The questions of hand_tables.h with one argument more: `stand_for`, the
/// kinds a wildcard may be.
///
/// Always: the answer is at most that of hand_tables.h for any kinds, which is asked first; so
/// hands that are far from complete cost no more. What is left is laid out tile by tile, on the
/// stack, in some hundred nanoseconds. Structural: copies left are not considered.
#pragma once

#include <mlf/table/hand_tables.h>

namespace mlf::table {

bool IsWin(const Counts& concealed, int sets, int wild, TileMask stand_for);
TileMask Waits(const Counts& concealed, int sets, int wild, TileMask stand_for);

bool IsSevenPairs(const Counts& concealed, Pairs pairs, int wild, TileMask stand_for);
TileMask SevenPairsWaits(const Counts& concealed, Pairs pairs, int wild, TileMask stand_for);

bool IsThirteenOrphans(const Counts& concealed, int wild, TileMask stand_for);
TileMask ThirteenOrphansWaits(const Counts& concealed, int wild, TileMask stand_for);

}  // namespace mlf::table
