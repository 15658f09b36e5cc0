#include <mlf/flow/registry.h>
#include "nodes/lai_gang.h"

namespace mlf::nodes {

namespace {
constexpr EventType kLaiGang{"lai_gang", "{seat} 杠赖子 {pieces}", "{seat} gangs the wildcard {pieces}"};
constexpr Reason kNoLaizi{"no_laizi", "手里没有赖子", "no wildcard in hand"};
constexpr int kMostLaizi = 4;
}  // namespace

void LaiGang::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  const Board& board = table_.board(records);
  if (!OwnTurn(records, board, seat)) return sink.Because(kNotYourTurn);
  const Tile wild = laizi_(records).Wild();
  if (wild == table::kNoTile || board.seats[seat].hand[wild] == 0) return sink.Because(kNoLaizi);
  sink.OneOf(MaskOf(wild));
}

void LaiGang::ProcessAction(Step& step) const {
  SeatBoard& own = table_.board(step.records).seats[step.seat];
  const Tile tile = step.action.pieces[0];
  table::TakeFromHand(own, tile);
  own.set_aside.Add(tile);
  ++laizi_(step.records).laid[step.seat];
  step.Emit(kLaiGang, step.seat).With(tile);
}

void LaiGang::SetStates(Step& step) const { DueReplacement(table_.board(step.records), step.seat, MeldKind::kLaiGang, step.seat); }

std::optional<std::string> LaiGang::ReadState(Records& records, Seat seat, const Value& value) const {
  if (seat < 0 || seat >= seats_) return "lai_gang is given for each seat: [0, 1, 0, 0]";
  const auto count = value.IsNull() ? std::optional<std::int64_t>(0) : value.AsInt();
  if (!count || *count < 0 || *count > kMostLaizi) return "lai_gang: a number from 0 to 4 is needed, not " + value.Canonical();
  logic::Laizi& laizi = laizi_(records);
  if (laizi.laid[seat] != 0) return "lai_gang: is given twice";
  laizi.laid[seat] = static_cast<std::uint8_t>(*count);
  if (laizi.LaidByAll() > kMostLaizi) return "lai_gang: there are four wildcards in all";
  // Before the indicator is told nobody knows which tile it was; it puts them down then.
  if (laizi.Wild() != table::kNoTile) table_.board(records).seats[seat].set_aside.Add(laizi.Wild(), laizi.laid[seat]);
  return std::nullopt;
}

Value LaiGang::WriteState(const Records& records, Seat seat, Seat) const {
  if (seat < 0 || seat >= seats_ || laizi_(records).LaidBy(seat) == 0) return {};
  return Value(laizi_(records).LaidBy(seat));
}

void RegisterLaiGang(Registry& r) { r.Add<LaiGang>(); }

}  // namespace mlf::nodes
