#include <mlf/flow/window.h>

#include <algorithm>

namespace mlf {
namespace {

constexpr int kNoRank = 255;

// Distance in turn order from the actor: 1 = the next seat. The actor itself is last.
int TurnDistance(Seat seat, Seat actor, int seats) {
  return (seat - actor + seats - 1) % seats + 1;
}

// The strongest rank that `seat` can still answer with.
int BestOpenRank(const Window& window, std::uint32_t offered) {
  int best = kNoRank;
  for (; offered != 0; offered &= offered - 1) {
    const Edge& answer = window.answers[std::countr_zero(offered)];
    if (!answer.pass) best = std::min<int>(best, answer.rank);
  }
  return best;
}

}  // namespace

Decision DecideAmong(const Window& window, const WindowState& state, Seat actor, int seats) {
  const SeatMask open = state.asked & static_cast<SeatMask>(~state.answered);
  int best = kNoRank;
  ForEachSeat(state.answered, [&](Seat seat) {
    const Edge& answer = window.answers[state.answers[seat].edge];
    if (!answer.pass) best = std::min<int>(best, answer.rank);
  });
  if (open != 0 && (window.wait_for_all || best == kNoRank)) return {};
  if (best == kNoRank) return {.decided = true};

  SeatMask claimants = 0;
  Seat nearest = kNoSeat;
  ForEachSeat(state.answered, [&](Seat seat) {
    const Edge& answer = window.answers[state.answers[seat].edge];
    if (answer.pass || answer.rank != best) return;
    claimants |= MaskOf(seat);
    if (nearest == kNoSeat ||
        TurnDistance(seat, actor, seats) < TurnDistance(nearest, actor, seats))
      nearest = seat;
  });
  const std::uint8_t answer = state.answers[nearest].edge;
  const WinnersRule& rule = window.answers[answer].winners;

  const int count = std::popcount(claimants);
  bool beaten = false, nearer = false;
  int joiners = 0;
  ForEachSeat(open, [&](Seat seat) {
    const int rank = BestOpenRank(window, state.offered[seat]);
    if (rank < best) beaten = true;
    if (rank != best) return;
    ++joiners;
    if (TurnDistance(seat, actor, seats) < TurnDistance(nearest, actor, seats)) nearer = true;
  });
  if (beaten) return {};
  if (joiners > 0) {
    // Wait for joiners only if they can change the outcome. They cannot if the rule stays `nearest`
    // and none is nearer, or if it is an abort already and stays one.
    const auto always = [&](Winners how) {
      for (int n = std::max(count, 2); n <= count + joiners; ++n) {
        if (rule.by_count[n] != how) return false;
      }
      return true;
    };
    const bool settled =
        always(Winners::kNearest) ? !nearer : count >= 2 && always(Winners::kAbort);
    if (!settled) return {};
  }

  const Winners how = count < 2 ? Winners::kAll : rule.by_count[count];
  switch (how) {
    case Winners::kNearest: return {.decided = true, .winners = MaskOf(nearest), .answer = answer};
    case Winners::kAbort:
      return {.decided = true, .abort_to = window.answers[answer].abort_to, .answer = answer};
    case Winners::kAll:
    case Winners::kUnset: break;
  }
  return {.decided = true, .winners = claimants, .answer = answer};
}

}  // namespace mlf
