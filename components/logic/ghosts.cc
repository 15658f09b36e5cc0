#include "components/logic/ghosts.h"
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <string>

namespace mlf::logic {

void TurnedGhost::Check(const Validation& check) const {
  check.Require(!turned || *turned < 34, "the turned tile is a suited tile or an honour");
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

class TurnedGhosts final : public Wilds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "turned_ghosts", 1, "翻鬼：发牌前翻一张，它后面的一种或两种是鬼牌（节点 turn_ghosts）",
      "the one or two kinds after the tile that the node turn_ghosts turned are wild"};

  explicit TurnedGhosts(Params& params);

  TileMask WildsOf(const Records& records) const override;
  TileMask StandFor() const override { return stand_for_; }

  // State key in positions and views: `turned: 9s`.
  std::string_view StateKey() const override { return "turned"; }
  table::StateLabel Label() const override { return {"翻牌", "turned up"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  Slot<TurnedGhost> ghost_;
  int kinds_;
  Dragons dragons_;
  TileMask stand_for_;
};

TurnedGhosts::TurnedGhosts(Params& params)
    : ghost_(params.Slot<TurnedGhost>()),
      kinds_(params.Int("kinds", 1, 1, 2, {"几种鬼牌", "how many kinds"})),
      dragons_(DragonsOf(params, Dragons::kRedFirst)),
      stand_for_(StandForOf(params)) {
  params.Needs(kGhostTurned);
  params.Brings(kGhostsAsked);
  params.Brings(kWilds);
}

TileMask TurnedGhosts::WildsOf(const Records& records) const {
  const table::Maybe<Tile> turned = ghost_(records).turned;
  if (!turned) return 0;
  TileMask wilds = 0;
  Tile tile = *turned;
  for (int i = 0; i < kinds_; ++i) {
    tile = NextInSuit(tile, dragons_);
    wilds |= MaskOf(tile);
  }
  return wilds;
}

std::optional<std::string> TurnedGhosts::ReadState(Records& records, Seat,
                                                   const Value& value) const {
  const auto tile = value.IsScalar() ? table::ParseTile(value.text()) : Result<Tile>(Fault{});
  if (!tile || table::IsFlower(*tile))
    return "turned: one tile is needed, the one that was turned, not " + value.Canonical();
  ghost_(records).turned = *tile;
  return std::nullopt;
}

Value TurnedGhosts::WriteState(const Records& records, Seat, Seat) const {
  const table::Maybe<Tile> turned = ghost_(records).turned;
  if (!turned) return {};
  return Value(table::TileName(*turned));
}

class FixedWilds final : public Wilds {
 public:
  static constexpr PartInfo kInfo{"fixed_wilds", 1, "固定的赖子：这些牌总是赖子",
                                  "these kinds are always wild"};
  explicit FixedWilds(Params& params) {
    params.Brings(kWilds);
    const std::string text = params.Text("kinds", "5z", {"哪些牌", "which kinds"});
    const auto kinds = ParseKinds(text);
    if (kinds && (*kinds & table::kFlowers) == 0) {
      kinds_ = *kinds;
    } else {
      params.Fault("kinds: " + (kinds ? std::string("a flower cannot be wild")
                                      : kinds.faults().front().message),
                   params.WhereOf("kinds"));
    }
    stand_for_ = StandForOf(params);
  }
  TileMask WildsOf(const Records&) const override { return kinds_; }
  TileMask StandFor() const override { return stand_for_; }

 private:
  TileMask kinds_ = 0;
  TileMask stand_for_ = kAnyKind;
};

}  // namespace

void RegisterGhosts(Registry& registry) {
  registry.Add<TurnedGhosts>();
  registry.Add<FixedWilds>();
}

}  // namespace mlf::logic
