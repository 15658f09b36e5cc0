/// \file
/// FlowerHonours: honours that a variant treats as flowers. They are laid open beside their seat,
/// among its tiles set aside.
#pragma once

#include <mlf/components/tile_set.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/params.h>
#include <mlf/table/board.h>

#include <bit>
#include <string>

namespace mlf::logic {

/// A mixin of parts that know which honours are flowers, for tools.
class FlowerHonours {
 public:
  virtual ~FlowerHonours() = default;
  virtual table::TileMask Honours() const = 0;
};

/// The honours that are flowers in `flow`.
inline table::TileMask FlowerHonoursOf(const Flow& flow) {
  table::TileMask honours = 0;
  for (const auto& part : flow.parts()) {
    if (const auto* rule = dynamic_cast<const FlowerHonours*>(part.get()))
      honours |= rule->Honours();
  }
  return honours;
}

/// Reads the parameter `honours` of a part that deals with flowers. 0 = none.
inline table::TileMask FlowerHonoursOf(Params& params) {
  const std::string text = params.Text(
      "honours", "",
      {"也算花牌的字牌，如 1-7z", "honours that are flowers too, as 1-7z", /*added=*/true});
  if (text.empty() || params.describing()) return 0;
  const auto kinds = ParseKinds(text);
  if (kinds && (*kinds & ~table::kHonours) == 0) return *kinds;
  params.Fault("honours: " + (kinds ? "only honours are needed, such as 1-7z, not " + text
                                    : kinds.faults().front().message),
               params.WhereOf("honours"));
  return 0;
}

/// The flowers in the hand of `seat`.
inline table::TileMask FlowersHeld(const table::SeatBoard& seat, table::TileMask honours) {
  return seat.hand.Kinds() & (table::kFlowers | honours);
}

/// How many flowers lie open before `seat`.
inline int FlowersOpen(const table::SeatBoard& seat, table::TileMask honours) {
  int count = std::popcount(seat.flowers);
  ForEach(honours, [&](table::Tile tile) { count += seat.set_aside[tile]; });
  return count;
}

}  // namespace mlf::logic
