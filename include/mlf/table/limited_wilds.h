/// \file
/// Complete hands with wildcards that may stand for some kinds only (a red dragon that may be any
/// suited tile, but no honour). Like hand_tables.h, with the extra argument `stand_for`: the kinds
/// that a wildcard may be.
///
/// The unrestricted question is asked first, because its answer is an upper bound. So hands far
/// from complete cost no more than with hand_tables.h. The others are searched tile by tile on the
/// stack, in some hundred nanoseconds. Structural: the remaining copies are ignored.
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
