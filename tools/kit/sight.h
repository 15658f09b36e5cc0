// Sight: the records as one seat may know them. What lies face down elsewhere, what others are
// asked and have answered, and the seed are gone, so that whoever works on the copy cannot look at
// them.
#pragma once

#include <mlf/components/persons.h>
#include <mlf/table/board.h>
#include <mlf/table/find_slot.h>
#include "components/logic/missed_win.h"
#include "nodes/exchange_three.h"

#include <array>

namespace mlf::tools {

class Sight {
 public:
  explicit Sight(const Flow& flow);

  // Copies `records` into `seen` without what `seat` may not know: other hands (their sizes stay)
  // but those shown to it, the faces of others' concealed gangs, the wall (its size stays), open
  // answers, tiles put aside for an exchange, missed wins, and the seed.
  void Fill(const Records& records, Seat seat, Records& seen) const;
  // Tiles in the hand of `seat`, which Fill has emptied.
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
};

}  // namespace mlf::tools
