// table_order (rules/erren.md#fans): walks the rows from top to bottom. A matching row that is not
// excluded counts, and excludes the rows it names. Excluded rows exclude nothing. Done for every
// reading of the hand and every place of the winning tile; the highest value wins.
//
// A row of kind `times` multiplies the sum of all others. Once a row of kind `limit` counts, only
// such rows do (役满). A row of kind `bonus` counts beside others only (宝牌).
#include <mlf/components/fan_combine.h>
#include <mlf/flow/registry.h>

#include <algorithm>

namespace mlf::score {

namespace {

class TableOrder final : public FanCombine {
 public:
  static constexpr PartInfo kInfo{
      "table_order", 1, "从上到下逐行计，计了的一行排除它 excludes 里的各行",
      "rows count from top to bottom; one that counts strikes those it excludes"};
  enum class Total : std::uint8_t { kSum, kProduct, kMax };

  explicit TableOrder(Params& params)
      : total_(params.Enum(
            "total", Total::kSum, {"sum", "product", "max"},
            {"各番相加、相乘，或只取最大",
             "what the rows come to: their sum, their product, or the greatest alone"})),
        limits_(params.Enum("limits", Limits::kAll, {"all", "one"},
                            {"limit 行：都计，或只计最大的一行",
                             "limit rows: all count, or the greatest alone", /*added=*/true})) {}

  bool ByReading() const override { return true; }

  bool Combine(const RowMatches& win, Verdict& verdict) const override {
    const std::vector<TableRow>& rows = win.rows();
    RowSet left = win.may();
    bool full = false;
    std::int64_t product = 1;
    int most = 0;
    const bool closed = win.hand().Closed();
    left.ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      if (verdict.limit && row.kind != RowKind::kLimit) return;
      if (row.kind == RowKind::kBonus && verdict.line_count == 0) return;
      const int count = win.CountOf(i);
      if (count == 0) return;
      left -= row.excludes;
      full = full || row.full;
      if (row.kind == RowKind::kTimes) {
        verdict.times = static_cast<std::uint8_t>(std::min(verdict.times * row.fan, 255));
        return;
      }
      const int fan = closed ? row.fan : row.open;
      if (row.kind == RowKind::kLimit && !TakeLimit(verdict, fan)) return;
      AddLine(verdict, i, count, fan);
      most = std::max(most, count * fan);
      for (int n = 0; n < count && total_ == Total::kProduct; ++n)
        product = std::min<std::int64_t>(product * fan, kMost);
    });
    if (total_ == Total::kProduct)
      verdict.fan = verdict.line_count == 0 ? 0 : static_cast<std::int32_t>(product);
    if (total_ == Total::kMax) verdict.fan = most;
    verdict.fan *= verdict.times;
    return full;
  }

 private:
  enum class Limits : std::uint8_t { kAll, kOne };
  static constexpr std::int64_t kMost = 1'000'000;

  // Notes a limit row. False if a greater one counts already, and alone.
  bool TakeLimit(Verdict& verdict, int fan) const {
    if (verdict.limit && limits_ == Limits::kOne) {
      if (fan <= verdict.fan) return false;
      verdict.line_count = 0;
      verdict.fan = 0;
    }
    verdict.limit = true;
    return true;
  }

  Total total_;
  Limits limits_;
};

}  // namespace

void RegisterTableOrder(Registry& registry) { registry.Add<TableOrder>(); }

}  // namespace mlf::score
