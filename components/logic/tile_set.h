// TileSet (用牌): the tiles a variant is played with, as `{kinds: "1-9m 1-9s 1-9p", copies: 4}`.
//
// Follows:   nothing; the variant's shared part `tiles`.
// Leads to:  shuffle builds the wall of it; counts of unseen tiles start from it.
// Always:    at most table::kMaxTiles tiles, each flower once, in the order m p s z h.
#pragma once

#include <mlf/flow/claim_limit.h>
#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <string_view>
#include <vector>

namespace mlf::logic {

using table::Tile;
using table::TileMask;

class TileSet final : public Part, public PieceSupply {
 public:
  static constexpr std::string_view kRole = "tile_set";
  static constexpr PartInfo kInfo{"tile_set", 1, "用牌：有哪些牌，各几张", "the tiles in play: which kinds, and how many of each"};

  explicit TileSet(Params& params);

  // Every tile, all copies, sorted.
  const std::vector<Tile>& Tiles() const { return tiles_; }
  TileMask Kinds() const { return kinds_; }
  // 0 for a kind that is not in play.
  int Copies(Tile tile) const;
  int MostCopies() const override;

 private:
  TileMask kinds_ = 0;
  int copies_ = 4;
  std::vector<Tile> tiles_;
};

// Reads "1-9m 19p 1-7z": groups of ranks and ranges, each ended by the letter of its suit. The column of a fault counts from 1.
Result<TileMask> ParseKinds(std::string_view text);

}  // namespace mlf::logic
