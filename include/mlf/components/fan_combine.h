/// \file
/// FanCombine: decides which of the matching rows count, and their total. One small class per
/// counting method (best_basic, sums with exclusions), so that the fan table itself knows none.
#pragma once

#include <mlf/components/hand_shape.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mlf::score {

/// kItem and the kinds after it are for combiners that walk the table in order (table_order).
enum class RowKind : std::uint8_t {
  kBasic,
  kEvent,
  kGen,
  kItem,
  kTimes,
  kLimit,
  kInstead,
  kAlone,
  kBonus,
  kTally
};

/// A compiled row of the table. Pattern and fact may be null; those present must both hold.
struct TableRow {
  static constexpr int kAbsorbsAll = 255;

  RowKind kind = RowKind::kBasic;
  std::int16_t self_draw = 0;  ///< its worth in a self-draw, for best_basic; mostly the same
  int fan = 0;
  int open = 0;     ///< its worth for a hand that is not closed; mostly the same
  int absorbs = 0;  ///< the number of gen (根) that this basic row includes
  const FanPattern* pattern = nullptr;
  const WinFact* fact = nullptr;
  std::uint32_t needs = 0;  ///< features without which the pattern cannot match
  bool used = true;         ///< false: disabled by an option
  bool full = false;        ///< the value rule pays the cap for it
  bool replaced = false;    ///< a basic row that another one may replace
  bool joins = false;       ///< it joins sets: see TableSets::joined
  /// Of an event: events that do not count beside it. Of a basic row: basic rows beside which it
  /// does not count.
  RowSet replaces;
  RowSet excludes;  ///< rows that do not count if this one counts

  /// Part of a row that does not count if this one counts.
  struct Strike {
    int row;
    int times;  ///< how many of its occurrences; 0 = the ones on a set of this row
  };
  std::vector<Strike> strikes;

  RowSet tally;       ///< of a tally row: the rows that it counts
  int least = 1;      ///< how many of them
  bool each = false;  ///< it counts as often as there are such rows
};

/// Rows with a special way to count.
struct TableSets {
  RowSet gens;  ///< kind gen, which has no condition
  /// Rows that join sets (套算). Each of their occurrences connects its points. No occurrence
  /// counts that has two points which others have connected already.
  RowSet joined;
  bool plain = true;  ///< no row joins sets or strikes a part of another
};

/// Rows that match or count, and how often.
struct CountedRows {
  RowSet rows;
  std::array<std::uint8_t, kMaxFanRows> times;  ///< valid for members of `rows`

  void Add(int row, int count) {
    rows.Add(row);
    times[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(count);
  }
};

/// Matches rows against one win (and one reading, for judges that try several). Results are
/// computed on demand.
class RowMatches {
 public:
  /// `may` are the rows that can match. `known` are rows that are equal in all readings; others are
  /// computed.
  RowMatches(const std::vector<TableRow>& rows, const TableSets& sets, const Records& records,
             const WinCase& win, const HandShape& hand, const RowSet& may,
             const CountedRows* known = nullptr)
      : rows_(rows),
        sets_(sets),
        records_(records),
        win_(win),
        hand_(hand),
        may_(may),
        known_(known) {}

  const std::vector<TableRow>& rows() const { return rows_; }
  const HandShape& hand() const { return hand_; }
  const RowSet& may() const { return may_; }
  const TableSets& sets() const { return sets_; }
  const Records& records() const { return records_; }
  const WinCase& win() const { return win_; }
  /// False for the valuation of ready hands at the end of a hand: events and facts do not count
  /// (`rules/xueliu.md#da-jiao`).
  bool events() const { return win_.facts != WinCase::Facts::kNone; }
  /// How often row `index` of may() matches.
  int CountOf(int index) const {
    if (known_ != nullptr && known_->rows.Has(index))
      return known_->times[static_cast<std::size_t>(index)];
    return Ask(index);
  }

 private:
  int Ask(int index) const;
  bool FactHolds(int index, const WinFact& fact) const;

  const std::vector<TableRow>& rows_;
  const TableSets& sets_;
  const Records& records_;
  const WinCase& win_;
  const HandShape& hand_;
  const RowSet may_;
  const CountedRows* known_;
};

class FanCombine : public Part, public ScoreComponent {
 public:
  static constexpr std::string_view kRole = "fan_combine";

  /// True if each reading is scored separately (HandShape::reading is set) and the highest wins.
  /// Rows are then of kind item or times and may exclude each other.
  virtual bool ByReading() const { return false; }
  /// Whether rows of kind gen count.
  virtual bool CountsGen() const { return true; }
  /// True if the hand is scored once as each form (sets, triplets alone, pairs, another shape) and
  /// the one with the greatest Paid counts. A form in which no row counts is left out.
  virtual bool ByForm() const { return false; }
  /// What all payers together pay for a hand that counts as `verdict`, to compare forms. `rows` are
  /// those of the table.
  virtual std::int64_t Paid(const Records&, const WinCase&, const Verdict& verdict,
                            const std::vector<FanRow>& rows) const {
    static_cast<void>(rows);
    return verdict.value;
  }
  /// The rows that its parameters name; the table must have them.
  virtual std::vector<std::string> NamedRows() const { return {}; }
  /// Of two readings with the same total: whether `one` is preferred to `other`, which was found
  /// earlier.
  virtual bool Prefers(const Verdict&, const Verdict&) const { return false; }
  /// Whether Prefers decides anything.
  virtual bool HasPreference() const { return false; }
  /// Fills lines and fan of `verdict`, lines in table order. Returns whether a `full` row counts.
  virtual bool Combine(const RowMatches& rows, Verdict& verdict) const = 0;
};

/// Adds a row to the total and appends its line. Lines beyond the capacity are dropped.
inline void AddLine(Verdict& verdict, int row, int count, int fan) {
  verdict.fan += count * fan;
  if (verdict.line_count == kMaxFanLines) return;
  verdict.lines[verdict.line_count++] = {static_cast<std::uint8_t>(row),
                                         static_cast<std::uint8_t>(count),
                                         static_cast<std::int16_t>(fan)};
}

}  // namespace mlf::score
