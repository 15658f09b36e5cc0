#include <mlf/play/seen_view.h>
#include "play/view_facts.h"

#include <algorithm>

namespace mlf::play {

using table::Board;
using table::Meld;

namespace {

// What a person without a seat at the table has.
const table::SeatBoard kNobody{};
const Board kNoTable{};

const Board& BoardIn(const ViewFacts& facts, const Records& seen) {
  return facts.board ? (*facts.board)(seen) : kNoTable;
}

}  // namespace

SeenView::SeenView(const Flow& flow) : facts_(std::make_shared<const ViewFacts>(flow)) {}

const Flow& SeenView::flow() const { return facts().flow; }

const table::SeatBoard& SeenView::Of(Seat seat) const {
  const bool is_seat = seat >= 0 && seat < seats() && seat < table::kMaxPlayers;
  return is_seat ? BoardIn(facts(), seen()).seats[seat] : kNobody;
}

SeatChoices SeenView::choices() const {
  return offers().empty() ? SeatChoices{} : facts().choosing.Of(seen(), all(), seat());
}

std::vector<Move> SeenView::moves() const {
  return offers().empty() ? std::vector<Move>{} : facts().choosing.Moves(seen(), all(), seat());
}

Counts SeenView::hand() const { return Of(seat()).hand; }

std::vector<Tile> SeenView::pieces() const { return Of(seat()).HandPieces(); }

Tile SeenView::drawn() const {
  const table::SeatBoard& own = Of(seat());
  return own.drawn == table::kNoTile ? table::kNoTile : own.DrawnPiece();
}

std::vector<RiverTile> SeenView::River(Seat seat) const {
  const Board& board = BoardIn(facts(), seen());
  const std::optional<int> declared = facts().RiichiAt(seen(), seat);
  std::vector<RiverTile> river;
  for (int i = 0; i < board.river_count; ++i) {
    const table::Discard& one = board.river[static_cast<std::size_t>(i)];
    if (one.seat() != seat || one.robbed()) continue;
    const bool riichi = declared == static_cast<int>(river.size());
    river.push_back({one.Piece(), one.drawn(), one.claimed(), riichi});
  }
  return river;
}

std::vector<Meld> SeenView::Melds(Seat seat) const {
  const auto melds = Of(seat).Melds();
  return {melds.begin(), melds.end()};
}

bool SeenView::Riichi(Seat seat) const { return Of(seat).Is(table::kReady); }

std::vector<Tile> SeenView::indicators() const { return facts().IndicatorsOf(seen()); }

int SeenView::Points(Seat seat) const {
  const bool over = facts().match && ViewFacts::HandOver((*facts().match)(seen()), seen().flow());
  return facts().Points(seen(), seat, over);
}

int SeenView::round() const { return facts().Round(seen()); }

int SeenView::extra_round() const { return facts().ExtraRound(seen()); }

int SeenView::deposit() const { return facts().Deposit(seen()); }

bool SeenView::all_last() const { return facts().AllLast(seen()); }

Seat SeenView::dealer() const { return facts().board ? (*facts().board)(seen()).dealer : kNoSeat; }

Tile SeenView::SeatWind(Seat seat) const {
  const bool has_one = facts().seat_winds != nullptr && seat >= 0 && seat < seats();
  return has_one ? facts().seat_winds->Of(seen(), seat) : table::kNoTile;
}

Tile SeenView::round_wind() const {
  return facts().round_wind == nullptr ? table::kNoTile : facts().round_wind->Of(seen());
}

int SeenView::tiles_left() const {
  const table::Wall& wall = BoardIn(facts(), seen()).wall;
  return std::max(0, wall.Left() - wall.keep);
}

FocusTile SeenView::focus() const {
  const Board& board = BoardIn(facts(), seen());
  if (board.turn.focus != table::Focus::kNone) return {board.FocusPiece(), board.turn.focus_seat};
  if (board.river_count == 0) return {};
  const table::Discard& last = board.river[static_cast<std::size_t>(board.river_count - 1)];
  return {last.Piece(), last.seat()};
}

const std::string& SeenView::popup(Lang) const {
  static const std::string kNone;
  return kNone;
}

// ---- a table of this process ----

void SeatView::Look(const Records& records, const Response& response, Seat seat) {
  Look(records, response.choices, seat);
  if (seat >= 0 && seat < kMaxSeats) fallback_ = &response.defaults[static_cast<std::size_t>(seat)];
}

void SeatView::Look(const Records& records, const Choices& choices, Seat seat) {
  records_ = &records;
  choices_ = &choices;
  fallback_ = nullptr;
  seat_ = seat;
  filled_ = false;
}

Action SeatView::fallback() const {
  return fallback_ != nullptr ? *fallback_ : flow().Default(*records_, seat_);
}

const Records& SeatView::seen() const {
  if (!filled_) facts().sight.Fill(*records_, seat_, seen_);
  filled_ = true;
  return seen_;
}

int SeatView::HandSize(Seat seat) const { return facts().sight.HandSize(*records_, seat); }

}  // namespace mlf::play
