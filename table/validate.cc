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
                "the kind of a meld is valid", owner);
  check.Require(meld.tile < 34, "a meld is of a tile that can be melded", owner);
  check.Require(check.IsSeat(meld.from), "a meld comes from a seat", owner);
  if (meld.kind == MeldKind::kChi) {
    const bool chi =
        meld.Taken() <= 2 && meld.At(2) < 34 &&
        ChiOf({meld.At(0), meld.At(1), meld.At(2)}, meld.TakenTile(), meld.from).kind == meld.kind;
    check.Require(chi, "a chi is three tiles in a row, or different winds or dragons", owner);
  } else {
    check.Require(meld.Taken() == 0 && meld.Gap() == 0, "only a chi records which tile was taken",
                  owner);
  }
  if (meld.kind == MeldKind::kAnGang)
    check.Require(meld.from == owner, "a concealed gang is its owner's", owner);
}

void CheckSeat(const Validation& check, const SeatBoard& own, Seat seat) {
  check.Require(AreTiles(own.hand), "a hand holds tiles", seat);
  check.Require(AreTiles(own.set_aside), "a seat sets tiles aside", seat);
  check.Require((own.won_kinds & ~kAllKinds) == 0, "a seat has won on tiles", seat);
  check.Require(own.meld_count <= kMaxMelds, "a seat has at most five melds", seat);
  for (const Meld& meld : own.Melds()) CheckMeld(check, meld, seat);
  check.RequireZero(std::span(own.melds).subspan(own.meld_count),
                    "the unused melds of a seat are zero");
  check.Require(own.hand.Size() + 3 * own.meld_count <= kMostInHand, "a hand has at most 17 tiles",
                seat);
  check.Require(own.drawn == kNoTile || (IsTile(own.drawn) && own.hand[own.drawn] > 0),
                "the drawn tile is in the hand", seat);
  for (const Tile red : kRedFives)
    check.Require(own.RedsOf(KindOf(red)) <= own.hand[KindOf(red)],
                  "the red fives of a hand are in it", seat);
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
  check.Require(std::ranges::all_of(std::span(tiles).first(size),
                                    [](Tile tile) { return IsTile(tile) || IsRed(tile); }),
                "a wall is made of tiles");
  check.RequireZero(std::span(tiles).subspan(size), "the unused places of the wall are zero");
}

void Turn::Check(const Validation& check) const {
  check.Require(check.IsSeat(drawer), "the drawer is a seat");
  check.Require(from_tail <= 1 && may_act_on_draw <= 1, "from_tail and may_act_on_draw are 0 or 1");
  check.Require(focus <= Focus::kAddedGang, "a discard or an added tile is in question, or none");
  check.Require(focus != Focus::kNone || (focus_tile == kNoTile && focus_seat == kNoSeat),
                "no tile is in question");
  check.Require(gang <= MeldKind::kLaiGang && discard_gang <= MeldKind::kLaiGang,
                "a replacement follows a gang");
  check.Require(gang_from == kNoSeat || check.IsSeat(gang_from), "a gang comes from a seat");
  check.Require(gang == MeldKind::kNone || gang_from != kNoSeat,
                "a gang that was laid has a source");
  check.Require(gang != MeldKind::kChaoTian || from_tail == 0, "a chao_tian has no replacement");
}

void Board::Check(const Validation& check) const {
  const NodeIndex at = check.records.flow().node;
  wall.Check(check);
  if (seat_count == 0) {
    // Before the match starts there may be a given wall, but nothing else.
    check.Require(at == kNoNode || at == check.flow.entry(),
                  "a running game has a table with seats");
    Board laid = *this;
    laid.wall = {};
    check.RequireZero(std::span(&laid, 1), "the board is empty before the first hand");
    return;
  }
  check.Require(seat_count == check.flow.seats(), "the table has the seats of the variant");
  for (Seat seat = 0; seat < check.flow.seats(); ++seat) CheckSeat(check, seats[seat], seat);
  check.RequireSeatsOnly(seats, "the seats beyond the variant's are empty");

  check.Require(river_count <= kMaxTiles, "the river has at most 144 tiles");
  for (int i = 0; i < river_count; ++i) {
    const Discard& discard = river[static_cast<std::size_t>(i)];
    check.Require(IsTile(discard.tile) && check.IsSeat(discard.seat()) &&
                      (!discard.red() || RedOf(discard.tile) != discard.tile),
                  "the river holds tiles that seats have discarded", i);
  }
  check.RequireZero(std::span(river).subspan(river_count),
                    "the unused places of the river are zero");

  check.Require(check.IsSeat(dealer), "the dealer is a seat");
  turn.Check(check);
  switch (turn.focus) {
    case Focus::kDiscard: {
      check.Require(river_count > 0, "the tile in question lies in the river");
      const Discard& last = river[static_cast<std::size_t>(river_count - 1)];
      check.Require(last.tile == turn.focus_tile && last.seat() == turn.focus_seat,
                    "the tile in question is the last discard");
      break;
    }
    case Focus::kAddedGang:
      check.Require(check.IsSeat(turn.focus_seat) && turn.focus_tile < 34 &&
                        seats[turn.focus_seat].Owns(turn.focus_tile) +
                                seats[turn.focus_seat].set_aside[turn.focus_tile] >
                            0,
                    "the tile that may be robbed is its seat's");
      break;
    case Focus::kNone: break;
  }
  check.Require(next_dealer == kNoSeat || check.IsSeat(next_dealer), "the next dealer is a seat");
  check.Require(!dealt_extra || IsTile(*dealt_extra), "the extra tile of the dealer is a tile");
  check.Require(!turned || *turned < 34, "the indicator is a suited tile or an honour");
  check.Require(drew_nothing <= 1, "drew_nothing is 0 or 1");
  check.RequireZero(reserved, "the unused bytes of the board are zero");
  check.Require(AreTiles(removed), "the pieces out of play are tiles");
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
  check.Require(!given_direction || *given_direction < check.flow.seats() - 1,
                "a direction leads to another seat");
  check.Require(given_wall <= 1 && over <= 1, "given_wall and over are 0 or 1");
  check.Require(!given_dealer || check.IsSeat(*given_dealer), "the given dealer is a seat");
}

void Ledger::Check(const Validation& check) const {
  check.Require(count <= kCapacity, "the ledger has at most 72 entries");
  const unsigned all = ((1u << check.flow.people()) - 1) | MaskOf(kPot);
  const std::size_t reasons = check.flow.Numbers(kLedgerReasons).size();
  PerParty<std::int64_t> booked{};
  for (int i = 0; i < count; ++i) {
    const LedgerEntry& entry = entries[static_cast<std::size_t>(i)];
    check.Require((entry.payee & 0x10) == 0 && (all >> entry.party() & 1) != 0,
                  "points go to a party of the table", i);
    check.Require(entry.payers != 0 && (entry.payers & ~all) == 0 &&
                      (entry.payers & MaskOf(static_cast<Seat>(entry.party()))) == 0,
                  "points come from other parties of the table", i);
    const std::int64_t total = std::int64_t{entry.each} * std::popcount(entry.payers);
    check.Require(entry.each > 0 && IsPoints(total),
                  "an entry moves points, at most a thousand million", i);
    check.Require(entry.reason < reasons, "the variant knows the reason of an entry", i);
    check.Require(!entry.refers || *entry.refers < i, "an entry refers to an earlier one", i);
    booked[entry.party()] += total;
    ForEachSeat(entry.payers, [&](Seat payer) { booked[payer] -= entry.each; });
  }
  check.RequireZero(std::span(entries).subspan(count), "the unused entries of the ledger are zero");
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
