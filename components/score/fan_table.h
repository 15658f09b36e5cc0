// FanTable (番表): a Judge made of rows. The rows are data of the variant; how they combine is a
// FanCombine, what a total is worth a ValueRule.
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
// A row: `id` (unique), `zh`, `en`; `kind` basic | event | gen; `fan`; `pattern` and `fact`, which
// must both hold where both are given (a gen row has neither); `absorbs` (basic): so many gen, or
// all, are counted by the row already; `replaces` (event): events that do not count beside this
// one. Where `combine` goes through the table in order (table_order), rows are of kind item (which
// need not be written) or times, and `excludes` names the rows that do not count beside one that
// does; two may exclude each other, none itself. A row with `used: off` never counts, but may be
// named by others: for rows that an option turns off. Faults have the place of what is wrong.
#pragma once

#include <mlf/components/fan_combine.h>
#include <mlf/components/value_rule.h>
#include <mlf/components/winds.h>

namespace mlf::score {

class FanTable final : public Judge {
 public:
  static constexpr PartInfo kInfo{"fan_table", 2,
                                  "番表：一行一个番种；怎么合起来看 combine，值多少看 value",
                                  "a table of fans, one a row; combine: says how rows come "
                                  "together, value: what the total is worth"};

  explicit FanTable(Params& params);

  void Evaluate(const Records& records, const WinCase& win, Verdict& verdict) const override;
  const std::vector<FanRow>& Rows() const override { return names_; }
  int FactRow(std::string_view id) const override;
  bool FactPossible(const Records& records, const WinCase& win, int row) const override;
  bool FactHolds(const Records& records, const WinCase& win, int row) const override;
  Shown StageFact(const WinCase& win, int row, WinStage& stage) const override;
  bool CountsGen(int row) const override;
  bool CountsHand(int row) const override;
  bool has_fan_total() const override { return value_ == nullptr || value_->has_fan_total(); }

 private:
  void ReadRows(Params& params, const Value& list);
  void ReadRow(Params& params, const Value& spec);
  // The rows named by a word or a list of words; faults for those there are none of.
  std::vector<int> RowsNamed(Params& params, const Value& ids) const;
  int Find(std::string_view id) const;
  // The dearest reading, for rows that are asked of one at a time.
  bool BestReading(const Records& records, const WinCase& win, const Counts& tiles,
                   HandShape& shape, Verdict& verdict) const;
  // The rows that a hand of these features can have.
  RowSet RowsWith(std::uint32_t features) const;

  table::TableSlots table_;
  const logic::WinRule* win_;
  const FanCombine* combine_;
  const ValueRule* value_;
  const logic::SeatWinds* seat_winds_;
  const logic::RoundWind* round_wind_;
  std::vector<TableRow> rows_;
  RowSet gens_;  // the rows of kind gen
  RowSet used_rows_;
  RowSet reading_rows_;                    // which may differ from one reading to another
  std::array<RowSet, 32> rows_that_need_;  // by feature
  std::uint32_t features_needed_ = 0;      // by any row
  bool asks_single_wait_ = false;
  std::vector<FanRow> names_;
};

}  // namespace mlf::score
