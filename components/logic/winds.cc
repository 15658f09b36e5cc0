#include <mlf/components/rounds.h>
#include <mlf/components/winds.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <optional>
#include <string>

namespace mlf::logic {

namespace {

using GivenWind = table::Maybe<std::uint8_t>;

}  // namespace

void GivenWinds::Check(const Validation& check) const {
  const auto is_wind = [](GivenWind wind) { return !wind || *wind < 4; };
  check.Require(std::ranges::all_of(seat, is_wind) && is_wind(round), "a wind is one of four");
  check.RequireSeatsOnly(seat, "only seats have a wind");
  check.RequireZero(reserved, "the unused bytes are zero");
}
namespace {

constexpr std::string_view kLetters = "ESWN";

// The wind that `value` gives; null gives none. Nothing for an unknown word.
std::optional<GivenWind> WindFrom(const Value& value) {
  if (value.IsNull()) return GivenWind{};
  const std::size_t index = value.IsScalar() && value.text().size() == 1
                                ? kLetters.find(value.text()[0])
                                : std::string_view::npos;
  if (index == std::string_view::npos) return std::nullopt;
  return GivenWind(static_cast<std::uint8_t>(index));
}

Value WindText(table::Tile wind) {
  return Value(std::string(1, kLetters[static_cast<std::size_t>(wind - kEast)]));
}

class SeatWindRule final : public SeatWinds, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"seat_winds", 1, "各家的门风是什么",
                                  "which wind is each seat's own"};

  explicit SeatWindRule(Params& params);

  table::Tile Of(const Records& records, Seat seat) const override;

  std::string_view StateKey() const override { return "seat_wind"; }
  table::StateLabel Label() const override { return {"门风", "seat wind"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  enum class From : std::uint8_t { kDealer, kSeat0 };
  table::TableSlots table_;
  Slot<GivenWinds> given_;
  From from_;
  int seats_;
};

SeatWindRule::SeatWindRule(Params& params)
    : table_(params),
      given_(params.Slot<GivenWinds>()),
      from_(params.Enum("east", From::kDealer, {"dealer", "seat0"},
                        {"东家：庄家或座0", "who is East: the dealer, or seat 0"})),
      seats_(params.seats()) {}

// With two seats, the second is West: they sit opposite.
table::Tile SeatWindRule::Of(const Records& records, Seat seat) const {
  const GivenWind given = given_(records).seat[seat];
  if (given) return static_cast<table::Tile>(kEast + *given);
  const int east = from_ == From::kDealer ? table_.board(records).dealer : 0;
  const int turn = (seat - east + seats_) % seats_;
  return static_cast<table::Tile>(kEast + (seats_ == 2 ? 2 * turn : turn));
}

std::optional<std::string> SeatWindRule::ReadState(Records& records, Seat seat,
                                                   const Value& value) const {
  const auto wind = WindFrom(value);
  if (seat < 0 || seat >= seats_ || !wind)
    return "seat_wind: E, S, W or N is needed for each seat, not " + value.Canonical();
  given_(records).seat[seat] = *wind;
  return std::nullopt;
}

Value SeatWindRule::WriteState(const Records& records, Seat seat, Seat) const {
  if (seat < 0 || seat >= seats_) return {};
  return WindText(Of(records, seat));
}

class RoundWindRule final : public RoundWind, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"round_wind", 1, "圈风是什么", "which wind is the round's"};

  explicit RoundWindRule(Params& params);

  table::Tile Of(const Records& records) const override;

  std::string_view StateKey() const override { return "round_wind"; }
  table::StateLabel Label() const override { return {"圈风", "round wind"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  enum class Rule : std::uint8_t { kAlwaysEast, kDealersWind, kRound };
  table::TableSlots table_;
  Slot<GivenWinds> given_;
  const SeatWinds* seats_;
  Rule rule_;
  const RoundRule* rounds_;
};

RoundWindRule::RoundWindRule(Params& params)
    : table_(params),
      given_(params.Slot<GivenWinds>()),
      seats_(params.Part<SeatWinds>("seat_winds", {"门风", "the wind of each seat"})),
      rule_(params.Enum("is", Rule::kAlwaysEast, {"east", "dealers_wind", "round"},
                        {"圈风：恒为东 / 庄家的门风 / 按局数",
                         "always East / the dealer's wind / by the number of the round"})),
      rounds_(rule_ == Rule::kRound || params.describing()
                  ? params.Part<RoundRule>("rounds", {"局数", "the number of the round"})
                  : nullptr) {}

table::Tile RoundWindRule::Of(const Records& records) const {
  const GivenWind given = given_(records).round;
  if (given) return static_cast<table::Tile>(kEast + *given);
  switch (rule_) {
    case Rule::kAlwaysEast: return kEast;
    case Rule::kDealersWind: return seats_->Of(records, table_.board(records).dealer);
    case Rule::kRound: return static_cast<table::Tile>(kEast + rounds_->Wind(records));
  }
  return kEast;
}

std::optional<std::string> RoundWindRule::ReadState(Records& records, Seat,
                                                    const Value& value) const {
  const auto wind = WindFrom(value);
  if (!wind) return "round_wind: E, S, W or N is needed, not " + value.Canonical();
  given_(records).round = *wind;
  return std::nullopt;
}

Value RoundWindRule::WriteState(const Records& records, Seat, Seat) const {
  return WindText(Of(records));
}

}  // namespace

void RegisterWinds(Registry& registry) {
  registry.Add<SeatWindRule>();
  registry.Add<RoundWindRule>();
}

}  // namespace mlf::logic
