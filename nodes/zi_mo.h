// ZiMo (自摸): a seat wins by its own draw, or with the dealt hand.
//
// Follows:   turn, after a draw.
// Leads to:  what the variant says: the next draw, or the end of the hand.
// Always:    the hand is whole while points move; then, in SetStates, the winning tile is set aside and counts for no later win.
#pragma once

#include <mlf/components/win_rule.h>
#include "nodes/common.h"

namespace mlf::nodes {

class ZiMo final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"zi_mo", 1, "自摸", "zi mo",
                                  "用自己摸到的牌胡",
                                  "wins with the tile the seat has drawn"};

  // `win`: which hands are complete. `dealt_tile`: which tile of a dealt hand is set aside, as none of it was drawn:
  //   most_waits  the one that leaves the most winning tiles unseen by the winner; of equal ones the lowest tile
  //   rightmost   the highest tile
  //   drawn       the tile dealt last, or, when it has been exchanged away, the highest
  explicit ZiMo(Params& params);

  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  Tile WinningTile(const Records& records, Seat seat) const;
  Tile MostWaits(const Records& records, Seat seat) const;

  enum class DealtTile { kMostWaits, kRightmost, kDrawn };
  table::TableSlots table_;
  const logic::WinRule* win_;
  DealtTile dealt_tile_;
};

}  // namespace mlf::nodes
