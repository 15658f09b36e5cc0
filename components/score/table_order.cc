// table_order (rules/erren.md#fans): walks the rows from top to bottom. A matching row that is not
// excluded counts, and excludes the rows it names. Excluded rows exclude nothing. Done for every
// reading of the hand and every place of the winning tile; the highest value wins.
//
// A row of kind `times` multiplies the sum of all others. Once a row of kind
// `limit` counts, only such rows do (役满). A row of kind `alone` counts if no row above does
// (无番和). A row of kind `bonus` counts beside others only (宝牌). A row of kind `instead` counts
// in place of all the others, unless they come to more (人和 as a mangan). A row of kind `tally`
// counts where enough of the rows that it names count.
//
// Rows that join sets (rules/guobiao.md#counting): the sets and the pair are points, and every
// occurrence of such a row connects its points. No occurrence counts if two of its points are
// connected already. So four sets carry three links of two, or one of three and one of two. Every
// largest choice of the occurrences with three points and more is tried. Those with two points
// follow from top to bottom, which is the best choice because greater rows are above.
#include <mlf/components/fan_combine.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace mlf::score {

namespace {

class TableOrder final : public FanCombine {
 public:
  static constexpr PartInfo kInfo{
      "table_order", 1, "从上到下逐行计，计了的一行排除它 excludes 里的各行",
      "rows count from top to bottom; one that counts strikes those it excludes"};
  enum class Total : std::uint8_t { kSum, kProduct, kMax, kDoubled };

  explicit TableOrder(Params& params)
      : total_(params.Enum(
            "total", Total::kSum, {"sum", "product", "max", "doubled"},
            {"各番相加、相乘、只取最大，或最大的为底、多一个番翻一倍",
             "what the rows come to: their sum, their product, the greatest alone, or the "
             "greatest doubled for each further row"})),
        limits_(params.Enum("limits", Limits::kAll, {"all", "one"},
                            {"limit 行：都计，或只计最大的一行",
                             "limit rows: all count, or the greatest alone", /*added=*/true})),
        equal_(params.Enum("equal", Equal::kFirst, {"first", "highest_rows", "most_rows"},
                           {"总番相同的几种计法：取先找到的，番种在表中靠前的，或番种多的",
                            "of several ways to count with the same total: the first found, the "
                            "one whose rows are highest in the table, or the one with most rows",
                            /*added=*/true})),
        list_times_(params.Bool("list_times", false,
                                {"乘总数的番（times）也列出，计零",
                                 "rows of kind times are listed too, with 0", /*added=*/true})) {}

  bool ByReading() const override { return true; }
  bool HasPreference() const override { return equal_ != Equal::kFirst; }
  bool Prefers(const Verdict& one, const Verdict& other) const override;

  bool Combine(const RowMatches& win, Verdict& verdict) const override {
    return win.sets().plain ? CombinePlain(win, verdict) : CombineJoined(win, verdict);
  }

 private:
  enum class Limits : std::uint8_t { kAll, kOne };
  enum class Equal : std::uint8_t { kFirst, kHighestRows, kMostRows };
  static constexpr std::int64_t kMost = 1'000'000;

  class Walk;

  // The greatest row of kind `instead` that matches.
  struct Instead {
    int row = -1;
    int fan = 0;

    void Add(int index, int worth) {
      if (worth > fan) row = index, fan = worth;
    }
    // Whether the row takes the place of the counted ones: they come to no more.
    bool Takes(Verdict& verdict) const {
      if (row < 0 || verdict.limit || verdict.fan > fan) return false;
      verdict.line_count = 0;
      verdict.fan = 0;
      verdict.times = 1;
      AddLine(verdict, row, 1, fan);
      return true;
    }
  };

  bool CombinePlain(const RowMatches& win, Verdict& verdict) const {
    const std::vector<TableRow>& rows = win.rows();
    RowSet left = win.may();
    bool full = false;
    std::int64_t product = 1;
    int most = 0, rows_counted = 0;
    const bool closed = win.hand().Closed();
    Instead instead;
    left.ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      if (verdict.limit && row.kind != RowKind::kLimit) return;
      const int count =
          row.kind < RowKind::kAlone ? win.CountOf(i) : CountOfLast(win, row, i, left, verdict);
      if (count == 0) return;
      if (row.kind == RowKind::kInstead) return instead.Add(i, closed ? row.fan : row.open);
      left -= row.excludes;
      full = full || row.full;
      if (row.kind == RowKind::kTimes) return Multiply(verdict, i, row.fan);
      const int fan = closed ? row.fan : row.open;
      if (row.kind == RowKind::kLimit && !TakeLimit(verdict, fan)) return;
      AddLine(verdict, i, count, fan);
      most = std::max(most, count * fan);
      ++rows_counted;
      for (int n = 0; n < count && total_ == Total::kProduct; ++n)
        product = std::min<std::int64_t>(product * fan, kMost);
    });
    if (total_ == Total::kProduct)
      verdict.fan = verdict.line_count == 0 ? 0 : static_cast<std::int32_t>(product);
    if (total_ == Total::kMax) verdict.fan = most;
    if (total_ == Total::kDoubled) verdict.fan = Doubled(most, rows_counted);
    verdict.fan *= verdict.times;
    return !instead.Takes(verdict) && full;
  }

  bool CombineJoined(const RowMatches& win, Verdict& verdict) const;

  static int Doubled(int most, int rows) {
    return static_cast<int>(std::min(std::int64_t{most} << std::clamp(rows - 1, 0, 20), kMost));
  }
  // How often a row counts that depends on what others do. `left` are the rows not struck.
  [[gnu::noinline]] static int CountOfLast(const RowMatches& win, const TableRow& row, int index,
                                           const RowSet& left, const Verdict& verdict) {
    if (row.kind == RowKind::kBonus && verdict.line_count == 0) return 0;
    if (row.kind == RowKind::kAlone && verdict.line_count != 0) return 0;
    if (row.kind != RowKind::kTally) return win.CountOf(index);
    RowSet named = row.tally;
    named &= left;
    int count = 0;
    named.ForEach([&](int other) { count += win.CountOf(other) != 0 ? 1 : 0; });
    if (count < row.least) return 0;
    return row.each ? count : 1;
  }

  void Multiply(Verdict& verdict, int row, int by) const {
    verdict.times = static_cast<std::uint8_t>(std::min(verdict.times * by, 255));
    if (list_times_) AddLine(verdict, row, 1, 0);
  }
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
  Equal equal_;
  bool list_times_;
};

// The list with the smaller row at the first difference. A row that counts more often goes on where
// the other list has a later row. Or the list with more rows, however often they count.
bool TableOrder::Prefers(const Verdict& one, const Verdict& other) const {
  if (equal_ == Equal::kMostRows) return one.line_count > other.line_count;
  for (int i = 0; i < std::min(one.line_count, other.line_count); ++i) {
    const FanLine& a = one.lines[static_cast<std::size_t>(i)];
    const FanLine& b = other.lines[static_cast<std::size_t>(i)];
    if (a.row != b.row) return a.row < b.row;
    if (a.count != b.count) return a.count > b.count;
  }
  return false;
}

// Which points the counted occurrences have connected.
class Connected {
 public:
  Connected() {
    for (std::size_t i = 0; i < with_.size(); ++i) with_[i] = static_cast<PointBits>(1u << i);
  }
  // Whether no two of the points are connected.
  bool Apart(PointBits points) const {
    for (unsigned left = points; left != 0; left &= left - 1) {
      if ((with_[Lowest(left)] & points) != (left & -left)) return false;
    }
    return true;
  }
  // Connects the points, unless two of them are connected.
  bool Connect(PointBits points) {
    if (!Apart(points)) return false;
    PointBits all = 0;
    for (unsigned left = points; left != 0; left &= left - 1) all |= with_[Lowest(left)];
    for (unsigned left = all; left != 0; left &= left - 1) with_[Lowest(left)] = all;
    return true;
  }

 private:
  static std::size_t Lowest(unsigned points) {
    return static_cast<std::size_t>(std::countr_zero(points));
  }
  std::array<PointBits, table::kMaxSets + 1> with_;  // by point
};

struct Occurrence {
  int row;
  PointBits points;
};

// One walk through the table for a choice of the occurrences with three points and more.
class TableOrder::Walk {
 public:
  Walk(const TableOrder& order, const RowMatches& win, const RowSet& may,
       std::span<const Occurrence> found, Verdict& verdict)
      : order_(order),
        win_(win),
        closed_(win.hand().Closed()),
        left_(may),
        found_(found),
        verdict_(verdict) {}

  // Bit i of `chosen`: occurrence i counts. Those with two points follow by themselves.
  bool Run(std::uint32_t chosen) {
    bool full = false;
    const std::vector<TableRow>& rows = win_.rows();
    left_.ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      if (verdict_.limit && row.kind != RowKind::kLimit) return;
      if (row.kind == RowKind::kBonus && verdict_.line_count == 0) return;
      if (row.kind == RowKind::kAlone && verdict_.line_count != 0) return;
      PointBits points = 0;  // of all occurrences that count
      const int count = row.joins        ? Joined(i, chosen, points)
                        : struck_.Has(i) ? NotStruck(i, points)
                                         : win_.CountOf(i);
      if (count == 0) return;
      if (row.kind == RowKind::kInstead) return instead_.Add(i, closed_ ? row.fan : row.open);
      left_ -= row.excludes;
      if (!row.strikes.empty()) Strike(row, points);
      full = full || row.full;
      if (row.kind == RowKind::kTimes) return order_.Multiply(verdict_, i, row.fan);
      const int fan = closed_ ? row.fan : row.open;
      if (row.kind == RowKind::kLimit && !order_.TakeLimit(verdict_, fan)) return;
      AddLine(verdict_, i, count, fan);
      most_ = std::max(most_, count * fan);
      ++rows_counted_;
      for (int n = 0; n < count && order_.total_ == Total::kProduct; ++n)
        product_ = std::min<std::int64_t>(product_ * fan, kMost);
    });
    if (order_.total_ == Total::kProduct)
      verdict_.fan = verdict_.line_count == 0 ? 0 : static_cast<std::int32_t>(product_);
    if (order_.total_ == Total::kMax) verdict_.fan = most_;
    if (order_.total_ == Total::kDoubled) verdict_.fan = Doubled(most_, rows_counted_);
    verdict_.fan *= verdict_.times;
    return !instead_.Takes(verdict_) && full;
  }

 private:
  int Joined(int row, std::uint32_t chosen, PointBits& points) {
    int count = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (found_[i].row != row || !(std::popcount(found_[i].points) <= 2 || (chosen >> i & 1) != 0))
        continue;
      if (!connected_.Connect(found_[i].points)) continue;
      points |= found_[i].points;
      ++count;
    }
    return count;
  }
  // The occurrences of a row that no other row has struck.
  int NotStruck(int row, PointBits& points) {
    const Struck& struck = by_row_[static_cast<std::size_t>(row)];
    if (struck.sets == 0) return std::max(win_.CountOf(row) - struck.times, 0);
    Occurrences found;
    win_.rows()[static_cast<std::size_t>(row)].pattern->Find(win_.hand(), found);
    int count = 0;
    for (const PointBits one : found.all()) {
      if ((one & struck.sets) != 0) continue;
      points |= one;
      ++count;
    }
    return std::max(count - struck.times, 0);
  }
  void Strike(const TableRow& row, PointBits points) {
    for (const TableRow::Strike& strike : row.strikes) {
      Struck& struck = by_row_[static_cast<std::size_t>(strike.row)];
      if (!struck_.Has(strike.row)) struck = {0, 0};
      struck_.Add(strike.row);
      struck.times += strike.times;
      if (strike.times != 0) continue;
      if (points == 0) {
        Occurrences found;
        row.pattern->Find(win_.hand(), found);
        for (const PointBits one : found.all()) points |= one;
      }
      struck.sets |= points;
    }
  }

  struct Struck {
    PointBits sets;
    int times;
  };

  const TableOrder& order_;
  const RowMatches& win_;
  const bool closed_;
  RowSet left_;
  std::span<const Occurrence> found_;
  Verdict& verdict_;
  Connected connected_;
  RowSet struck_;                           // rows with an entry in by_row_
  std::array<Struck, kMaxFanRows> by_row_;  // valid for these
  std::int64_t product_ = 1;
  int most_ = 0, rows_counted_ = 0;
  Instead instead_;
};

bool TableOrder::CombineJoined(const RowMatches& win, Verdict& verdict) const {
  constexpr std::size_t kMostFound = 32;  // only the wide ones of these are tried
  std::array<Occurrence, kMostFound> found;
  std::size_t count = 0;
  std::uint32_t wide = 0;  // occurrences with three points and more
  RowSet may = win.may(), joined = may;
  joined &= win.sets().joined;
  joined.ForEach([&](int row) {
    Occurrences here;
    win.rows()[static_cast<std::size_t>(row)].pattern->Find(win.hand(), here);
    for (const PointBits points : here.all()) {
      if (count == kMostFound) break;
      if (std::popcount(points) > 2) wide |= std::uint32_t{1} << count;
      found[count++] = {row, points};
    }
  });
  const std::span<const Occurrence> all(found.data(), count);
  if ((wide & (wide - 1)) == 0) return Walk(*this, win, may, all, verdict).Run(wide);

  // Every admissible choice to which no more can be added.
  bool full = false, any = false;
  const auto admissible = [&](std::uint32_t chosen) {
    Connected connected;
    for (std::uint32_t left = chosen; left != 0; left &= left - 1) {
      if (!connected.Connect(found[static_cast<std::size_t>(std::countr_zero(left))].points))
        return false;
    }
    return true;
  };
  const auto walk = [&](std::uint32_t chosen) {
    for (std::uint32_t rest = wide & ~chosen; rest != 0; rest &= rest - 1) {
      if (admissible(chosen | (rest & (~rest + 1)))) return;
    }
    Verdict one;
    const bool one_full = Walk(*this, win, may, all, one).Run(chosen);
    if (any && (one.fan < verdict.fan || (one.fan == verdict.fan && !Prefers(one, verdict))))
      return;
    any = true;
    full = one_full;
    verdict.TakeCount(one);
  };
  const auto choose = [&](auto&& self, std::uint32_t chosen, std::uint32_t open) -> void {
    if (open == 0) return walk(chosen);
    const std::uint32_t next = open & (~open + 1);
    if (admissible(chosen | next)) self(self, chosen | next, open & ~next);
    self(self, chosen, open & ~next);
  };
  choose(choose, 0, wide);
  return full;
}

}  // namespace

void RegisterTableOrder(Registry& registry) { registry.Add<TableOrder>(); }

}  // namespace mlf::score
