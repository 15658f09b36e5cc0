#include <mlf/table/knitted.h>

#include <algorithm>
#include <bit>

namespace mlf::table {

namespace {

// The hand without one tile of each of these kinds, as far as it holds them.
Counts Without(Counts hand, TileMask kinds) {
  ForEach(kinds & hand.Kinds(), [&](Tile tile) { hand.Remove(tile); });
  return hand;
}

// Honours and a pattern that together hold all of `kinds`, or 0.
TileMask AllowedFor(TileMask kinds) {
  for (const TileMask pattern : kKnitted) {
    if ((kinds & ~(pattern | kHonours)) == 0) return pattern | kHonours;
  }
  return 0;
}

}  // namespace

bool IsHonoursAndKnitted(const Counts& concealed) {
  const TileMask kinds = concealed.Kinds();
  return std::popcount(kinds) == 14 && concealed.Size() == 14 && AllowedFor(kinds) != 0;
}

// 13 different tiles hold six or more of the pattern, and these determine it.
TileMask HonoursAndKnittedWaits(const Counts& concealed) {
  const TileMask kinds = concealed.Kinds();
  if (std::popcount(kinds) != 13 || concealed.Size() != 13) return 0;
  return AllowedFor(kinds) & ~kinds;
}

int HonoursAndKnittedDistance(const Counts& concealed) {
  const TileMask kinds = concealed.Kinds();
  int most = 0;
  for (const TileMask pattern : kKnitted)
    most = std::max(most, std::popcount(kinds & (pattern | kHonours)));
  return 13 - std::min(most, 14);
}

TileMask KnittedBody(const Counts& concealed) {
  const TileMask kinds = concealed.Kinds();
  for (const TileMask pattern : kKnitted) {
    if ((pattern & ~kinds) == 0) return pattern;
  }
  return 0;
}

bool IsKnittedStraight(const Counts& concealed, int sets) {
  const TileMask body = KnittedBody(concealed);
  return body != 0 && IsWin(Without(concealed, body), sets);
}

TileMask KnittedStraightWaits(const Counts& concealed, int sets) {
  const TileMask kinds = concealed.Kinds();
  TileMask waits = 0;
  for (const TileMask pattern : kKnitted) {
    const TileMask missing = pattern & ~kinds;
    if (missing == 0) {
      waits |= Waits(Without(concealed, pattern), sets);
    } else if (std::has_single_bit(missing) && IsWin(Without(concealed, pattern), sets)) {
      waits |= missing;
    }
  }
  return waits;
}

int KnittedStraightDistance(const Counts& concealed, int sets) {
  const TileMask kinds = concealed.Kinds();
  int best = kFar;
  for (const TileMask pattern : kKnitted) {
    const int missing = std::popcount(pattern & ~kinds);
    if (missing > best) continue;
    best = std::min(best, missing + Distance(Without(concealed, pattern), sets));
  }
  return best;
}

}  // namespace mlf::table
