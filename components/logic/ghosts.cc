#include "components/logic/ghosts.h"
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

#include <string>

namespace mlf::logic {

void TurnedGhost::Check(const Validation& check) const {
  check.Require(turned <= 34, "the tile that was turned is one that is no flower");
  check.RequireZero(reserved, "the unused bytes are zero");
}

TurnedGhosts::TurnedGhosts(Params& params)
    : ghost_(params.Slot<TurnedGhost>()),
      kinds_(params.Int("kinds", 1, 1, 2, {"几种鬼牌", "how many kinds"})),
      dragons_(params.Enum(
          "dragons", Dragons::kRedFirst, {"white_first", "red_first"},
          {"三元牌的次序：白发中 / 中发白", "the order of the dragons: 白发中, or 中发白"})),
      stand_for_(StandForOf(params)) {
  params.Needs(kGhostTurned);
  params.Brings(kGhostsAsked);
  params.Brings(kWilds);
}

TileMask TurnedGhosts::WildsOf(const Records& records) const {
  const std::uint8_t turned = ghost_(records).turned;
  if (turned == 0) return 0;
  TileMask wilds = 0;
  auto tile = static_cast<Tile>(turned - 1);
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
  ghost_(records).turned = static_cast<std::uint8_t>(1 + *tile);
  return std::nullopt;
}

Value TurnedGhosts::WriteState(const Records& records, Seat, Seat) const {
  const std::uint8_t turned = ghost_(records).turned;
  if (turned == 0) return {};
  return Value(table::TileName(static_cast<Tile>(turned - 1)));
}

namespace {

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
