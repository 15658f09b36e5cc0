#include "dui_jia.h"

#include <mlf/components/hand_shape.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/nodes/peng.h>

namespace {

using namespace mlf;

constexpr Reason kNotOpposite{"not_opposite", "只能碰对家打出的牌",
                              "only the discard of the opposite seat may be claimed"};
constexpr Reason kOppositeBonus{"opposite_bonus", "对家加付", "the opposite seat pays more"};

// 碰对家 as a node: a seat takes the discard of its opposite and lays it down with two equal tiles.
//
// After:     discard of the opposite seat.
// Before:    turn of the same seat, which must discard.
class PengOpposite final : public nodes::Peng {
 public:
  static constexpr PartInfo kInfo{
      "peng_opposite",
      1,
      "碰对家",
      "peng from the opposite seat",
      "拿对家刚打出的牌，与手里两张同样的牌亮成一副刻子",
      "takes the discard of the opposite seat and lays it down with two equal tiles of the hand"};

  using Peng::Peng;

  // What else a peng needs, what it does and what follows are those of the class above.
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    const table::Board& board = table_.board(records);
    if ((board.turn.focus_seat + 2) % board.seat_count != seat) return sink.Because(kNotOpposite);
    Peng::Offers(records, seat, sink);
  }
};

// 全双: all tiles are 2, 4, 6 or 8. A ScoreComponent: a pattern of the fan table.
class AllEven final : public score::FanPattern {
 public:
  static constexpr PartInfo kInfo{"all_even", 1, "全双：手牌和副露都是 2、4、6、8",
                                  "every tile of hand and melds is a 2, 4, 6 or 8"};
  int Count(const score::HandShape& hand) const override {
    std::uint32_t even = 0;  // three bits for each rank
    for (const int rank : {2, 4, 6, 8}) even |= 7u << 3 * (rank - 1);
    return hand.OnlyFields(even) ? 1 : 0;
  }
};

// 对家加付: at a win, the seat opposite the winner pays some units more. A ScoreComponent: an
// effect in the hook ProcessSettle.
class OppositeBonus final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"opposite_bonus", 1, "胡牌时，对家另付若干底",
                                  "at a win, the seat opposite the winner pays some units more"};
  explicit OppositeBonus(Params& params)
      : table_(params),
        settlement_(params),
        units_(params.Int("units", 1, 1, 100, {"另付几底", "units"})),
        reason_(params.Number(table::kLedgerReasons, kOppositeBonus)) {
    params.NeedsHere(logic::kWin);
  }
  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    const auto opposite = static_cast<Seat>((step.seat + 2) % board.seat_count);
    if (!board.InHand(opposite)) return;
    settlement_.Pay(step, settlement_.Owed(step.seat, MaskOf(opposite), units_, reason_));
  }

 private:
  table::TableSlots table_;
  score::Settlement settlement_;
  int units_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterDuiJia(Registry& registry) {
  registry.Add<PengOpposite>();
  registry.Add<AllEven>();
  registry.Add<OppositeBonus>();
}
