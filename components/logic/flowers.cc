// Flowers (花牌): a guard for the step after a draw, and the state of flowers in positions and
// single hands: `flowers: [12h, ~]`.
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <algorithm>

namespace mlf::logic {
namespace {

class HoldsFlowers final : public Guard, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"holds_flowers", 1, "有人手中有花牌", "somebody holds a flower"};
  static constexpr Reason kReason{"no_flowers", "手中没有花牌", "nobody holds a flower"};
  explicit HoldsFlowers(Params& params) : table_(params), seats_(params.seats()) {
    params.Needs(kFlowersInPlay);
  }
  bool Holds(const Records& records, Seat) const override {
    return std::ranges::any_of(table_.board(records).seats, [](const table::SeatBoard& seat) {
      return seat.hand.group[table::kFlower] != 0;
    });
  }
  const Reason& WhyNot() const override { return kReason; }

  std::string_view StateKey() const override { return "flowers"; }
  table::StateLabel Label() const override { return {"花牌", "flowers"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    if (seat < 0 || seat >= seats_) return "flowers are given for each seat: [12h, ~]";
    const table::Moves board = table_.moves(records);
    table::ShowFlowers(board, seat, 0);
    std::uint8_t flowers = 0;
    if (value.IsNull() || (value.IsScalar() && value.text().empty())) return std::nullopt;
    // A number stands for the first so many flowers.
    if (const auto count = value.AsInt(); value.IsScalar() && count) {
      if (*count < 0 || *count > 8) return "flowers: there are eight, not " + value.Canonical();
      table::ShowFlowers(board, seat, static_cast<std::uint8_t>((1 << *count) - 1));
      return std::nullopt;
    }
    const auto tiles = value.IsScalar() ? table::ParseTiles(value.text())
                                        : Result<std::vector<table::Tile>>(Fault{});
    if (!tiles) return "flowers: expected flowers such as 12h, not " + value.Canonical();
    for (const table::Tile tile : *tiles) {
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
    const table::TileMask flowers = table::TileMask{table_.board(records).seats[seat].flowers}
                                    << table::MakeTile(table::kFlower, 1);
    return flowers == 0 ? Value() : Value(table::FormatTiles(flowers));
  }

 private:
  table::TableSlots table_;
  int seats_;
};

}  // namespace

void RegisterFlowers(Registry& registry) { registry.Add<HoldsFlowers>(); }

}  // namespace mlf::logic
