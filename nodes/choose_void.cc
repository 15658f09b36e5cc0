#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include "nodes/choose_void.h"
#include "nodes/exchange_three.h"

namespace mlf::nodes {

namespace {
constexpr EventType kChosen{"choose_void", "{seat} 定缺 {text}", "{seat} gives up {text}"};
constexpr Reason kChosenAlready{"void_chosen_already", "已经定缺", "the void suit is named already"};
constexpr std::array<std::string_view, 3> kSuitNames = {"m", "p", "s"};
}  // namespace

ChooseVoid::ChooseVoid(Params& params) : table_(params), void_(params.Slot<logic::VoidSuits>()) {
  params.Brings(logic::kVoidNamed);
}

std::string_view ChooseVoid::ValueName(std::int32_t value) const {
  return value >= 0 && value < 3 ? kSuitNames[static_cast<std::size_t>(value)] : std::string_view();
}

void ChooseVoid::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  if (!table_.board(records).InHand(seat) || void_(records).suit[seat] != 0) return sink.Because(kChosenAlready);
  sink.OneValue(0b111);
}

void ChooseVoid::Suggest(const Records& records, Seat seat, const Domain& domain, Action& action) const {
  const Counts& hand = table_.board(records).seats[seat].hand;
  int shortest = -1;
  for (table::Suit suit : kSuitOrder) {
    if ((domain.mask >> suit & 1) == 0) continue;
    if (shortest < 0 || hand.Size(suit) < hand.Size(shortest)) shortest = suit;
  }
  action.value = shortest;
}

void ChooseVoid::ProcessAction(Step& step) const {
  void_(step.records).suit[step.seat] = static_cast<std::uint8_t>(1 + step.action.value);
  Event& event = step.Emit(kChosen, step.seat);
  event.value = step.action.value;
  event.text = ValueName(step.action.value);
}

void ChooseVoid::AfterSetStates(Step& step) const {
  if (!step.last()) return;
  Board& board = table_.board(step.records);
  board.fresh = board.seats[board.dealer].HandSize() % 3 == 2 ? 1 : 0;
  step.SetActor(board.dealer);
}

void RegisterChooseVoid(Registry& r) { r.Add<ChooseVoid>(); }

}  // namespace mlf::nodes
