// The contract of the node is in mlf/nodes/zi_mo.h.
#include <mlf/components/topics.h>
#include <mlf/components/win_node.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/zi_mo.h>

namespace mlf::nodes {

namespace {
const EventType kZiMo{"zi_mo", "{seat} 自摸 {pieces}", "{seat} wins by its own draw {pieces}"};
}  // namespace

ZiMo::ZiMo(Params& params)
    : table_(params),
      win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
      dealt_tile_(params.Enum<DealtTile>(
          "dealt_tile", DealtTile::kMostWaits, {"most_waits", "rightmost", "drawn"},
          {"起手即胡时放到一边的牌", "the tile set aside when the dealt hand wins"})) {
  params.NeedsOwnTurn();
  params.Brings(logic::kWin);
  params.Brings(logic::kWinBySelfDraw);
  params.BringsIn(logic::kWinningTile, Hook::kBeforeProcessAction, Hook::kBeforeSetStates);
}

void ZiMo::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  if (!OwnTurn(records, table_.board(records), seat)) return sink.Because(kNotYourTurn);
  if (!win_->CanWinByDraw(records, seat)) return sink.Because(kNotComplete);
  sink.Nothing();
}

// Example: 11123456789996m is complete. Without the 6m it waits for nine kinds, more than without
// any other tile, so the 6m is set aside.
Tile ZiMo::MostWaits(const Records& records, Seat seat) const {
  const Board& board = table_.board(records);
  const SeatBoard& own = board.seats[seat];
  Tile best = table::kNoTile;
  int most = -1;
  ForEach(own.hand.Kinds(), [&](Tile tile) {
    Counts rest = own.hand;
    rest.Remove(tile);
    int unseen = 0;
    ForEach(win_->Waits(records, seat, rest, own.meld_count), [&](Tile wait) {
      const int seen = table::SeenCopies(board, seat, wait);
      if (seen < 4) unseen += 4 - seen;
    });
    if (unseen > most) {
      most = unseen;
      best = tile;
    }
  });
  return best;
}

Tile ZiMo::WinningTile(const Records& records, Seat seat) const {
  const SeatBoard& own = table_.board(records).seats[seat];
  if (own.drawn != table::kNoTile) return own.drawn;
  if (dealt_tile_ == DealtTile::kMostWaits) return MostWaits(records, seat);
  // The tile dealt last counts as drawn here, unless it was exchanged away.
  const table::Maybe<Tile> extra = table_.board(records).dealt_extra;
  if (dealt_tile_ == DealtTile::kDrawn && extra && own.hand[*extra] > 0) return *extra;
  return table::HighestTile(own.hand);
}

void ZiMo::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile tile = WinningTile(step.records, step.seat);
  table::CountWinEvent(board);
  table::NoteWin(board, step.seat, tile);
  step.Emit(kZiMo, step.seat).With(tile);
}

void ZiMo::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile tile = WinningTile(step.records, step.seat);
  table::SetWinAside(board, step.seat, tile);
}

void RegisterZiMo(Registry& r) { r.Add<ZiMo>(); }

}  // namespace mlf::nodes
