// act_points: pays the acting seat at once, for any act: a meld, a flower, an animal, a wildcard
// laid aside. It stands in the settle hook of the node of the act.
//
//   peng: {settle: {act_points: {each: 2, payers: source, if: {tile: {kinds: 5-7z}}}}}
//
// Example: seat 1 pengs 5z of seat 0: the points are -2/+2/0/0. With payers: others they are
// -2/+6/-2/-2. Seats that have left the hand pay nothing.
#include <mlf/components/act_conditions.h>
#include <mlf/components/cells.h>
#include <mlf/components/settlement.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

namespace mlf::score {
namespace {

constexpr Reason kAct{"act_points", "即时分", "paid at once"};

class ActPoints final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"act_points", 1, "一有这个动作就收分",
                                  "pays the acting seat for an act at once"};

  explicit ActPoints(Params& params)
      : table_(params),
        settlement_(params),
        each_(params.Int("each", 1, 1, 10000, {"每家付多少", "what each payer pays"})),
        payers_(logic::SeatWordOf(
            params, "payers", logic::SeatWord::kOthers,
            {"由谁付，如 source、others、dealer", "who pays, such as source, others, dealer"})),
        conditions_(params),
        reason_(params.Number(table::kLedgerReasons, kAct)) {
    if (payers_ == logic::SeatWord::kSelf || payers_ == logic::SeatWord::kActor)
      params.Fault("payers: the acting seat is paid, so others must pay; name source, others ...",
                   params.WhereOf("payers"));
  }

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    const Seat self = logic::ActConditions::ActorOf(step);
    if (!conditions_.Hold(step, board)) return;
    const SeatMask payers = logic::SeatsNamed(payers_, step.records, board, self);
    settlement_.Pay(
        step,
        settlement_.Owed(self, static_cast<SeatMask>(payers & board.InHandMask() & ~MaskOf(self)),
                         each_, reason_));
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  int each_;
  logic::SeatWord payers_;
  logic::ActConditions conditions_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterActPoints(Registry& registry) { registry.Add<ActPoints>(); }

}  // namespace mlf::score
