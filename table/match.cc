// The verbs of the match: what lasts from hand to hand.
#include <mlf/table/board.h>
#include <mlf/table/give_wall.h>
#include "table/move_access.h"

#include <algorithm>
#include <utility>

namespace mlf::table {

namespace {

Match& Open(MatchMoves moves) { return MoveAccess::Of(moves); }

}  // namespace

void BeginMatch(MatchMoves moves, int seats, std::int32_t stake) {
  Match& match = Open(moves);
  for (int seat = 0; seat < seats; ++seat) EnterMatch(moves, seat, stake);
  match.dealer = kNoSeat;
  match.next_dealer = kNoSeat;
}

void EnterMatch(MatchMoves moves, int party, std::int32_t points) {
  Match& match = Open(moves);
  MLF_CHECK(match.hands_done == 0, "a party enters before the first hand");
  match.score[party] = points;
}

void MoveScores(MatchMoves moves, const PerParty<std::int8_t>& from) {
  Match& match = Open(moves);
  const PerParty<std::int32_t> before = match.score;
  unsigned named = 0;
  for (int party = 0; party < kMaxParties; ++party) {
    MLF_CHECK(from[party] >= 0 && from[party] < kMaxParties, "a score moves between parties");
    named |= 1u << from[party];
    match.score[party] = before[from[party]];
  }
  MLF_CHECK(named == (1u << kMaxParties) - 1, "every score goes to one party");
}

void NameDealer(MatchMoves moves, Seat dealer) {
  Match& match = Open(moves);
  const bool keeps = match.hands_done > 0 && dealer == match.dealer;
  if (!keeps) match.dealer_runs = 0;
  if (keeps && match.dealer_runs < 255) ++match.dealer_runs;
  match.dealer = dealer;
  match.next_dealer = kNoSeat;
}

void SetNextDealer(MatchMoves moves, Seat seat) { Open(moves).next_dealer = seat; }

void EndHand(MatchMoves moves, const PerParty<std::int32_t>& points, bool last) {
  Match& match = Open(moves);
  ++match.hands_done;
  if (last) match.over = 1;
  for (int party = 0; party < kMaxParties; ++party) match.score[party] += points[party];
}

void EndMatch(MatchMoves moves) { Open(moves).over = 1; }

void SetPot(MatchMoves moves, std::int32_t points) { Open(moves).score[kPot] = points; }

void MoveScore(MatchMoves moves, int from, int to, std::int32_t points) {
  Match& match = Open(moves);
  match.score[from] -= points;
  match.score[to] += points;
}

std::array<std::uint8_t, 2> ThrowDice(MatchMoves moves, Stream& random) {
  Match& match = Open(moves);
  std::array<std::uint8_t, 2> dice;
  for (std::size_t i = 0; i < dice.size(); ++i) {
    std::uint8_t& given = match.given_dice[i];
    dice[i] = given != 0 ? given : static_cast<std::uint8_t>(1 + random.Below(6));
    MLF_CHECK(dice[i] >= 1 && dice[i] <= 6, "a die shows 1 to 6");
    given = 0;
  }
  return dice;
}

void NoteDice(MatchMoves moves, const std::array<std::uint8_t, 2>& dice) {
  std::ranges::copy(dice, Open(moves).dice);
}

Maybe<Seat> TakeGivenDealer(MatchMoves moves) {
  return std::exchange(Open(moves).given_dealer, Maybe<Seat>{});
}

Maybe<std::uint8_t> TakeGivenDirection(MatchMoves moves) {
  return std::exchange(Open(moves).given_direction, Maybe<std::uint8_t>{});
}

void GiveWall(Moves board, MatchMoves moves, std::span<const Tile> tiles) {
  BuildWall(board, tiles);
  Open(moves).given_wall = 1;
}

bool TakeGivenWall(MatchMoves moves) {
  return std::exchange(Open(moves).given_wall, std::uint8_t{0}) != 0;
}

}  // namespace mlf::table
