// ChooseNumber: each seat names a number before play, such as the stake it plays for (下跑, 漂) or
// a rank. A cell of the memory keeps the numbers (docs/en/memory.md); factors and terms read it.
//
// With `spent` a seat has only so many in all: a second cell counts what it has named so far, and
// no number above the rest of `budget` is offered.
//
// With `least` a seat names no number below the one that another cell holds for it, such as its
// stake of the last hand.
//
//   memory: {piao: {of: seat, count: 3}}
//   flow:
//     choose_dealer:
//       window: {ask: all, decide: all, answers: [{xia_pao: {winners: all}}], default: xia_pao}
//     xia_pao: {type: choose_number, with: {cell: piao, values: [0, 1, 2, 3]}, then: shuffle}
//
// After:     choose_dealer or deal, in a window that asks all seats and decides when all have
//            answered.
// Before:    shuffle, or the dealer's turn.
// Always:    numbers stay hidden until all have chosen, because hooks run only then.
#include <mlf/components/cells.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/bases.h>

#include <bit>

namespace mlf::nodes {

class ChooseNumber final : public PlayerNode, public logic::CellUser {
 public:
  static constexpr PartInfo kInfo{"choose_number",
                                  1,
                                  "选数",
                                  "choose number",
                                  "选一个数，如这一局下多少注",
                                  "names a number, such as the stake that the seat plays for"};

  explicit ChooseNumber(Params& params);

  Domain::Kind payload() const override { return Domain::kValue; }
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override;
  // The smallest number: a seat that does not answer stakes as little as it may.
  void Suggest(const Records& records, Seat seat, const Domain& domain,
               Action& action) const override;
  void ProcessAction(Step& step) const override;
  std::vector<logic::CellUse> CellUses() const override {
    std::vector<logic::CellUse> uses{{.cell = cell_, .writes = true, .most_written = most_}};
    if (least_ != nullptr) uses.push_back({.cell = least_});
    if (spent_ != nullptr) {
      uses.push_back({.cell = spent_, .writes = true, .most_written = budget_});
      uses.push_back({.cell = spent_});
    }
    return uses;
  }

 private:
  static constexpr int kMostNumber = 62;

  table::TableSlots table_;
  const logic::Cell* cell_;
  PieceMask values_ = 0;
  int most_ = 0;
  const logic::Cell* spent_;
  int budget_;
  const logic::Cell* least_;
};

namespace {
const EventType kNumberChosen{"choose_number", "{seat} 选 {value}", "{seat} chooses {value}"};
constexpr Reason kNotPlaying{"not_in_hand", "不在局中", "the seat is not in the hand"};
}  // namespace

ChooseNumber::ChooseNumber(Params& params)
    : table_(params),
      cell_(params.Part<logic::Cell>("cell", {"记在哪一格", "the cell that keeps the numbers"})) {
  const Value& values =
      params.Raw("values", {"可选的数：[0, 1, 2, 3]", "the numbers to choose: [0, 1, 2, 3]"});
  spent_ = params.PartIfAny<logic::Cell>(
      "spent", {"已经用掉多少记在哪一格；不写则不限",
                "the cell that counts what a seat has named so far; without it there is no limit",
                /*added=*/true});
  budget_ = params.Int("budget", 0, 0, 254,
                       {"一共能用多少，spent 要用", "how much a seat has in all, for spent",
                        /*added=*/true});
  least_ = params.PartIfAny<logic::Cell>(
      "least", {"所选的不低于哪一格；不写则不限",
                "the cell below whose number no seat may go; without it there is no limit",
                /*added=*/true});
  if (params.describing() || cell_ == nullptr) return;
  for (const logic::Cell* cell : {cell_, spent_, least_}) {
    if (cell == nullptr) continue;
    if (cell->of() != logic::Cell::Of::kSeat || cell->holds() != logic::Cell::Holds::kCount)
      params.Fault("the cell \"" + cell->name() +
                   "\" keeps no number of each seat; declare it with of: seat and count:");
  }
  if (spent_ != nullptr && spent_->most() < budget_)
    params.Fault("budget: the cell \"" + spent_->name() + "\" counts no further than " +
                     std::to_string(spent_->most()) + "; give it a greater count",
                 params.WhereOf("budget"));
  if (least_ != nullptr && spent_ != nullptr)
    params.Fault("least: with spent: a seat may be left no number to name; take one out",
                 params.WhereOf("least"));
  const int limit = std::min(kMostNumber, cell_->most());
  for (const Value& item : values.items()) {
    const auto number = item.AsInt();
    if (!number || *number < 0 || *number > limit) {
      params.Fault("values: numbers in 0.." + std::to_string(limit) +
                       ", the count of the cell, are needed, not " + item.Canonical(),
                   item.where());
      continue;
    }
    values_ |= PieceMask{1} << *number;
    most_ = std::max(most_, static_cast<int>(*number));
  }
  if (std::popcount(values_) < 2)
    params.Fault("values: at least two numbers are needed, as [0, 1, 2, 3]",
                 params.WhereOf("values"));
  if (least_ != nullptr && least_->most() > most_)
    params.Fault("least: the cell \"" + least_->name() + "\" may hold more than " +
                     std::to_string(most_) +
                     ", the greatest number to name; give it a smaller count",
                 params.WhereOf("least"));
}

void ChooseNumber::Offers(const Records& records, Seat seat, OfferSink& sink) const {
  if (!table_.board(records).InHand(seat)) return sink.Because(kNotPlaying);
  PieceMask values = values_;
  if (spent_ != nullptr) {
    const int left = budget_ - spent_->Get(records, spent_->PlaceOf(seat, kNoSeat));
    values &= (PieceMask{2} << std::max(left, 0)) - 1;
  }
  if (least_ != nullptr) {
    const int least = least_->Get(records, least_->PlaceOf(seat, kNoSeat));
    values &= ~((PieceMask{1} << std::min(least, kMostNumber)) - 1);
  }
  sink.OneValue(values);
}

void ChooseNumber::Suggest(const Records&, Seat, const Domain& domain, Action& action) const {
  action.value = std::countr_zero(domain.mask);
}

void ChooseNumber::ProcessAction(Step& step) const {
  cell_->Put(step.records, cell_->PlaceOf(step.seat, kNoSeat), step.action.value, step.seat);
  if (spent_ != nullptr) {
    const int place = spent_->PlaceOf(step.seat, kNoSeat);
    spent_->Put(step.records, place, spent_->Get(step.records, place) + step.action.value,
                step.seat);
  }
  step.Emit(kNumberChosen, step.seat).value = step.action.value;
}

void RegisterChooseNumber(Registry& r) { r.Add<ChooseNumber>(); }

}  // namespace mlf::nodes
