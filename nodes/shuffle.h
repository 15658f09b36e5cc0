// Shuffle (洗牌): builds the wall.
//
// Follows:   choose_dealer.
// Leads to:  deal.
// Always:    the wall holds each tile of the variant's tile set once a copy, whether shuffled or given.
#pragma once

#include <mlf/components/tile_set.h>
#include "nodes/common.h"

namespace mlf::nodes {

class Shuffle final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"shuffle", 1, "洗牌", "shuffle",
                                  "用 tiles 里的牌砌好牌墙，洗匀",
                                  "builds the wall of the tiles in play, in random order"};

  // `tiles`: the tiles in play. `keep`: tiles at the end of the wall that are never drawn (rules/common.md#wall).
  explicit Shuffle(Params& params);

  // Fisher-Yates over the sorted tiles with the stream `wall`, unless a wall was given.
  void ProcessAction(Step& step) const override;
  void CheckRecords(const Validation& check) const override;

 private:
  table::TableSlots table_;
  const logic::TileSet* tiles_;
  int keep_;
  int wall_stream_;
};

}  // namespace mlf::nodes
