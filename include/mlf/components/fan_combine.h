/// \file
/// FanCombine: which of the rows that hold count, and what they come to. One small class a way of
/// counting (best_basic; sums with exclusions and the like are classes of their own), so that the
/// fan table itself knows none of them.
#pragma once

#include <mlf/components/hand_shape.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mlf::score {

/// kItem and kTimes are for tables that are walked in order (table_order).
enum class RowKind : std::uint8_t { kBasic, kEvent, kGen, kItem, kTimes };

/// A row of the table, compiled. Either part may be missing; both must hold where both are there.
struct TableRow {
  static constexpr int kAbsorbsAll = 255;

  RowKind kind = RowKind::kBasic;
  int fan = 0;
  int absorbs = 0;  ///< of the gen (根) that this basic row already counts
  const FanPattern* pattern = nullptr;
  const WinFact* fact = nullptr;
  std::uint32_t needs = 0;  ///< features without which the pattern is not there
  bool used = true;         ///< false: an option has turned it off
  bool full = false;        ///< the value rule takes it for the cap
  RowSet replaces;          ///< rows that do not count beside this one
  RowSet excludes;          ///< rows that this one, where it counts, keeps from counting
};

/// What is the same in every reading of a hand: how often each row is there that does not ask about
/// sets; kAsk for the others.
struct KnownRows : std::array<std::uint8_t, kMaxFanRows> {
  static constexpr std::uint8_t kAsk = 255;
  KnownRows() { fill(kAsk); }
};

/// The rows against one win (and, for judges that try several, one reading). Answers are found when
/// asked for.
class RowsOfWin {
 public:
  /// `may` are the rows that can be there. `known` null = nothing is known, all rows are asked for.
  RowsOfWin(const std::vector<TableRow>& rows, const RowSet& gens, const Records& records,
            const WinCase& win, const HandShape& hand, const RowSet& may,
            const KnownRows* known = nullptr)
      : rows_(rows),
        gens_(gens),
        records_(records),
        win_(win),
        hand_(hand),
        may_(may),
        known_(known) {}

  const std::vector<TableRow>& rows() const { return rows_; }
  const HandShape& hand() const { return hand_; }
  const RowSet& may() const { return may_; }
  /// The rows of kind gen, which ask nothing.
  const RowSet& gens() const { return gens_; }
  /// False for a hand counted at the end of a hand: events and facts do not count
  /// (`rules/xueliu.md#da-jiao`).
  bool events() const { return win_.facts != WinCase::Facts::kNone; }
  /// How often row `index`, one of may(), is there.
  int CountOf(int index) const {
    if (known_ == nullptr) [[likely]]
      return Ask(index);
    const std::uint8_t known = (*known_)[static_cast<std::size_t>(index)];
    return known != KnownRows::kAsk ? known : Ask(index);
  }

 private:
  int Ask(int index) const;
  bool FactHolds(int index, const WinFact& fact) const;

  const std::vector<TableRow>& rows_;
  const RowSet& gens_;
  const Records& records_;
  const WinCase& win_;
  const HandShape& hand_;
  const RowSet may_;
  const KnownRows* known_;
};

/// The rows that count, and how often.
struct CountedRows {
  RowSet rows;
  std::array<std::uint8_t, kMaxFanRows> times;  ///< of those of `rows`

  void Add(int row, int count) {
    rows.Add(row);
    times[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(count);
  }
};

class FanCombine : public Part {
 public:
  static constexpr std::string_view kRole = "fan_combine";

  /// True where each reading of the hand is asked by itself (HandShape::reading is there) and the
  /// dearest stands; rows are of kind item or times and may exclude each other.
  virtual bool ByReading() const { return false; }
  /// Fills lines and fan of `verdict`, lines in table order. Returns whether a `full` row is among
  /// them.
  virtual bool Combine(const RowsOfWin& rows, Verdict& verdict) const = 0;
};

/// Appends a line and adds it to the total; lines beyond the room there is are left out.
inline void AddLine(Verdict& verdict, int row, int count, int fan) {
  verdict.fan += count * fan;
  if (verdict.line_count == kMaxFanLines) return;
  verdict.lines[verdict.line_count++] = {static_cast<std::uint8_t>(row),
                                         static_cast<std::uint8_t>(count),
                                         static_cast<std::int16_t>(fan)};
}

}  // namespace mlf::score
