// The contract of the node is in mlf/nodes/hu.h.
#include <mlf/components/topics.h>
#include <mlf/components/win_node.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/hu.h>
#include <mlf/table/set_aside.h>

namespace mlf::nodes {

namespace {
const EventType kHu{"hu", "{seat} 胡 {pieces}（{other}）",
                    "{seat} wins on {pieces} (from {other})"};
const EventType kRob{"rob", "{seat} 抢杠胡 {pieces}（{other}）",
                     "{seat} robs {pieces} (from {other})"};
constexpr Reason kNoTileToWinOn{"no_tile_to_win_on", "没有可以胡的牌", "no tile to win on"};
}  // namespace

Hu::Hu(Params& params)
    : table_(params),
      win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
      robbed_tile_(params.Enum<RobbedTile>(
          "robbed_tile", RobbedTile::kLost, {"lost", "kept"},
          {"被抢的牌：失去或收回手中", "the robbed tile: lost, or taken back into the hand"})) {
  params.NeedsHere(logic::kTileInQuestion);
  params.Brings(logic::kWin);
  params.BringsIn(logic::kWinningTile, Hook::kBeforeProcessAction, Hook::kSetStates);
  params.BringsGiven(logic::kWinOnDiscard, logic::kDiscardInQuestion);
  params.BringsGiven(logic::kWinByRobbing, logic::kGangInQuestion);
  if (robbed_tile_ == RobbedTile::kKept)
    params.BringsGiven(logic::kRobbedTileKept, logic::kGangInQuestion);
  NoTileInQuestionAfter(params);
}

namespace {
// A tile set aside is won on like a discard.
bool Robs(const Board& board) {
  return board.turn.focus == Focus::kAddedGang && !table::AsksSetAside(board);
}

logic::WinBy WinByFocus(const Board& board) {
  return Robs(board) ? logic::WinBy::kRob : logic::WinBy::kDiscard;
}

// Another seat's tile is in question.
bool MayWinOn(const Board& board, Seat seat) {
  return board.turn.focus != Focus::kNone && board.turn.focus_seat != seat && board.InHand(seat);
}
}  // namespace

void Hu::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!MayWinOn(board, seat)) return sink.Because(kNoTileToWinOn);
  if (!win_->CanWin(records, seat, board.turn.focus_tile, WinByFocus(board)))
    return sink.Because(kNotComplete);
  sink.Nothing();
}

SeatMask Hu::MayOffer(const Records& records, SeatMask seats) const {
  const Board& board = table_.board(records);
  if (board.turn.focus == Focus::kNone) return 0;
  SeatMask may = 0;
  const logic::WinBy by = WinByFocus(board);
  const Tile tile = board.turn.focus_tile;
  const SeatMask others = seats & static_cast<SeatMask>(~MaskOf(board.turn.focus_seat));
  ForEachSeat(others, [&](Seat seat) {
    if (board.InHand(seat) && win_->CanWin(records, seat, tile, by)) may |= MaskOf(seat);
  });
  return may;
}

void Hu::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const bool rob = Robs(*board);
  if (board->turn.focus == Focus::kDiscard) {
    table::MarkFocusWon(board);
  } else if (rob && step.first() && robbed_tile_ == RobbedTile::kLost) {
    table::RobFocus(board);
  }
  if (step.first()) table::CountWinEvent(board);
  table::NoteWin(board, step.seat, board->turn.focus_tile);
  step.Emit(rob ? kRob : kHu, step.seat).With(board->turn.focus_tile).other =
      board->turn.focus_seat;
}

void Hu::AfterSetStates(Step& step) const {
  if (!step.last()) return;
  const table::Moves board = table_.moves(step.records);
  if (board->turn.focus == Focus::kAddedGang && robbed_tile_ == RobbedTile::kKept)
    step.SetActor(board->turn.focus_seat);
  table::ClearFocus(board);
}

void RegisterHu(Registry& r) { r.Add<Hu>(); }

}  // namespace mlf::nodes
