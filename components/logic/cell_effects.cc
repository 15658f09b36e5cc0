// Effects that write a cell: add, set, clear, copy, put. They stand in the hook of the node where
// it happens.
//
//   an_gang: {states: [{add: chain}]}
//   chi: {states: [{add: {cell: fed, with: source}}]}
//   discard: {states: [{clear: {cell: chain, unless: [{tile: wild}]}}]}
#include <mlf/components/act_conditions.h>
#include <mlf/components/cells.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>
#include "flow/base/words.h"

#include <algorithm>

namespace mlf::logic {

namespace {

class CellEffect : public LogicEffect, public CellUser {
 public:
  void Run(Step& step) const final {
    const table::Board& board = places_.board(step.records);
    if (!conditions_.Hold(step, board)) return;
    const Seat self = ActConditions::ActorOf(step);
    const Tile tile = ActConditions::TileOf(step, board);
    places_.ForEach(step.records, self, [&](int place) { Write(step, self, tile, place); });
  }
  std::vector<CellUse> CellUses() const override {
    return {{.cell = places_.cell(), .writes = true, .most_written = MostWritten()}};
  }

 protected:
  explicit CellEffect(Params& params) : places_(params) {}
  // Behind the parameters of the effect itself.
  void TakeConditions(Params& params) { conditions_ = ActConditions(params); }
  virtual void Write(Step& step, Seat self, Tile tile, int place) const = 0;
  virtual int MostWritten() const { return CellUse::kCounts; }

  const Cell* cell() const { return places_.cell(); }
  const CellPlaces& places() const { return places_; }
  // A fault unless the cell holds one of these.
  void Needs(Params& params, std::initializer_list<Cell::Holds> kinds,
             std::string_view what) const {
    if (cell() == nullptr || std::ranges::find(kinds, cell()->holds()) != kinds.end()) return;
    params.Fault("the cell " + Quoted(cell()->name()) + " is none of those that hold " +
                 std::string(what) + "; write it with set:, put: or add:, by what it holds");
  }

 private:
  CellPlaces places_;
  ActConditions conditions_;
};

class Add final : public CellEffect {
 public:
  static constexpr PartInfo kInfo{"add", 1, "记忆：计数加几，到上限为止",
                                  "memory: adds to a count, up to its limit"};
  explicit Add(Params& params)
      : CellEffect(params), amount_(params.Int("amount", 1, 1, 254, {"加几", "how many"})) {
    TakeConditions(params);
    Needs(params, {Cell::Holds::kCount}, "a count");
  }

 private:
  void Write(Step& step, Seat self, Tile, int place) const override {
    cell()->Put(step.records, place, cell()->Get(step.records, place) + amount_, self);
  }
  int amount_;
};

class Set final : public CellEffect {
 public:
  static constexpr PartInfo kInfo{"set", 1, "记忆：写入一个值", "memory: sets a value"};
  explicit Set(Params& params) : CellEffect(params) {
    const std::string to =
        params.Text("to", "on",
                    {"写什么：数、on、off、tile（这张牌）、一种牌、self、source、dealer、next……",
                     "the value: a number, on, off, tile (of the act), a kind of tile, self, "
                     "source, dealer, next ..."});
    TakeConditions(params);
    if (!params.describing() && cell() != nullptr) ReadTo(params, to);
  }

 private:
  void ReadTo(Params& params, const std::string& to) {
    const auto wrong = [&](const std::string& wanted) {
      params.Fault("to: " + wanted + " is needed for the cell " + Quoted(cell()->name()) +
                       ", not " + Quoted(to),
                   params.WhereOf("to"));
    };
    switch (cell()->holds()) {
      case Cell::Holds::kCount:
      case Cell::Holds::kFlag: {
        const auto flag = mlf::Value(to).AsBool();
        const auto number =
            flag ? std::optional<std::int64_t>(*flag ? 1 : 0) : mlf::Value(to).AsInt();
        const int most = cell()->holds() == Cell::Holds::kFlag ? 1 : cell()->most();
        if (!number || *number < 0 || *number > most)
          return wrong("a number in 0.." + std::to_string(most));
        value_ = static_cast<int>(*number);
        return;
      }
      case Cell::Holds::kTile:
        if (to == "tile" || to == "on") {
          of_act_ = true;
        } else if (const auto tile = table::ParseTile(to)) {
          value_ = 1 + table::KindOf(*tile);
        } else {
          wrong("tile, or a kind such as 5z,");
        }
        return;
      case Cell::Holds::kSeat: {
        static const std::vector<std::string> kWords{"self", "source",   "actor",   "dealer",
                                                     "next", "previous", "opposite"};
        const auto found = std::ranges::find(kWords, to);
        if (found == kWords.end()) return wrong("one of " + Join(kWords));
        seat_ = static_cast<SeatWord>(found - kWords.begin());
        return;
      }
      case Cell::Holds::kTiles: break;
    }
    params.Fault("the cell " + Quoted(cell()->name()) + " is a set of tiles; write it with put:");
  }
  void Write(Step& step, Seat self, Tile tile, int place) const override {
    int value = value_;
    if (cell()->holds() == Cell::Holds::kTile && of_act_) {
      value = tile == table::kNoTile ? 0 : 1 + tile;
    } else if (cell()->holds() == Cell::Holds::kSeat) {
      const SeatMask seats = SeatsNamed(seat_, step.records, places().board(step.records), self);
      value = seats == 0 ? 0 : 1 + std::countr_zero(unsigned{seats});
    }
    cell()->Put(step.records, place, value, self);
  }
  int MostWritten() const override {
    return cell()->holds() == Cell::Holds::kCount || cell()->holds() == Cell::Holds::kFlag
               ? value_
               : CellUse::kCounts;
  }

  int value_ = 0;
  bool of_act_ = false;
  SeatWord seat_ = SeatWord::kSelf;
};

class Clear final : public CellEffect {
 public:
  static constexpr PartInfo kInfo{"clear", 1, "记忆：清除", "memory: clears a cell"};
  explicit Clear(Params& params) : CellEffect(params) { TakeConditions(params); }

 private:
  void Write(Step& step, Seat, Tile, int place) const override {
    cell()->Clear(step.records, place);
  }
  int MostWritten() const override { return 0; }
};

class Copy final : public CellEffect {
 public:
  static constexpr PartInfo kInfo{"copy", 1, "记忆：从另一格抄来", "memory: copies another cell"};
  explicit Copy(Params& params)
      : CellEffect(params),
        from_(params.Part<Cell>("from", {"从哪一格", "the cell that is copied"})) {
    TakeConditions(params);
    if (cell() == nullptr || from_ == nullptr) return;
    if (from_->holds() != cell()->holds() ||
        (from_->of() != cell()->of() && from_->of() != Cell::Of::kTable))
      params.Fault("the cell " + Quoted(from_->name()) + " does not fit into " +
                       Quoted(cell()->name()) +
                       "; both hold the same, for the same seats or from the table",
                   params.WhereOf("from"));
  }
  std::vector<CellUse> CellUses() const override {
    return {{.cell = cell(), .writes = true, .most_written = CellUse::kCounts}, {.cell = from_}};
  }

 private:
  void Write(Step& step, Seat self, Tile, int place) const override {
    cell()->Copy(step.records, from_->of() == Cell::Of::kTable ? 0 : place, *from_, place, self);
  }
  const Cell* from_;
};

class PutTile final : public CellEffect {
 public:
  static constexpr PartInfo kInfo{"put", 1, "记忆：放进一种牌",
                                  "memory: puts a kind of tile into a set"};
  explicit PutTile(Params& params) : CellEffect(params) {
    const std::string kinds = params.Text(
        "kinds", "tile", {"哪些牌；tile 为这张牌", "the kinds; tile is the one of the act"});
    TakeConditions(params);
    Needs(params, {Cell::Holds::kTiles}, "a set of tiles");
    if (params.describing() || kinds == "tile") return;
    if (const auto named = ParseKinds(kinds)) {
      kinds_ = *named;
    } else {
      params.Fault("kinds: " + named.faults().front().message, params.WhereOf("kinds"));
    }
  }

 private:
  void Write(Step& step, Seat self, Tile tile, int place) const override {
    const TileMask more = kinds_ != 0              ? kinds_
                          : tile == table::kNoTile ? TileMask{0}
                                                   : MaskOf(tile);
    cell()->PutTiles(step.records, place, cell()->Tiles(step.records, place) | more, self);
  }
  TileMask kinds_ = 0;
};

}  // namespace

void RegisterCellEffects(Registry& registry) {
  registry.Add<Add>();
  registry.Add<Set>();
  registry.Add<Clear>();
  registry.Add<Copy>();
  registry.Add<PutTile>();
}

}  // namespace mlf::logic
