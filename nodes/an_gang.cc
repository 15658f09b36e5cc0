// The contract of the node is in mlf/nodes/gangs.h.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/gangs.h>

namespace mlf::nodes {

namespace {
const EventType kAnGang{"an_gang", "{seat} 暗杠 {pieces}", "{seat} an gang {pieces}"};
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
