/// \file
/// Settlement (结算): how the parts of this folder move points. They say in units (底) who owes
/// whom; here units become points, and nobody pays more than it can.
///
///   parts: {stakes: {stake_rule: {base_bet: 10, pay_limit: holdings}}}
///
/// StakeRule is the variant's shared part `stakes`; without it a unit is a point and payments have
/// no limit. Order of payments, where a limit makes it matter: in the order in which things are
/// settled; of what is settled at once, a payer pays its nearest payee first (the next seat in turn
/// order, then the one after it), parties without a seat last. So several winners on one tile are
/// paid the nearest first.
///
/// Always: an entry of the ledger says what was really paid, so refunds and transfers give back no
/// more than that. Nobody's points fall below zero where holdings are the limit, nor below
/// -300,000,000 anywhere, so that sums stay within 32 bits.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/table/ledger.h>

#include <array>
#include <cstdint>
#include <span>

namespace mlf::score {

class StakeRule : public Part {
 public:
  static constexpr std::string_view kRole = "stake_rule";

  virtual int base_bet() const = 0;
  /// Whether nobody pays more than it has.
  virtual bool within_holdings() const = 0;
};

/// What parties owe one payee for one thing, in points.
struct Due {
  Seat payee = 0;
  std::uint8_t reason = 0;
  bool undoable = false;                   ///< a refund or a transfer may refer to it later
  table::PerParty<std::int32_t> points{};  ///< by payer
};

class Settlement {
 public:
  static constexpr int kMostDues = 24;  ///< settled at once

  /// Takes `stakes` of the part it belongs to.
  explicit Settlement(Params& params);

  std::int32_t Points(std::int64_t units) const;
  /// Each of `payers` owes so many units.
  Due Owed(Seat payee, SeatMask payers, std::int64_t units, std::uint8_t reason,
           bool undoable = false) const;
  /// The part of `points` that `party` can pay now.
  std::int32_t Payable(const Records& records, Seat party, std::int32_t points) const;
  /// Pays what is due, as far as the payers can, and announces it; the points that moved. Payers of
  /// one amount share an entry.
  std::int64_t Pay(Step& step, std::span<const Due> dues) const;
  std::int64_t Pay(Step& step, const Due& due) const { return Pay(step, std::span(&due, 1)); }

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  const StakeRule* stakes_;
};

}  // namespace mlf::score
