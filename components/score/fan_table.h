// FanTable (番表): a Judge made of rows. The rows are data of the variant. A FanCombine decides how
// they combine, and a ValueRule converts the total.
//
//   judge:
//     fan_table:
//       combine: best_basic
//       value: {doubling: {cap: 4}}
//       rows:
//         - {id: ping_hu, zh: 平胡, en: plain, kind: basic, fan: 0, pattern: standard_win}
//         - {id: gen, zh: 根, en: four of a kind, kind: gen, fan: 1}
//         - {id: zi_mo, zh: 自摸, en: self-draw, kind: event, fan: 1, fact: self_drawn}
//
// Keys of a row:
//   id               unique; with zh and en for display
//   kind             basic | event | gen
//   fan              its worth
//   pattern, fact    both must hold if both are given; a gen row has neither
//   absorbs          basic: the number of gen it already includes, or all
//   replaces         event: events that do not count beside it; basic: basic rows that do not
//   self_draw        its worth in a self-draw, where that is another
//   excludes         table_order: rows that do not count if this one does; {row: 1} strikes one of
//                    the row's occurrences, {row: same_sets} those on a set of this row
//   joins            table_order: on = the row joins the sets that it is made of (套算)
//   open             table_order: its worth for a hand that is not closed; 0 = closed hands only
//   used             off: the row never counts, but others may name it (disabled by an option)
//
//   of, least, each  of a tally row: it counts if so many of these rows do, or once for each
//
// With table_order, kind is item (the default), times, limit, instead, alone, bonus or tally. Once
// a limit row counts, only limit rows do. An instead row counts in place of all others, unless they
// come to more. An alone row counts only if no row above does, and a bonus row only beside others.
// Limit rows come first, then the others, alone rows, and bonus rows. Two rows may exclude each
// other, but none itself. Faults have the position of the error.
//
// `groups: {small: [ka, kan]}` names several rows at once, for excludes.
//
// `first_turn: [tenhou, chiihou]` beside the rows names the rows that tell a win in the first turn,
// for the pattern won_in_first_turn.
#pragma once

#include <mlf/components/drawn_stand_in.h>
#include <mlf/components/fan_combine.h>
#include <mlf/components/fu_rule.h>
#include <mlf/components/row_use.h>
#include <mlf/components/seat_points.h>
#include <mlf/components/value_rule.h>
#include <mlf/components/winds.h>

namespace mlf::score {

class FanTable final : public Judge, public StatedValue, public SeatPoints, public RowUse {
 public:
  static constexpr PartInfo kInfo{"fan_table", 2,
                                  "番表：一行一个番种；怎么合起来看 combine，值多少看 value",
                                  "a table of fans, one a row; combine: says how rows come "
                                  "together, value: what the total is worth"};

  explicit FanTable(Params& params);

  void Evaluate(const Records& records, const WinCase& win, Verdict& verdict) const override;
  const std::vector<FanRow>& Rows() const override { return names_; }
  std::optional<int> FactRow(std::string_view id) const override;
  bool FactPossible(const Records& records, const WinCase& win, int row) const override;
  bool FactHolds(const Records& records, const WinCase& win, int row) const override;
  Shown StageFact(const WinCase& win, int row, WinStage& stage) const override;
  bool CountsGen(int row) const override;
  bool CountsHand(int row) const override;
  bool has_fan_total() const override { return value_ == nullptr || value_->has_fan_total(); }
  int PointsOf(const Records& records, Seat seat) const override;
  bool Uses(int row) const override { return row >= 0 && used_rows_.Has(row); }
  bool states_value() const override { return value_ == nullptr || value_->states_value(); }
  bool has_fu() const override { return fu_ != nullptr; }
  int LimitsOf(const Verdict& verdict) const override { return value_->Limits(verdict); }
  const Reason* LevelOf(const Verdict& verdict) const override { return value_->Level(verdict); }
  std::span<const Reason> Levels() const override { return value_->Levels(); }
  const logic::WinRule* win_rule() const override { return win_; }

 private:
  void ReadRows(Params& params, const Value& list);
  void ReadRow(Params& params, const Value& spec);
  void ReadExcludes(Params& params, const Value& list, std::size_t row);
  void ReadTally(Params& params, const Value& spec, std::size_t row);
  void CheckGroups(Params& params) const;
  void CheckJoins(Params& params, std::size_t row, const Value& spec) const;
  void CheckOrder(Params& params, const TableRow& row, const std::string& about,
                  const Value& spec) const;
  // The rows named by a word or a list of words. A fault for unknown rows.
  std::vector<int> RowsNamed(Params& params, const Value& ids) const;
  std::optional<int> Find(std::string_view id) const;
  void BestStand(const Records& records, const WinCase& win, const Counts& tiles,
                 table::TileMask kinds, Verdict& verdict) const;
  void Worth(const Records& records, const WinCase& win, const Counts& tiles,
             Verdict& verdict) const;
  void Count(const Records& records, const WinCase& win, const Counts& tiles, HandShape& shape,
             Verdict& verdict) const;
  void WithWildsAsTiles(const Records& records, const WinCase& win, const Counts& tiles,
                        const HandShape& shape, Verdict& verdict) const;
  // The form in which the hand is paid most; of equal ones that with the fewest rows.
  bool BestForm(const Records& records, const WinCase& win, HandShape& shape,
                Verdict& verdict) const;
  // Finds the reading with the highest value.
  bool BestReading(const Records& records, const WinCase& win, const Counts& tiles,
                   HandShape& shape, Verdict& verdict) const;
  bool Better(const Verdict& one, const Verdict& best) const;
  // Whether the fact of one of `first_turn` holds.
  bool InFirstTurn(const Records& records, const WinCase& win) const;
  // The rows that a hand with these features can match.
  RowSet RowsWith(std::uint32_t features) const {
    RowSet rows = used_rows_;
    Exclude(rows, features_needed_ & ~features);
    return rows;
  }
  // Takes out the rows that need one of the `missing` features.
  void Exclude(RowSet& rows, std::uint32_t missing) const;

  table::TableSlots table_;
  const logic::WinRule* win_;
  const FanCombine* combine_;
  const ValueRule* value_;
  const FuRule* fu_;
  const logic::SeatWinds* seat_winds_;
  const logic::RoundWind* round_wind_;
  logic::OwnFour own_four_;
  std::vector<TableRow> rows_;
  TableSets sets_;
  RowSet used_rows_;
  RowSet reading_rows_;                    // rows that may differ between readings
  std::vector<int> first_turn_rows_;       // their facts say that the win is in the first turn
  std::array<RowSet, 32> rows_that_need_;  // by feature: the rows that need it
  std::uint32_t features_needed_ = 0;      // all features needed by some row
  bool asks_single_wait_ = false;
  bool claimed_triplet_ = false;  // a tile of another that can be in a triplet is read so
  bool wilds_as_tiles_ = false;   // wildcards may also be the tiles that they are
  bool dealt_wait_ = false;       // the tile dealt last is the winning one for single waits
  bool by_form_ = false;          // each form of the hand is scored, no readings
  bool prefers_ = false;          // the combiner chooses among readings of the same total
  bool has_body_ = false;         // a shape has a body
  bool wild_places_ = false;      // wildcards decide where the winning tile lies
  table::WildSets wild_sets_ = table::WildSets::kAll;
  const logic::DrawnStandIn* stand_in_ = nullptr;  // of the win rule, if it has such tiles (摸宝)
  std::vector<FanRow> names_;
  Value groups_;  // lists of rows by name
};

}  // namespace mlf::score
