/// \file
/// Ledger: points move only as entries here, so every settlement sums to zero by construction and
/// every point can be explained.
///
/// An entry says: each party of `payers` pays `each` to `payee`, for `reason`. A negative `each`
/// does not exist; a refund or transfer is an entry of its own that refers to the one it undoes.
/// When the book is full, the oldest entries that can no longer be undone fold into totals.
#pragma once

#include <mlf/table/board.h>

#include <limits>

namespace mlf::table {

struct LedgerEntry {
  std::int32_t each = 0;
  std::uint8_t payee = 0;  ///< bits 0-3 party, bit 5 joined, bit 6 undone (refunded or
                           ///< transferred), bit 7 may still be undone
  SeatMask payers = 0;
  std::uint8_t reason = 0;  ///< Params::Number("ledger", ...)
  std::uint8_t refers = 0;  ///< 1 + index of the entry it undoes; 0 = none

  int party() const { return payee & 15; }
  /// Of one payment with the entry before: its payers paid different amounts.
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

  PerParty<std::int32_t> points{};  ///< of this hand so far, folded entries included
  std::array<LedgerEntry, kCapacity> entries{};
  std::uint8_t count = 0;
  std::uint8_t folded = 0;  ///< entries folded so far (stops at 255)
  std::uint8_t reserved[2] = {};

  void Check(const Validation& check) const;
};

/// Number list of ledger reasons.
inline constexpr std::string_view kLedgerReasons = "ledger";
/// The event every entry is announced with: seat = payee, value = each, pieces = payer seats, text
/// = reason id.
extern const EventType kPointsEvent;

/// Writes an entry (nothing when `each` is 0 or nobody pays) and announces it. `undoable`: a refund
/// or transfer may refer to it later. Returns its index, or -1.
int Pay(Step& step, Ledger& ledger, Seat payee, SeatMask payers, std::int32_t each,
        std::uint8_t reason, bool undoable = false, bool joined = false);
/// Undoes entry `index`: the payee gives back what they paid to the payers, or to those of them in
/// `to`; where it can give back only `most`, to the nearest after it in turn order first. Nothing
/// happens where it is not open: an entry is undone once. To undo several, ask FirstOpen again
/// after each, as a full book moves its entries.
void Refund(Step& step, Ledger& ledger, int index, std::uint8_t reason, SeatMask to = 0xFF,
            std::int32_t most = std::numeric_limits<std::int32_t>::max());
/// Moves `amount` from `from` to `to`, referring to entry `index`, which can then no longer be
/// undone (but be transferred from again, to share it out). Answers where the entry is now: a full
/// book moves its entries.
int Transfer(Step& step, Ledger& ledger, int index, Seat from, Seat to, std::int32_t amount,
             std::uint8_t reason);
/// The oldest / newest entry paid to `payee` that may still be undone, or -1.
int FirstOpen(const Ledger& ledger, Seat payee);
int LastOpen(const Ledger& ledger, Seat payee);
/// Without a step (positions): the entry alone.
int Book(Ledger& ledger, Seat payee, SeatMask payers, std::int32_t each, std::uint8_t reason,
         bool undoable, int refers = 0, bool joined = false);

}  // namespace mlf::table
