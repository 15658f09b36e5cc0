// false_win_points: who declares a false win pays every other seat, in the settle hook of
// false_win. A fine belongs to nobody: it lies on the table and is in no score.
//
// Example (rules/guobiao.md#false-win): seat 1 declares a false win, at 10 units each: the points
// are +10/-30/+10/+10. With a fine of 40 instead they are 0/-40/0/0.
#include <mlf/components/barred_seats.h>
#include <mlf/components/settlement.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <array>

namespace mlf::score {
namespace {

constexpr Reason kFalseWin{"false_win", "诈和", "declared a false win"};

class FalseWinPoints final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"false_win_points", 1, "诈和的一家赔其余各家，或受罚",
                                  "who declares a false win pays every other seat, or a fine"};

  explicit FalseWinPoints(Params& params)
      : table_(params),
        settlement_(params),
        each_(params.Int("each", 10, 0, 10000, {"赔每家几底", "units for each other seat"})),
        fine_(params.Int(
            "fine", 0, 0, 10000,
            {"罚几底，归桌上，谁也不得", "units that it pays to the table and that nobody receives",
             /*added=*/true})),
        reason_(params.Number(table::kLedgerReasons, kFalseWin)) {
    params.NeedsHere(logic::kFalseWinDeclared);
  }

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      if (seat != step.seat)
        dues[count++] = settlement_.Owed(seat, MaskOf(step.seat), each_, reason_);
    }
    if (fine_ != 0)
      dues[count++] = settlement_.Owed(table::kPot, MaskOf(step.seat), fine_, reason_);
    settlement_.Pay(step, std::span(dues).first(count));
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  int each_;
  int fine_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterFalseWinPoints(Registry& registry) { registry.Add<FalseWinPoints>(); }

}  // namespace mlf::score
