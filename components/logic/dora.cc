// dora_indicators (rules/riichi_scoring.md#dora): the indicators of a hand, and the tile that one
// names.
#include <mlf/components/dora.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/hand_tables.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace mlf::logic {

void Indicators::Check(const Validation& check) const {
  for (const List* list : {&dora, &ura}) {
    check.Require(list->count <= kMostIndicators, "there are five indicators at most");
    for (std::size_t i = 0; i < list->tiles.size(); ++i) {
      check.Require(i < list->count ? list->tiles[i] < 34 : list->tiles[i] == 0,
                    "an indicator is a tile that is no flower", static_cast<int>(i));
    }
  }
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

class DoraIndicators final : public DoraRule, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"dora_indicators", 1, "宝牌指示牌：翻出的牌，它的下一张是宝牌",
                                  "indicators of dora: each names the next tile of its suit"};

  explicit DoraIndicators(Params& params)
      : slot_(params.Slot<Indicators>()),
        ura_(params.Enum("which", 0, {"dora", "ura"},
                         {"明的，或胡后才看的里宝牌",
                          "the ones that lie open, or the ones below them, shown after a win"}) ==
             1) {
    const auto* tiles = params.Part<TileSet>("tiles", {"用牌", "the tiles in play"});
    const TileMask kinds = tiles == nullptr ? table::kNaturals : tiles->Kinds();
    for (Tile tile = 0; tile < next_.size(); ++tile) next_[tile] = Next(tile, kinds);
  }

  std::span<const Tile> Shown(const Records& records) const override {
    const Indicators& all = slot_(records);
    return ura_ ? all.ura.Tiles() : all.dora.Tiles();
  }
  void Show(Records& records, Tile indicator) const override {
    Indicators& all = slot_(records);
    Indicators::List& list = ura_ ? all.ura : all.dora;
    MLF_CHECK(list.count < kMostIndicators && indicator < next_.size(),
              "there are five indicators at most, and none is a flower");
    list.tiles[list.count++] = indicator;
  }
  Tile Named(Tile indicator) const override { return next_[indicator]; }

  std::string_view StateKey() const override { return ura_ ? "ura_indicators" : "dora_indicators"; }
  table::StateLabel Label() const override {
    return ura_ ? table::StateLabel{"里宝牌指示牌", "ura indicators"}
                : table::StateLabel{"宝牌指示牌", "indicators"};
  }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    std::vector<Tile> tiles;
    const auto read = [&](const Value& group) {
      const auto parsed = table::ParseTiles(group.text());
      if (parsed)
        std::ranges::transform(*parsed, std::back_inserter(tiles), table::KindOf);  // 0m is a five
      return parsed.ok();
    };
    bool fine = value.IsNull() || !value.IsScalar() || read(value);
    for (const Value& group : value.items()) fine = fine && group.IsScalar() && read(group);
    for (const Tile tile : tiles) fine = fine && tile < next_.size();
    if (!fine || tiles.size() > kMostIndicators)
      return std::string(StateKey()) + ": up to five tiles are needed, such as 1m9p, not " +
             value.Canonical();
    Indicators& all = slot_(records);
    (ura_ ? all.ura : all.dora) = {};
    for (const Tile tile : tiles) Show(records, tile);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const std::span<const Tile> shown = Shown(records);
    if (shown.empty()) return {};
    return Value(table::FormatTiles(std::vector<Tile>(shown.begin(), shown.end())));
  }

 private:
  // Winds and dragons are two suits of their own.
  static TileMask SuitAround(Tile tile) {
    constexpr Tile kFirstDragon = table::MakeTile(table::kHonour, 5);
    constexpr TileMask kDragons = TileMask{7} << kFirstDragon;
    if (!table::IsHonour(tile)) return table::SuitMask(table::SuitOf(tile));
    return tile < kFirstDragon ? table::kHonours & ~kDragons : kDragons;
  }
  static Tile Next(Tile tile, TileMask kinds) {
    const TileMask suit = SuitAround(tile) & kinds;
    const TileMask above = suit & ~((MaskOf(tile) << 1) - 1);
    if (suit == 0) return tile;
    return static_cast<Tile>(std::countr_zero(above != 0 ? above : suit));
  }

  Slot<Indicators> slot_;
  bool ura_;
  std::array<Tile, 34> next_{};
};

}  // namespace

void RegisterDora(Registry& registry) { registry.Add<DoraIndicators>(); }

}  // namespace mlf::logic
