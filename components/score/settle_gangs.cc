// settle_gangs (machinery §10, `gang_settle=at_end`): at the end of a hand, drawn or won, every gang on the table is paid. A gang that was
// robbed has formed no meld and is not there.
//
//   settle_gangs: {ming_gang: 1, bu_gang: 1, an_gang: 2, factors: laid_wilds_gang_factor}
//
// A gang off a discard is paid by the seat it came from, any other by all others. 朝天 (three tiles) counts as an_gang from the hand and as
// ming_gang off a discard.
#include <mlf/components/score/gang_factor.h>
#include <mlf/components/score/reasons.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <algorithm>

namespace mlf::score {

namespace {

using table::Meld;
using table::MeldKind;

class SettleGangs final : public Effect {
 public:
  static constexpr PartInfo kInfo{"settle_gangs", 1, "局终结算各家的杠", "gangs are paid at the end of the hand"};

  explicit SettleGangs(Params& params)
      : table_(params),
        ledger_(params.Slot<table::Ledger>()),
        reasons_(params),
        chao_tian_(params.Number(table::kLedgerReasons, kChaoTianPoints)),
        ming_(params.Int("ming_gang", 1, 0, 1000, {"明杠，放杠者付", "a ming_gang, from its source"})),
        bu_(params.Int("bu_gang", 1, 0, 1000, {"补杠，其余各家付", "a bu_gang, from each other seat"})),
        an_(params.Int("an_gang", 2, 0, 1000, {"暗杠，其余各家付", "an an_gang, from each other seat"})),
        factors_(params.Parts<GangFactor>("factors", {"所乘", "what multiplies it"})) {}

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    for (Seat owner = 0; owner < board.seat_count; ++owner) {
      const table::SeatBoard& own = board.seats[static_cast<std::size_t>(owner)];
      for (int i = 0; i < own.meld_count; ++i) {
        if (table::IsGang(own.melds[static_cast<std::size_t>(i)].kind)) PayGang(step, board, owner, i);
      }
    }
  }

 private:
  static bool OffDiscard(const Meld& gang, Seat owner) {
    return gang.kind == MeldKind::kMingGang || (gang.kind == MeldKind::kChaoTian && gang.from != owner);
  }

  int Each(const Meld& gang, Seat owner) const {
    if (OffDiscard(gang, owner)) return ming_;
    return gang.kind == MeldKind::kBuGang ? bu_ : an_;
  }

  // Payers of one amount share an entry.
  void PayGang(Step& step, const table::Board& board, Seat owner, int index) const {
    const Meld& gang = board.seats[static_cast<std::size_t>(owner)].melds[static_cast<std::size_t>(index)];
    SeatMask left = OffDiscard(gang, owner) ? MaskOf(gang.from) : static_cast<SeatMask>(((1u << board.seat_count) - 1) & ~unsigned{MaskOf(owner)});
    const std::uint8_t reason = gang.kind == MeldKind::kChaoTian ? chao_tian_ : reasons_.Of(gang.kind);
    const auto amount = [&](Seat payer) {
      std::int32_t points = Each(gang, owner);
      for (const GangFactor* factor : factors_) points *= factor->Value(step.records, owner, index, payer);
      return points;
    };
    while (left != 0) {
      const std::int32_t each = amount(static_cast<Seat>(std::countr_zero(unsigned{left})));
      SeatMask alike = 0;
      ForEachSeat(left, [&](Seat payer) {
        if (amount(payer) == each) alike = static_cast<SeatMask>(alike | MaskOf(payer));
      });
      Pay(step, ledger_(step.records), owner, alike, each, reason);
      left = static_cast<SeatMask>(left & ~alike);
    }
  }

  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  GangReasons reasons_;
  std::uint8_t chao_tian_;
  int ming_;
  int bu_;
  int an_;
  std::vector<const GangFactor*> factors_;
};

}  // namespace

void RegisterSettleGangs(Registry& registry) { registry.Add<SettleGangs>(); }

}  // namespace mlf::score
