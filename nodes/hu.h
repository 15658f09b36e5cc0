// Hu (胡): a seat wins on the tile in question: a discard (点炮), or a tile being added to a peng (抢杠).
//
// Follows:   discard or bu_gang of another seat.
// Leads to:  what the variant says: the next draw, or the end of the hand.
// Always:    the tile stays in question, and out of the winner's hand, until the last winner's AfterSetStates, so that settlement judges
//            hand plus tile. Several winners on one tile count as one win event.
#pragma once

#include <mlf/components/win_rule.h>
#include "nodes/common.h"

namespace mlf::nodes {

class Hu final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"hu", 1, "胡", "hu",
                                  "胡别人打出的牌，或抢别人补杠的牌",
                                  "wins on the tile just discarded, or robs the tile of a bu_gang"};

  // `win`: which hands are complete. `robbed_tile`: lost = the tile leaves the robbed hand for the river; kept = it stays in the hand,
  // and the robbed seat is the one to move (it has to discard, if an edge leads to its turn).
  explicit Hu(Params& params);

  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  SeatMask MayOffer(const Records& records, SeatMask seats) const override;
  void ProcessAction(Step& step) const override;
  void AfterSetStates(Step& step) const override;

 private:
  enum class RobbedTile { kLost, kKept };

  bool Completes(const Records& records, const Board& board, Seat seat) const;

  table::TableSlots table_;
  const logic::WinRule* win_;
  RobbedTile robbed_tile_;
};

}  // namespace mlf::nodes
