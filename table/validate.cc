// Conditions of board, match and ledger at rest. nodes/shuffle.cc, which builds the wall, checks
// that no tile is missing.
#include <mlf/flow/validate.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>

#include <bit>
#include <cstdint>

namespace mlf::table {

namespace {

constexpr int kMostInHand = 17;  // sixteen and the drawn tile
// The sum of two such numbers does not overflow.
constexpr std::int32_t kMostPoints = 1'000'000'000;

bool IsPoints(std::int64_t points) { return points >= -kMostPoints && points <= kMostPoints; }

void CheckMeld(const Validation& check, const Meld& meld, Seat owner) {
  check.Require(meld.kind >= MeldKind::kChi && meld.kind <= MeldKind::kChaoTian,
                "a meld is of a kind there is", owner);
  check.Require(meld.tile < 34, "a meld is of a tile that can be melded", owner);
  check.Require(check.IsSeat(meld.from), "a meld comes from a seat", owner);
  if (meld.kind == MeldKind::kChi) {
    check.Require(IsSuited(meld.tile) && RankOf(meld.tile) <= 6 && meld.taken <= 2,
                  "a chi is three tiles in a row", owner);
  } else {
    check.Require(meld.taken == 0, "only of a chi a certain tile is taken", owner);
  }
  if (meld.kind == MeldKind::kAnGang)
    check.Require(meld.from == owner, "a concealed gang is its owner's", owner);
}

void CheckSeat(const Validation& check, const SeatBoard& own, Seat seat) {
  check.Require(AreTiles(own.hand), "a hand holds tiles", seat);
  check.Require(AreTiles(own.set_aside), "what lies set aside are tiles", seat);
  check.Require((own.won_kinds & ~kAllKinds) == 0, "a seat has won on tiles", seat);
  check.Require(own.meld_count <= kMaxMelds, "a seat has at most five melds", seat);
  for (const Meld& meld : own.Melds()) CheckMeld(check, meld, seat);
  check.RequireZero(std::span(own.melds).subspan(own.meld_count),
                    "there is nothing behind the last meld");
  check.Require(own.hand.Size() + 3 * own.meld_count <= kMostInHand, "a hand has at most 17 tiles",
                seat);
  check.Require(own.drawn == kNoTile || (IsTile(own.drawn) && own.hand[own.drawn] > 0),
                "the drawn tile is in the hand", seat);
  check.Require(own.flags <= (kHasWon | kLeft | kLocked | kReady), "a seat has no unknown flag",
                seat);
  check.Require((own.shown_to & ~check.Seats()) == 0, "a hand is shown to seats", seat);
  check.RequireZero(own.reserved, "the unused bytes of a seat are zero");
}

}  // namespace

bool AreTiles(const Counts& tiles) {
  return std::ranges::all_of(tiles.group, [](std::uint32_t word) { return word >> 27 == 0; }) &&
         (tiles.Kinds() & ~kAllKinds) == 0;
}

void Wall::Check(const Validation& check) const {
  check.Require(size <= kMaxTiles, "a wall has at most 144 tiles");
  check.Require(head <= tail && tail <= size, "what is left of the wall lies within it");
  check.Require(keep <= kMaxTiles, "the wall keeps back at most what it holds");
  check.Require(std::ranges::all_of(std::span(tiles).first(size), IsTile),
                "a wall is made of tiles");
  check.RequireZero(std::span(tiles).subspan(size), "there is nothing behind the wall");
}

void Board::Check(const Validation& check) const {
  const NodeIndex at = check.records.flow().node;
  wall.Check(check);
  if (seat_count == 0) {
    // Before the match starts there may be a given wall, but nothing else.
    check.Require(at == kNoNode || at == check.flow.entry(),
                  "a game that is running has its table laid");
    Board laid = *this;
    laid.wall = {};
    check.RequireZero(std::span(&laid, 1), "a table that is not laid is empty");
    return;
  }
  check.Require(seat_count == check.flow.seats(), "the table has the seats of the variant");
  for (Seat seat = 0; seat < check.flow.seats(); ++seat) CheckSeat(check, seats[seat], seat);
  check.RequireSeatsOnly(seats, "a seat that there is not has nothing");

  check.Require(river_count <= kMaxTiles, "the river has at most 144 tiles");
  for (int i = 0; i < river_count; ++i) {
    const Discard& discard = river[static_cast<std::size_t>(i)];
    check.Require(IsTile(discard.tile) && check.IsSeat(discard.seat()) && discard.mark < 128,
                  "the river is tiles that seats have discarded", i);
  }
  check.RequireZero(std::span(river).subspan(river_count), "there is nothing behind the river");

  check.Require(check.IsSeat(dealer) && check.IsSeat(drawer), "dealer and drawer are seats");
  check.Require(from_tail <= 1 && fresh <= 1 && drew_nothing <= 1,
                "from_tail, fresh and drew_nothing are 0 or 1");
  switch (focus) {
    case Focus::kNone:
      check.Require(focus_tile == kNoTile && focus_seat == kNoSeat, "no tile is in question");
      break;
    case Focus::kDiscard: {
      check.Require(river_count > 0, "the tile in question lies in the river");
      const Discard& last = river[static_cast<std::size_t>(river_count - 1)];
      check.Require(last.tile == focus_tile && last.seat() == focus_seat,
                    "the tile in question is the last discard");
      break;
    }
    case Focus::kAddedGang:
      check.Require(
          check.IsSeat(focus_seat) && focus_tile < 34 && seats[focus_seat].Owns(focus_tile) > 0,
          "the tile that may be robbed is its seat's");
      break;
    default: check.Require(false, "a discard or an added tile is in question, or none");
  }
  check.Require(turn_gang <= MeldKind::kLaiGang && discard_gang <= MeldKind::kLaiGang,
                "a replacement is that of a gang");
  check.Require(turn_gang_from == kNoSeat || check.IsSeat(turn_gang_from),
                "a gang comes from a seat");
  check.Require(turn_gang == MeldKind::kNone || turn_gang_from != kNoSeat,
                "a gang that was laid has a source");
  check.Require(next_dealer == kNoSeat || check.IsSeat(next_dealer), "the next dealer is a seat");
  check.Require(dealt_extra == 0 || IsTile(static_cast<Tile>(dealt_extra - 1)),
                "the tile dealt last is a tile");
  check.Require(turned <= 34, "the indicator is a tile that is no flower");
  check.RequireZero(reserved, "the unused bytes of the board are zero");
  check.Require(AreTiles(removed), "what is out of play are tiles");
}

void Match::Check(const Validation& check) const {
  for (std::size_t party = 0; party < score.size(); ++party)
    check.Require(IsPoints(score[party]), "a score is at most a thousand million",
                  static_cast<int>(party));
  check.Require(dealer == kNoSeat || check.IsSeat(dealer), "the dealer is a seat");
  check.Require(next_dealer == kNoSeat || check.IsSeat(next_dealer), "the next dealer is a seat");
  check.Require(given_dice[0] <= 6 && given_dice[1] <= 6 && dice[0] <= 6 && dice[1] <= 6,
                "a die shows 1 to 6");
  check.Require((dice[0] == 0) == (dice[1] == 0), "two dice are thrown");
  check.Require(given_direction < check.flow.seats(), "a direction leads to another seat");
  check.Require(given_wall <= 1 && over <= 1, "given_wall and over are 0 or 1");
  check.Require(given_dealer <= check.flow.seats(), "a dealer that is given is a seat");
}

void Ledger::Check(const Validation& check) const {
  check.Require(count <= kCapacity, "the ledger has at most 72 entries");
  const int parties = check.flow.people();
  const unsigned all = (1u << parties) - 1;
  const std::size_t reasons = check.flow.Numbers(kLedgerReasons).size();
  PerParty<std::int64_t> booked{};
  for (int i = 0; i < count; ++i) {
    const LedgerEntry& entry = entries[static_cast<std::size_t>(i)];
    check.Require((entry.payee & 0x10) == 0 && entry.party() < parties,
                  "points go to a party of the table", i);
    check.Require(entry.payers != 0 && (entry.payers & ~all) == 0 &&
                      (entry.payers & MaskOf(static_cast<Seat>(entry.party()))) == 0,
                  "points come from other parties of the table", i);
    const std::int64_t total = std::int64_t{entry.each} * std::popcount(entry.payers);
    check.Require(entry.each > 0 && IsPoints(total),
                  "an entry moves points, at most a thousand million", i);
    check.Require(entry.reason < reasons, "an entry has a reason that the variant knows", i);
    check.Require(entry.refers <= i, "an entry refers to an earlier one", i);
    booked[entry.party()] += total;
    ForEachSeat(entry.payers, [&](Seat payer) { booked[payer] -= entry.each; });
  }
  check.RequireZero(std::span(entries).subspan(count), "there is nothing behind the last entry");
  check.RequireZero(reserved, "the unused bytes of the ledger are zero");
  std::int64_t sum = 0;
  for (std::size_t party = 0; party < points.size(); ++party) {
    sum += points[party];
    check.Require(IsPoints(points[party]), "a party has at most a thousand million points",
                  static_cast<int>(party));
    check.Require(folded != 0 || booked[party] == points[party],
                  "the points of a party are what its entries say", static_cast<int>(party));
  }
  check.Require(sum == 0, "the points of a hand sum to zero");
}

}  // namespace mlf::table
