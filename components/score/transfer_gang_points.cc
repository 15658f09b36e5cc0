// transfer_gang_points (呼叫转移, rules/xueliu.md#transfer): a seat whose discard right after its
// own gang is won on gives the points of that gang to the winners. Runs once in the settle hook of
// hu, after win_points has paid the last winner.
//
// Example (XS04): seat 2 has 3 bu-gang points and discards to seats 3 and 1. Each gets 3 / 2 = 1.
// Seat 3, the first after the payer, also gets the remaining 1.
#include <mlf/components/reasons.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>

#include <bit>

namespace mlf::score {

namespace {

using table::Board;
using table::Focus;
using table::Ledger;
using table::LedgerEntry;
using table::MeldKind;

class TransferGangPoints final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{
      "transfer_gang_points", 1, "呼叫转移：杠上炮时，付家刚收的杠分转给胡家",
      "where a discard after a gang is won on, the gang points of its seat pass to the winners"};

  explicit TransferGangPoints(Params& params)
      : table_(params),
        ledger_(params.Slot<Ledger>()),
        settlement_(params),
        notes_(params.Slot<ScoreNotes>()),
        reasons_(params),
        mode_(params.Enum("mode", kLastGang, {"last_gang", "all_gangs"},
                          {"只转最后一杠，或全部杠分", "the last gang alone, or all of them"})),
        transfer_(params.Number(table::kLedgerReasons, kGangTransfer)) {
    params.NeedsHere(logic::kWinOnDiscard);
    params.NeedsHere(logic::kWinningTile);
    params.Needs(logic::kGangPaid);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    if (!step.last() || board.turn.focus != Focus::kDiscard ||
        board.turn.discard_gang == MeldKind::kNone)
      return;
    const Seat payer = board.turn.focus_seat;
    Ledger& ledger = ledger_(step.records);
    if (mode_ == kAllGangs) {
      // Oldest first. Each call closes the entry found, so the loop ends.
      while (const auto index = FirstKept(ledger, payer)) Share(step, board, ledger, *index);
    } else if ((notes_(step.records).last_gang_paid & MaskOf(payer)) != 0) {
      const auto index = LastKept(ledger, payer);
      if (index) Share(step, board, ledger, *index);
    }
  }

 private:
  enum Mode { kLastGang, kAllGangs };

  std::optional<int> FirstKept(const Ledger& ledger, Seat seat) const {
    for (int i = 0; i < ledger.count; ++i) {
      if (reasons_.IsKept(ledger.entries[static_cast<std::size_t>(i)], seat)) return i;
    }
    return std::nullopt;
  }
  // The first entry of the gang paid last.
  std::optional<int> LastKept(const Ledger& ledger, Seat seat) const {
    for (int i = ledger.count - 1; i >= 0; --i) {
      const LedgerEntry& entry = ledger.entries[static_cast<std::size_t>(i)];
      if (reasons_.IsKept(entry, seat) && !entry.joined()) return i;
    }
    return std::nullopt;
  }

  // The points of one gang: entry `index` and those joined to it, as far as the payer still has
  // them. All are transferred with reference to the first entry, and none can be undone later.
  void Share(Step& step, const Board& board, Ledger& ledger, int index) const {
    const LedgerEntry entry = ledger.entries[static_cast<std::size_t>(index)];
    const Seat payer = board.turn.focus_seat;
    std::int32_t received = entry.total();
    for (int next = index + 1;
         next < ledger.count && ledger.entries[static_cast<std::size_t>(next)].joined(); ++next) {
      received += ledger.entries[static_cast<std::size_t>(next)].total();
      Transfer(step, ledger, next, payer, payer, 0, transfer_);
    }
    const std::int32_t points = settlement_.Payable(step.records, payer, received);
    SeatMask winners = MaskOf(step.seat);
    for (const Action& winner : step.winners) winners |= MaskOf(winner.seat);

    // Points of a gang from a discard return to the seat that paid them, if it is a winner.
    const bool off_a_discard =
        entry.reason == reasons_.Of(MeldKind::kMingGang) && (entry.payers & winners) != 0;
    if (off_a_discard) {
      Transfer(step, ledger, index, payer, static_cast<Seat>(std::countr_zero(entry.payers)),
               points, transfer_);
      return;
    }
    const std::int32_t share = points / std::popcount(winners);
    std::int32_t rest = points % std::popcount(winners);
    for (int turn = 1; turn < board.seat_count; ++turn) {
      const auto seat = static_cast<Seat>((payer + turn) % board.seat_count);
      if ((winners & MaskOf(seat)) == 0) continue;
      index = Transfer(step, ledger, index, payer, seat, share + rest, transfer_);
      rest = 0;
    }
  }

  table::TableSlots table_;
  Slot<Ledger> ledger_;
  Settlement settlement_;
  Slot<ScoreNotes> notes_;
  GangReasons reasons_;
  Mode mode_;
  std::uint8_t transfer_;
};

}  // namespace

void RegisterTransferGangPoints(Registry& registry) { registry.Add<TransferGangPoints>(); }

}  // namespace mlf::score
