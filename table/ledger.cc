// Entries are kept in booking order. When the ledger is full, the oldest entry that can no longer
// be undone is dropped: its points are already in the totals, and references to it are cleared.
//
// Example (rules/xueliu.md#win-points): seat 0 lays a concealed gang, `0 <- {1,2,3} each 2`, and
// later refunds it. That adds three entries `1 <- {0} 2`, `2 <- {0} 2`, `3 <- {0} 2`. They refer to
// the first entry, which is marked as undone.
#include <mlf/flow/flow.h>
#include <mlf/table/ledger.h>

#include <algorithm>
#include <bit>

namespace mlf::table {

const EventType kPointsEvent{"points", "{seat} 收 {value} 分（{text}）",
                             "{seat} receives {value} from each payer ({text})",
                             /*names_seats=*/true};

namespace {

constexpr std::uint8_t kJoined = 32;
constexpr std::uint8_t kUndone = 64;
constexpr std::uint8_t kMayBeUndone = 128;

// Drops the oldest entry that can no longer be undone, except `keep`. Returns the new index of
// `keep`.
std::optional<int> Fold(Ledger& ledger, std::optional<int> keep) {
  int victim = 0;
  while (victim < ledger.count && (ledger.entries[victim].open() || victim == keep)) ++victim;
  MLF_CHECK(victim < ledger.count, "the ledger is full of entries that may still be undone");
  for (int i = victim; i + 1 < ledger.count; ++i) ledger.entries[i] = ledger.entries[i + 1];
  ledger.entries[--ledger.count] = LedgerEntry{};
  for (int i = 0; i < ledger.count; ++i) {
    Maybe<std::uint8_t>& refers = ledger.entries[i].refers;
    if (!refers || *refers < victim) continue;
    refers = *refers == victim ? Maybe<std::uint8_t>{} : static_cast<std::uint8_t>(*refers - 1);
  }
  if (ledger.folded < 255) ++ledger.folded;
  return keep && *keep > victim ? *keep - 1 : keep;
}

void Announce(Step& step, const LedgerEntry& entry) {
  const std::vector<const Reason*>& reasons = step.flow.Numbers(kLedgerReasons);
  Event& event = step.Emit(kPointsEvent, static_cast<Seat>(entry.party()));
  event.value = entry.each;
  if (entry.reason < reasons.size() && reasons[entry.reason] != nullptr)
    event.text = reasons[entry.reason]->id;
  if (std::popcount(entry.payers) == 1)
    event.other = static_cast<Seat>(std::countr_zero(entry.payers));
  ForEachSeat(entry.payers, [&](Seat payer) { event.With(static_cast<Piece>(payer)); });
}

// Adds an entry that refers to `about`. Returns the new index of `about`.
int BookAbout(Ledger& ledger, Seat payee, SeatMask payers, std::int32_t each, std::uint8_t reason,
              int about) {
  if (ledger.count == Ledger::kCapacity) about = *Fold(ledger, about);
  Book(ledger, payee, payers, each, reason, /*undoable=*/false, about);
  return about;
}

}  // namespace

std::optional<int> Book(Ledger& ledger, Seat payee, SeatMask payers, std::int32_t each,
                        std::uint8_t reason, bool undoable, std::optional<int> refers,
                        bool joined) {
  MLF_CHECK(payee >= 0 && payee < kMaxParties && (payers & MaskOf(payee)) == 0,
            "nobody pays itself");
  MLF_CHECK(each >= 0, "an entry moves no negative points; a refund is an entry of its own");
  MLF_CHECK(!refers || (*refers >= 0 && *refers < ledger.count),
            "an entry refers to an existing entry");
  if (each == 0 || payers == 0) return std::nullopt;
  if (ledger.count == Ledger::kCapacity) refers = Fold(ledger, refers);
  LedgerEntry& entry = ledger.entries[ledger.count];
  entry.each = each;
  entry.payee =
      static_cast<std::uint8_t>(payee | (undoable ? kMayBeUndone : 0) | (joined ? kJoined : 0));
  entry.payers = payers;
  entry.reason = reason;
  if (refers) entry.refers = static_cast<std::uint8_t>(*refers);
  ledger.points[payee] += entry.total();
  ForEachSeat(payers, [&](Seat payer) { ledger.points[payer] -= each; });
  return ledger.count++;
}

std::optional<int> Pay(Step& step, Ledger& ledger, Seat payee, SeatMask payers, std::int32_t each,
                       std::uint8_t reason, bool undoable, bool joined) {
  const auto index = Book(ledger, payee, payers, each, reason, undoable, /*refers=*/{}, joined);
  if (index) Announce(step, ledger.entries[*index]);
  return index;
}

void Refund(Step& step, Ledger& ledger, int index, std::uint8_t reason, SeatMask to,
            std::int32_t most) {
  MLF_CHECK(index >= 0 && index < ledger.count, "the ledger has no such entry");
  if (!ledger.entries[index].open()) return;
  ledger.entries[index].payee |= kUndone;
  const LedgerEntry undone = ledger.entries[index];
  const auto owner = static_cast<Seat>(undone.party());
  PerParty<std::int32_t> back{};
  for (int turn = 1; turn < kMaxParties; ++turn) {
    const auto payer = static_cast<Seat>((owner + turn) % kMaxParties);
    if ((undone.payers & to & MaskOf(payer)) == 0) continue;
    back[payer] = std::min(undone.each, most);
    most -= back[payer];
  }
  ForEachSeat(undone.payers & to, [&](Seat payer) {
    if (back[payer] == 0) return;
    index = BookAbout(ledger, payer, MaskOf(owner), back[payer], reason, index);
    Announce(step, ledger.entries[ledger.count - 1]);
  });
}

int Transfer(Step& step, Ledger& ledger, int index, Seat from, Seat to, std::int32_t amount,
             std::uint8_t reason) {
  MLF_CHECK(index >= 0 && index < ledger.count, "the ledger has no such entry");
  ledger.entries[index].payee |= kUndone;
  if (from == to || amount == 0) return index;
  index = BookAbout(ledger, to, MaskOf(from), amount, reason, index);
  Announce(step, ledger.entries[ledger.count - 1]);
  return index;
}

std::optional<int> FirstOpen(const Ledger& ledger, Seat payee) {
  for (int i = 0; i < ledger.count; ++i) {
    if (ledger.entries[i].open() && ledger.entries[i].party() == payee) return i;
  }
  return std::nullopt;
}

std::optional<int> LastOpen(const Ledger& ledger, Seat payee) {
  for (int i = ledger.count - 1; i >= 0; --i) {
    if (ledger.entries[i].open() && ledger.entries[i].party() == payee) return i;
  }
  return std::nullopt;
}

}  // namespace mlf::table
