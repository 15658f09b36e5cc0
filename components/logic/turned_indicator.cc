// 正精, 副精 (rules/nanchang.md#spirits): the kind of the tile that turn_in_wall turned up, and the
// kind after it, are wild.
#include <mlf/components/turned_indicator.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/state_text.h>
#include "components/logic/laizi.h"

#include <string>

namespace mlf::logic {

std::array<Tile, 2> IndicatedKinds(Tile indicator) {
  return {indicator, NextInSuit(indicator, Dragons::kRedFirst)};
}

Tile KindBefore(Tile kind) {
  for (Tile before = 0; before < 34; ++before) {
    if (NextInSuit(before, Dragons::kRedFirst) == kind) return before;
  }
  return kind;
}

namespace {

// The variant's shared part `wilds`. State key in positions and views: `jing: 3m`.
class IndicatedPair final : public Wilds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "indicated_pair", 1, "翻精：翻开的那种牌是正精，它的下一种是副精（节点 turn_in_wall）",
      "the kind of the tile that the node turn_in_wall turned up, and the kind after it, are wild"};
  explicit IndicatedPair(Params& params)
      : turned_(params.Slot<TurnedIndicator>()),
        claimed_plain_(params.Bool("claimed_plain", true,
                                   {"胡别人打出的赖子，只当它自己",
                                    "another seat's wildcard that is won on is the tile it is"})),
        stand_for_(StandForOf(params)) {
    params.Needs(kWallTileTurned);
    params.Brings(kWilds);
  }

  TileMask WildsOf(const Records& records) const override {
    const table::Maybe<Tile> kind = turned_(records).kind;
    if (!kind) return 0;
    const auto [first, next] = IndicatedKinds(*kind);
    return MaskOf(first) | MaskOf(next);
  }
  TileMask StandFor() const override { return stand_for_; }
  bool PlainWhenClaimed() const override { return claimed_plain_; }

  std::string_view StateKey() const override { return "jing"; }
  table::StateLabel Label() const override { return {"正精", "indicator"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto tile = value.IsScalar() ? table::ParseTile(value.text()) : Result<Tile>(Fault{});
    if (!tile || table::IsFlower(*tile))
      return "jing: one tile is needed, the one turned up, not " + value.Canonical();
    turned_(records).kind = *tile;
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const table::Maybe<Tile> kind = turned_(records).kind;
    return kind ? Value(table::TileName(*kind)) : Value();
  }

 private:
  Slot<TurnedIndicator> turned_;
  bool claimed_plain_;
  TileMask stand_for_;
};

const EventType kOtherTurned{"turn_other", "翻开 {pieces}，是下精",
                             "{pieces}, the other tile of the stack, is turned up"};

// 下精 at the end of the hand.
class TurnOther final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"turn_other", 1, "一局结束后翻开指示牌那一墩的另一张",
                                  "after the hand: turns up the other tile of the indicator's "
                                  "stack"};
  explicit TurnOther(Params& params) : table_(params), turned_(params.Slot<TurnedIndicator>()) {
    params.Needs(kWallTileTurned);
  }
  void Run(Step& step) const override {
    TurnedIndicator& turned = turned_(step.records);
    if (!turned.place) return;
    const table::Wall& wall = table_.board(step.records).wall;
    turned.other = table::KindOf(wall.tiles[*turned.place]);
    turned.place = {};
    step.Emit(kOtherTurned, kNoSeat).With(*turned.other);
  }

 private:
  table::TableSlots table_;
  Slot<TurnedIndicator> turned_;
};

const EventType kNextTurned{"turn_up_next", "翻开 {pieces}", "{pieces} is turned up"};

// 翻鸡: after a win the next tile of the wall is turned up. State key: `turned: 4m`.
class TurnUpNext final : public LogicEffect, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"turn_up_next", 1, "翻开牌墙下一张，牌墙空了就不翻",
                                  "turns up the next tile of the wall; none of an empty wall"};
  explicit TurnUpNext(Params& params) : table_(params), turned_(params.Slot<TurnedIndicator>()) {
    params.Brings(kWallTileTurned);
  }
  void Run(Step& step) const override {
    TurnedIndicator& turned = turned_(step.records);
    const table::Wall& wall = table_.board(step.records).wall;
    if (turned.kind || wall.Left() <= 0) return;
    turned.kind = table::KindOf(wall.tiles[static_cast<std::size_t>(wall.head)]);
    step.Emit(kNextTurned, kNoSeat).With(*turned.kind);
  }

  std::string_view StateKey() const override { return "turned"; }
  table::StateLabel Label() const override { return {"翻牌", "tile turned up"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto tile = value.IsScalar() ? table::ParseTile(value.text()) : Result<Tile>(Fault{});
    if (!tile || table::IsFlower(*tile))
      return "turned: one tile is needed, the one turned up, not " + value.Canonical();
    turned_(records).kind = table::KindOf(*tile);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const table::Maybe<Tile> kind = turned_(records).kind;
    return kind ? Value(table::TileName(*kind)) : Value();
  }

 private:
  table::TableSlots table_;
  Slot<TurnedIndicator> turned_;
};

}  // namespace

void RegisterTurnedIndicator(Registry& registry) {
  registry.Add<IndicatedPair>();
  registry.Add<TurnOther>();
  registry.Add<TurnUpNext>();
}

}  // namespace mlf::logic
