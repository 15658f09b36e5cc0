// TurnLast (翻金): the last tile of the wall is turned up, or with `dice` the one that two dice
// count off from its end. Its kind is wild, and the tile itself leaves play.
//
// After:     deal, and the flowers of the dealt hands.
// Before:    the dealer's turn.
// Always:    a flower turned up goes to the dealer's flowers, and the next last tile is turned.
//            With `dice` it stays in the wall, and the next tile inwards is turned.
#include <mlf/components/flower_honours.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/turned.h>

#include <mlf/components/turned_kind.h>
#include <mlf/nodes/bases.h>
#include "nodes/count_off.h"
#include "nodes/replace_flowers.h"

namespace mlf::nodes {

class TurnLast final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"turn_last",
                                  1,
                                  "翻金",
                                  "turn the last tile",
                                  "翻开牌墙最后一张：这种牌是金（赖子）；翻到花归庄家，再翻一张",
                                  "turns the last tile of the wall: its kind is wild; a flower "
                                  "goes to the dealer, and the next "
                                  "one is turned"};

  explicit TurnLast(Params& params)
      : table_(params),
        turned_(params.Slot<logic::TurnedKind>()),
        honours_(logic::FlowerHonoursOf(params)),
        count_off_(params) {
    params.Brings(logic::kLastTurned);
  }

  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::TurnedKind> turned_;
  TileMask honours_;
  CountOff count_off_;
};

namespace {
const EventType kNamed{"turn_laizi", "翻开 {pieces}，是金", "{pieces} is turned up and is wild",
                       /*names_seats=*/false, /*other_words=*/true};
}  // namespace

void TurnLast::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const table::Wall& wall = board->wall;
  MLF_CHECK(wall.Left() > 0, "there is no tile to turn");
  const auto last = [&] { return wall.tiles[static_cast<std::size_t>(wall.tail - 1)]; };
  count_off_.Bring(step, board, table::kFlowers | honours_);
  while (wall.Left() > 1 && (MaskOf(last()) & (table::kFlowers | honours_)) != 0) {
    const TileMask flower = MaskOf(last());
    DrawForFlowers(step, {table_, /*own_walls=*/nullptr, /*as_gang=*/false}, board->dealer, 1);
    LayOutFlowers(step, table_, board->dealer, flower);
    table::ForgetDrawn(board, board->dealer);
  }
  const Tile tile = table::TurnUpLast(board);
  turned_(step.records).kind = tile;
  step.Emit(kNamed, kNoSeat).With(tile);
}

void RegisterTurnLast(Registry& r) { r.Add<TurnLast>(); }

}  // namespace mlf::nodes
