#include <mlf/table/find_slot.h>
#include <mlf/table/sight.h>

namespace mlf::table {

Sight::Sight(const Flow& flow)
    : seats_(flow.seats()), size_(flow.layout().size()), board_(FindSlot<Board>(flow)) {
  for (const auto& part : flow.parts()) {
    if (const auto* hidden = dynamic_cast<const HiddenState*>(part.get()))
      hidden_.push_back(hidden);
  }
}

int Sight::HandSize(const Records& records, Seat seat) const {
  return board_ && seat >= 0 && seat < seats_ ? (*board_)(records).seats[seat].hand.Size() : 0;
}

void Sight::Fill(const Records& records, Seat seat, Records& seen) const {
  std::memcpy(seen.bytes.data(), records.bytes.data(), static_cast<std::size_t>(size_));
  FlowState& state = seen.flow();
  state.match_seed = 0;
  state.streams = {};
  WindowState& window = state.window;
  const SeatMask own = seat >= 0 && seat < kMaxSeats ? MaskOf(seat) : SeatMask{0};
  window.asked &= own;
  window.answered &= own;
  window.active &= own;
  for (int other = 0; other < kMaxSeats; ++other) {
    if (other == seat) continue;
    window.offered[static_cast<std::size_t>(other)] = 0;
    window.answers[static_cast<std::size_t>(other)] = {};
  }
  if (board_) {
    Board& board = (*board_)(seen);
    board.wall.tiles = {};
    board.removed = {};
    for (Seat other = 0; other < seats_ && other < kMaxPlayers; ++other) {
      if (other == seat) continue;
      SeatBoard& hidden = board.seats[other];
      if (hidden.ShownTo(seat)) continue;
      hidden.hand = {};
      hidden.drawn = kNoTile;
      hidden.red = hidden.red_aside = 0;
      for (Meld& meld : hidden.melds) {
        if (!meld.Hidden()) continue;
        meld.tile = kNoTile;
        meld.marks = 0;
      }
    }
  }
  for (const HiddenState* part : hidden_) part->HideFrom(seen, seat);
}

}  // namespace mlf::table
