// Points of a drawn hand (荒牌流局). One seat pays the others (pay_others). The seats that do not
// wait pay a pool, and the seats that wait share it (不听罚符). A seat whose discards all count is
// paid like a win (流局满贯). Both belong in the settle hook of the node that ends the hand,
// 流局满贯 first (rules/riichi.md#drawn-hand).
#include <mlf/components/cells.h>
#include <mlf/components/drawn_hand.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/ledger.h>
#include "flow/base/words.h"

#include <array>
#include <bit>

namespace mlf::score {
namespace {

using table::Board;

constexpr Reason kNotWaiting{"no_ten", "不听罚符", "not waiting at the end of the hand"};
constexpr Reason kAllKept{"discards_count", "流局满贯",
                          "all discards count at the end of the hand"};
constexpr Reason kPaysOthers{"pay_others", "荒庄赔付", "pays the others after a drawn hand"};
const EventType kWaits{"waits_at_end", "{seat} 听牌", "{seat} waits at the end"};
const EventType kWaitsNot{"does_not_wait", "{seat} 没听", "{seat} does not wait at the end"};
const EventType kPaidDiscards{"discards_count", "{seat} 流局满贯", "all discards of {seat} count"};

// The dealer, or a seat that a cell names, pays each other seat.
class PayOthers final : public ScoreEffect, public logic::CellUser {
 public:
  static constexpr PartInfo kInfo{"pay_others", 1, "一家付其余各家：庄家，或一格所记的一家",
                                  "one seat pays each other seat: the dealer, or the seat that a "
                                  "cell holds"};

  explicit PayOthers(Params& params)
      : table_(params),
        settlement_(params),
        each_(params.Int("each", 1, 0, 10000, {"付每家几底", "units for each other seat"})),
        cell_(params.PartIfAny<logic::Cell>(
            "cell", {"记着这一家的格子，不写为庄家",
                     "the cell that holds the seat; without it the dealer pays"})),
        reason_(params.Number(table::kLedgerReasons, kPaysOthers)) {
    if (cell_ != nullptr &&
        (cell_->holds() != logic::Cell::Holds::kSeat || cell_->of() != logic::Cell::Of::kTable))
      params.Fault("the cell " + Quoted(cell_->name()) +
                   " names no seat of the table; declare it with of: table and seat: on");
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const int payer = cell_ == nullptr ? board.dealer : cell_->Get(step.records, 0) - 1;
    if (!board.InHand(static_cast<Seat>(payer))) return;
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(static_cast<SeatMask>(board.InHandMask() & ~MaskOf(static_cast<Seat>(payer))),
                [&](Seat seat) {
                  dues[count++] =
                      settlement_.Owed(seat, MaskOf(static_cast<Seat>(payer)), each_, reason_);
                });
    settlement_.Pay(step, std::span(dues).first(count));
  }
  std::vector<logic::CellUse> CellUses() const override {
    if (cell_ == nullptr) return {};
    return {{.cell = cell_}};
  }

 private:
  table::TableSlots table_;
  Settlement settlement_;
  int each_;
  const logic::Cell* cell_;
  std::uint8_t reason_;
};

class PayReadySeats final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"pay_ready_seats", 1, "荒牌流局：听牌的各家平分没听各家付的罚符",
                                  "at the end of a drawn hand, seats that wait share what the "
                                  "others pay"};

  explicit PayReadySeats(Params& params)
      : table_(params),
        ledger_(params.Slot<table::Ledger>()),
        drawn_(params.Slot<logic::DrawnHand>()),
        win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
        pool_(params.Int("pool", 3000, 0, 1000000, {"罚符总数", "points that move in all"})),
        own_four_(params.Enum("own_four", logic::OwnFour::kNoWait, {"no_wait", "wait"},
                              {"四张都在自己手里的牌算不算听：不算 / 算",
                               "whether a tile whose four copies the seat owns is a wait"})),
        reason_(params.Number(table::kLedgerReasons, kNotWaiting)) {}

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    logic::DrawnHand& drawn = drawn_(step.records);
    drawn.how = logic::DrawnHand::kExhausted;
    drawn.ready = 0;
    const SeatMask seats = board.InHandMask();
    ForEachSeat(seats, [&](Seat seat) {
      const table::SeatBoard& own = board.seats[seat];
      const bool waits = win_->Waits(step.records, seat, own.hand, own.meld_count, own_four_) != 0;
      if (waits) drawn.ready = static_cast<SeatMask>(drawn.ready | MaskOf(seat));
      step.Emit(waits ? kWaits : kWaitsNot, seat);
    });
    const auto others = static_cast<SeatMask>(seats & ~drawn.ready);
    const int payees = std::popcount(unsigned{drawn.ready});
    const int payers = std::popcount(unsigned{others});
    if (drawn.all_kept != 0 || payees == 0 || payers == 0) return;
    // Each payer owes each payee a part. The parts divide the pool for two to four seats.
    const int each = pool_ / payers / payees;
    ForEachSeat(drawn.ready, [&](Seat seat) {
      table::Pay(step, ledger_(step.records), seat, others, each, reason_);
    });
  }

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  Slot<logic::DrawnHand> drawn_;
  const logic::WinRule* win_;
  int pool_;
  logic::OwnFour own_four_;
  std::uint8_t reason_;
};

class PayKeptDiscards final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "pay_kept_discards", 1, "流局满贯：打出的全是这些牌，而且没有一张被要走，各家按自摸付",
      "a seat that discarded only these kinds, none of them claimed, is paid by all others"};

  explicit PayKeptDiscards(Params& params)
      : table_(params),
        ledger_(params.Slot<table::Ledger>()),
        drawn_(params.Slot<logic::DrawnHand>()),
        kinds_(params.Pieces("kinds", table::kTerminals | table::kHonours,
                             {"算数的牌", "the kinds that count"})),
        from_dealer_(params.Int("from_dealer", 4000, 0, 1000000, {"庄家付", "the dealer pays"})),
        from_other_(params.Int("from_other", 2000, 0, 1000000, {"闲家付", "another seat pays"})),
        to_dealer_(params.Int("to_dealer", 4000, 0, 1000000,
                              {"付给庄家，每家", "each pays to the dealer"})),
        reason_(params.Number(table::kLedgerReasons, kAllKept)) {}

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    logic::DrawnHand& drawn = drawn_(step.records);
    drawn.all_kept = Kept(board);
    ForEachSeat(drawn.all_kept, [&](Seat seat) {
      step.Emit(kPaidDiscards, seat);
      const auto others = static_cast<SeatMask>(board.InHandMask() & ~MaskOf(seat));
      table::Ledger& ledger = ledger_(step.records);
      if (seat == board.dealer) {
        table::Pay(step, ledger, seat, others, to_dealer_, reason_);
        return;
      }
      table::Pay(step, ledger, seat, static_cast<SeatMask>(others & MaskOf(board.dealer)),
                 from_dealer_, reason_);
      table::Pay(step, ledger, seat, static_cast<SeatMask>(others & ~MaskOf(board.dealer)),
                 from_other_, reason_, /*undoable=*/false, /*joined=*/true);
    });
  }

 private:
  SeatMask Kept(const Board& board) const {
    SeatMask kept = board.InHandMask();
    for (int i = 0; i < board.river_count; ++i) {
      const table::Discard& discard = board.river[static_cast<std::size_t>(i)];
      if (discard.claimed() || (MaskOf(discard.tile) & kinds_) == 0)
        kept = static_cast<SeatMask>(kept & ~MaskOf(discard.seat()));
    }
    return kept;
  }

  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  Slot<logic::DrawnHand> drawn_;
  table::TileMask kinds_;
  int from_dealer_, from_other_, to_dealer_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterDrawnHandPoints(Registry& registry) {
  registry.Add<PayOthers>();
  registry.Add<PayReadySeats>();
  registry.Add<PayKeptDiscards>();
}

}  // namespace mlf::score
