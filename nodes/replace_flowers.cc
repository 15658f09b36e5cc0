// ReplaceFlowers (补花): lays flowers open before their seats and replaces each by a tile from the
// tail.
//
// After:     deal, for all seats; or a draw that brought a flower.
// Before:    the first draw, or the turn of the seat that drew; the end of the hand if the wall
//            cannot serve it (drew_nothing).
// Always:    afterwards no hand holds a flower, or the wall is used up. A replacement is not a draw
//            of its own, so flowers do not affect rules about the first draw.
//
// Example (rules/erren.md#flowers): the dealer holds 1h 2h, the other 3h, and the tail gives 3m 5h
// 1z 7m. Alternating, the dealer takes 3m 5h, the other 1z, the dealer 7m. Seat by seat, the dealer
// takes 3m 5h 1z and the other 7m.
#include "nodes/replace_flowers.h"
#include <mlf/components/flower_honours.h>
#include <mlf/components/flower_pause.h>
#include <mlf/flow/registry.h>
#include <mlf/table/set_aside.h>

#include <algorithm>

namespace mlf::nodes {

class ReplaceFlowers final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{
      "replace_flowers",
      1,
      "补花",
      "replace flowers",
      "补花：亮出花牌，从牌墙尾端补，补到没有花",
      "lays the flowers open and draws replacements from the tail until nobody holds any"};

  // `order`, after the deal: alternate = the seats act in turn order from the dealer until none
  // holds a flower. Each lays out its flowers and takes as many tiles. per_seat = each seat
  // continues until it holds none. `keeps_gang`: applies to the replacement of a flower that was
  // itself a gang's replacement. A win on it counts as a win on the gang's replacement. `as_gang`:
  // so does a win on the replacement of any flower drawn in the turn. `asks`: once all eight
  // flowers lie open and one seat has seven of them, the node stops before the replacements
  // (flower_pause.h). The next node of this type goes on.
  explicit ReplaceFlowers(Params& params);

  std::string_view may_lack() const override { return "wall"; }
  void ProcessAction(Step& step) const override;

 private:
  bool Replace(Step& step, Seat seat, int count) const {
    return DrawForFlowers(step, {table_, own_walls_, as_gang_}, seat, count);
  }
  void NothingDrawn(Step& step, Seat seat) const;
  TileMask Held(const SeatBoard& seat) const {
    if ((seat.hand.group[table::kFlower] | (honours_ != 0 ? seat.hand.group[table::kHonour] : 0)) ==
        0)
      return 0;
    return logic::FlowersHeld(seat, honours_);
  }

  enum class Order { kAlternate, kPerSeat };
  table::TableSlots table_;
  Order order_;
  bool keeps_gang_;
  bool as_gang_;
  bool asks_;
  Slot<logic::FlowerPause> pause_;
  const logic::OwnWallRule* own_walls_;
  TileMask honours_;
};

namespace {
const EventType kFlowersOut{"flowers", "{seat} 补花 {pieces}", "{seat} puts out {pieces}"};
const EventType kReplaced{"flowers_replaced", "{seat} 补到 {pieces}",
                          "{seat} takes {pieces} for its flowers"};

// Whether all flowers lie open and one seat has at least seven of them.
bool SomebodyNearlyAll(const Board& board) {
  int all = 0, most = 0;
  for (Seat seat = 0; seat < board.seat_count; ++seat) {
    all += logic::FlowersOf(board, seat);
    most = std::max(most, logic::FlowersOf(board, seat));
  }
  return all == logic::kFlowers && most >= logic::kFlowers - 1;
}
}  // namespace

ReplaceFlowers::ReplaceFlowers(Params& params)
    : table_(params),
      order_(params.Enum<Order>("order", Order::kAlternate, {"alternate", "per_seat"},
                                {"起手补花：轮流各补一次，或逐家补净",
                                 "after the deal: seats in turn, or seat by seat until clean"})),
      keeps_gang_(params.Bool(
          "keeps_gang", false,
          {"杠后补到花再补，仍算杠上开花",
           "the tile drawn for a flower after a gang still counts as the gang's replacement"})),
      as_gang_(params.Bool("as_gang", false,
                           {"摸到花再补的牌，也算杠上开花",
                            "the tile drawn for a flower counts as a gang's replacement",
                            /*added=*/true})),
      asks_(params.Bool("asks", false,
                        {"第八张花亮出、一家有七张以上时先停下（见 flowers_asked），再补",
                         "stops before the replacements when the eighth flower lies open and a "
                         "seat has at least seven, for flowers_asked",
                         /*added=*/true})),
      own_walls_(logic::OwnWallsIfAny(params)),
      honours_(logic::FlowerHonoursOf(params)) {
  if (honours_ == 0) params.Needs(logic::kFlowersInPlay);
  if (asks_) {
    pause_ = params.Slot<logic::FlowerPause>();
    params.Brings(logic::kFlowersAsked);
  }
  if (as_gang_) params.Brings(logic::kReplacement);
  params.Brings(logic::kNothingDrawn);
}

int LayOutFlowers(Step& step, const table::TableSlots& table, Seat seat, TileMask flowers) {
  const table::Moves board = table.moves(step.records);
  Event& put = step.Emit(kFlowersOut, seat);
  int count = 0;
  ForEach(flowers, [&](Tile flower) {
    if (table::IsFlower(flower)) {
      put.With(flower);
      count += table::LayFlower(board, seat, flower);
      return;
    }
    for (; board->seats[seat].hand[flower] > 0; ++count) {
      put.With(flower);
      table::SetAside(board, seat, flower);
    }
  });
  return count;
}

bool DrawForFlowers(Step& step, const FlowerDraws& draws, Seat seat, int count) {
  const table::Moves board = draws.table.moves(step.records);
  const SeatBoard& own = board->seats[seat];
  Event& taken =
      step.Emit(kReplaced, seat).ShownTo(static_cast<SeatMask>(MaskOf(seat) | own.shown_to));
  for (; count > 0 && logic::CanDraw(draws.own_walls, step.records, *board, seat); --count) {
    if (draws.own_walls != nullptr) draws.own_walls->Bring(step.records, seat, /*to_tail=*/true);
    const bool in_turn = board->turn.may_act_on_draw == 1 && step.records.flow().actor == seat;
    taken.With(table::DrawForFlower(board, seat, in_turn));
    if (draws.as_gang && in_turn && own.draws != 0) table::CountAsGangDraw(board, seat);
  }
  return count == 0;
}

void ReplaceFlowers::NothingDrawn(Step& step, Seat seat) const {
  const table::Moves board = table_.moves(step.records);
  table::ForgetDrawn(board, seat);
  table::NoteNothingDrawn(board);
}

void ReplaceFlowers::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  if (asks_ && pause_(step.records).seat != 0) {
    const logic::FlowerPause pause = pause_(step.records);
    pause_(step.records) = {};
    if (!Replace(step, pause.shown_by(), pause.owed)) return NothingDrawn(step, pause.shown_by());
  }
  const Seat first = step.records.flow().actor;
  bool again = true;
  while (again) {
    again = false;
    for (int turn = 0; turn < board->seat_count; ++turn) {
      const auto seat = static_cast<Seat>((first + turn) % board->seat_count);
      while (const TileMask held = Held(board->seats[seat])) {
        if (!keeps_gang_) table::ForgetTurnGangKind(board);
        const int count = LayOutFlowers(step, table_, seat, held);
        if (asks_ && SomebodyNearlyAll(*board)) {
          if (board->seats[seat].drawn != table::kNoTile &&
              table::IsFlower(board->seats[seat].drawn))
            table::ForgetDrawn(board, seat);
          pause_(step.records) = {.seat = static_cast<std::uint8_t>(1 + seat),
                                  .owed = static_cast<std::uint8_t>(count)};
          return;
        }
        if (!Replace(step, seat, count)) return NothingDrawn(step, seat);
        again = true;
        if (order_ == Order::kAlternate) break;
      }
    }
  }
}

void RegisterReplaceFlowers(Registry& r) { r.Add<ReplaceFlowers>(); }

}  // namespace mlf::nodes
