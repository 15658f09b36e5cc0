#include <mlf/components/winds.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>

#include <string>

namespace mlf::logic {

void GivenWinds::Check(const Validation& check) const {
  for (const std::uint8_t wind : seat) check.Require(wind <= 4, "a wind is one of four");
  check.Require(round <= 4, "a wind is one of four");
  check.RequireSeatsOnly(seat, "only seats have a wind");
  check.RequireZero(reserved, "the unused bytes are zero");
}
namespace {

constexpr std::string_view kLetters = "ESWN";

// 1 + index of the wind; 0 for null, -1 for an unknown word.
int WindFrom(const Value& value) {
  if (value.IsNull()) return 0;
  const std::size_t index = value.IsScalar() && value.text().size() == 1
                                ? kLetters.find(value.text()[0])
                                : std::string_view::npos;
  return index == std::string_view::npos ? -1 : 1 + static_cast<int>(index);
}

Value WindText(table::Tile wind) {
  return Value(std::string(1, kLetters[static_cast<std::size_t>(wind - kEast)]));
}

}  // namespace

SeatWindRule::SeatWindRule(Params& params)
    : table_(params),
      given_(params.Slot<GivenWinds>()),
      from_(params.Enum("east", From::kDealer, {"dealer", "seat0"},
                        {"东家：庄家或座0", "who is East: the dealer, or seat 0"})),
      seats_(params.seats()) {}

// With two seats, the second is West: they sit opposite.
table::Tile SeatWindRule::Of(const Records& records, Seat seat) const {
  const std::uint8_t given = given_(records).seat[seat];
  if (given != 0) return static_cast<table::Tile>(kEast + given - 1);
  const int east = from_ == From::kDealer ? table_.board(records).dealer : 0;
  const int turn = (seat - east + seats_) % seats_;
  return static_cast<table::Tile>(kEast + (seats_ == 2 ? 2 * turn : turn));
}

std::optional<std::string> SeatWindRule::ReadState(Records& records, Seat seat,
                                                   const Value& value) const {
  const int wind = WindFrom(value);
  if (seat < 0 || seat >= seats_ || wind < 0)
    return "seat_wind: E, S, W or N is needed for each seat, not " + value.Canonical();
  given_(records).seat[seat] = static_cast<std::uint8_t>(wind);
  return std::nullopt;
}

Value SeatWindRule::WriteState(const Records& records, Seat seat, Seat) const {
  if (seat < 0 || seat >= seats_) return {};
  return WindText(Of(records, seat));
}

RoundWindRule::RoundWindRule(Params& params)
    : table_(params),
      given_(params.Slot<GivenWinds>()),
      seats_(params.Part<SeatWinds>("seat_winds", {"门风", "the wind of each seat"})),
      rule_(params.Enum("is", Rule::kAlwaysEast, {"east", "dealers_wind"},
                        {"圈风：恒为东，或庄家的门风", "always East, or the dealer's wind"})) {}

table::Tile RoundWindRule::Of(const Records& records) const {
  const std::uint8_t given = given_(records).round;
  if (given != 0) return static_cast<table::Tile>(kEast + given - 1);
  return rule_ == Rule::kAlwaysEast ? kEast : seats_->Of(records, table_.board(records).dealer);
}

std::optional<std::string> RoundWindRule::ReadState(Records& records, Seat,
                                                    const Value& value) const {
  const int wind = WindFrom(value);
  if (wind < 0) return "round_wind: E, S, W or N is needed, not " + value.Canonical();
  given_(records).round = static_cast<std::uint8_t>(wind);
  return std::nullopt;
}

Value RoundWindRule::WriteState(const Records& records, Seat, Seat) const {
  return WindText(Of(records));
}

void RegisterWinds(Registry& registry) {
  registry.Add<SeatWindRule>();
  registry.Add<RoundWindRule>();
}

}  // namespace mlf::logic
