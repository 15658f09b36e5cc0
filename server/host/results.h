// Results: what hands and matches are for the persons who played them. A match stores them as it
// ends, and `mlf-server rebuild-results` counts them again from the journals.
#pragma once

#include "server/host/player.h"
#include "server/journal/journal.h"

#include <mlf/flow/flow.h>

#include <cstdint>
#include <span>
#include <vector>

namespace mlf::server {

// Wins and deal-ins of a hand by place, from its events.
class WinTally {
 public:
  void Add(std::span<const Event> events);
  bool Won(std::size_t place) const { return Has(won_, place); }
  bool DealtIn(std::size_t place) const { return Has(dealt_in_, place); }

 private:
  static bool Has(SeatMask seats, std::size_t place) { return (seats >> place & 1) != 0; }

  SeatMask won_ = 0, dealt_in_ = 0;
};

// The number of hands of the match that have ended.
std::uint32_t HandsDone(const Flow& flow, const Records& records);
// The points of the hand so far, by place. The records may have places for more parties than there
// are players.
std::vector<std::int64_t> HandPoints(const Flow& flow, const Records& records, std::size_t places);

// The points of the match. In the middle of a hand they include that hand's points so far.
std::vector<std::int64_t> MatchScores(const Flow& flow, const Records& records, std::size_t places);

// Of the persons; robots have no results.
std::vector<HandResult> HandResults(const std::vector<Player>& players, const WinTally& tally,
                                    const std::vector<std::int64_t>& points);
// The same of the match, from `end.over`: what they have won or lost, without the stake that the
// rules give to every seat. Where `over` has no scores every place is 0.
void AddResults(const Flow& flow, const std::vector<Player>& players, MatchEnd& end);

}  // namespace mlf::server
