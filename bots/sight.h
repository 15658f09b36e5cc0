// Sight: the records as one seat may know them. The copy lacks hidden tiles, the offers and answers
// of other seats, and the seed, so a reader of the copy cannot use them.
#pragma once

#include <mlf/components/hidden_indicator.h>
#include <mlf/components/persons.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include "components/logic/missed_win.h"
#include "nodes/exchange_three.h"

#include <array>

namespace mlf::bots {

class Sight {
 public:
  explicit Sight(const Flow& flow);

  // Copies `records` into `seen` without hidden data: hands of others that are not shown to `seat`,
  // tiles of their concealed gangs, the wall, a hidden indicator that `seat` does not know, open
  // answers, tiles put aside for an exchange, missed wins and the seed. The size of the wall stays.
  void Fill(const Records& records, Seat seat, Records& seen) const;
  // Tiles in the hand of `seat`. Fill empties the hands of others.
  int HandSize(const Records& records, Seat seat) const {
    return board_ ? (*board_)(records).seats[seat].hand.Size() : 0;
  }

 private:
  int seats_;
  int size_;
  std::optional<Slot<table::Board>> board_;
  std::optional<Slot<nodes::ExchangeState>> exchange_;
  std::optional<Slot<logic::MissedWins>> missed_;
  std::optional<Slot<logic::Horses>> horses_;
  std::optional<Slot<logic::HiddenIndicator>> indicator_;
  const logic::HiddenIndicatorRule* indicator_rule_;
};

}  // namespace mlf::bots
