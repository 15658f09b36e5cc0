// AnGang (暗杠): a seat lays four equal tiles of its hand face down.
//
// After:     turn, after a draw.
// Before:    draw of the same seat, from the tail.
// Always:    the others see that there is a concealed gang, but by default not its tile
//            (rules/common.md#hidden).
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include "nodes/common.h"

namespace mlf::nodes {

class AnGang final : public PieceNode<4> {
 public:
  static constexpr PartInfo kInfo{"an_gang",
                                  1,
                                  "暗杠",
                                  "an gang",
                                  "把手里四张同样的牌放成暗杠，接着该补牌",
                                  "lays down four equal tiles of the hand; a replacement is due"};

  // `shown`: the tile of the gang is public.
  explicit AnGang(Params& params);

  logic::Play play() const override { return logic::Play::kGang; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  void ProcessAction(Step& step) const override;
  void SetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  bool shown_;
};

namespace {
constexpr EventType kAnGang{"an_gang", "{seat} 暗杠 {pieces}", "{seat} an gang {pieces}"};
constexpr Reason kNoFour{"no_four", "手里没有四张同样的牌", "no four equal tiles in hand"};
}  // namespace

AnGang::AnGang(Params& params)
    : table_(params),
      shown_(params.Bool("shown", false,
                         {"各家都看得到是什么牌", "all may see its tile", /*added=*/true})) {
  params.NeedsOwnTurn();
  params.BringsIn(logic::kGangLaid, Hook::kProcessAction, Hook::kAfterSetStates);
  params.Brings(logic::kAnGangLaid);
  params.Brings(logic::kReplacement);
}

void AnGang::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const TileMask fours = board.seats[seat].hand.AtLeast(4) & ~table::kFlowers;
  if (fours == 0) return sink.Because(kNoFour);
  sink.OneOf(fours);
}

void AnGang::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile tile = step.action.pieces[0];
  table::LayGang(board, step.seat, MeldKind::kAnGang, tile, shown_);
  Event& event = step.Emit(kAnGang, step.seat).With(tile);
  if (!shown_)
    event.ShownTo(static_cast<SeatMask>(MaskOf(step.seat) | board->seats[step.seat].shown_to));
}

void AnGang::SetStates(Step& step) const {
  table::DueReplacement(table_.moves(step.records), step.seat, MeldKind::kAnGang, step.seat);
}

void RegisterAnGang(Registry& r) { r.Add<AnGang>(); }

}  // namespace mlf::nodes
