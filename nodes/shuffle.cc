#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/nodes/shuffle.h>

#include <algorithm>

namespace mlf::nodes {

namespace {
constexpr EventType kShuffled{"shuffle", "洗牌，共 {value} 张", "the wall is built of {value} tiles"};
}  // namespace

Shuffle::Shuffle(Params& params)
    : table_(params),
      tiles_(params.Part<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
      keep_(params.Int("keep", 0, 0, table::kMaxTiles, {"墙尾保留不摸的张数", "tiles at the end of the wall that are never drawn"})),
      wall_stream_(params.Stream("wall")) {}

void Shuffle::ProcessAction(Step& step) const {
  table::Wall& wall = table_.board(step.records).wall;
  Match& match = table_.match(step.records);
  const std::vector<Tile>& tiles = tiles_->Tiles();
  MLF_CHECK(tiles.size() <= table::kMaxTiles, "more tiles than a wall holds");
  if (match.given_wall != 0) {
    Counts given;
    for (int i = 0; i < wall.size; ++i) given.Add(wall.tiles[i]);
    MLF_CHECK(wall.size == tiles.size() && given == table::ToCounts(tiles), "the given wall is not made of the tiles in play");
    match.given_wall = 0;
  } else {
    wall = {};
    std::copy(tiles.begin(), tiles.end(), wall.tiles.begin());
    wall.size = static_cast<std::uint8_t>(tiles.size());
    Stream random = step.Random(wall_stream_);
    random.Shuffle(std::span<Tile>(wall.tiles.data(), wall.size));
  }
  wall.head = 0;
  wall.tail = wall.size;
  wall.keep = static_cast<std::uint8_t>(keep_);
  step.Emit(kShuffled, kNoSeat).value = wall.size;
}

void RegisterShuffle(Registry& r) { r.Add<Shuffle>(); }

}  // namespace mlf::nodes
