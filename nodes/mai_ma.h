// MaiMa (买马): a person without a seat looks at a tile near the end of the wall, whose number says which seat it bets on.
//
// Follows:   turn_laizi, in a window that asks the bystanders.
// Leads to:  the dealer's turn.
// Always:    only the bettor sees the tile. It stays in the wall, or leaves the game, as the variant says.
#pragma once

#include <mlf/components/persons.h>
#include "nodes/common.h"

namespace mlf::nodes {

class MaiMa final : public PlayerNode, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"mai_ma", 1, "买马", "mai ma",
                                  "买马：没有座位的人看一张牌，牌上的数字定他跟哪一家同输赢",
                                  "a person without a seat looks at a tile; its number names the seat this person wins and loses with"};

  // `persons`: how many take part. `tile_stays`: on = the tile stays in the wall; each bettor looks at one further from the end.
  explicit MaiMa(Params& params);

  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;

  // The tiles by bettor, each to the bettor alone: `mai_ma: {4: 7p}`.
  std::string_view StateKey() const override { return "mai_ma"; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat, const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Horses> horses_;
  const logic::PersonRule* persons_;
  bool tile_stays_;
  int seats_;
};

}  // namespace mlf::nodes
