/// \file
/// Places (名次): the order of the seats by points. Ties go by turn order from a seat, which is the
/// first dealer of the match.
#pragma once

#include <mlf/table/board.h>

namespace mlf::logic {

/// The place of each seat, 0 = first. `first_dealer` wins ties, then the seats after it.
inline table::PerSeat<std::uint8_t> PlacesOf(const table::Match& match, int seats,
                                             Seat first_dealer) {
  table::PerSeat<std::uint8_t> places{};
  const auto turn = [&](int seat) { return (seat - first_dealer + seats) % seats; };
  for (int a = 0; a < seats; ++a) {
    for (int b = 0; b < seats; ++b) {
      const bool before =
          match.score[b] != match.score[a] ? match.score[b] > match.score[a] : turn(b) < turn(a);
      places[a] = static_cast<std::uint8_t>(places[a] + (a != b && before ? 1 : 0));
    }
  }
  return places;
}

/// The first dealer of the match, from the dealer of a round.
inline Seat FirstDealer(Seat dealer, int round, int seats) {
  return static_cast<Seat>(((dealer - round) % seats + seats) % seats);
}

}  // namespace mlf::logic
