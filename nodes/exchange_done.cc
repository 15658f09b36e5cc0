// ExchangeDone (换牌): draws a direction and moves all set-aside tiles at once.
//
// After:     exchange_three, when every seat has answered.
// Before:    choose_void, or the dealer's turn.
// Always:    every hand keeps its size; the dealer is to move.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/named_ids.h>

#include <mlf/nodes/bases.h>
#include "nodes/exchange_three.h"

namespace mlf::nodes {

class ExchangeDone final : public ActionNode, public table::NamedIds {
 public:
  static constexpr PartInfo kInfo{
      "exchange_done",
      1,
      "换牌",
      "exchange",
      "各家都选好后，三张牌一起换给上家、对家或下家",
      "when all have picked, the tiles go to the previous, opposite or next seat"};

  explicit ExchangeDone(Params& params);

  // With n seats there are n - 1 directions. In direction d (from 0), seat i receives from seat i +
  // d + 1. For four seats: 0 to the previous seat, 1 to the opposite, 2 to the next
  // (rules/xueliu.md#exchange). Drawn from the stream `direction` unless given.
  void ProcessAction(Step& step) const override;
  std::vector<Reason> Names() const override;

 private:
  table::TableSlots table_;
  Slot<ExchangeState> exchange_;
  int direction_stream_;
};

namespace {
const EventType kDirection{"exchange_direction", "换牌方向：{text}", "tiles go {text}"};
const EventType kReceived{"exchange_received", "{seat} 从 {other} 换进 {pieces}",
                          "{seat} receives {pieces} from {other}"};
const EventType kReceivedOfWall{"exchange_received_of_wall", "{seat} 从牌墙换进 {pieces}",
                                "{seat} receives {pieces} from the wall"};

constexpr Reason kToOpposite{"to_opposite", "给对家", "to the opposite seat"};
constexpr Reason kToPrevious{"to_previous", "给上家", "to the previous seat"};
constexpr Reason kToNext{"to_next", "给下家", "to the next seat"};
constexpr Reason kAround{"around", "转着换", "around"};

const Reason& DirectionName(int distance, int seats) {
  if (2 * distance == seats) return kToOpposite;
  if (distance == 1) return kToPrevious;
  return distance == seats - 1 ? kToNext : kAround;
}
}  // namespace

void AnnounceDirection(Step& step, int distance, int seats) {
  Event& announced = step.Emit(kDirection, kNoSeat);
  announced.value = distance - 1;
  announced.text = DirectionName(distance, seats).id;
}

void TakeExchanged(Step& step, table::Moves board, Seat seat, Seat source, std::span<Tile> tiles) {
  Event& event =
      step.Emit(source == kNoSeat ? kReceivedOfWall : kReceived, seat).ShownTo(MaskOf(seat));
  event.other = source;
  for (const Tile tile : tiles) event.With(tile);
  table::TakeIn(board, seat, tiles);
}

std::vector<Reason> DirectionNames() { return {kToOpposite, kToPrevious, kToNext, kAround}; }

ExchangeDone::ExchangeDone(Params& params)
    : table_(params),
      exchange_(params.Slot<ExchangeState>()),
      direction_stream_(params.Stream("direction")) {
  params.Needs(logic::kExchanged);
  params.Brings(logic::kExchangeDone);
}

std::vector<Reason> ExchangeDone::Names() const { return DirectionNames(); }

void ExchangeDone::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  ExchangeState& exchange = exchange_(step.records);
  const int seats = board->seat_count;
  MLF_CHECK(seats >= 2, "an exchange takes two seats");

  int direction = 0;
  if (const auto given = table::TakeGivenDirection(table_.match_moves(step.records))) {
    direction = *given;
  } else if (seats > 2) {
    Stream random = step.Random(direction_stream_);
    direction = static_cast<int>(random.Below(static_cast<std::uint32_t>(seats - 1)));
  }
  MLF_CHECK(direction < seats - 1, "there is no such direction");
  const int distance = direction + 1;
  AnnounceDirection(step, distance, seats);

  for (Seat seat = 0; seat < seats; ++seat) {
    const auto source = static_cast<Seat>((seat + distance) % seats);
    if (exchange.given[source] == 0) continue;
    TakeExchanged(step, board, seat, source, exchange.tiles[source]);
  }
  step.SetActor(board->dealer);
}

void RegisterExchangeDone(Registry& r) { r.Add<ExchangeDone>(); }

}  // namespace mlf::nodes
