// ChooseVoid (定缺): a seat names the suit that it must get rid of.
//
// After:     deal or exchange_done, in a window that asks all seats and decides when all have
//            answered.
// Before:    turn of the dealer, who holds one tile more.
// Always:    choices stay hidden until all have chosen, because hooks run only then.
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/components/void_suits.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>
#include "nodes/exchange_three.h"

namespace mlf::nodes {

class ChooseVoid final : public PlayerNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"choose_void",
                                  1,
                                  "定缺",
                                  "choose void suit",
                                  "定缺：选一门自己不要的花色",
                                  "names the suit that the seat will not win with"};

  explicit ChooseVoid(Params& params);

  logic::Play play() const override { return logic::Play::kVoidSuit; }
  // The value is a Suit, written as m, p or s.
  Domain::Kind payload() const override { return Domain::kValue; }
  std::string_view ValueName(std::int32_t value) const override;
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  // The shortest suit. Ties: 万, then 条, then 筒 (rules/xueliu.md#void).
  void Suggest(const Records& records, Seat seat, const Domain& domain,
               Action& action) const override;
  void ProcessAction(Step& step) const override;
  // After the last seat, the dealer is to move with the dealt hand.
  void AfterSetStates(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::VoidSuits> void_;
};

namespace {
const EventType kChosen{"choose_void", "{seat} 定缺 {text}", "{seat} gives up {text}"};
constexpr Reason kChosenAlready{"void_chosen_already", "已经定缺",
                                "the void suit is named already"};
constexpr std::array<std::string_view, 3> kSuitNames = {"m", "p", "s"};
}  // namespace

ChooseVoid::ChooseVoid(Params& params) : table_(params), void_(params.Slot<logic::VoidSuits>()) {
  params.Brings(logic::kVoidNamed);
}

std::string_view ChooseVoid::ValueName(std::int32_t value) const {
  return value >= 0 && value < 3 ? kSuitNames[static_cast<std::size_t>(value)] : std::string_view();
}

void ChooseVoid::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  if (!table_.board(records).InHand(seat) || void_(records).suit[seat])
    return sink.Because(kChosenAlready);
  sink.OneValue(0b111);
}

void ChooseVoid::Suggest(const Records& records, Seat seat, const Domain& domain,
                         Action& action) const {
  const Counts& hand = table_.board(records).seats[seat].hand;
  int shortest = -1;
  for (table::Suit suit : kSuitOrder) {
    if ((domain.mask >> suit & 1) == 0) continue;
    if (shortest < 0 || hand.Size(suit) < hand.Size(shortest)) shortest = suit;
  }
  action.value = shortest;
}

void ChooseVoid::ProcessAction(Step& step) const {
  void_(step.records).suit[step.seat] = static_cast<table::Suit>(step.action.value);
  Event& event = step.Emit(kChosen, step.seat);
  event.value = step.action.value;
  event.text = ValueName(step.action.value);
}

void ChooseVoid::AfterSetStates(Step& step) const {
  if (!step.last()) return;
  const table::Moves board = table_.moves(step.records);
  table::SetMayActOnDraw(board, board->seats[board->dealer].HandSize() % 3 == 2);
  step.SetActor(board->dealer);
}

void RegisterChooseVoid(Registry& r) { r.Add<ChooseVoid>(); }

}  // namespace mlf::nodes
