// best_basic (rules/xueliu.md#fans): total = max over the matching basic rows of (fan + gen not
// absorbed) + the event rows. Equal sums prefer the row with the larger own fan, then the later
// one.
#include <mlf/components/fan_combine.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <optional>

namespace mlf::score {

namespace {

struct Choice {
  int row = 0;
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
  static constexpr PartInfo kInfo{"best_basic", 1, "取最大的一行 basic，加它的根，再加各行 event",
                                  "the greatest basic row and its gen, plus all event rows"};

  bool Combine(const RowMatches& win, Verdict& verdict) const override {
    const std::vector<TableRow>& rows = win.rows();
    int gen_fan = 0;
    win.sets().gens.ForEach([&](int i) { gen_fan += rows[static_cast<std::size_t>(i)].fan; });
    const int gen = gen_fan != 0 ? win.hand().Gen() : 0;

    std::optional<Choice> best;
    CountedRows counted;
    RowSet struck;
    win.may().ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      if (row.kind == RowKind::kBasic) {
        // Test a row only if it would be the best one, so most rows are never tested.
        const Choice choice{i, row.fan, std::max(gen - row.absorbs, 0) * gen_fan, row.full};
        if ((!best || choice.Beats(*best)) && win.CountOf(i) > 0 &&
            (!row.replaced || !Replaced(win, row)))
          best = choice;
      } else if (row.kind == RowKind::kEvent && win.events()) {
        const int found = win.CountOf(i);
        if (found == 0) return;
        counted.Add(i, found);
        struck |= row.replaces;  // also by an event that is replaced itself
      }
    });
    counted.rows -= struck;
    if (best) {
      counted.Add(best->row, 1);
      const int left = best->gen / std::max(gen_fan, 1);
      if (left > 0) win.sets().gens.ForEach([&](int i) { counted.Add(i, left); });
    }
    const bool drawn = win.hand().by == WinBy::kSelfDraw;
    counted.rows.ForEach([&](int i) {
      const TableRow& row = rows[static_cast<std::size_t>(i)];
      AddLine(verdict, i, counted.times[static_cast<std::size_t>(i)],
              drawn ? row.self_draw : row.fan);
    });
    return best && best->full;
  }

 private:
  // Whether a basic row matches that counts in place of this one.
  [[gnu::noinline]] static bool Replaced(const RowMatches& win, const TableRow& row) {
    bool replaced = false;
    row.replaces.ForEach([&](int other) {
      replaced = replaced || (win.may().Has(other) && win.CountOf(other) > 0);
    });
    return replaced;
  }
};

}  // namespace

void RegisterBestBasic(Registry& registry) { registry.Add<BestBasic>(); }

}  // namespace mlf::score
