// HandEnd (局终): ends a hand. Shows the hands, adds the points to the match, and names the next
// dealer.
//
// After:     settle.
// Before:    ready of every seat and then the next hand; match_end after the last hand.
// Always:    the dealer stays if nobody has won (rules/common.md#next-dealer).
#include <mlf/components/play_node.h>
#include <mlf/components/rounds.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/ledger.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class HandEnd final : public ActionNode, public logic::PlayNode, public logic::MatchLimit {
 public:
  static constexpr PartInfo kInfo{"hand_end",
                                  1,
                                  "局终",
                                  "hand end",
                                  "一局结束：分数计入总分，定下一局庄家，问询窗问各家是否准备好",
                                  "ends a hand: adds its points to the match and names the next "
                                  "dealer; its window asks for the next hand"};

  // `hands`: number of hands in a match.
  explicit HandEnd(Params& params);

  logic::Play play() const override { return logic::Play::kAccounts; }
  void ProcessAction(Step& step) const override;
  void CheckRecords(const Validation& check) const override;
  bool MayBeLast(const Records& records) const override {
    return table_.match(records).hands_done + 1 >= hands_;
  }
  int MostHands() const override { return hands_; }

 private:
  table::TableSlots table_;
  Slot<table::Ledger> ledger_;
  int hands_;
};

namespace {
const EventType kHandOver{"hand_over", "第 {value} 局结束", "hand {value} is over"};
const EventType kShown{"hand_shown", "{seat} 亮牌 {pieces}", "{seat} shows {pieces}"};
const EventType kScore{"score", "{seat} 总分 {value}", "{seat} has {value} points"};
}  // namespace

HandEnd::HandEnd(Params& params)
    : table_(params),
      ledger_(params.Slot<table::Ledger>()),
      hands_(params.Int("hands", 8, 1, 255, {"一场的局数", "hands in a match"})) {
  params.Brings(logic::kHandEnds);
}

void HandEnd::ProcessAction(Step& step) const {
  const Board& board = table_.board(step.records);
  const table::MatchMoves moves = table_.match_moves(step.records);
  const Match& match = *moves;
  table::EndHand(moves, ledger_(step.records).points, match.hands_done + 1 >= hands_);
  table::SetNextDealer(moves, board.next_dealer != kNoSeat ? board.next_dealer : board.dealer);
  step.SetActor(board.dealer);
  step.Emit(kHandOver, kNoSeat).value = match.hands_done;
  for (Seat seat = 0; seat < board.seat_count; ++seat) {
    Event& shown = step.Emit(kShown, seat);
    const SeatBoard& own = board.seats[seat];
    ForEach(own.hand.Kinds(), [&](Tile tile) {
      const int reds = table::RedOf(tile) != tile ? own.RedsOf(tile) : 0;
      for (int i = 0; i < own.hand[tile]; ++i) shown.With(i < reds ? table::RedOf(tile) : tile);
    });
  }
  for (Seat seat = 0; seat < board.seat_count; ++seat)
    step.Emit(kScore, seat).value = match.score[seat];
  // Also persons without a seat who have points.
  for (int party = board.seat_count; party < step.flow.people(); ++party) {
    if (match.score[party] != 0)
      step.Emit(kScore, static_cast<Seat>(party)).value = match.score[party];
  }
}

void HandEnd::CheckRecords(const Validation& check) const {
  check.Require(table_.match(check.records).hands_done <= hands_,
                "a match plays at most its number of hands");
}

void RegisterHandEnd(Registry& r) { r.Add<HandEnd>(); }

}  // namespace mlf::nodes
