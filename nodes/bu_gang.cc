// BuGang (补杠, 加杠): a seat names the tile it will add to its peng. The window asks the others
// whether they rob it (抢杠).
//
// After:     turn, after a draw.
// Before:    hu of another seat, else bu_gang_done.
// Always:    the tile stays in the hand. A robbed gang never becomes a meld and never pays.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include "nodes/common.h"

namespace mlf::nodes {

class BuGang final : public PieceNode<1> {
 public:
  static constexpr PartInfo kInfo{"bu_gang",
                                  1,
                                  "补杠",
                                  "bu gang",
                                  "报出要加到自己碰上的第四张；牌还在手里，问询窗可让别家抢",
                                  "names the fourth tile for a peng of the seat; it is still in "
                                  "hand, and the window may let others rob it"};

  explicit BuGang(Params& params);

  logic::Play play() const override { return logic::Play::kAddedGang; }
  // Own pengs whose fourth tile is in the hand.
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  // Keeps `drawn`: until the gang is paid, it matters whether the added tile was the one just
  // drawn.
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
};

namespace {
constexpr EventType kBuGang{"bu_gang", "{seat} 补杠 {pieces}", "{seat} adds {pieces} to its peng"};
constexpr Reason kNoPengToAdd{"no_peng_to_add_to", "没有可以补杠的碰", "no peng of a tile in hand"};
}  // namespace

BuGang::BuGang(Params& params) : table_(params) {
  params.NeedsOwnTurn();
  params.Needs(logic::kBuGangLaid);
  params.Brings(logic::kBuGangNamed);
  params.Brings(logic::kTileInQuestion);
  params.Brings(logic::kGangInQuestion);
  params.Ends(logic::kDiscardInQuestion);
}

void BuGang::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const SeatBoard& own = board.seats[seat];
  TileMask tiles = 0;
  for (const Meld& meld : own.Melds()) {
    if (meld.kind == MeldKind::kPeng && own.hand[meld.tile] > 0) tiles |= MaskOf(meld.tile);
  }
  if (tiles == 0) return sink.Because(kNoPengToAdd);
  sink.OneOf(tiles);
}

void BuGang::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  table::FocusAddedGang(board, step.seat, step.action.pieces[0]);
  step.Emit(kBuGang, step.seat).With(board->FocusPiece());
}

void BuGang::SetStates(Step& step) const {
  table::SetMayActOnDraw(table_.moves(step.records), false);
}

void RegisterBuGang(Registry& r) { r.Add<BuGang>(); }

}  // namespace mlf::nodes
