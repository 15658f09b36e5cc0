// Start (开局): starts a hand on an empty table.
//
// After:     nothing (the entry), or ready, for every hand after the first.
// Before:    choose_dealer.
// Always:    hand slots are empty, except for a given wall. The first hand sets every score to the
//            stake.
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/table/give_wall.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Start final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{
      "start",
      1,
      "开局",
      "start",
      "开一局：清空桌面，第一局给每家起始分",
      "begins a hand: clears the table; the first hand gives each seat its points"};

  // `stake`: points of each seat at the start of the match.
  explicit Start(Params& params);

  // Clears the hand's slots. Before the first hand they are empty or hold given values
  // (Match::given_...), so they are kept.
  void ProcessAction(Step& step) const override;

 private:
  void LayGivenWall(Step& step) const;

  table::TableSlots table_;
  int stake_;
};

namespace {
const EventType kHandStarts{"hand_starts", "第 {value} 局开始", "hand {value} starts"};
}  // namespace

Start::Start(Params& params)
    : table_(params),
      stake_(
          params.Int("stake", 0, 0, 1000000, {"每家起始分", "points of each seat at the start"})) {
  params.Brings(logic::kHandStarts);
  params.Ends(logic::kNothingDrawn);
}

void Start::ProcessAction(Step& step) const {
  const Match& match = table_.match(step.records);
  const table::Moves board = table_.moves(step.records);
  if (match.hands_done > 0) {
    const table::Wall wall = board->wall;
    step.BeginHand(match.hands_done);
    if (match.given_wall != 0) table::LayWall(board, wall);
  } else {
    table::BeginMatch(table_.match_moves(step.records), step.flow.seats(), stake_);
  }
  table::PrepareBoard(board, step.flow.seats());
  if (match.given_wall == 0) LayGivenWall(step);
  step.Emit(kHandStarts, kNoSeat).value = match.hands_done + 1;
}

// A hand may wait for the dice before its wall is built, so a wall of the caller's Chance is laid
// here.
void Start::LayGivenWall(Step& step) const {
  const auto wall = step.TakeWall();
  if (!wall || wall->empty()) return;
  MLF_CHECK(wall->size() == logic::WallTiles(step.flow).size(),
            "the given wall lacks tiles in play");
  table::GiveWall(table_.moves(step.records), table_.match_moves(step.records), *wall);
}

void RegisterStart(Registry& r) { r.Add<Start>(); }

}  // namespace mlf::nodes
