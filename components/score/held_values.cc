// pay_held_values (精, rules/nanchang.md#spirit-settlement): every seat has a number by the tiles
// that it holds, and receives it from each other seat. So a seat with number e gets e from each of
// the others and pays each of them its number.
//
// The number is the worth of the tiles and of gangs of these kinds. A great one is multiplied
// (冲关): raw * (raw - 3) from 5 on. If one seat alone has any, its number doubles (霸王精).
//
// Example: numbers 10, 2, 2 and 0: the first gets 4 * 10 - 14 = 26.
#include <mlf/components/given_settlement.h>
#include <mlf/components/settlement.h>
#include <mlf/components/topics.h>
#include <mlf/components/turned_indicator.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace mlf::score {
namespace {

using table::Board;
using table::Tile;

constexpr Reason kHeldValues{"held_values", "精分", "tiles held at the end of the hand"};
const EventType kHeldNumber{"held_value", "{seat} 精 {value} 分", "{seat}: tiles worth {value}"};

// What a seat holds: tiles of each counted kind, and gangs of these kinds.
struct Held {
  std::array<int, 2> tiles{};
  int gangs = 0;
};

// Numbers stated by a position or a case of `mlf score`.
struct StatedHeld {
  static constexpr std::string_view kSlot = "stated_held";
  static constexpr Scope kScope = Scope::kHand;
  std::uint8_t stated = 0;
  std::array<std::array<std::uint8_t, 3>, 4> numbers{};
  std::uint8_t reserved[3] = {};
  void Check(const Validation& check) const {
    check.Require(stated <= 1, "numbers are stated or not");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

class PayHeldValues final : public ScoreEffect, public GivenSettlement, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "pay_held_values", 1,
      "各家手里和副露里的这些牌值几分，向其余每家收；大的再乘（冲关），独有的加倍（霸王）",
      "what these tiles are worth in hands and melds, paid to each seat by every other; great "
      "numbers are multiplied, and that of a seat which alone has any is doubled"};
  enum class Of : std::uint8_t { kIndicator, kOther };

  explicit PayHeldValues(Params& params)
      : table_(params),
        settlement_(params),
        turned_(params.Slot<logic::TurnedIndicator>()),
        stated_(params.Slot<StatedHeld>()),
        of_(params.Enum(
            "of", Of::kIndicator, {"indicator", "other"},
            {"按指示牌，或同一墩的另一张", "by the indicator, or the other tile of its stack"})),
        worth_{params.Int("worth", 2, 0, 100, {"那种牌一张几分", "of a tile of its kind"}),
               params.Int("next_worth", 1, 0, 100,
                          {"下一种牌一张几分", "of a tile of the kind after it"})},
        gang_(params.Int("gang", 0, 0, 1000,
                         {"这些牌的杠一副再加几分", "more for a gang of such a kind"})),
        great_(params.Int("great", 0, 0, 1000,
                          {"从几分起再乘（冲关），0 为不乘",
                           "from which number on it is multiplied; 0 = never"})),
        less_(
            params.Int("less", 3, 0, 1000, {"乘以本数减几", "multiplied by the number less this"})),
        alone_times_(params.Int("alone_times", 1, 1, 10,
                                {"一家独有乘几", "times, if one seat alone has any"})),
        alone_more_(params.Int("alone_more", 0, 0, 1000,
                               {"一家独有再加几", "more, if one seat alone has any"})),
        reason_(params.Number(table::kLedgerReasons, kHeldValues)) {
    params.Needs(logic::kWallTileTurned);
  }

  void Run(Step& step) const override {
    const Board& board = table_.board(step.records);
    const table::PerSeat<int> numbers = Numbers(step.records);
    std::array<Due, table::kMaxPlayers> dues;
    std::size_t count = 0;
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (numbers[seat] == 0) return;
      step.Emit(kHeldNumber, seat).value = numbers[seat];
      const auto payers = static_cast<SeatMask>(board.InHandMask() & ~MaskOf(seat));
      dues[count++] = settlement_.Owed(seat, payers, numbers[seat], reason_);
    });
    settlement_.Pay(step, std::span(dues).first(count));
  }

  table::PerParty<std::int32_t> Given(const Records& records) const override {
    table::PerParty<std::int32_t> points{};
    if (!States(records)) return points;
    const SeatMask seats = table_.board(records).InHandMask();
    const table::PerSeat<int> numbers = Numbers(records);
    ForEachSeat(seats, [&](Seat to) {
      ForEachSeat(static_cast<SeatMask>(seats & ~MaskOf(to)), [&](Seat from) {
        points[to] += settlement_.Points(numbers[to]);
        points[from] -= settlement_.Points(numbers[to]);
      });
    });
    return points;
  }

  std::string_view StateKey() const override { return "spirits"; }
  table::StateLabel Label() const override { return {"精", "spirits"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    StatedHeld& stated = stated_(records);
    const std::string wrong =
        "spirits: for each seat a list [primary, secondary, gangs] is needed, not " +
        value.Canonical();
    if (!value.IsList() || value.items().size() > stated.numbers.size()) return wrong;
    for (std::size_t seat = 0; seat < value.items().size(); ++seat) {
      const Value& list = value.items()[seat];
      if (!list.IsList() || list.items().size() != 3) return wrong;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto number = list.items()[i].AsInt();
        if (!number || *number < 0 || *number > 8) return wrong;
        stated.numbers[seat][i] = static_cast<std::uint8_t>(*number);
      }
    }
    stated.stated = 1;
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const StatedHeld& stated = stated_(records);
    if (stated.stated == 0) return {};
    std::vector<Value> seats;
    for (const auto& numbers : stated.numbers) {
      std::vector<Value> list;
      for (const std::uint8_t number : numbers) list.emplace_back(static_cast<int>(number));
      seats.push_back(Value::List(std::move(list)));
    }
    return Value::List(std::move(seats));
  }

 private:
  // Numbers are stated of the indicator's kinds.
  bool States(const Records& records) const {
    return of_ == Of::kIndicator && stated_(records).stated != 0;
  }
  // The seat that has won on another's tile, which lies in the river.
  static Seat Claimer(const Board& board) {
    if (board.river_count == 0 || !board.river[board.river_count - 1].won()) return kNoSeat;
    for (Seat seat = 0; seat < board.seat_count; ++seat) {
      if (board.seats[seat].Is(table::kHasWon)) return seat;
    }
    return kNoSeat;
  }
  table::PerSeat<int> Numbers(const Records& records) const {
    const Board& board = table_.board(records);
    const Seat claimer = Claimer(board);
    table::PerSeat<int> numbers{};
    int holders = 0;
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      const Held held = HeldBy(records, seat, seat == claimer);
      const int raw = worth_[0] * held.tiles[0] + worth_[1] * held.tiles[1] + gang_ * held.gangs;
      numbers[seat] = great_ != 0 && raw >= great_ ? raw * std::max(raw - less_, 1) : raw;
      holders += raw != 0 ? 1 : 0;
    });
    ForEachSeat(board.InHandMask(), [&](Seat seat) {
      if (holders == 1 && numbers[seat] != 0)
        numbers[seat] = numbers[seat] * alone_times_ + alone_more_;
    });
    return numbers;
  }
  Held HeldBy(const Records& records, Seat seat, bool claims) const {
    Held held;
    if (States(records)) {
      const auto& stated = stated_(records).numbers[static_cast<std::size_t>(seat)];
      return {.tiles = {stated[0], stated[1]}, .gangs = stated[2]};
    }
    const logic::TurnedIndicator& turned = turned_(records);
    const table::Maybe<Tile> kind = of_ == Of::kIndicator ? turned.kind : turned.other;
    if (!kind) return held;
    const std::array<Tile, 2> kinds = logic::IndicatedKinds(*kind);
    const Board& board = table_.board(records);
    const table::SeatBoard& own = board.seats[seat];
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      // A winning tile that was drawn lies beside the hand once the win is noted.
      held.tiles[i] = own.hand[kinds[i]] + own.set_aside[kinds[i]] +
                      (claims && board.river[board.river_count - 1].tile == kinds[i] ? 1 : 0);
      for (const table::Meld& meld : own.Melds()) {
        held.tiles[i] += meld.CountOf(kinds[i]);
        if (table::IsGang(meld.kind) && meld.tile == kinds[i]) ++held.gangs;
      }
    }
    return held;
  }

  table::TableSlots table_;
  Settlement settlement_;
  Slot<logic::TurnedIndicator> turned_;
  Slot<StatedHeld> stated_;
  Of of_;
  std::array<int, 2> worth_;
  int gang_, great_, less_, alone_times_, alone_more_;
  std::uint8_t reason_;
};

}  // namespace

void RegisterHeldValues(Registry& registry) { registry.Add<PayHeldValues>(); }

}  // namespace mlf::score
