// best_basic (xueliu §6): total = max over the basic rows that hold of (fan + gen not absorbed) + the event rows. Equal sums name the row
// with the larger own fan, then the later one.
#include <mlf/components/score/fan_combine.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <array>

namespace mlf::score {

namespace {

constexpr int kNoRow = -1;

struct Choice {
  int row = kNoRow;
  int fan = 0;
  int gen = 0;
  bool full = false;

  bool Beats(const Choice& other) const {
    if (full != other.full) return full;
    if (fan + gen != other.fan + other.gen) return fan + gen > other.fan + other.gen;
    return fan != other.fan ? fan > other.fan : row > other.row;
  }
};

class BestBasic final : public FanCombine {
 public:
  static constexpr PartInfo kInfo{"best_basic", 1, "取最大的一行 basic，加它的根，再加各行 event", "the greatest basic row and its gen, plus all event rows"};

  bool Combine(const RowsOfWin& win, Verdict& verdict) const override {
    const std::vector<TableRow>& rows = win.rows();
    const int count = static_cast<int>(rows.size());

    int gen_fan = 0;
    for (const TableRow& row : rows) gen_fan += row.kind == RowKind::kGen ? row.fan : 0;
    const int gen = gen_fan != 0 ? win.hand().Gen() : 0;

    // A row is asked for only when it would be the best one; most of a table is never looked at.
    Choice best;
    for (int i = 0; i < count; ++i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      if (row.kind != RowKind::kBasic) continue;
      const Choice choice{i, row.fan, std::max(gen - row.absorbs, 0) * gen_fan, row.full};
      if ((best.row == kNoRow || choice.Beats(best)) && win.Count(i) > 0) best = choice;
    }

    // Each event that holds may strike others.
    std::array<std::uint8_t, kMaxFanRows> times{};
    RowSet struck;
    for (int i = 0; i < count && win.events(); ++i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      if (row.kind != RowKind::kEvent) continue;
      const int found = win.Count(i);
      if (found == 0) continue;
      times[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(found);
      for (int other : row.replaces) struck.Add(other);
    }

    int left = best.row == kNoRow ? 0 : best.gen / std::max(gen_fan, 1);
    for (int i = 0; i < count; ++i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      const int found = times[static_cast<std::size_t>(i)];
      if (i == best.row) {
        AddLine(verdict, i, 1, row.fan);
      } else if (found != 0 && !struck.Has(i)) {
        AddLine(verdict, i, found, row.fan);
      } else if (row.kind == RowKind::kGen && left > 0) {
        AddLine(verdict, i, left, row.fan);
      }
    }
    return best.row != kNoRow && best.full;
  }
};

}  // namespace

void RegisterBestBasic(Registry& registry) { registry.Add<BestBasic>(); }

}  // namespace mlf::score
