#include "bots/efficient.h"

#include <utility>

namespace mlf::bots {

// The discard that leaves the most live winning tiles; of equal ones that with the fewest
// companions.
bool EfficientBot::Declare(const play::TableView& view, const SeenTable& t, const Offer& offer,
                           Action& answer) const {
  std::pair<int, int> best{0, 0};
  ForEach(offer.domain.mask, [&](Tile tile) {
    Counts rest = t.own.hand;
    rest.Remove(table::KindOf(tile));
    const int live = outlook().LiveWins(t, rest, true);
    const std::pair<int, int> merit{live, -Companions(t.own.hand, table::KindOf(tile))};
    if (live == 0 || (best.first > 0 && merit <= best)) return;
    best = merit;
    answer = {.node = offer.node, .seat = view.seat(), .count = 1, .ask = view.nonce()};
    answer.pieces[0] = tile;
  });
  return best.first > 0;
}

// A gang off a discard would open the hand.
bool EfficientBot::Gang(const play::TableView& view, const SeenTable& t, const Offer& offer,
                        Action& answer) const {
  return t.board.turn.focus == table::Focus::kNone && GreedyBot::Gang(view, t, offer, answer);
}

}  // namespace mlf::bots
