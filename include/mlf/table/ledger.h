/// \file
/// Ledger: points move only as entries, so every settlement sums to zero and every point has a
/// reason.
///
/// An entry means: each party of `payers` pays `each` to `payee`, for `reason`. `each` is never
/// negative: a refund or transfer is a new entry that refers to the old one. When the ledger is
/// full, the oldest entries that can no longer be undone fold into the totals.
#pragma once

#include <mlf/table/board.h>

#include <limits>
#include <optional>

namespace mlf::table {

struct LedgerEntry {
  std::int32_t each = 0;
  std::uint8_t payee = 0;  ///< bits 0-3 party, bit 5 joined, bit 6 undone (refunded or
                           ///< transferred), bit 7 undoable
  SeatMask payers = 0;
  std::uint8_t reason = 0;     ///< Params::Number("ledger", ...)
  Maybe<std::uint8_t> refers;  ///< index of the entry it undoes

  int party() const { return payee & 15; }
  /// One payment together with the previous entry: its payers pay different amounts.
  bool joined() const { return (payee & 32) != 0; }
  bool undone() const { return (payee & 64) != 0; }
  bool open() const { return (payee & 128) != 0 && !undone(); }
  std::int32_t total() const { return each * std::popcount(payers); }
};
static_assert(sizeof(LedgerEntry) == 8);

struct Ledger {
  static constexpr std::string_view kSlot = "ledger";
  static constexpr Scope kScope = Scope::kHand;
  static constexpr int kCapacity = 72;

  PerParty<std::int32_t> points{};  ///< of this hand so far, including folded entries
  std::array<LedgerEntry, kCapacity> entries{};
  std::uint8_t count = 0;
  std::uint8_t folded = 0;  ///< number of folded entries (stops at 255)
  std::uint8_t reserved[2] = {};

  void Check(const Validation& check) const;
};

/// Name of the number list of ledger reasons.
inline constexpr std::string_view kLedgerReasons = "ledger";
/// The event of an entry: seat = payee, value = each, pieces = the payers
/// (EventType::names_seats), text = reason id.
extern const EventType kPointsEvent;

/// Adds an entry and emits its event. Does nothing if `each` is 0 or nobody pays. `undoable`: a
/// refund or transfer may refer to it later. Returns its index.
std::optional<int> Pay(Step& step, Ledger& ledger, Seat payee, SeatMask payers, std::int32_t each,
                       std::uint8_t reason, bool undoable = false, bool joined = false);
/// Undoes entry `index`: the payee returns the points to the payers, or to those in `to`. If it can
/// return only `most`, the nearest payers after it in turn order come first. Does nothing if the
/// entry is not open: an entry is undone once. To undo several, call FirstOpen after each, because
/// folding moves entries.
void Refund(Step& step, Ledger& ledger, int index, std::uint8_t reason, SeatMask to = 0xFF,
            std::int32_t most = std::numeric_limits<std::int32_t>::max());
/// Moves `amount` from `from` to `to`, referring to entry `index`. That entry can then no longer be
/// undone, but may be transferred from again. Returns its index, which changes if entries fold.
int Transfer(Step& step, Ledger& ledger, int index, Seat from, Seat to, std::int32_t amount,
             std::uint8_t reason);
/// The oldest and the newest open entry paid to `payee`.
std::optional<int> FirstOpen(const Ledger& ledger, Seat payee);
std::optional<int> LastOpen(const Ledger& ledger, Seat payee);
/// Adds an entry without a Step or an event, for positions. `refers`: the entry it undoes.
std::optional<int> Book(Ledger& ledger, Seat payee, SeatMask payers, std::int32_t each,
                        std::uint8_t reason, bool undoable,
                        std::optional<int> refers = std::nullopt, bool joined = false);

}  // namespace mlf::table
