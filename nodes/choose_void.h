// ChooseVoid (定缺): a seat names the suit it will be rid of.
//
// Follows:   deal or exchange_done, in a window that asks all seats and decides when all have answered.
// Leads to:  turn of the dealer, who holds a tile more.
// Always:    choices show only when all have chosen, as hooks run only then.
#pragma once

#include <mlf/components/void_suits.h>
#include "nodes/common.h"

namespace mlf::nodes {

class ChooseVoid final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"choose_void", 1, "定缺", "choose void suit",
                                  "定缺：选一门自己不要的花色",
                                  "names the suit that the seat will not win with"};

  explicit ChooseVoid(Params& params);

  // The value is a Suit, written m, p or s.
  Domain::Kind payload() const override { return Domain::kValue; }
  std::string_view ValueName(std::int32_t value) const override;
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  // The shortest suit; of equally short ones 万, then 条, then 筒 (rules/xueliu.md#void).
  void Suggest(const Records& records, Seat seat, const Domain& domain, Action& action) const override;
  void ProcessAction(Step& step) const override;
  // After the last seat: the dealer is to move, with the dealt hand untouched.
  void AfterSetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::VoidSuits> void_;
};

}  // namespace mlf::nodes
