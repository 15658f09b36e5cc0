/// \file
/// MingGang, AnGang, BuGang: four equal tiles. An own node that derives from one overrides Offers
/// (who may lay it), ProcessAction or SetStates.
#pragma once

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

/// MingGang (明杠, 点杠): a seat takes the last discard and adds three equal tiles of its hand.
///
/// After:     discard by another seat.
/// Before:    draw of the same seat, from the tail.
/// Always:    the discard stays in question during settlement, which needs its seat.
class MingGang : public ClaimNode<3> {
 public:
  static constexpr PartInfo kInfo{
      "ming_gang",
      1,
      "明杠",
      "ming gang",
      "拿刚打出的牌，与手里三张同样的牌亮成杠，接着该补牌",
      "takes the tile just discarded and lays it down with three equal ones; a replacement is due"};

  explicit MingGang(Params& params);

  logic::Play play() const override { return logic::Play::kGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;
};

/// AnGang (暗杠): a seat lays four equal tiles of its hand face down.
///
/// After:     turn, after a draw.
/// Before:    draw of the same seat, from the tail.
/// Always:    the others see that there is a concealed gang, but by default not its tile
///            (rules/common.md, hidden).
class AnGang : public PieceNode<4> {
 public:
  static constexpr PartInfo kInfo{"an_gang",
                                  1,
                                  "暗杠",
                                  "an gang",
                                  "把手里四张同样的牌放成暗杠，接着该补牌",
                                  "lays down four equal tiles of the hand; a replacement is due"};

  /// `shown`: the tile of the gang is public.
  explicit AnGang(Params& params);

  logic::Play play() const override { return logic::Play::kGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 protected:
  table::TableSlots table_;

 private:
  bool shown_;
};

/// BuGang (补杠, 加杠): a seat names the tile it will add to its peng. The window asks the others
/// whether they rob it (抢杠).
///
/// After:     turn, after a draw.
/// Before:    hu of another seat, else bu_gang_done.
/// Always:    the tile stays in the hand. A robbed gang never becomes a meld and never pays.
class BuGang : public PieceNode<1> {
 public:
  static constexpr PartInfo kInfo{"bu_gang",
                                  1,
                                  "补杠",
                                  "bu gang",
                                  "报出要加到自己碰上的第四张；牌还在手里，问询窗可让别家抢",
                                  "names the fourth tile for a peng of the seat; it is still in "
                                  "hand, and the window may let others rob it"};

  explicit BuGang(Params& params);

  logic::Play play() const override { return logic::Play::kAddedGang; }
  /// Own pengs whose fourth tile is in the hand.
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  /// Keeps `drawn`: until the gang is paid, it matters whether the added tile was the one just
  /// drawn.
  void SetStates(Step& step) const override;

 protected:
  table::TableSlots table_;
};

}  // namespace mlf::nodes
