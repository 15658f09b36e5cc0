// can_deposit: a seat that declares ready needs the points of its deposit
// (rules/riichi.md#riichi). components/score/deposits.cc takes them.
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>
#include <mlf/table/ledger.h>

namespace mlf::logic {
namespace {

class CanDeposit final : public Guard {
 public:
  static constexpr PartInfo kInfo{"can_deposit", 1, "点数够出供托", "it can deposit"};
  static constexpr Reason kReason{"too_few_points", "点数不够出供托",
                                  "the seat has too few points for the deposit"};
  explicit CanDeposit(Params& params)
      : table_(params),
        ledger_(params.Slot<table::Ledger>()),
        points_(params.Int("points", 1000, 0, 1000000, {"供托的分", "points of a deposit"})) {}
  bool Holds(const Records& records, Seat seat) const override {
    return table_.match(records).score[seat] + ledger_(records).points[seat] >= points_;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  int points_;
};

}  // namespace

void RegisterCanDeposit(Registry& registry) { registry.Add<CanDeposit>(); }

}  // namespace mlf::logic
