#include "nodes/exchange_three.h"
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

namespace mlf::nodes {

void ExchangeState::Check(const Validation& check) const {
  for (const auto& of_seat : tiles) check.RequireZero(of_seat, "no tile lies between two seats");
  for (const std::uint8_t one : given)
    check.Require(one <= 1, "the exchange flag of a seat is 0 or 1");
  check.RequireSeatsOnly(given, "only seats exchange");
}

namespace {
const EventType kPut{"exchange_three", "{seat} 换出 {pieces}", "{seat} puts {pieces} aside"};
constexpr Reason kGivenAlready{"exchanged_already", "已经换过牌", "the exchange is over"};
constexpr Reason kNoThree{"no_three_of_a_suit", "没有三张同花色的牌", "no three tiles of one suit"};
}  // namespace

ExchangeThree::ExchangeThree(Params& params)
    : table_(params), exchange_(params.Slot<ExchangeState>()) {
  params.Needs(logic::kExchangeDone);
  params.Brings(logic::kExchanged);
}

void ExchangeThree::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!board.InHand(seat) || exchange_(records).given[seat] != 0)
    return sink.Because(kGivenAlready);
  Counts pool;
  for (table::Suit suit : kSuitOrder) {
    if (board.seats[seat].hand.Size(suit) >= ExchangeState::kTiles)
      pool.group[suit] = board.seats[seat].hand.group[suit];
  }
  if (pool.Empty()) return sink.Because(kNoThree);
  sink.Subset(pool, ExchangeState::kTiles, /*same_group=*/true);
}

void ExchangeThree::Suggest(const Records&, Seat, const Domain& domain, Action& action) const {
  // From the pool, not the hand: the variant's conditions may have narrowed it.
  int shortest = -1;
  for (table::Suit suit : kSuitOrder) {
    if (domain.pool.Size(suit) < ExchangeState::kTiles) continue;
    if (shortest < 0 || domain.pool.Size(suit) < domain.pool.Size(shortest)) shortest = suit;
  }
  MLF_CHECK(shortest >= 0, "an offer holds three tiles of one suit");
  action.count = 0;
  ForEach(domain.pool.Kinds() & table::SuitMask(static_cast<table::Suit>(shortest)),
          [&](Tile tile) {
            for (int i = 0; i < domain.pool[tile] && action.count < ExchangeState::kTiles; ++i)
              action.pieces[action.count++] = tile;
          });
}

void ExchangeThree::ProcessAction(Step& step) const {
  ExchangeState& exchange = exchange_(step.records);
  Event& event = step.Emit(kPut, step.seat).ShownTo(MaskOf(step.seat));
  std::array<Tile, ExchangeState::kTiles>& given = exchange.tiles[step.seat];
  table::HandOver(table_.moves(step.records), step.seat,
                  std::span(step.action.pieces).first<ExchangeState::kTiles>(), given);
  for (const Tile tile : given) event.With(tile);
  exchange.given[step.seat] = 1;
}

void RegisterExchangeThree(Registry& r) { r.Add<ExchangeThree>(); }

}  // namespace mlf::nodes
