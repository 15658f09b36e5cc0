// RotatePersons (轮换, 晃): after a won hand, winners give their seats to the persons who have
// waited longest.
//
// After:     settle.
// Before:    hand_end. The places change when the next hand starts (take_places).
// Always:    nobody moves after a drawn hand or if nobody waits. The seat opposite the first winner
//            that leaves deals next. Seats are places, so it does not matter who sits there.
//
// Example: seats A B C D, queue E F. D and B win on A's discard. In turn order after A they are B
// and D, so E replaces B and F replaces D, and the queue is B D. With only E in the queue, E
// replaces B and D stays.
#include <mlf/components/persons.h>
#include <mlf/components/play_node.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class RotatePersons final : public ActionNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{
      "rotate_persons",
      1,
      "轮换",
      "rotate persons",
      "晃：胡家让位，等得最久的人入座",
      "winners leave their seats to the persons who have waited longest"};

  explicit RotatePersons(Params& params);

  logic::Play play() const override { return logic::Play::kAccounts; }
  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::Persons> persons_;
  const logic::PersonRule* rule_;
};

namespace {
// The value is the number of the person.
const EventType kLeaves{
    "gives_up_seat", "{seat} 的 {value} 号下场，到队尾",
    "person {value} at {seat} gives up the seat and goes to the end of the queue"};

// The seat whose tile was won on; after a self-draw the single winner itself.
Seat PayerOf(const Board& board) {
  if (board.river_count > 0 && board.river[board.river_count - 1].won())
    return board.river[board.river_count - 1].seat();
  for (Seat seat = 0; seat < board.seat_count; ++seat) {
    if (board.seats[seat].Is(table::kHasWon)) return seat;
  }
  return 0;
}
}  // namespace

RotatePersons::RotatePersons(Params& params)
    : table_(params),
      persons_(params.Slot<logic::Persons>()),
      rule_(params.Part<logic::PersonRule>("persons", {"多少人参加", "how many take part"})) {
  params.Needs(kBystanderTopic);
  params.Brings(logic::kPersonsRotate);
}

void RotatePersons::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const int seats = board->seat_count;
  logic::Persons::Places next{};
  for (int place = 0; place < rule_->Count(); ++place)
    next[place] = static_cast<std::uint8_t>(rule_->At(step.records, place));
  table::PerSeat<table::Maybe<std::uint8_t>> leavers{};
  int leaving = 0;
  const Seat payer = PayerOf(*board);
  for (int turn = 1; turn <= seats && leaving < rule_->Waiting(); ++turn) {
    const auto seat = static_cast<Seat>((payer + turn) % seats);
    if (!board->seats[seat].Is(table::kHasWon)) continue;
    if (leaving == 0) table::NameNextDealer(board, static_cast<Seat>((seat + seats / 2) % seats));
    step.Emit(kLeaves, seat).value = *next[seat];
    leavers[leaving] = next[seat];
    next[seat] = next[seats + leaving];
    ++leaving;
  }
  if (leaving == 0) return;
  for (int place = seats; place < rule_->Count(); ++place) {
    const int from = place + leaving;
    next[place] = from < rule_->Count() ? next[from] : leavers[from - rule_->Count()];
  }
  persons_(step.records).next = next;
}

void RegisterRotatePersons(Registry& r) { r.Add<RotatePersons>(); }

}  // namespace mlf::nodes
