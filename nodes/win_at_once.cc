// WinAtOnce (抢金, 三金倒): a seat wins outside its own turn, on the tile turned up or with the
// hand it was dealt. It counts as a self-draw.
//
// After:     a window that asks about the tile turned up, or about the dealt hands.
// Before:    the end of the hand.
// Always:    no tile is in question any more. With `on: turned` the tile turned up is the drawn
//            tile of the seat. A seat that holds a tile to discard gives the tile that leaves the
//            greatest value; it lies turned up instead.
#include <mlf/components/judge.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/turned.h>

#include <mlf/components/turned_kind.h>
#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class WinAtOnce final : public PlayerNode, public logic::WinNode {
 public:
  static constexpr PartInfo kInfo{
      "win_at_once",
      1,
      "当即胡",
      "win at once",
      "不在自己的轮次里胡：胡翻开的那张（抢金），或起手的牌；按自摸算",
      "wins outside the own turn: on the tile turned up, or with the dealt hand; it counts as a "
      "self-draw"};

  explicit WinAtOnce(Params& params);

  bool Wins(logic::WinBy by) const override { return by == logic::WinBy::kSelfDraw; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  enum class On : std::uint8_t { kTurned, kDealt };
  bool Complete(const Records& records, const Board& board, Seat seat, table::Maybe<Tile> given,
                Tile turned) const;
  static bool Gives(const Board& board, Seat seat) { return board.seats[seat].HandSize() % 3 == 2; }
  // The tile that the seat gives for the one turned up. kNoTile: none leaves a complete hand.
  Tile BestGiven(const Records& records, Seat seat) const;

  table::TableSlots table_;
  Slot<logic::TurnedKind> turned_;
  const logic::WinRule* win_;
  const score::Judge* judge_;
  On on_;
};

namespace {
const EventType kTakesTurned{"take_turned", "{seat} 拿翻开的 {pieces}",
                             "{seat} takes {pieces}, which lies turned up"};
const EventType kTurnedGiven{"give_turned", "{seat} 换出 {pieces}",
                             "{seat} gives {pieces} for the tile turned up"};
const EventType kWonAtOnce{"zi_mo", "{seat} 当即胡 {pieces}", "{seat} wins at once {pieces}",
                           /*names_seats=*/false, /*other_words=*/true};
}  // namespace

WinAtOnce::WinAtOnce(Params& params)
    : table_(params),
      turned_(params.Slot<logic::TurnedKind>()),
      win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
      judge_(params.Part<score::Judge>("judge", {"算番", "what a hand is worth"})),
      on_(params.Enum("on", On::kTurned, {"turned", "dealt"},
                      {"胡翻开的那张，或起手的牌", "the tile turned up, or the dealt hand"})) {
  if (on_ == On::kTurned) {
    params.Needs(logic::kLastTurned);
    params.Brings(logic::kTurnedTaken);
  }
  params.Brings(logic::kWin);
  params.Brings(logic::kWinBySelfDraw);
  params.BringsIn(logic::kWinningTile, Hook::kBeforeProcessAction, Hook::kBeforeSetStates);
  NoTileInQuestionAfter(params);
}

bool WinAtOnce::Complete(const Records& records, const Board& board, Seat seat,
                         table::Maybe<Tile> given, Tile turned) const {
  const SeatBoard& own = board.seats[seat];
  Counts hand = own.hand;
  if (given) hand.Remove(*given);
  hand.Add(turned);
  return win_->Complete(records, seat, hand, own.meld_count, logic::WinBy::kSelfDraw);
}

void WinAtOnce::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!board.InHand(seat)) return sink.Because(kNotComplete);
  if (on_ == On::kDealt) {
    if (!win_->CanWinByDraw(records, seat)) return sink.Because(kNotComplete);
    return sink.Nothing();
  }
  if (!board.turned) return sink.Because(kNotComplete);
  bool any = false;
  if (!Gives(board, seat)) {
    any = Complete(records, board, seat, {}, *board.turned);
  } else {
    ForEach(board.seats[seat].hand.Kinds(),
            [&](Tile tile) { any = any || Complete(records, board, seat, tile, *board.turned); });
  }
  if (!any) return sink.Because(kNotComplete);
  sink.Nothing();
}

Tile WinAtOnce::BestGiven(const Records& records, Seat seat) const {
  const Board& board = table_.board(records);
  Tile best = table::kNoTile;
  std::int32_t most = -1;
  ForEach(board.seats[seat].hand.Kinds(), [&](Tile tile) {
    if (!Complete(records, board, seat, tile, *board.turned)) return;
    Records tried = records;
    table::TakeTurned(table_.moves(tried), seat, tile);
    turned_(tried).taken_by = seat;
    score::Verdict verdict;
    judge_->Evaluate(tried, score::CaseOf(table_.board(tried), seat), verdict);
    if (verdict.value > most) most = verdict.value, best = tile;
  });
  return best;
}

void WinAtOnce::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::ClearFocus(board);
  step.SetActor(step.seat);
  if (on_ == On::kTurned) {
    table::Maybe<Tile> given;
    if (Gives(*board, step.seat)) given = BestGiven(step.records, step.seat);
    if (given) step.Emit(kTurnedGiven, step.seat).With(*given);
    step.Emit(kTakesTurned, step.seat).With(*board->turned);
    table::TakeTurned(board, step.seat, given);
    turned_(step.records).taken_by = step.seat;
  }
  const Tile drawn = board->seats[step.seat].drawn;
  const Tile tile =
      drawn != table::kNoTile ? drawn : table::HighestTile(board->seats[step.seat].hand);
  table::CountWinEvent(board);
  table::NoteWin(board, step.seat, tile);
  step.Emit(kWonAtOnce, step.seat).With(tile);
}

void WinAtOnce::SetStates(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const SeatBoard& own = board->seats[step.seat];
  table::SetWinAside(board, step.seat,
                     own.drawn != table::kNoTile ? own.drawn : table::HighestTile(own.hand));
}

void RegisterWinAtOnce(Registry& r) { r.Add<WinAtOnce>(); }

}  // namespace mlf::nodes
