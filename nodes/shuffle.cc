// Shuffle (洗牌): builds the wall.
//
// After:     choose_dealer.
// Before:    deal.
// Always:    the wall has each tile of the variant's tile set exactly once per copy, shuffled or
//            given.
#include <mlf/components/tile_set.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

#include <algorithm>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Shuffle final : public ActionNode, public logic::WallBuilder {
 public:
  static constexpr PartInfo kInfo{"shuffle",
                                  1,
                                  "洗牌",
                                  "shuffle",
                                  "用 tiles 里的牌砌好牌墙，洗匀",
                                  "builds the wall of the tiles in play, in random order"};

  // `tiles`: the tiles in play. `keep`: the number of tiles at the end of the wall that are never
  // drawn (rules/common.md#wall).
  explicit Shuffle(Params& params);

  // Fisher-Yates over the sorted tiles with the stream `wall`, unless a wall was prepared or the
  // caller's Chance has one.
  void ProcessAction(Step& step) const override;
  void CheckRecords(const Validation& check) const override;
  const logic::TileSet& WallTiles() const override { return *tiles_; }
  int KeptTiles() const override { return keep_; }

 private:
  table::TableSlots table_;
  const logic::TileSet* tiles_;
  int keep_;
  int wall_stream_;
};

namespace {
// The tiles of `tiles` that are not in `wall`. Fails if `wall` holds others.
Counts Lacks(const std::vector<Tile>& tiles, std::span<const Tile> wall) {
  std::array<int, kMaxPieces> rest{};
  for (const Tile tile : tiles) ++rest[tile];
  for (const Tile tile : wall)
    MLF_CHECK(tile < kMaxPieces && rest[tile]-- > 0,
              "the given wall is not made of the tiles in play");
  Counts lacks;
  for (Tile tile = 0; tile < kMaxPieces; ++tile) {
    if (rest[tile] > 0) lacks.Add(table::KindOf(tile), rest[tile]);
  }
  return lacks;
}

const EventType kShuffled{"shuffle", "洗牌，共 {value} 张", "the wall is built of {value} tiles"};
}  // namespace

Shuffle::Shuffle(Params& params)
    : table_(params),
      tiles_(params.Part<logic::TileSet>("tiles", {"用牌", "the tiles in play"})),
      keep_(
          params.Int("keep", 0, 0, table::kMaxTiles,
                     {"墙尾保留不摸的张数", "tiles at the end of the wall that are never drawn"})),
      wall_stream_(params.Stream("wall")) {}

void Shuffle::ProcessAction(Step& step) const {
  const table::Moves board = table_.moves(step.records);
  const table::Wall& wall = board->wall;
  const std::vector<Tile>& tiles = tiles_->Tiles();
  MLF_CHECK(tiles.size() <= table::kMaxTiles, "more tiles than a wall holds");
  if (table::TakeGivenWall(table_.match_moves(step.records))) {
    // A prepared wall may be incomplete. Missing tiles are out of play.
    table::LeaveOut(board, Lacks(tiles, std::span(wall.tiles).first(wall.size)));
  } else if (const auto given = step.TakeWall()) {
    MLF_CHECK(Lacks(tiles, *given).Kinds() == 0, "the given wall lacks tiles in play");
    table::BuildWall(board, *given);
  } else {
    std::array<Tile, table::kMaxTiles> shuffled;
    std::copy(tiles.begin(), tiles.end(), shuffled.begin());
    const std::span<Tile> all(shuffled.data(), tiles.size());
    Stream random = step.Random(wall_stream_);
    random.Shuffle(all);
    table::BuildWall(board, all);
  }
  table::OpenWall(board, keep_);
  step.Emit(kShuffled, kNoSeat).value = wall.size;
}

// Every tile is on the table once. With a given wall for the next hand, the wall may have been
// partly dealt, so counts are upper bounds. Before the wall is built there are no tiles.
void Shuffle::CheckRecords(const Validation& check) const {
  const Board& board = table_.board(check.records);
  const bool given = table_.match(check.records).given_wall != 0;
  const std::array<int, kMaxPieces> copies = table::CountTiles(board, !given);
  const bool none = std::ranges::all_of(copies, [](int count) { return count == 0; });
  for (Tile tile = 0; tile < kGroups * kGroupSize && !none; ++tile) {
    const int due = tiles_->Copies(tile);
    check.Require(given ? copies[tile] <= due : copies[tile] == due,
                  "every tile of the variant is on the table once, and no other", tile);
  }
  const std::array<int, 3> reds = table::CountReds(board, !given);
  for (std::size_t suit = 0; suit < reds.size() && !none; ++suit) {
    const auto due = std::ranges::count(tiles_->Tiles(), table::kRedFives[suit]);
    check.Require(given ? reds[suit] <= due : reds[suit] == due,
                  "every red five is on the table once, and no other", table::kRedFives[suit]);
  }
  if (given) {
    Counts wall;
    for (int i = 0; i < board.wall.size; ++i) wall.Add(table::KindOf(board.wall.tiles[i]));
    check.Require(
        board.wall.size == tiles_->Tiles().size() && wall == table::ToCounts(tiles_->Tiles()),
        "the given wall is made of the tiles in play");
  }
}

void RegisterShuffle(Registry& r) { r.Add<Shuffle>(); }

}  // namespace mlf::nodes
