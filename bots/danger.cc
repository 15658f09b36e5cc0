#include "bots/danger.h"
#include <mlf/table/find_slot.h>
#include "components/logic/missed_win.h"

#include <algorithm>
#include <array>

namespace mlf::bots {

namespace {

// Chances that a declared hand waits on a tile of rank 1..5 (mirrored), by how many of the two
// tiles three ranks away have passed it: none; one of two; all (筋). They are those of many hands
// of strong players, rounded.
constexpr std::array<double, 5> kNoSuji = {0.06, 0.075, 0.085, 0.125, 0.125};
constexpr std::array<double, 5> kHalfSuji = {0.06, 0.075, 0.085, 0.075, 0.075};
constexpr std::array<double, 5> kSuji = {0.03, 0.045, 0.055, 0.025, 0.025};
// Honours, by the copies that are seen.
constexpr std::array<double, 5> kHonours = {0.06, 0.05, 0.02, 0.002, 0};

}  // namespace

Danger::Danger(const Flow& flow) : ready_(table::FindSlot<logic::ReadyState>(flow)) {
  for (const Node& node : flow.nodes()) {
    for (const RoleUse<Condition>& condition : node.conditions) {
      const auto* bar = dynamic_cast<const logic::DiscardBar*>(condition.part);
      own_discards_bar_ = own_discards_bar_ || (bar != nullptr && bar->OwnDiscardsBar());
    }
  }
}

SeatMask Danger::Declared(const SeenTable& t) {
  SeatMask threats = 0;
  for (Seat seat = 0; seat < t.board.seat_count; ++seat) {
    if (seat != t.seat && t.board.InHand(seat) && t.board.seats[seat].Is(table::kReady))
      threats |= MaskOf(seat);
  }
  return threats;
}

Danger::Passed Danger::PassedOf(const SeenTable& t, Seat threat) const {
  Passed passed;
  const int declared_at = ready_ ? (*ready_)(t.records).at[threat] : 0;
  int own = 0;
  for (int i = 0; i < t.board.river_count; ++i) {
    const table::Discard& discard = t.board.river[static_cast<std::size_t>(i)];
    if (discard.seat() == threat) {
      ++own;
      passed.own |= MaskOf(discard.tile);
    } else if (declared_at > 0 && own >= declared_at && !discard.won()) {
      passed.since |= MaskOf(discard.tile);
    }
  }
  return passed;
}

double Danger::Of(const SeenTable& t, const Passed& passed, Tile tile) const {
  const TileMask safe = passed.since | (own_discards_bar_ ? passed.own : 0);
  if ((safe & MaskOf(tile)) != 0) return 0;
  const int seen = std::min(4, table::SeenCopies(t.board, t.seat, tile));
  if (!table::IsSuited(tile)) return kHonours[static_cast<std::size_t>(seen)];
  const int rank = RankOf(tile);
  // The open sequences that wait on the tile reach to the tiles three ranks away.
  int reach = 0, passed_reach = 0, walled = 0;
  for (const int d : {-3, 3}) {
    if (rank + d < 0 || rank + d >= kGroupSize) continue;
    ++reach;
    if ((safe & MaskOf(static_cast<Tile>(tile + d))) != 0) {
      ++passed_reach;
      continue;
    }
    // Without a copy of a tile between, no such sequence is possible (壁).
    for (const int step : {d / 3, 2 * d / 3}) {
      if (table::SeenCopies(t.board, t.seat, static_cast<Tile>(tile + step)) < 4) continue;
      ++walled;
      break;
    }
  }
  const auto from_end = static_cast<std::size_t>(std::min(rank, kGroupSize - 1 - rank));
  const int closed = passed_reach + walled;
  double risk = closed == reach ? kSuji[from_end]
                : closed == 0   ? kNoSuji[from_end]
                                : kHalfSuji[from_end];
  // Pairs and triplets cannot wait for a tile that is gone.
  if (closed == reach && seen >= 3) risk *= 0.4;
  return risk;
}

double Danger::Of(const SeenTable& t, SeatMask threats, Tile tile) const {
  double safe = 1;
  ForEachSeat(threats,
              [&](Seat threat) { safe *= 1 - Of(t, PassedOf(t, threat), table::KindOf(tile)); });
  return 1 - safe;
}

}  // namespace mlf::bots
