// Flowers (花牌): a guard for the step after a draw, and the state of flowers in positions and
// single hands: `flowers: [12h, ~]`.
#include <mlf/components/flower_honours.h>
#include <mlf/components/flower_pause.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>

#include <algorithm>

namespace mlf::logic {

void FlowerPause::Check(const Validation& check) const {
  check.Require(seat <= check.flow.seats() && owed <= kFlowers, "a seat has shown its flowers");
  check.Require(seat != 0 || owed == 0, "no replacement is owed outside a pause");
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

class HoldsFlowers final : public Guard, public table::StateText, public FlowerHonours {
 public:
  static constexpr PartInfo kInfo{"holds_flowers", 1, "有人手中有花牌", "somebody holds a flower"};
  static constexpr Reason kReason{"no_flowers", "手中没有花牌", "nobody holds a flower"};
  explicit HoldsFlowers(Params& params)
      : table_(params), seats_(params.seats()), honours_(FlowerHonoursOf(params)) {
    if (honours_ == 0) params.Needs(kFlowersInPlay);
  }
  bool Holds(const Records& records, Seat) const override {
    return std::ranges::any_of(table_.board(records).seats, [&](const table::SeatBoard& seat) {
      return seat.hand.group[table::kFlower] != 0 ||
             (honours_ != 0 && (seat.hand.Kinds() & honours_) != 0);
    });
  }
  const Reason& WhyNot() const override { return kReason; }
  table::TileMask Honours() const override { return honours_; }

  std::string_view StateKey() const override { return "flowers"; }
  table::StateLabel Label() const override { return {"花牌", "flowers"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    if (seat < 0 || seat >= seats_) return "flowers are given for each seat: [12h, ~]";
    const table::Staging board = table_.staging(records);
    table::ShowFlowers(board, seat, 0);
    ForEach(honours_, [&](table::Tile tile) {
      table::AddAside(board, seat, tile, -int{board->seats[seat].set_aside[tile]});
    });
    std::uint8_t flowers = 0;
    if (value.IsNull() || (value.IsScalar() && value.text().empty())) return std::nullopt;
    // A number n stands for the first n flowers.
    if (const auto count = value.AsInt(); value.IsScalar() && count) {
      if (*count < 0 || *count > 8) return "flowers: there are eight, not " + value.Canonical();
      table::ShowFlowers(board, seat, static_cast<std::uint8_t>((1 << *count) - 1));
      return std::nullopt;
    }
    const auto tiles = value.IsScalar() ? table::ParseTiles(value.text())
                                        : Result<std::vector<table::Tile>>(Fault{});
    if (!tiles) return "flowers: expected flowers such as 12h, not " + value.Canonical();
    for (const table::Tile tile : *tiles) {
      if ((MaskOf(tile) & honours_) != 0) {
        if (board->seats[seat].set_aside[tile] == 4)
          return "flowers: there are four " + table::TileName(tile) + " only";
        table::AddAside(board, seat, tile);
        continue;
      }
      if (!table::IsFlower(tile)) return "flowers: " + table::TileName(tile) + " is no flower";
      const int bit = 1 << (tile - table::MakeTile(table::kFlower, 1));
      if ((flowers & bit) != 0) return "flowers: there is one " + table::TileName(tile) + " only";
      flowers = static_cast<std::uint8_t>(flowers | bit);
    }
    table::ShowFlowers(board, seat, flowers);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    if (seat < 0 || seat >= seats_) return {};
    const table::SeatBoard& own = table_.board(records).seats[seat];
    const table::TileMask flowers = table::TileMask{own.flowers}
                                    << table::MakeTile(table::kFlower, 1);
    Counts honours;
    ForEach(honours_, [&](table::Tile tile) { honours.Add(tile, own.set_aside[tile]); });
    const std::string text = (honours.Empty() ? "" : table::FormatTiles(honours)) +
                             (flowers == 0 ? "" : table::FormatTiles(flowers));
    return text.empty() ? Value() : Value(text);
  }

 private:
  table::TableSlots table_;
  int seats_;
  table::TileMask honours_;
};

// State key in positions: `flowers_asked: 2`, the seat that has shown the eighth flower.
class FlowersAskedGuard final : public Guard, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"flowers_asked", 1, "第八张花已亮出，尚未补牌（可问花胡）",
                                  "the eighth flower lies open and is not replaced yet"};
  static constexpr Reason kReason{"no_flower_pause", "没有刚亮出的第八张花",
                                  "no eighth flower has just been shown"};
  explicit FlowersAskedGuard(Params& params)
      : pause_(params.Slot<FlowerPause>()), seats_(params.seats()) {
    params.Needs(kFlowersAsked);
  }
  bool Holds(const Records& records, Seat) const override { return pause_(records).seat != 0; }
  const Reason& WhyNot() const override { return kReason; }

  std::string_view StateKey() const override { return "flowers_asked"; }
  table::StateLabel Label() const override { return {"第八张花", "eighth flower", "seat"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto seat = value.IsNull() ? std::optional<std::int64_t>(-1) : value.AsInt();
    if (!seat || *seat < -1 || *seat >= seats_)
      return "flowers_asked: the seat that has shown the eighth flower is needed, not " +
             value.Canonical();
    pause_(records) = {.seat = static_cast<std::uint8_t>(1 + *seat),
                       .owed = static_cast<std::uint8_t>(*seat < 0 ? 0 : 1)};
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const FlowerPause& pause = pause_(records);
    return pause.seat == 0 ? Value() : Value(static_cast<int>(pause.shown_by()));
  }

 private:
  Slot<FlowerPause> pause_;
  int seats_;
};

}  // namespace

void RegisterFlowers(Registry& registry) {
  registry.Add<HoldsFlowers>();
  registry.Add<FlowersAskedGuard>();
}

}  // namespace mlf::logic
