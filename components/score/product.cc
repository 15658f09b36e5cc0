// product (rules/yilaidaodi.md#fans, table 1): the product of all matching rows, each counted once
// for each match. Only the highest basic row counts. An event row cancels the rows it replaces. A
// row worth 1 is only listed.
//
// Example (YL09): plain win 1, self-draw 2, hard 2, two ganged wildcards 2 * 2: 16.
#include <mlf/components/fan_combine.h>
#include <mlf/flow/registry.h>

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

  bool Combine(const RowMatches& win, Verdict& verdict) const override {
    const std::vector<TableRow>& rows = win.rows();
    std::optional<int> basic;
    CountedRows counted;
    RowSet struck;
    win.may().ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      if (row.kind == RowKind::kBasic) {
        const bool greater = !basic || row.fan > rows[static_cast<std::size_t>(*basic)].fan;
        if (greater && win.CountOf(i) > 0) basic = i;
      } else if (row.kind == RowKind::kEvent && win.events()) {
        const int found = win.CountOf(i);
        if (found == 0 || struck.Has(i)) return;
        counted.Add(i, found);
        struck |= row.replaces;
      }
    });
    counted.rows -= struck;
    if (basic) counted.Add(*basic, 1);
    std::int64_t product = 1;
    bool full = false;
    counted.rows.ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      const int n = counted.times[static_cast<std::size_t>(i)];
      AddLine(verdict, i, n, row.fan);
      for (int k = 0; k < n; ++k) product = std::min<std::int64_t>(product * row.fan, kMostProduct);
      full = full || row.full;
    });
    verdict.fan = static_cast<std::int32_t>(product);
    return full;
  }
};

}  // namespace

void RegisterProduct(Registry& registry) { registry.Add<Product>(); }

}  // namespace mlf::score
