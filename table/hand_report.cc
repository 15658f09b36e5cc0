#include <mlf/table/hand_report.h>

#include <algorithm>

namespace mlf::table {

HandReport ExamineHand(const Counts& concealed, int melds) {
  HandReport report;
  // Hands of 16 and 17 tiles have five sets and no special shapes.
  const bool five = concealed.Size() + 3 * melds >= 3 * kMaxSets + 1;
  const int sets = (five ? kMaxSets : 4) - melds;
  if (melds < 0 || !IsSetCount(sets)) return report;
  // The minimum distance over the riichi shapes.
  const auto riichi = [&](const Counts& hand) {
    const int standard = Distance(hand, sets, 0, Copies::kFour);
    if (melds > 0 || five) return standard;
    return std::min(
        {standard, SevenPairsDistance(hand, Pairs::kDifferent), ThirteenOrphansDistance(hand)});
  };
  report.standard = Distance(concealed, sets, 0, Copies::kFour);
  report.standard_structural = Distance(concealed, sets, 0, Copies::kAny);
  if (melds == 0 && !five) {
    report.seven_pairs = SevenPairsDistance(concealed, Pairs::kDifferent);
    report.thirteen_orphans = ThirteenOrphansDistance(concealed);
  }
  report.riichi = riichi(concealed);
  if (concealed.Size() == 3 * sets + 2) report.is_win = report.riichi == -1;
  if (concealed.Size() == 3 * sets + 1) {
    TileMask improving = 0;
    ForEach(kNaturals & ~concealed.AtLeast(4), [&](Tile tile) {
      Counts next = concealed;
      next.Add(tile);
      if (riichi(next) < report.riichi) improving |= MaskOf(tile);
    });
    report.improving = improving;
  }
  return report;
}

WildReport ExamineWildHand(const Counts& naturals, int melds, Tile wild_kind, int wild,
                           TileMask tile_set) {
  WildReport report;
  const int sets = 4 - melds;
  if (melds < 0 || !IsSetCount(sets) || wild < 0 || wild >= kMaxWild || !IsTile(wild_kind))
    return report;
  const int size = naturals.Size() + wild;
  if (size == 3 * sets + 2) {
    report.standard = IsWin(naturals, sets, wild);
    if (melds == 0) report.seven_pairs = IsSevenPairs(naturals, Pairs::kFourAreTwo, wild);
    report.hard_standard = wild == 0 && *report.standard;
  } else if (size == 3 * sets + 1) {
    const TileMask kinds = tile_set & ~MaskOf(wild_kind);
    const TileMask standard = Waits(naturals, sets, wild) & kinds;
    const TileMask pairs =
        melds == 0 ? SevenPairsWaits(naturals, Pairs::kFourAreTwo, wild) & kinds : 0;
    report.wins_on_standard = standard;
    if (melds == 0) report.wins_on_seven_pairs = pairs;
    report.wins_on_extra_wild =
        IsWin(naturals, sets, wild + 1) ||
        (melds == 0 && IsSevenPairs(naturals, Pairs::kFourAreTwo, wild + 1));
    report.any_tile = (standard | pairs) == kinds && *report.wins_on_extra_wild;
  }
  return report;
}

std::optional<TileMask> TileSetByName(std::string_view name) {
  constexpr TileMask kSuits = SuitMask(kWan) | SuitMask(kTong) | SuitMask(kTiao);
  constexpr TileMask kDragons = MaskOf(Tile{31}) | MaskOf(Tile{32}) | MaskOf(Tile{33});
  if (name == "suits108") return kSuits;
  if (name == "suits108+red") return kSuits | MaskOf(Tile{33});
  if (name == "all136") return kNaturals;
  if (name == "two_suits+dragons84") return SuitMask(kTong) | SuitMask(kTiao) | kDragons;
  return std::nullopt;
}

}  // namespace mlf::table
