/// \file
/// Discard (出牌): a seat puts a tile into the river. The window asks the others for claims.
///
/// After:     turn.
/// Before:    hu, ming_gang, peng, chi of another seat, else draw of the next seat in the hand.
/// Always:    the tile is the last of the river and in question.
#pragma once

#include <mlf/components/void_suits.h>
#include <mlf/components/win_rule.h>
#include <mlf/nodes/bases.h>

namespace mlf::nodes {

/// Puts `tile` of the hand into the river, and says so.
void DiscardNow(Step& step, const table::TableSlots& table, Tile tile);

class Discard : public PieceNode<1> {
 public:
  static constexpr PartInfo kInfo{"discard",
                                  1,
                                  "出牌",
                                  "discard",
                                  "打出一张手牌，放进牌河",
                                  "puts a tile of the hand into the river"};

  explicit Discard(Params& params);

  logic::Play play() const override { return logic::Play::kDiscard; }
  /// Any tile of the hand in its own turn; a flower only with `flowers`.
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  /// The highest void-suit tile, else the drawn tile, else (after chi or peng, or with a dealt
  /// hand) the highest tile (rules/common.md, timeouts). With `keeps_wilds` a wildcard only if
  /// nothing else may be discarded.
  void Suggest(const Records& records, Seat seat, const Domain& domain,
               Action& action) const override;
  void ProcessAction(Step& step) const override;
  /// The next seat draws, unless a claim changes that.
  void SetStates(Step& step) const override;

 protected:
  /// `never`: what may not be discarded.
  Discard(Params& params, TileMask never);

  table::TableSlots table_;

 private:
  Slot<logic::VoidSuits> void_;
  TileMask never_;
  const logic::Wilds* kept_ = nullptr;  // with keeps_wilds
};

}  // namespace mlf::nodes
