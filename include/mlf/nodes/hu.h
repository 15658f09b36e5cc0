/// \file
/// Hu: a win on another seat's tile. An own node that derives from it overrides Offers together
/// with MayOffer, ProcessAction or AfterSetStates.
#pragma once

#include <mlf/components/win_node.h>
#include <mlf/nodes/bases.h>

namespace mlf::nodes {

/// Hu (胡): a seat wins on the tile in question: a discard (点炮), or a tile being added to a peng
/// (抢杠).
///
/// After:     discard, bu_gang or set_aside of another seat.
/// Before:    the next draw or the end of the hand, as the variant defines.
/// Always:    until the last winner's AfterSetStates the tile stays in question and out of the
///            winner's hand, so settlement judges hand plus tile. Several winners on one tile are
///            one win event. A tile set aside stays where it lies.
class Hu : public PlayerNode, public logic::WinNode {
 public:
  static constexpr PartInfo kInfo{"hu",
                                  1,
                                  "胡",
                                  "hu",
                                  "胡别人打出的牌，或抢别人补杠的牌",
                                  "wins on the tile just discarded, or robs the tile of a bu_gang"};

  /// `win`: which hands are complete. `robbed_tile`: lost = the tile moves from the robbed hand to
  /// the river. kept = it stays, and the robbed seat is to move; it discards if an edge leads to
  /// its turn.
  explicit Hu(Params& params);

  bool Wins(logic::WinBy by) const override { return by != logic::WinBy::kSelfDraw; }

  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  SeatMask MayOffer(const Records& records, SeatMask seats) const override;
  void ProcessAction(Step& step) const override;
  void AfterSetStates(Step& step) const override;

 protected:
  table::TableSlots table_;
  const logic::WinRule* win_;

 private:
  enum class RobbedTile { kLost, kKept };
  RobbedTile robbed_tile_;
};

}  // namespace mlf::nodes
