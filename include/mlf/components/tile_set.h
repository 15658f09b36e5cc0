/// \file
/// TileSet (用牌): the tiles a variant is played with, as `{kinds: "1-9m 1-9s 1-9p", copies: 4}`.
///
/// Follows:   nothing; the variant's shared part `tiles`.
/// Leads to:  shuffle builds the wall of it; counts of unseen tiles start from it.
/// Always:    at most table::kMaxTiles tiles, each flower once, in the order m p s z h.
#pragma once

#include <mlf/flow/claim_limit.h>
#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mlf {
class Flow;
}

namespace mlf::logic {

using table::Tile;
using table::TileMask;

/// The role: tiles as a list. The part `tile_set` makes it of kinds and copies; another part may
/// hold any other list.
class TileSet : public Part, public PieceSupply {
 public:
  static constexpr std::string_view kRole = "tile_set";

  /// Every tile, all copies, sorted.
  const std::vector<Tile>& Tiles() const { return tiles_; }
  TileMask Kinds() const { return kinds_; }
  /// 0 for a kind that is not in play.
  int Copies(Tile tile) const { return tile < kMaxPieces ? copies_[tile] : 0; }
  int MostCopies() const override;

 protected:
  /// Says which tiles are in play; a fault where a wall cannot hold them.
  void Hold(Params& params, std::vector<Tile> tiles);

 private:
  TileMask kinds_ = 0;
  std::array<std::uint8_t, kMaxPieces> copies_{};
  std::vector<Tile> tiles_;
};

/// What a node that builds the wall is; at most one in a flow.
class WallBuilder {
 public:
  virtual const TileSet& WallTiles() const = 0;

 protected:
  ~WallBuilder() = default;
};
/// The tiles that a wall of the flow is built of: every copy, sorted; none where no node builds a
/// wall. What a HandChance puts in order.
std::span<const Tile> WallTiles(const Flow& flow);

/// Says that a part needs tiles of one of the suits of `kinds` in play.
void NeedsSuitOf(Params& params, TileMask kinds);

/// Reads "1-9m 19p 1-7z": groups of ranks and ranges, each ended by the letter of its suit. The
/// column of a fault counts from 1.
Result<TileMask> ParseKinds(std::string_view text);

}  // namespace mlf::logic
