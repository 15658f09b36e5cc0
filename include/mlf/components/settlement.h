/// \file
/// Settlement (结算): converts units (底) owed by the parts of this folder to points, and pays them
/// within the payers' limits.
///
///   parts: {stakes: {stake_rule: {base_bet: 10, pay_limit: holdings}}}
///
/// StakeRule is the variant's shared part `stakes`. Without it a unit is a point and payments have
/// no limit. Debts are paid in the order of settlement. Of debts settled at once, a payer pays its
/// nearest payee in turn order first, and parties without a seat last. So several winners on one
/// tile are paid nearest first.
///
/// The ledger records the points actually paid, so refunds and transfers never return more. Points
/// never fall below zero if holdings are the limit, nor below -300,000,000 in any case, so sums fit
/// 32 bits.
#pragma once

#include <mlf/flow/node.h>
#include <mlf/table/ledger.h>

#include <array>
#include <cstdint>
#include <span>

namespace mlf::score {

class StakeRule : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "stake_rule";

  virtual int base_bet() const = 0;
  /// Whether nobody pays more than it has.
  virtual bool within_holdings() const = 0;
};

/// Debts to one payee for one reason, in points.
struct Due {
  Seat payee = 0;
  std::uint8_t reason = 0;
  bool undoable = false;                   ///< a refund or transfer may refer to it later
  table::PerParty<std::int32_t> points{};  ///< by payer
};

class Settlement {
 public:
  static constexpr int kMostDues = 24;  ///< settled at once

  /// Takes the part's parameter `stakes`.
  explicit Settlement(Params& params);

  std::int32_t Points(std::int64_t units) const;
  /// Units that are points whatever the base bet.
  static std::int32_t PlainPoints(std::int64_t units);
  /// Points of a unit.
  int base_bet() const { return stakes_ == nullptr ? 1 : stakes_->base_bet(); }
  /// A debt of `units` from each of `payers`.
  Due Owed(Seat payee, SeatMask payers, std::int64_t units, std::uint8_t reason,
           bool undoable = false) const;
  /// How many of `points` the `party` can pay now.
  std::int32_t Payable(const Records& records, Seat party, std::int32_t points) const;
  /// Pays the debts as far as the payers can, and emits the events. Returns the points moved.
  /// Payers of equal amounts share an entry.
  std::int64_t Pay(Step& step, std::span<const Due> dues) const;
  std::int64_t Pay(Step& step, const Due& due) const { return Pay(step, std::span(&due, 1)); }

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  const StakeRule* stakes_;
};

}  // namespace mlf::score
