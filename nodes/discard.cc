#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/discard.h>

#include <bit>

namespace mlf::nodes {

namespace {
// The value is 1 if the tile was just drawn (摸切), else 0.
const EventType kDiscarded{"discard", "{seat} 打 {pieces}", "{seat} discards {pieces}"};
constexpr Reason kNothingToDiscard{"nothing_to_discard", "没有可以打的牌", "no tile to discard"};

Tile Highest(TileMask mask) { return static_cast<Tile>(63 - std::countl_zero(mask)); }
}  // namespace

Discard::Discard(Params& params)
    : Discard(params, params.Bool("flowers", false,
                                  {"花牌也可以打出", "flowers may be discarded too",
                                   /*added=*/true})
                          ? TileMask{0}
                          : table::kFlowers) {
  if (params.Bool("keeps_wilds", false,
                  {"到时替打不打赖子，除非只能打赖子",
                   "the default discard is no wildcard unless no other tile may be discarded",
                   /*added=*/true}))
    kept_ = params.Part<logic::Wilds>("wilds", {"赖子", "which tiles are wild"});
}

Discard::Discard(Params& params, TileMask never)
    : table_(params), void_(params.Slot<logic::VoidSuits>()), never_(never) {
  params.NeedsOwnTurn();
  params.Brings(logic::kDiscarding);
  params.Brings(logic::kTileInQuestion);
  params.Brings(logic::kDiscardInQuestion);
  params.Ends(logic::kGangInQuestion);
}

void Discard::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const TileMask pieces = board.seats[seat].Pieces() & ~never_;
  if (pieces == 0) return sink.Because(kNothingToDiscard);
  sink.OneOf(pieces);
}

namespace {

inline void SuggestAmong(const SeatBoard& hand, TileMask mask, TileMask void_suit, Action& action) {
  const TileMask unwanted = mask & void_suit;
  action.count = 1;
  if (unwanted != 0) {
    action.pieces[0] = Highest(unwanted);
  } else if (hand.drawn != table::kNoTile && (mask & MaskOf(hand.DrawnPiece())) != 0) {
    action.pieces[0] = hand.DrawnPiece();
  } else {
    const TileMask plain = mask & ~table::kReds;
    action.pieces[0] = Highest(plain != 0 ? plain : mask);
  }
}

// Apart, because few variants keep wildcards and every discard has a default.
[[gnu::noinline]] void SuggestNoWild(const logic::Wilds& kept, const Records& records,
                                     const SeatBoard& hand, TileMask mask, TileMask void_suit,
                                     Action& action) {
  const TileMask others = mask & ~kept.WildsOf(records);
  SuggestAmong(hand, others != 0 ? others : mask, void_suit, action);
}

}  // namespace

void Discard::Suggest(const Records& records, Seat seat, const Domain& domain,
                      Action& action) const {
  const SeatBoard& hand = table_.board(records).seats[seat];
  const TileMask void_suit = logic::VoidMask(void_(records), seat);
  if (kept_ != nullptr) [[unlikely]]
    return SuggestNoWild(*kept_, records, hand, domain.mask, void_suit, action);
  SuggestAmong(hand, domain.mask, void_suit, action);
}

void DiscardNow(Step& step, const table::TableSlots& table, Tile tile) {
  const table::Moves board = table.moves(step.records);
  const bool drawn = board->seats[step.seat].DrawnPiece() == tile;
  table::DiscardTile(board, step.seat, tile);
  step.Emit(kDiscarded, step.seat).With(tile).value = drawn ? 1 : 0;
}

void Discard::ProcessAction(Step& step) const { DiscardNow(step, table_, step.action.pieces[0]); }

void Discard::SetStates(Step& step) const { table::EndTurn(table_.moves(step.records), step.seat); }

void RegisterDiscard(Registry& r) { r.Add<Discard>(); }

}  // namespace mlf::nodes
