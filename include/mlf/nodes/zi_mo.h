/// \file
/// ZiMo: a win by self-draw. An own node that derives from it overrides Offers, ProcessAction or
/// SetStates.
#pragma once

#include <mlf/components/win_node.h>
#include <mlf/nodes/bases.h>

namespace mlf::nodes {

/// ZiMo (自摸): a seat wins by self-draw, or with the dealt hand.
///
/// After:     turn, after a draw.
/// Before:    the next draw or the end of the hand, as the variant defines.
/// Always:    the hand is complete during settlement. SetStates then sets the winning tile aside,
/// so
///            that it counts for no later win.
class ZiMo : public PlayerNode, public logic::WinNode {
 public:
  static constexpr PartInfo kInfo{
      "zi_mo", 1, "自摸", "zi mo", "用自己摸到的牌胡", "wins with the tile the seat has drawn"};

  /// `win`: which hands are complete. `dealt_tile`: the tile of a winning dealt hand that is set
  /// aside, since none was drawn:
  ///   most_waits  the one that leaves the most winning tiles unseen by the winner, or the lowest
  ///               of equal ones
  ///   rightmost   the highest tile
  ///   drawn       the tile dealt last or, if it was exchanged away, the highest
  explicit ZiMo(Params& params);

  bool Wins(logic::WinBy by) const override { return by == logic::WinBy::kSelfDraw; }

  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 protected:
  Tile WinningTile(const Records& records, Seat seat) const;

  table::TableSlots table_;
  const logic::WinRule* win_;

 private:
  Tile MostWaits(const Records& records, Seat seat) const;

  enum class DealtTile { kMostWaits, kRightmost, kDrawn };
  DealtTile dealt_tile_;
};

}  // namespace mlf::nodes
