// false_win_points: who declares a false win pays every other seat, in the settle hook of
// false_win.
//
// Example (rules/guobiao.md#false-win): seat 1 declares a false win, at 10 units each: the points
// are +10/-30/+10/+10.
#include <mlf/components/barred_seats.h>
#include <mlf/components/settlement.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <array>

namespace mlf::score {
namespace {

constexpr Reason kFalseWin{"false_win", "诈和", "declared a false win"};

class FalseWinPoints final : public Effect {
 public:
  static constexpr PartInfo kInfo{"false_win_points", 1, "诈和的一家赔其余各家",
                                  "who declares a false win pays every other seat"};

  explicit FalseWinPoints(Params& params)
      : table_(params),
        settlement_(params),
        each_(params.Int("each", 10, 1, 10000, {"赔每家几底", "units for each other seat"})),
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
    settlement_.Pay(step, std::span(dues).first(count));
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  int each_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterFalseWinPoints(Registry& registry) { registry.Add<FalseWinPoints>(); }

}  // namespace mlf::score
