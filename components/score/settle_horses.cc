// settle_horses (买马, rules/yilaidaodi.md#horses): a person who bet on a seat wins and loses what
// that seat does, times its stake, against the same opponents. Runs in the settle hook of settle
// after all other payments. The horses are then shown.
#include <mlf/components/horse_direction.h>
#include <mlf/components/persons.h>
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace mlf::score {

namespace {

const EventType kHorse{"horse", "{seat} 的马 {pieces}，跟 {other}",
                       "the horse of {seat} is {pieces}: it follows {other}"};

class SettleHorses final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "settle_horses", 3, "买马的人跟他的马所指的一家同输赢",
      "a person who has bet wins and loses with the seat its horse names"};
  explicit SettleHorses(Params& params)
      : table_(params),
        ledger_(params.Slot<table::Ledger>()),
        settlement_(params),
        horses_(params.Slot<logic::Horses>()),
        reason_(params.Number(table::kLedgerReasons, kHorsePoints)) {
    params.Needs(logic::kHorseBought);
  }

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    table::Ledger& ledger = ledger_(step.records);
    // The payments between seats. Entries of bettors are appended later and not copied.
    const auto entries = ledger.entries;
    const int count = ledger.count;
    for (int party = board.seat_count; party < table::kMaxParties; ++party) {
      const table::Maybe<table::Tile> tile = horses_(step.records).tile[party];
      if (!tile) continue;
      const auto bettor = static_cast<Seat>(party);
      const std::optional<int> direction = logic::HorseDirection(*tile);
      if (!direction) continue;
      const auto seat = static_cast<Seat>((board.dealer + *direction) % board.seat_count);
      step.Emit(kHorse, bettor).With(*tile).other = seat;
      for (int i = 0; i < count; ++i) {
        const table::LedgerEntry& entry = entries[static_cast<std::size_t>(i)];
        const bool with_payee = entry.party() == seat;
        if (!with_payee && (entry.payers & MaskOf(seat)) == 0) continue;
        Due due{.payee = with_payee ? bettor : static_cast<Seat>(entry.party()),
                .reason = reason_,
                .undoable = false,
                .points = {}};
        const auto each = static_cast<std::int32_t>(
            std::min<std::int64_t>(std::int64_t{horses_(step.records).stake[party]} * entry.each,
                                   std::numeric_limits<std::int32_t>::max()));
        ForEachSeat(with_payee ? entry.payers : MaskOf(bettor),
                    [&](Seat payer) { due.points[payer] = each; });
        settlement_.Pay(step, due);
      }
    }
  }

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  Settlement settlement_;
  Slot<logic::Horses> horses_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterSettleHorses(Registry& registry) { registry.Add<SettleHorses>(); }

}  // namespace mlf::score
