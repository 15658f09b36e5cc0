// No parts here.
#include <mlf/components/hand_shape.h>
#include <mlf/table/limited_wilds.h>

#include <algorithm>

namespace mlf::score {

namespace {

constexpr std::uint32_t kOnes =
    0x1249249;  // the lowest bit of each of nine fields of a Counts word
constexpr int kSuits = 3;

constexpr table::TileMask kMiddle = table::TileMask{0x38} | table::TileMask{0x38} << kGroupSize |
                                    table::TileMask{0x38} << (2 * kGroupSize);

constexpr int SuitsOf(table::TileMask kinds) {
  int suits = 0;
  for (const table::Suit suit : {table::kWan, table::kTong, table::kTiao})
    suits += (kinds & table::SuitMask(suit)) != 0 ? 1 : 0;
  return suits;
}

// Number of kinds of one group held at least four times.
constexpr int FoursIn(std::uint32_t word) { return std::popcount((word >> 2) & kOnes); }

// What a suit contributes to a reading in which everything contains a 1 or a 9.
struct TerminalPart {
  bool possible = false;
  int pairs = 0;
};

// A 2 or 3 can only be in 123, an 8 or 7 only in 789. The remaining 1s and 9s must form triplets or
// the pair. So a suit has at most one decomposition: 1112223 33 has as many 2s as 3s, which form
// that many 123.
TerminalPart TerminalsOf(std::uint32_t word) {
  const auto count = [word](int rank1) { return static_cast<int>(word >> (3 * (rank1 - 1))) & 7; };
  if ((word >> 9 & 0x1FF) != 0) return {};  // 4, 5 or 6
  TerminalPart part{true, 0};
  const int ends[2][3] = {{count(1), count(2), count(3)}, {count(9), count(8), count(7)}};
  for (const auto& [terminal, second, third] : ends) {
    const int left = terminal - second;
    if (second != third || left < 0 || left == 1 || left > 3) return {};
    part.pairs += left == 2 ? 1 : 0;
  }
  return part;
}

}  // namespace

HandShape::HandShape(const Counts& hand, std::span<const table::Meld> laid, Tile winning, WinBy how,
                     int wilds, table::TileMask may_be, table::Face white)
    : concealed(hand),
      owned(hand),
      melds(laid),
      tile(winning),
      by(how),
      wild(static_cast<std::uint8_t>(wilds)),
      stand_for(may_be),
      face(white) {
  const int tiles = hand.Size() + wilds;
  sets = static_cast<std::uint8_t>(tiles / 3);
  for (const table::Meld& meld : melds) {
    meld.AddTo(owned);
    if (meld.kind == table::MeldKind::kChi) ++sequence_melds;
    if (table::IsGang(meld.kind)) ++gangs;
    if (meld.kind != table::MeldKind::kAnGang) ++open_melds;
  }
  if (face.Any()) [[unlikely]]
    ReadAs(face);
  kinds = owned.Kinds();
  const bool no_middle = (kinds & kMiddle) == 0, flush = SuitsOf(kinds) == 1;
  std::uint32_t found = 0;
  const auto add = [&found](bool holds, HandFeature feature) { found |= holds ? feature : 0u; };
  add(gangs != 0, kHasGangs);
  add(open_melds == 0, kIsClosed);
  add(no_middle, kHasNoMiddle);
  add((kinds & table::kOrphans) == 0, kHasNoOrphans);
  add(flush, kIsFlush);
  add(flush && owned.group[table::kHonour] == 0, kIsOneSuit);
  add(FindAllTriplets(), kIsAllTriplets);
  add(FindSevenPairs(tiles), kIsSevenPairs);
  add(sets == 0 && !melds.empty(), kIsAllLaid);
  add(no_middle && FindTerminalSets(), kHasTerminalSets);
  features = found;
}

void HandShape::ReadAs(const table::Face& white) {
  concealed = table::ReadAs(white, concealed);
  owned = table::ReadAs(white, owned);
  tile = white.Of(tile);
}

void HandShape::TakeFacts(const HandShape& other) {
  features |= other.features & kOfWin;
  flowers = other.flowers;
  dealt = other.dealt;
  wild_laid = other.wild_laid;
  wild_laid_by_all = other.wild_laid_by_all;
  seat_wind = other.seat_wind;
  round_wind = other.round_wind;
  after_gang = other.after_gang;
}

void HandShape::Read(const ReadingShape& shape) {
  reading = &shape;
  features &= ~kOfReading;
  if (!shape.other) features |= shape.pairs ? kReadAsPairs : kReadAsSets;
  const int triplets = shape.triplet_count();
  if (triplets >= 1) features |= kHasTriplets;
  if (triplets >= 2) features |= kHasTwoTriplets;
  if (triplets >= 3) features |= kHasThreeTriplets;
  if ((shape.triplets & table::kHonours) != 0) features |= kHasHonourTriplets;
  // A body does not keep a hand from being all sequences.
  if (shape.sequence_count < 2 && shape.body == 0) return;
  features |= kHasTwoSequences;
  if (shape.sequence_count >= 3) features |= kHasThreeSequences;
  std::uint32_t equal = 0;
  for (const std::uint32_t word : shape.sequences.group) equal |= word & ~kOnes;
  if (equal != 0) features |= kHasEqualSequences;
}

int HandShape::Gen() const {
  int total = 0;
  for (std::uint32_t word : owned.group) total += FoursIn(word);
  return total;
}

// In seven pairs, each kind held once or three times takes a wildcard; a three then becomes a four.
// The remaining wildcards form pairs. Two of them turn a pair into a four, and four of them make a
// four of any kind.
int HandShape::Quads(bool with_wilds) const {
  int total = 0;
  for (std::uint32_t word : concealed.group) total += FoursIn(word);
  if (!with_wilds || wild == 0) return total;
  int left = wild, pairs = 0;
  ForEach(concealed.Kinds(), [&](Tile kind) {
    const int held = concealed[kind];
    left -= held % 2;
    if (held == 3) ++total;
    if (held <= 2 && (stand_for & MaskOf(kind)) != 0) ++pairs;
  });
  const int more = std::min(std::max(left, 0) / 2, pairs);
  return total + more + (std::max(left, 0) - 2 * more) / 4;
}

bool HandShape::Standard() const {
  if (standard_ == Known::kUnknown) {
    const bool wins =
        wild == 0 ? table::IsWin(concealed, sets) : table::IsWin(concealed, sets, wild, stand_for);
    standard_ = wins ? Known::kYes : Known::kNo;
  }
  return standard_ == Known::kYes;
}

bool HandShape::HardStandard() const {
  if (wild == 0 || wild_tiles.Empty()) return wild == 0 && Standard();
  Counts hand = concealed;
  hand += wild_tiles;
  return table::IsWin(hand, sets);
}

bool HandShape::FindSevenPairs(int tiles) const {
  if (!melds.empty() || tiles != 14) return false;
  if (wild != 0) return table::IsSevenPairs(concealed, table::Pairs::kFourAreTwo, wild, stand_for);
  std::uint32_t odd = 0;
  for (std::uint32_t word : concealed.group) odd |= word & kOnes;
  return odd == 0 && concealed.group[table::kFlower] == 0;
}

bool HandShape::FindAllTriplets() const {
  if (wild != 0 || sequence_melds != 0) return false;
  // Every kind is held three times, except one held twice. A kind held four times leaves a single
  // tile.
  int pairs = 0;
  for (std::uint32_t word : concealed.group) {
    const std::uint32_t one = word & kOnes, two = (word >> 1) & kOnes, four = (word >> 2) & kOnes;
    if (four != 0 || (one & ~two) != 0) return false;
    pairs += std::popcount(two & ~one);
  }
  return pairs == 1;
}

bool HandShape::FindTerminalSets() const {
  if (wild != 0 || concealed.group[table::kHonour] != 0 || concealed.group[table::kFlower] != 0)
    return false;
  for (const table::Meld& meld : melds) {
    const int rank = RankOf(meld.tile);
    if (!table::IsSuited(meld.tile)) return false;
    if (meld.kind == table::MeldKind::kChi ? rank != 0 && rank != 6 : rank != 0 && rank != 8)
      return false;
  }
  int pairs = 0;
  for (int suit = 0; suit < kSuits; ++suit) {
    const TerminalPart part = TerminalsOf(concealed.group[static_cast<std::size_t>(suit)]);
    if (!part.possible) return false;
    pairs += part.pairs;
  }
  return pairs == 1;
}

bool HandShape::OnlyFields(std::uint32_t field_mask) const {
  std::uint32_t others = 0;
  for (int suit = 0; suit < kSuits; ++suit)
    others |= owned.group[static_cast<std::size_t>(suit)] & ~field_mask;
  return others == 0 && owned.group[table::kHonour] == 0;
}

Counts TilesOf(const table::Board& board, const WinCase& win) {
  Counts tiles = board.seats[win.seat].hand;
  if (win.by != WinBy::kSelfDraw) tiles.Add(win.tile);
  return tiles;
}

HandShape ShapeWith(const logic::Wilds* wilds, const Records& records, const table::Board& board,
                    const WinCase& win, const Counts& tiles) {
  const table::SeatBoard& own = board.seats[win.seat];
  const table::TileMask kinds = wilds == nullptr ? 0 : wilds->WildsOf(records);
  Counts natural = tiles, wild_tiles;
  int wild = 0;
  ForEach(kinds, [&](Tile tile) {
    const int held = tiles[tile];
    natural.Remove(tile, held);
    wild_tiles.Add(tile, held);
    wild += held;
  });
  if (wild != 0 && win.by != WinBy::kSelfDraw && (MaskOf(win.tile) & kinds) != 0 &&
      wilds->PlainWhenClaimed()) {
    natural.Add(win.tile);
    wild_tiles.Remove(win.tile);
    --wild;
  }
  HandShape shape(natural, own.Melds(), win.tile, win.by, wild,
                  wild == 0 ? table::kNaturals : wilds->StandFor() | kinds,
                  wilds == nullptr ? table::Face{} : wilds->FaceOf(records));
  shape.features |= own.Is(table::kReady) ? kIsReady : 0u;
  if (win.tile == table::kNoTile && win.seat == board.dealer && board.dealt_extra)
    shape.dealt = shape.face.Of(*board.dealt_extra);
  if (shape.face.Any()) {
    const Tile last = win.tile != table::kNoTile      ? win.tile
                      : shape.dealt != table::kNoTile ? Tile{*board.dealt_extra}
                                                      : table::kNoTile;
    shape.won_wild = last != table::kNoTile && (MaskOf(last) & kinds) != 0;
  }
  if (win.facts == WinCase::Facts::kGiven) {
    shape.features |= kBySelfDraw | kByDiscard | kByRob | kIsReady;
  } else {
    shape.features |= win.by == WinBy::kSelfDraw  ? kBySelfDraw
                      : win.by == WinBy::kDiscard ? kByDiscard
                                                  : kByRob;
  }
  shape.flowers = own.flowers;
  if (own.flowers != 0) shape.features |= kHasFlowers;
  if (wilds == nullptr) return shape;
  shape.wild_tiles = wild_tiles;
  shape.wild_kinds = kinds;
  int laid_by_all = 0;
  for (int seat = 0, seats = board.seat_count; seat < seats; ++seat) {
    const int laid = wilds->Laid(records, static_cast<Seat>(seat));
    if (seat == win.seat) shape.wild_laid = static_cast<std::uint8_t>(laid);
    laid_by_all += laid;
  }
  shape.wild_laid_by_all = static_cast<std::uint8_t>(laid_by_all);
  return shape;
}

bool IsOf(const FanPattern& pattern, const HandShape& shape) {
  return (pattern.Needs() & ~kOfReading & ~shape.features) == 0 && pattern.Count(shape) > 0;
}

void RefuseReadingPattern(Params& params, const FanPattern& pattern, std::string_view about,
                          const SourcePos& where) {
  if (!pattern.NeedsReading()) return;
  params.Fault(
      std::string(about) +
          ": this pattern needs the hand laid out as sets or pairs, which only a fan table "
          "with combine: table_order does, so here it never hits; name a pattern of the "
          "whole hand, such as all_triplets, seven_pairs or one_suit",
      where);
}

}  // namespace mlf::score
