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

// Whether each suit holds all three tiles of a class (147, 258 or 369). Few hands do, and the test
// is cheaper than that of a pattern, which also asks for different classes.
bool HoldsClassInEachSuit(const Counts& hand) {
  for (std::size_t suit = 0; suit < kHonour; ++suit) {
    const std::uint32_t counts = hand.group[suit], held = counts | counts >> 1 | counts >> 2;
    constexpr std::uint32_t kFirstOfClass = 0x49;  // ranks 1, 2 and 3, three bits each
    if ((held & held >> 9 & held >> 18 & kFirstOfClass) == 0) return false;
  }
  return true;
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
  // Few hands have no kind twice.
  constexpr std::uint32_t kTwice = 0x6DB6DB6;
  const auto& group = concealed.group;
  if (((group[0] | group[1] | group[2] | group[3] | group[4]) & kTwice) != 0) return false;
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
  if (!HoldsClassInEachSuit(concealed)) return 0;
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
