// Own walls (各家牌墙): every seat draws from its own part of the wall, as in duplicate play
// (rules/guobiao.md#options).
//
//   parts: {own_walls: {own_walls: {when: {wall: per_seat}}}}
//
// The whole wall stays one row of tiles, so that everything else sees one wall. The
// part moves the next tile of a seat to the end of the row from which it is drawn.
#include <mlf/components/own_walls.h>
#include <mlf/components/table_guard.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <numeric>
#include <string>

namespace mlf::logic {

void OwnWalls::Check(const Validation& check) const {
  check.RequireSeatsOnly(left, "only seats have a wall");
}

namespace {

// State key in positions and views: `own_walls: [9, 8, 9, 9]`.
class OwnWallsPart final : public OwnWallRule, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"own_walls", 1, "各家一副牌墙，摸牌、补牌都在自己的牌墙",
                                  "each seat draws from a wall of its own, replacements too"};

  explicit OwnWallsPart(Params& params)
      : table_(params), own_(params.Slot<OwnWalls>()), seats_(params.seats()) {}

  bool CanDraw(const Records& records, Seat seat) const override {
    return LeftOf(records)[seat] > 0;
  }
  void Bring(Records& records, Seat seat, bool to_tail) const override {
    table::PerSeat<std::uint8_t> left = LeftOf(records);
    MLF_CHECK(left[seat] > 0, "the wall of the seat is empty");
    const table::Wall& wall = table_.board(records).wall;
    int place = wall.head;
    for (int other = 0; other < seat; ++other) place += left[other];
    table::MoveInWall(table_.moves(records), place, to_tail ? wall.tail - 1 : wall.head);
    --left[seat];
    own_(records).left = left;
  }

  std::string_view StateKey() const override { return "own_walls"; }
  table::StateLabel Label() const override { return {"自家牌墙", "own wall"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    const auto number = value.IsNull() ? std::optional<std::int64_t>(0) : value.AsInt();
    if (seat < 0 || seat >= seats_ || !number || *number < 0 || *number > table::kMaxTiles)
      return "own_walls: the tiles left are needed for each seat, not " + value.Canonical();
    own_(records).left[seat] = static_cast<std::uint8_t>(*number);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    if (seat < 0 || seat >= seats_) return {};
    return Value(LeftOf(records)[seat]);
  }

 private:
  table::PerSeat<std::uint8_t> LeftOf(const Records& records) const {
    table::PerSeat<std::uint8_t> left = own_(records).left;
    const int all = table_.board(records).wall.Left();
    if (std::accumulate(left.begin(), left.end(), 0) == all) return left;
    for (int seat = 0; seat < seats_; ++seat)
      left[seat] = static_cast<std::uint8_t>(all / seats_ + (seat < all % seats_ ? 1 : 0));
    return left;
  }

  table::TableSlots table_;
  Slot<OwnWalls> own_;
  int seats_;
};

// After the discard in question, or the turn of the seat: whether the hand goes on with a draw of
// the next seat.
class NextCanDraw final : public TableGuard<NextCanDraw> {
 public:
  static constexpr PartInfo kInfo{"next_can_draw", 1, "下一家还有牌可摸，即不是最后一张",
                                  "the next seat can still draw, so this is not the last turn"};
  static constexpr Reason kReason{"last_turn", "牌墙已空",
                                  "the wall is empty: the next seat cannot draw"};
  explicit NextCanDraw(Params& params) : TableGuard(params), own_(OwnWallsIfAny(params)) {}
  bool Holds(const Records& records, Seat seat) const override {
    const table::Board& table = board(records);
    const Seat last = table.turn.focus == table::Focus::kNone ? seat : table.turn.focus_seat;
    return !IsLastTurn(own_, records, table, last);
  }

 private:
  const OwnWallRule* own_;
};

}  // namespace

void RegisterOwnWalls(Registry& registry) {
  registry.Add<OwnWallsPart>();
  registry.Add<NextCanDraw>();
}

}  // namespace mlf::logic
