// Conditions that read a cell, and two about the tile that an act names or a seat has drawn.
//
//   chi: {if: [{cell: {cell: chis, most: 1}}]}                         at most two chi
//   peng: {if: [{not: {cell: {cell: circle, of: others}}}]}            nobody else's circle is open
//   discard: {if: [{only_drawn: {while: {cell: {cell: circle, of: others}}}}]}
#include <mlf/components/apart_kinds.h>
#include <mlf/components/cells.h>
#include <mlf/components/drawn_tile_guard.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/registry.h>
#include "flow/base/words.h"

#include <algorithm>

namespace mlf::logic {

namespace {

class CellIs final : public Guard, public CellUser, public FlowCheck {
 public:
  static constexpr PartInfo kInfo{"cell", 1, "记忆：这一格已写，或在给定范围内",
                                  "memory: the cell is set, or lies between bounds"};
  static constexpr Reason kReason{"memory", "此前发生的事不允许",
                                  "what happened before forbids it"};
  explicit CellIs(Params& params) : places_(params), bounds_(params, places_.cell()) {
    const mlf::Value& is =
        params.Raw("is", {"记着的是哪家：self、source、none……，可列几个",
                          "the seat that it holds: self, source, none ..., or a list of them"});
    if (params.describing() || places_.cell() == nullptr) return;
    if (places_.cell()->of() == Cell::Of::kPair && places_.with_source())
      params.NeedsHere(kTileInQuestion);
    const std::vector<mlf::Value> words = is.IsList() ? is.items() : std::vector<mlf::Value>{is};
    for (const mlf::Value& word : words) {
      if (word.IsNull()) continue;
      static const std::vector<std::string> kWords{"self", "source",   "actor",    "dealer",
                                                   "next", "previous", "opposite", "others"};
      const auto found = std::ranges::find(kWords, word.text());
      if (word.text() == "none") {
        or_none_ = true;
      } else if (found != kWords.end()) {
        is_.push_back(static_cast<SeatWord>(found - kWords.begin()));
      } else {
        params.Fault(
            "is: a word of " + Join(kWords) + " and none is needed, not " + Quoted(word.text()),
            word.where());
      }
    }
    asks_seat_ = or_none_ || !is_.empty();
    if (asks_seat_ && places_.cell()->holds() != Cell::Holds::kSeat)
      params.Fault("is: the cell " + Quoted(places_.cell()->name()) +
                       " holds no seat; compare it by least: and most:",
                   params.WhereOf("is"));
  }

  bool Holds(const Records& records, Seat seat) const override {
    bool holds = false;
    places_.ForEach(records, seat,
                    [&](int place) { holds = holds || HoldsAt(records, seat, place); });
    return holds;
  }
  const Reason& WhyNot() const override { return kReason; }
  std::vector<CellUse> CellUses() const override {
    return {{.cell = places_.cell(), .least_wanted = asks_seat_ ? 0 : bounds_.least()}};
  }
  // Offers are seen by the seat that gets them, so they tell it the value.
  void CheckFlow(const BuiltFlow& flow, Faults& faults) const override {
    const Cell& cell = *places_.cell();
    if (!cell.Hidden() || (cell.seen_by() == Cell::Seen::kSeat && places_.of_self())) return;
    for (const Node& node : flow.nodes) {
      bool tells = std::ranges::any_of(
          node.conditions, [&](const RoleUse<Condition>& one) { return IsIn(flow, one.part); });
      for (std::size_t i = 0; node.window && i < node.window->answers.size(); ++i) {
        for (const RoleUse<Condition>& one : node.window->answers[i].guards)
          tells = tells || IsIn(flow, one.part);
      }
      if (!tells) continue;
      faults.push_back(
          {"M08", flow.WhereOf(this),
           "the offers of " + Quoted(node.id) + " would tell the cell " + Quoted(cell.name()) +
               ", which " +
               (cell.seen_by() == Cell::Seen::kSeat ? "only its own seat sees" : "nobody sees") +
               "; ask of: self of a cell that its seat sees, or declare seen_by: all"});
    }
  }

 private:
  // Whether this condition is `part` or nested in it.
  bool IsIn(const BuiltFlow& flow, const Part* part) const {
    if (part == this) return true;
    const auto found = flow.declared.find(part);
    return found != flow.declared.end() &&
           std::ranges::any_of(found->second.parts,
                               [&](const Part* inner) { return IsIn(flow, inner); });
  }
  bool HoldsAt(const Records& records, Seat seat, int place) const {
    const Cell& cell = *places_.cell();
    if (cell.holds() == Cell::Holds::kTiles) return cell.IsSet(records, place);
    const int value = cell.Get(records, place);
    if (!asks_seat_) return bounds_.Hold(value);
    if (value == 0) return or_none_;
    return std::ranges::any_of(is_, [&](SeatWord word) {
      return (SeatsNamed(word, records, places_.board(records), seat) &
              MaskOf(static_cast<Seat>(value - 1))) != 0;
    });
  }

  CellPlaces places_;
  CellBounds bounds_;
  std::vector<SeatWord> is_;
  bool or_none_ = false, asks_seat_ = false;
};

// The tiles that a cell holds, of all seats meant.
class CellTiles final : public Condition, public CellUser {
 public:
  static constexpr PartInfo kInfo{"cell_tiles", 1, "记忆：这张牌记在这一格里",
                                  "memory: the tile is one that the cell holds"};
  static constexpr Reason kReason{"memory_tiles", "这张牌不是记下的牌",
                                  "the tile is none of those remembered"};
  explicit CellTiles(Params& params) : places_(params) {
    if (places_.cell() != nullptr && places_.cell()->holds() != Cell::Holds::kTiles &&
        places_.cell()->holds() != Cell::Holds::kTile)
      params.Fault("the cell " + Quoted(places_.cell()->name()) +
                   " holds no tiles; ask it with cell:");
  }
  PieceMask Allow(const Query& query) const override {
    TileMask tiles = 0;
    places_.ForEach(query.records, query.seat,
                    [&](int place) { tiles |= places_.cell()->Tiles(query.records, place); });
    return query.candidates & table::WithReds(tiles);
  }
  const Reason& WhyNot() const override { return kReason; }
  std::vector<CellUse> CellUses() const override { return {{.cell = places_.cell()}}; }

 private:
  CellPlaces places_;
};

// Kinds by name, the wildcards, and the kinds that the wilds set apart.
class KindsAsked {
 public:
  explicit KindsAsked(Params& params)
      : text_(params.Text(
            "kinds", "wild",
            {"哪些牌，如 1s、19m；wild 为赖子", "the kinds, as 1s or 19m; wild for wildcards"})),
        wilds_(params.PartIfAny<Wilds>("wilds", {"赖子", "which tiles are wild"})),
        apart_(params) {
    if (params.describing()) return;
    if (text_ == "wild") {
      params.Needs(kWilds);
    } else if (const auto named = ParseKinds(text_)) {
      kinds_ = *named;
    } else {
      params.Fault("kinds: " + named.faults().front().message, params.WhereOf("kinds"));
    }
  }
  PieceMask Of(const Records& records) const {
    const TileMask kinds = kinds_ != 0         ? kinds_
                           : wilds_ == nullptr ? TileMask{0}
                                               : wilds_->WildsOf(records);
    return table::WithReds(apart_.Of(records, kinds));
  }

 private:
  std::string text_;
  const Wilds* wilds_;
  KindsApart apart_;
  TileMask kinds_ = 0;
};

class TileIs final : public Condition {
 public:
  static constexpr PartInfo kInfo{"tile", 1, "这张牌是所给的牌，或是赖子",
                                  "the tile is of these kinds, or a wildcard"};
  static constexpr Reason kReason{"other_tile", "不是这种牌", "the tile is of another kind"};
  explicit TileIs(Params& params) : kinds_(params) {}
  PieceMask Allow(const Query& query) const override {
    return query.candidates & kinds_.Of(query.records);
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  KindsAsked kinds_;
};

// What a seat that does not answer plays may depend on its drawn tile.
class DrawnTileIs final : public Guard, public DrawnTileGuard {
 public:
  static constexpr PartInfo kInfo{"drawn_tile", 1, "刚摸的牌是所给的牌，或是赖子",
                                  "the tile just drawn is of these kinds, or a wildcard"};
  static constexpr Reason kReason{"other_drawn", "刚摸的不是这种牌",
                                  "the tile just drawn is of another kind"};
  explicit DrawnTileIs(Params& params) : board_(params), kinds_(params) { params.NeedsOwnTurn(); }
  bool Holds(const Records& records, Seat seat) const override {
    const table::SeatBoard& own = board_(records).seats[seat];
    return own.drawn != table::kNoTile && (MaskOf(own.DrawnPiece()) & kinds_.Of(records)) != 0;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::BoardSlot board_;
  KindsAsked kinds_;
};

// A restriction for a while. It leaves a seat what it may discard otherwise if that does not
// contain the drawn tile, or if nothing was drawn. So the seat always has an answer, provided no
// condition on tiles comes after it.
class OnlyDrawn final : public Condition, public FlowCheck {
 public:
  static constexpr PartInfo kInfo{
      "only_drawn", 1, "条件成立期间，打出的是刚摸的牌（能打的话）",
      "the discard is the drawn tile, wherever that can be discarded and the conditions hold"};
  static constexpr Reason kReason{"only_drawn", "现在只能打刚摸的牌",
                                  "only the drawn tile may be discarded now"};
  explicit OnlyDrawn(Params& params)
      : board_(params), while_(params.Parts<Condition>("while", {"什么时候", "the conditions"})) {
    params.NeedsOwnTurn();
  }
  PieceMask Allow(const Query& query) const override {
    const table::SeatBoard& own = board_(query.records).seats[query.seat];
    if (own.drawn == table::kNoTile) return query.candidates;
    const PieceMask drawn = query.candidates & MaskOf(own.DrawnPiece());
    const bool asked = std::ranges::all_of(while_, [&](const Condition* condition) {
      return condition->Allow({query.records, query.seat, ~PieceMask{0}}) != 0;
    });
    return asked && drawn != 0 ? drawn : query.candidates;
  }
  const Reason& WhyNot() const override { return kReason; }
  void CheckFlow(const BuiltFlow& flow, Faults& faults) const override {
    for (const Node& node : flow.nodes) {
      bool after = false;
      for (const RoleUse<Condition>& condition : node.conditions) {
        if (after && dynamic_cast<const Guard*>(condition.part) == nullptr)
          faults.push_back(
              {"M07", condition.where,
               Quoted(condition.Name()) + " stands after only_drawn in if: of " + Quoted(node.id) +
                   " and may leave the seat no tile to discard; write it before only_drawn"});
        after = after || condition.part == this;
      }
    }
  }

 private:
  table::BoardSlot board_;
  std::vector<const Condition*> while_;
};

}  // namespace

void RegisterCellConditions(Registry& registry) {
  registry.Add<CellIs>();
  registry.Add<CellTiles>();
  registry.Add<TileIs>();
  registry.Add<DrawnTileIs>();
  registry.Add<OnlyDrawn>();
}

}  // namespace mlf::logic
