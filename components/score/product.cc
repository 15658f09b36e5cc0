// product (rules/yilaidaodi.md#fans, table 1): the product of all matching rows, each counted once
// for each match. Only the highest basic row counts. An event row cancels the rows it replaces. A
// row worth 1 is only listed.
//
// Example (YL09): plain win 1, self-draw 2, hard 2, two ganged wildcards 2 * 2: 16.
#include <mlf/components/fan_combine.h>
#include <mlf/components/pair_factor.h>
#include <mlf/components/row_names.h>
#include <mlf/flow/registry.h>
#include "components/score/greatest_basic.h"

#include <algorithm>
#include <optional>

namespace mlf::score {

namespace {

constexpr std::int32_t kMostProduct =
    100'000'000;  // the sum over three payers fits 32 bits; no hand comes near it

class Product final : public FanCombine {
 public:
  static constexpr PartInfo kInfo{"product", 2, "各行相乘：最大的一行 basic 乘各行 event",
                                  "the greatest basic row times all event rows"};

  bool CountsGen() const override { return false; }
  bool Combine(const RowMatches& win, Verdict& verdict) const override {
    const std::vector<TableRow>& rows = win.rows();
    const GreatestBasic hand = CountGreatestBasic(win);
    std::int64_t product = 1;
    bool full = false;
    hand.counted.rows.ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      const int n = hand.counted.times[static_cast<std::size_t>(i)];
      AddLine(verdict, i, n, row.fan);
      for (int k = 0; k < n; ++k) product = std::min<std::int64_t>(product * row.fan, kMostProduct);
      full = full || row.full;
    });
    verdict.fan = static_cast<std::int32_t>(product);
    return full;
  }
};

// most_paid (rules/nanchang.md#settlement): a hand may count as sets, as triplets, as pairs or as
// another shape. What all payers together pay decides, which is more than the total of the rows:
// the shares of the payers differ, and some rows add a number to what each pays.
//
// Example: pairs after a gang, 2 x 2, against sets with every wildcard as itself, 1 x 2 and 5 from
// each. With shares of 2, 2 and 4 the pairs bring 4 * 8 = 32, the sets 2 * 8 + 3 * 5 = 31.
class MostPaid final : public FanCombine {
 public:
  static constexpr PartInfo kInfo{
      "most_paid", 1, "牌有几种算法时，取各家所付之和最大的一种，其次取番种少的",
      "a hand that counts in several forms takes the one for which all payers together pay most, "
      "then the one with the fewest rows"};

  explicit MostPaid(Params& params)
      : table_(params),
        rows_(params.Part<FanCombine>(
            "rows", {"每种算法里各番种如何组合", "how the rows of one form combine"},
            "table_order")),
        shares_(params.Parts<PairFactor>(
            "shares", {"每家所付的倍数", "what multiplies the value that each payer pays"})),
        flat_(RowNamesOf(params, "flat", {"不乘这些倍数的番种", "rows that nothing multiplies"})),
        added_by_(
            RowNamesOf(params, "added_by",
                       {"每家另付 added 的番种", "rows by which each payer pays `added` more"})),
        added_(params.Int("added", 0, 0, 10000, {"每家另付多少", "what each payer pays more"})),
        all_pay_(params.Bool("all_pay", false,
                             {"点炮时其余各家也付", "off a discard the other seats pay too"})) {
    if (rows_ != nullptr && (!rows_->ByReading() || rows_->ByForm()))
      params.Fault("rows: the rows of one form are walked in order; name table_order");
  }

  bool ByReading() const override { return true; }
  bool ByForm() const override { return true; }
  bool Combine(const RowMatches& rows, Verdict& verdict) const override {
    return rows_->Combine(rows, verdict);
  }
  std::int64_t Paid(const Records& records, const WinCase& win, const Verdict& verdict,
                    const std::vector<FanRow>& rows) const override {
    const bool flat = Counts(verdict, rows, flat_);
    const int more = Counts(verdict, rows, added_by_) ? added_ : 0;
    std::int64_t paid = 0;
    const table::Board& board = table_.board(records);
    const bool all = win.by == WinBy::kSelfDraw || (win.by == WinBy::kDiscard && all_pay_);
    const auto payers =
        all ? static_cast<SeatMask>(board.InHandMask() & ~MaskOf(win.seat)) : MaskOf(win.payer);
    ForEachSeat(payers, [&](Seat payer) {
      std::int64_t owed = verdict.value;
      for (const PairFactor* share : shares_) {
        if (!flat) owed *= share->Value(records, win, payer).value_or(share->Per());
      }
      for (const PairFactor* share : shares_) owed /= flat ? 1 : share->Per();
      paid += owed + more;
    });
    return paid;
  }
  std::vector<std::string> NamedRows() const override {
    std::vector<std::string> all = flat_;
    all.insert(all.end(), added_by_.begin(), added_by_.end());
    return all;
  }

 private:
  static bool Counts(const Verdict& verdict, const std::vector<FanRow>& rows,
                     const std::vector<std::string>& of) {
    return std::ranges::any_of(verdict.Lines(), [&](const FanLine& line) {
      return std::ranges::find(of, rows[line.row].id) != of.end();
    });
  }

  table::TableSlots table_;
  const FanCombine* rows_;
  std::vector<const PairFactor*> shares_;
  std::vector<std::string> flat_, added_by_;
  int added_;
  bool all_pay_;
};

}  // namespace

void RegisterProduct(Registry& registry) {
  registry.Add<Product>();
  registry.Add<MostPaid>();
}

}  // namespace mlf::score
