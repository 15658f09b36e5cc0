// Ting (听, 报听): a seat declares ready with a discard that leaves its hand waiting; the discard is made at once, and the window asks the others
// about it as it does about any discard.
//
// Follows:   turn.
// Leads to:  as discard.
// Always:    the hand of the seat changes no more. It was 天听 when the seat could not have declared earlier: in its first turn, before any meld,
//            and, but for the dealer, with the tile just drawn (rules/erren.md#tian-ting; a parameter takes any tile).
#pragma once

#include <mlf/components/ready_rule.h>
#include <mlf/components/win_rule.h>
#include "nodes/discard.h"

namespace mlf::nodes {

class Ting final : public Discard {
 public:
  static constexpr PartInfo kInfo{"ting", 1, "听", "ting",
                                  "打出一张牌并报听",
                                  "discards a tile and declares ready"};

  explicit Ting(Params& params);

  // The tiles without which the hand waits on something. Once in a turn: a pass lets it go.
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  // The discard that leaves the most kinds to wait on.
  void Suggest(const Records& records, Seat seat, const Domain& domain, Action& action) const override;
  void ProcessAction(Step& step) const override;

 private:
  TileMask WaitsWithout(const Records& records, Seat seat, Tile tile) const;

  table::TableSlots table_;
  Slot<logic::ReadyState> state_;
  const logic::WinRule* win_;
  const logic::ReadyRule* ready_;
  bool heavenly_needs_drawn_;
};

}  // namespace mlf::nodes
