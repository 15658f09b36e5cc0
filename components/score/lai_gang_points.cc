// lai_gang_points (飘赖有奖, rules/yilaidaodi.md#gangs): for the n-th wildcard ganged in a hand, by
// any seat, each other seat pays 2^(n-1). Runs in the settle hook of lai_gang, after the new one is
// counted.
#include <mlf/components/judge.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class LaiGangPoints final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "lai_gang_points", 1, "飘赖有奖：全局第 n 个赖子杠，各家付 2^(n-1)",
      "the n-th wildcard ganged in a hand is paid 2^(n-1) by each other seat"};
  explicit LaiGangPoints(Params& params)
      : table_(params),
        settlement_(params),
        wilds_(params.Part<logic::Wilds>("wilds", {"赖子", "which tile is wild"})),
        reason_(params.Number(table::kLedgerReasons, kLaiGangPoints)) {
    params.NeedsHere(logic::kWildGanged);
  }

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    int laid = 0;
    for (Seat seat = 0; seat < board.seat_count; ++seat) laid += wilds_->Laid(step.records, seat);
    MLF_CHECK(laid > 0, "the seat has ganged no wildcard to be paid for");
    const auto payers = static_cast<SeatMask>(board.InHandMask() & ~MaskOf(step.seat));
    settlement_.Pay(step,
                    settlement_.Owed(step.seat, payers, std::int64_t{1} << (laid - 1), reason_));
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  const logic::Wilds* wilds_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterLaiGangPoints(Registry& registry) { registry.Add<LaiGangPoints>(); }

}  // namespace mlf::score
