// Example: seat 0 holds 5 and owes 4 to seat 3 and 2 to seat 1. Seat 1 is nearer and receives 2;
// seat 3 receives the remaining 3.
#include <mlf/components/settlement.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <limits>

namespace mlf::score {

namespace {

using table::kMaxParties;

constexpr std::int32_t kMostOwed = 300'000'000;  // the sum over all parties but one fits 32 bits

// The `n`-th payee of `payer`, from 0: first the seats after it in turn order, then parties without
// a seat.
Seat NthPayee(Seat payer, int n, int seats) {
  if (payer < seats && n < seats - 1) return static_cast<Seat>((payer + 1 + n) % seats);
  return static_cast<Seat>(payer < seats || n >= payer ? n + 1 : n);
}

class BaseAndLimit final : public StakeRule {
 public:
  static constexpr PartInfo kInfo{"stake_rule", 1, "底分与赔付上限：一底几分，最多赔多少",
                                  "what a unit is worth in points, and how much a seat can pay"};

  explicit BaseAndLimit(Params& params)
      : base_bet_(params.Int("base_bet", 1, 1, 1'000'000, {"底分：一底几分", "points of a unit"})),
        pay_limit_(params.Enum(
            "pay_limit", PayLimit::kNone, {"none", "holdings"},
            {"最多赔多少：不限（可以输成负分）/ 自己现有的分",
             "how much a seat can pay: no limit, points may become negative / what it has"})) {}

  int base_bet() const override { return base_bet_; }
  bool within_holdings() const override { return pay_limit_ == PayLimit::kHoldings; }

 private:
  enum class PayLimit : std::uint8_t { kNone, kHoldings };

  int base_bet_;
  PayLimit pay_limit_;
};

}  // namespace

Settlement::Settlement(Params& params)
    : table_(params),
      ledger_(params.Slot<table::Ledger>()),
      stakes_(params.PartIfAny<StakeRule>(
          "stakes", {"底分与赔付上限", "what a unit is worth, and how much a seat can pay"})) {}

std::int32_t Settlement::Points(std::int64_t units) const {
  return PlainPoints(std::min<std::int64_t>(units, kMostOwed) * base_bet());
}

std::int32_t Settlement::PlainPoints(std::int64_t units) {
  return static_cast<std::int32_t>(std::min<std::int64_t>(units, kMostOwed));
}

Due Settlement::Owed(Seat payee, SeatMask payers, std::int64_t units, std::uint8_t reason,
                     bool undoable) const {
  Due due{.payee = payee, .reason = reason, .undoable = undoable, .points = {}};
  ForEachSeat(payers, [&](Seat payer) { due.points[payer] = Points(units); });
  return due;
}

std::int32_t Settlement::Payable(const Records& records, Seat party, std::int32_t points) const {
  const std::int64_t has =
      std::int64_t{table_.match(records).score[party]} + ledger_(records).points[party];
  const std::int64_t least =
      stakes_ != nullptr && stakes_->within_holdings() ? 0 : -std::int64_t{kMostOwed};
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(has - least, 0, points));
}

std::int64_t Settlement::Pay(Step& step, std::span<const Due> dues) const {
  MLF_CHECK(dues.size() <= kMostDues, "too many payments are settled at once");
  const int seats = table_.board(step.records).seat_count;
  std::array<table::PerParty<std::int32_t>, kMostDues> paid{};
  for (Seat payer = 0; payer < kMaxParties; ++payer) {
    std::int64_t owed = 0;
    for (const Due& due : dues) owed += due.points[payer];
    if (owed == 0) continue;
    std::int32_t left = Payable(step.records, payer,
                                static_cast<std::int32_t>(std::min<std::int64_t>(
                                    owed, std::numeric_limits<std::int32_t>::max())));
    for (int n = 0; n < kMaxParties - 1; ++n) {
      const Seat payee = NthPayee(payer, n, seats);
      for (std::size_t i = 0; i < dues.size(); ++i) {
        if (dues[i].payee != payee) continue;
        paid[i][payer] = std::min(dues[i].points[payer], left);
        left -= paid[i][payer];
      }
    }
  }
  std::int64_t moved = 0;
  for (std::size_t i = 0; i < dues.size(); ++i) {
    SeatMask payers = 0;
    for (Seat payer = 0; payer < kMaxParties; ++payer)
      payers = static_cast<SeatMask>(payers | (paid[i][payer] > 0 ? MaskOf(payer) : SeatMask{0}));
    for (bool first = true; payers != 0; first = false) {
      const std::int32_t each = paid[i][std::countr_zero(unsigned{payers})];
      SeatMask alike = 0;
      ForEachSeat(payers, [&](Seat payer) {
        if (paid[i][payer] == each) alike = static_cast<SeatMask>(alike | MaskOf(payer));
      });
      table::Pay(step, ledger_(step.records), dues[i].payee, alike, each, dues[i].reason,
                 dues[i].undoable, /*joined=*/!first);
      moved += std::int64_t{each} * std::popcount(unsigned{alike});
      payers = static_cast<SeatMask>(payers & ~alike);
    }
  }
  return moved;
}

void RegisterSettlement(Registry& registry) { registry.Add<BaseAndLimit>(); }

}  // namespace mlf::score
