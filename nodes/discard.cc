#include "nodes/discard.h"
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <bit>

namespace mlf::nodes {

namespace {
// The value is 1 if the tile was just drawn (摸切), else 0.
constexpr EventType kDiscarded{"discard", "{seat} 打 {pieces}", "{seat} discards {pieces}"};
constexpr Reason kNothingToDiscard{"nothing_to_discard", "没有可以打的牌", "no tile to discard"};

Tile Highest(TileMask mask) { return static_cast<Tile>(63 - std::countl_zero(mask)); }
}  // namespace

Discard::Discard(Params& params) : table_(params), void_(params.Slot<logic::VoidSuits>()) {
  params.NeedsOwnTurn();
  params.Brings(logic::kDiscarding);
  params.Brings(logic::kTileInQuestion);
  params.Brings(logic::kDiscardInQuestion);
  params.Ends(logic::kGangInQuestion);
}

void Discard::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const TileMask kinds = board.seats[seat].hand.Kinds() & ~table::kFlowers;
  if (kinds == 0) return sink.Because(kNothingToDiscard);
  sink.OneOf(kinds);
}

void Discard::Suggest(const Records& records, Seat seat, const Domain& domain,
                      Action& action) const {
  const SeatBoard& hand = table_.board(records).seats[seat];
  const std::uint8_t void_suit = void_(records).suit[seat];
  const TileMask unwanted =
      void_suit == 0 ? 0 : domain.mask & table::SuitMask(static_cast<table::Suit>(void_suit - 1));
  action.count = 1;
  if (unwanted != 0) {
    action.pieces[0] = Highest(unwanted);
  } else if (hand.drawn != table::kNoTile && (domain.mask & MaskOf(hand.drawn)) != 0) {
    action.pieces[0] = hand.drawn;
  } else {
    action.pieces[0] = Highest(domain.mask);
  }
}

void Discard::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const Tile tile = step.action.pieces[0];
  const bool drawn = board->seats[step.seat].drawn == tile;
  table::DiscardTile(board, step.seat, tile);
  step.Emit(kDiscarded, step.seat).With(tile).value = drawn ? 1 : 0;
}

void Discard::SetStates(Step& step) const { table::EndTurn(table_.moves(step.records), step.seat); }

void RegisterDiscard(Registry& r) { r.Add<Discard>(); }

}  // namespace mlf::nodes
