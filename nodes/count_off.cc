// No parts here.
#include "nodes/count_off.h"
#include <mlf/flow/node.h>
#include <mlf/table/late_wall.h>

#include <algorithm>

namespace mlf::nodes {

namespace {
constexpr int kSides = 6;
const EventType kThrown{
    "count_off", "掷出 {value}，从墙尾数第 {value} 张",
    "{value} is thrown; so many tiles are counted off from the end of the wall"};
}  // namespace

CountOff::CountOff(Params& params)
    : dice_(params.Bool("dice", false,
                        {"掷两颗骰子，翻墙尾数起第几张；不写则照旧",
                         "two dice count the tile off from the end of the wall",
                         /*added=*/true})) {
  if (dice_) stream_ = params.Stream("count_off");
}

bool CountOff::Bring(Step& step, table::Moves board, TileMask passed) const {
  if (!dice_) return false;
  Stream random = step.Random(stream_);
  const int first = 1 + static_cast<int>(random.Below(kSides));
  const int thrown = first + 1 + static_cast<int>(random.Below(kSides));
  step.Emit(kThrown, kNoSeat).value = thrown;
  const table::Wall& wall = board->wall;
  int place = std::max<int>(wall.head, wall.tail - thrown);
  const auto kind_at = [&](int at) {
    return table::KindOf(wall.tiles[static_cast<std::size_t>(at)]);
  };
  while (place > wall.head && (MaskOf(kind_at(place)) & passed) != 0) --place;
  table::MoveInWall(board, place, wall.tail - 1);
  return true;
}

}  // namespace mlf::nodes
