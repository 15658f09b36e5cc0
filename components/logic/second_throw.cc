// The second throw (rules/yilaidaodi.md#dice): before every hand the dealer throws two dice. The
// sum chooses the seat that throws again, and that throw says where the wall is opened. The wall is
// shuffled, so the throws are recorded but have no other effect.
//
// Example: dealer 2 throws 3 + 4; (7 - 1) mod 4 = 2 seats after the dealer is seat 0, which throws
// second.
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <string>

namespace mlf::logic {
namespace {

struct WallOpening {
  static constexpr std::string_view kSlot = "wall_opening";
  static constexpr Scope kScope = Scope::kHand;
  table::Maybe<Seat> thrower;  // the seat that throws second
  std::uint8_t dealer_sum = 0;
  std::uint8_t second_sum = 0;
  std::uint8_t reserved[5] = {};

  void Check(const Validation& check) const {
    check.Require((!thrower || check.IsSeat(*thrower)) && dealer_sum <= 12 && second_sum <= 12,
                  "a seat throws two dice");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

// The value holds both dice; the first is the tens digit.
const EventType kDealerThrows{"dealer_throws", "庄家 {seat} 掷骰 {value}，由 {other} 掷第二次",
                              "the dealer {seat} throws {value}: {other} throws second"};
const EventType kOpensWall{"opens_wall", "{seat} 掷骰 {value} 开墙",
                           "{seat} throws {value} and opens the wall"};

class SecondThrow final : public LogicEffect, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"second_throw", 1, "庄家掷骰定由谁再掷，再掷的点数开墙",
                                  "the dealer's dice name the seat whose dice open the wall"};
  explicit SecondThrow(Params& params)
      : table_(params),
        opening_(params.Slot<WallOpening>()),
        stream_(params.Stream("dice")),
        seats_(params.seats()) {}

  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    WallOpening& opening = opening_(step.records);
    const int first = Throw(step);
    opening.dealer_sum = static_cast<std::uint8_t>(first / 10 + first % 10);
    const auto thrower =
        static_cast<Seat>((board.dealer + opening.dealer_sum - 1) % board.seat_count);
    opening.thrower = thrower;
    Event& event = step.Emit(kDealerThrows, board.dealer);
    event.value = first;
    event.other = thrower;
    const int second = Throw(step);
    opening.second_sum = static_cast<std::uint8_t>(second / 10 + second % 10);
    step.Emit(kOpensWall, thrower).value = second;
  }

  // `second_throw: 0`, where 0 is the seat.
  std::string_view StateKey() const override { return "second_throw"; }
  table::StateLabel Label() const override { return {"再掷骰", "second throw", "seat"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto seat = value.AsInt();
    if (!seat || *seat < 0 || *seat >= seats_)
      return "second_throw: a seat is needed, not " + value.Canonical();
    opening_(records).thrower = static_cast<Seat>(*seat);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const table::Maybe<Seat> thrower = opening_(records).thrower;
    if (!thrower) return {};
    return Value(int{*thrower});
  }

 private:
  int Throw(Step& step) const {
    Stream random = step.Random(stream_);
    const auto dice = table::ThrowDice(table_.match_moves(step.records), random);
    return 10 * dice[0] + dice[1];
  }

  table::TableSlots table_;
  Slot<WallOpening> opening_;
  int stream_;
  int seats_;
};

}  // namespace

void RegisterSecondThrow(Registry& registry) { registry.Add<SecondThrow>(); }

}  // namespace mlf::logic
