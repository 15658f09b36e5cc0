// TurnInWall (翻精): two dice count stacks off from the tail of the wall. The top tile of that
// stack is turned up: it names the wild kinds (indicated_pair).
//
// After:     deal.
// Before:    the dealer's turn.
// Always:    tiles in play are conserved. The indicator stays in its place and is drawn in its
//            turn, or lies beside the wall.
#include <mlf/components/topics.h>
#include <mlf/components/turned_indicator.h>
#include <mlf/flow/registry.h>
#include <mlf/table/keep_back.h>
#include <mlf/table/turned.h>

#include <mlf/nodes/bases.h>

#include <algorithm>

namespace mlf::nodes {

class TurnInWall final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{
      "turn_in_wall",
      1,
      "翻精",
      "turn in the wall",
      "掷两颗骰子，从墙尾数几墩，翻开那一墩上面一张",
      "two dice count stacks off from the tail of the wall; the top tile of that stack is turned "
      "up"};
  enum class Other : std::uint8_t { kNever, kAtOnce, kLater };

  explicit TurnInWall(Params& params)
      : table_(params),
        turned_(params.Slot<logic::TurnedIndicator>()),
        stays_(params.Bool("stays", true,
                           {"翻开的牌留在原处，轮到就摸走；不留则放在墙边",
                            "it stays in its place and is drawn in its turn; else it lies beside "
                            "the wall"})),
        other_(params.Enum(
            "other", Other::kNever, {"never", "at_once", "later"},
            {"同一墩的另一张：不翻；先翻上面一张，下面一张作指示牌，两张对换；或由 turn_other 翻",
             "the other tile of the stack: stays unseen; the top one is turned up first, changes "
             "places with the one below, which is the indicator; or is turned up by turn_other"})),
        stream_(params.Stream("indicator")) {
    params.Brings(logic::kWallTileTurned);
  }

  void ProcessAction(Step& step) const override;

 private:
  table::TableSlots table_;
  Slot<logic::TurnedIndicator> turned_;
  bool stays_;
  Other other_;
  int stream_;
};

namespace {
const EventType kIndicatorThrown{"indicator_dice", "掷 {value} 点翻精",
                                 "{value} is thrown for the indicator"};
const EventType kOtherFirst{"turn_first", "先翻开 {pieces}，是下精", "{pieces} is turned up first"};
const EventType kIndicatorNamed{"turn_in_wall", "翻开 {pieces}，是正精",
                                "{pieces} is turned up: it and the kind after it are wild"};
// As of other nodes by which an indicator leaves the wall.
const EventType kIndicatorAside{"turn_laizi", "翻开 {pieces}，是正精，放在墙边",
                                "{pieces} is turned up and lies beside the wall: it and the kind "
                                "after it are wild",
                                /*names_seats=*/false, /*other_words=*/true};
}  // namespace

void TurnInWall::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const table::Wall& wall = board->wall;
  MLF_CHECK(wall.Left() >= 2, "there is no stack to turn");
  Stream random = step.Random(stream_);
  const auto dice = static_cast<int>(2 + random.Below(6) + random.Below(6));
  step.Emit(kIndicatorThrown, kNoSeat).value = dice;
  const int top = std::max<int>(wall.tail - 2 * dice, wall.head), below = top + 1;
  const auto kind_at = [&](int place) {
    return table::KindOf(wall.tiles[static_cast<std::size_t>(place)]);
  };
  logic::TurnedIndicator& turned = turned_(step.records);
  if (other_ == Other::kAtOnce) {
    turned.other = kind_at(top);
    step.Emit(kOtherFirst, kNoSeat).With(*turned.other);
    table::MoveInWall(board, below, top);
  }
  turned.kind = kind_at(top);
  int other = below;
  if (!stays_) {
    const int keep = wall.keep;
    table::MoveInWall(board, top, wall.tail - 1);
    table::TurnUpLast(board);
    table::KeepBack(board, keep);
    other = top;
  }
  if (other_ == Other::kLater) turned.place = static_cast<std::uint8_t>(other);
  step.Emit(stays_ ? kIndicatorNamed : kIndicatorAside, kNoSeat).With(*turned.kind);
}

void RegisterTurnInWall(Registry& r) { r.Add<TurnInWall>(); }

}  // namespace mlf::nodes
