// 金: the kind of the tile that turn_last turned up is wild (rules/fuzhou.md#gold). With
// white_face 白 has its face: hands and chi read it as a natural tile of that kind. Example: 9m is
// wild, and 7m 8m 白 is 789m. Where 白 itself is turned up, it is wild and no kind has its face.
#include <mlf/components/topics.h>
#include <mlf/components/turned_kind.h>
#include <mlf/flow/registry.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>
#include "components/logic/laizi.h"

#include <string>

namespace mlf::logic {
namespace {

// The variant's shared part `wilds`. State key in positions and views: `gold: 3m`.
class TurnedKindRule final : public Wilds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"turned_kind", 1, "翻金：墙尾翻开的那种牌是金（节点 turn_last）",
                                  "the kind of the tile that the node turn_last turned is wild"};
  explicit TurnedKindRule(Params& params)
      : table_(params), turned_(params.Slot<TurnedKind>()), stand_for_(StandForOf(params)) {
    white_face_ = params.Bool("white_face", false,
                              {"白板当金本来的那种牌用，自己不是金",
                               "white is a natural tile of that kind, and no wildcard",
                               /*added=*/true});
    params.Needs(kLastTurned);
    params.Brings(kWilds);
  }

  TileMask WildsOf(const Records& records) const override {
    const table::Maybe<Tile> kind = turned_(records).kind;
    return kind ? MaskOf(*kind) : 0;
  }
  table::Face FaceOf(const Records& records) const override {
    const table::Maybe<Tile> kind = turned_(records).kind;
    if (!white_face_ || !kind || *kind == table::kWhite) return {};
    return {.tile = table::kWhite, .as = *kind};
  }
  bool HasFace() const override { return white_face_; }
  TileMask StandFor() const override { return stand_for_; }

  std::string_view StateKey() const override { return "gold"; }
  table::StateLabel Label() const override { return {"金", "gold"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto tile = value.IsScalar() ? table::ParseTile(value.text()) : Result<Tile>(Fault{});
    if (!tile || table::IsFlower(*tile))
      return "gold: one tile is needed, the one turned up, not " + value.Canonical();
    TurnedKind& turned = turned_(records);
    if (turned.kind) return "gold: is given twice";
    turned.kind = *tile;
    table::NameTurned(table_.staging(records), *tile);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const table::Maybe<Tile> kind = turned_(records).kind;
    return kind ? Value(table::TileName(*kind)) : Value();
  }

 private:
  table::TableSlots table_;
  Slot<TurnedKind> turned_;
  TileMask stand_for_;
  bool white_face_;
};

}  // namespace

void RegisterTurnedKind(Registry& registry) { registry.Add<TurnedKindRule>(); }

}  // namespace mlf::logic
