#include "bots/sight.h"

namespace mlf::bots {

Sight::Sight(const Flow& flow)
    : seats_(flow.seats()),
      size_(flow.layout().size()),
      board_(table::FindSlot<table::Board>(flow)),
      exchange_(table::FindSlot<nodes::ExchangeState>(flow)),
      missed_(table::FindSlot<logic::MissedWins>(flow)),
      horses_(table::FindSlot<logic::Horses>(flow)),
      indicator_(table::FindSlot<logic::HiddenIndicator>(flow)),
      indicator_rule_(flow.Shared<logic::HiddenIndicatorRule>("hidden_indicator")) {}

void Sight::Fill(const Records& records, Seat seat, Records& seen) const {
  std::memcpy(seen.bytes.data(), records.bytes.data(), static_cast<std::size_t>(size_));
  FlowState& state = seen.flow();
  state.match_seed = 0;
  state.streams = {};
  WindowState& window = state.window;
  const SeatMask own = MaskOf(seat);
  window.asked &= own;
  window.answered &= own;
  window.active &= own;
  for (int other = 0; other < kMaxSeats; ++other) {
    if (other == seat) continue;
    window.offered[static_cast<std::size_t>(other)] = 0;
    window.answers[static_cast<std::size_t>(other)] = {};
  }
  if (board_) {
    table::Board& board = (*board_)(seen);
    board.wall.tiles = {};
    board.removed = {};
    for (Seat other = 0; other < seats_ && other < table::kMaxPlayers; ++other) {
      if (other == seat) continue;
      table::SeatBoard& hidden = board.seats[other];
      if (hidden.ShownTo(seat)) continue;
      hidden.hand = {};
      hidden.drawn = table::kNoTile;
      hidden.red = hidden.red_aside = 0;
      for (table::Meld& meld : hidden.melds) {
        if (!meld.Hidden()) continue;
        meld.tile = table::kNoTile;
        meld.marks = 0;
      }
    }
  }
  if (indicator_ && indicator_rule_ != nullptr) {
    logic::HiddenIndicator& indicator = (*indicator_)(seen);
    indicator.asks &= own;
    if (!indicator_rule_->Knows(records, seat)) indicator.kind = {};
  }
  for (int party = 0; horses_ && party < table::kMaxParties; ++party) {
    if (party != seat) (*horses_)(seen).tile[party] = {};
  }
  for (Seat other = 0; other < seats_ && other < table::kMaxPlayers; ++other) {
    if (other == seat) continue;
    if (exchange_) (*exchange_)(seen).tiles[other] = {};
    if (missed_) {
      (*missed_)(seen).tiles[other] = 0;
      (*missed_)(seen).fan[other] = 0;
    }
  }
}

}  // namespace mlf::bots
