/// \file
/// TileSet (用牌): the tiles of a variant, written as `{kinds: "1-9m 1-9s 1-9p", copies: 4}`.
/// The variant's shared part `tiles`.
///
/// It has at most table::kMaxTiles tiles, each flower once, in the order m p s z h. The node
/// shuffle builds the wall from it, and counts of unseen tiles use it.
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

/// The role: a list of tiles. The part `tile_set` makes it from kinds and copies. Other parts may
/// hold any list.
class TileSet : public Part, public LogicComponent, public PieceSupply {
 public:
  static constexpr std::string_view kRole = "tile_set";

  /// Every tile, all copies, sorted.
  const std::vector<Tile>& Tiles() const { return tiles_; }
  TileMask Kinds() const { return kinds_; }
  /// 0 if the kind is not in play.
  int Copies(Tile tile) const { return tile < kMaxPieces ? copies_[tile] : 0; }
  int MostCopies() const override;

 protected:
  /// Sets the tiles in play. A fault if a wall cannot hold them.
  void Hold(Params& params, std::vector<Tile> tiles);

 private:
  TileMask kinds_ = 0;
  std::array<std::uint8_t, kMaxPieces> copies_{};
  std::vector<Tile> tiles_;
};

/// Implemented by the node that builds the wall; at most one in a flow.
class WallBuilder {
 public:
  virtual const TileSet& WallTiles() const = 0;
  /// Tiles at the end of the wall that are never drawn.
  virtual int KeptTiles() const = 0;

 protected:
  ~WallBuilder() = default;
};
/// The tiles of the flow's wall: all copies, sorted. Empty if no node builds a wall. A HandChance
/// puts them in order.
std::span<const Tile> WallTiles(const Flow& flow);

/// Declares that a part needs one of the suits in `kinds`.
void NeedsSuitOf(Params& params, TileMask kinds);

/// Reads "1-9m 19p 1-7z": groups of ranks and ranges, each followed by its suit letter. Columns of
/// faults count from 1.
Result<TileMask> ParseKinds(std::string_view text);

}  // namespace mlf::logic
