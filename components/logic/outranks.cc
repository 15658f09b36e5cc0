// outranks (金雀优先): of several seats that can win on one tile, the wins of a higher row go
// first. The window of a moment before that of the claims asks their seats alone; a seat that
// declines is no rival in the next one.
//
//   hu_xian: {type: hu, if: [may_claim, {outranks: {rows: [jin_que], rivals: may_claim}}]}
//   you_xian: {type: moment, window: {ask: others, answers: [hu_xian: {winners: nearest}], pass:
//   guo}, then: claims}
//
// Example: seat 1 has a plain win and seat 3 counts jin_que. Seat 3 is asked; if it passes, seat 1
// is asked with the claims.
#include <mlf/components/judge.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <vector>

namespace mlf::logic {
namespace {

class Outranks final : public Guard {
 public:
  static constexpr PartInfo kInfo{
      "outranks", 1, "另有一家也能胡这张牌而番种靠后，且没有一家的番种靠前",
      "another seat can win on the tile too, by a lower row, and none by a higher one"};
  static constexpr Reason kReason{"no_higher_row", "没有番种靠后的别家要让",
                                  "no other seat can win on it by a lower row"};
  explicit Outranks(Params& params)
      : table_(params),
        win_(params.Part<WinRule>("win", {"胡牌规则", "which hands are complete"})),
        judge_(params.Part<score::Judge>("judge", {"算番", "what a hand is worth"})),
        rivals_(params.Parts<Condition>(
            "rivals", {"别家也要满足的条件", "what another seat must meet to be a rival"})) {
    params.Needs(kTileInQuestion);
    const Value& rows = params.Raw("rows", {"番种，靠前的优先；其余的都在最后",
                                            "rows of the fan table, the first goes first; "
                                            "wins without one are last"});
    if (judge_ == nullptr || params.describing()) return;
    const auto add = [&](const Value& id) {
      for (std::size_t i = 0; i < judge_->Rows().size(); ++i) {
        if (judge_->Rows()[i].id == id.text()) return rows_.push_back(static_cast<int>(i));
      }
      params.Fault("rows: there is no fan row \"" + id.text() + "\"; name a row of the fan table",
                   id.where());
    };
    if (rows.IsScalar() && !rows.IsNull()) add(rows);
    for (const Value& row : rows.items()) add(row);
  }

  bool Holds(const Records& records, Seat seat) const override {
    const table::Board& board = table_.board(records);
    if (board.turn.focus == table::Focus::kNone) return false;
    const std::size_t own = RankOf(records, board, seat);
    bool lower = false;
    for (Seat other = 0; other < board.seat_count; ++other) {
      if (other == seat || !IsRival(records, board, other)) continue;
      const std::size_t rank = RankOf(records, board, other);
      if (rank < own) return false;
      lower = lower || rank > own;
    }
    return lower;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  bool IsRival(const Records& records, const table::Board& board, Seat seat) const {
    const table::Turn& turn = board.turn;
    if (seat == turn.focus_seat || !board.InHand(seat)) return false;
    const WinBy by = turn.focus == table::Focus::kDiscard ? WinBy::kDiscard : WinBy::kRob;
    return win_->CanWin(records, seat, turn.focus_tile, by) &&
           std::ranges::all_of(rivals_, [&](const Condition* condition) {
             return condition->Allow({records, seat, MaskOf(turn.focus_tile)}) != 0;
           });
  }
  // The place of the win among the rows.
  std::size_t RankOf(const Records& records, const table::Board& board, Seat seat) const {
    score::Verdict verdict;
    judge_->Evaluate(records, score::CaseOf(board, seat), verdict);
    const auto counts = [&](int row) {
      return std::ranges::find(verdict.Lines(), row, &score::FanLine::row) != verdict.Lines().end();
    };
    return static_cast<std::size_t>(std::ranges::find_if(rows_, counts) - rows_.begin());
  }

  table::TableSlots table_;
  const WinRule* win_;
  const score::Judge* judge_;
  std::vector<const Condition*> rivals_;
  std::vector<int> rows_;
};

}  // namespace

void RegisterOutranks(Registry& registry) { registry.Add<Outranks>(); }

}  // namespace mlf::logic
