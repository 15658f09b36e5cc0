/// \file
/// TableGuard: a guard that reads only the table. `Own` defines kInfo and kReason:
///
///   class DrewNothing final : public TableGuard<DrewNothing> {
///    public:
///     static constexpr PartInfo kInfo{"drew_nothing", 1, ...};
///     static constexpr Reason kReason{"wall_not_empty", ...};
///     using TableGuard::TableGuard;
///     bool Holds(const Records& records, Seat) const override {
///       return board(records).drew_nothing != 0;
///     }
///   };
#pragma once

#include <mlf/flow/params.h>
#include <mlf/table/board.h>

namespace mlf::logic {

template <typename Own>
class TableGuard : public Guard {
 public:
  // NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): abstract, and guards inherit it
  explicit TableGuard(Params& params) : table_(params) {}
  const Reason& WhyNot() const final { return Own::kReason; }

 protected:
  const table::Board& board(const Records& records) const { return table_.board(records); }
  const table::Match& match(const Records& records) const { return table_.match(records); }

 private:
  table::TableSlots table_;
};

}  // namespace mlf::logic
