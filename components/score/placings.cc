// 顺位 (rules/riichi.md#end): the end of a match. Deposits that nobody has won go to the first
// seat. Each seat gets a final score: its points above or below the return level, with the premium
// of its place.
//
// Example: 41200/28700/18900/11200, return level 30000, premiums 20 10 -10 -20, oka 20:
// +51200/+8700/-21100/-38800.
#include <mlf/components/place_event.h>
#include <mlf/components/places.h>
#include <mlf/components/topics.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <array>
#include <vector>

#include <mlf/components/rounds.h>

namespace mlf::score {
namespace {

using table::Match;

const EventType kFinal{"final_score", "{seat} 最终 {value}", "{seat} ends with {value}"};

class Placings final : public ScoreEffect, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"placings", 1, "整场结束：名次与最终得分（马、冈）",
                                  "the end of the match: places and final scores"};

  explicit Placings(Params& params);
  void Run(Step& step) const override;

  // `final: [51200, 8700, -21100, -38800]`, once the match is over.
  std::string_view StateKey() const override { return "final"; }
  table::StateLabel Label() const override { return {"最终得分", "final score"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records&, Seat, const Value& value) const override {
    if (value.IsNull()) return std::nullopt;
    return "final: follows from the points of the match and is not given";
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    if (records.flow().over == 0 || seat < 0 || seat >= seats_) return {};
    return Value(FinalOf(records, seat));
  }

 private:
  enum class Leftover { kFirst, kShared, kLost };
  enum class Rounding { kNone, kFiveDown };

  table::PerSeat<std::uint8_t> Places(const Records& records) const {
    const Match& match = table_.match(records);
    return logic::PlacesOf(match, seats_,
                           logic::FirstDealer(match.dealer, rounds_->Of(records), seats_));
  }
  std::int32_t FinalOf(const Records& records, Seat seat) const;
  std::int32_t Rounded(std::int32_t points) const;

  table::TableSlots table_;
  const logic::RoundRule* rounds_;
  int seats_;
  int return_points_;
  int oka_;
  Leftover leftover_;
  Rounding rounding_;
  std::array<int, table::kMaxPlayers> premium_{};  // by place
};

Placings::Placings(Params& params)
    : table_(params),
      rounds_(params.Part<logic::RoundRule>("rounds", {"局数", "the number of the round"})),
      seats_(params.seats()),
      return_points_(params.Int("return_points", 30000, 0, 1000000,
                                {"返点", "the level from which final scores count"})),
      oka_(params.Int("oka", 20000, 0, 1000000,
                      {"冈：第一名另得", "the first seat gets so much more"})),
      leftover_(params.Enum("leftover", Leftover::kFirst, {"first", "shared", "lost"},
                            {"没人收走的供托：归第一名 / 各家平分 / 作废",
                             "deposits that nobody won: to the first / shared by all / lost"})),
      rounding_(params.Enum("rounding", Rounding::kNone, {"none", "five_down"},
                            {"不取整 / 五舍六入到千", "none / to thousands, five hundred down"})) {
  const Value& uma = params.Raw("uma", {"马：按名次，从第一名起，总和为零；末名可省略，由它补足",
                                        "the premium of each place, from the first; sum zero. The "
                                        "last may be left out"});
  int sum = 0;
  std::size_t place = 0;
  for (const Value& item : uma.items()) {
    const auto number = item.AsInt();
    if (!number || *number < -1000000 || *number > 1000000 || place >= premium_.size()) {
      params.Fault("uma: a list of points is needed, one for each place", item.where());
      return;
    }
    premium_[place++] = static_cast<int>(*number);
    sum += static_cast<int>(*number);
  }
  if (place + 1 == static_cast<std::size_t>(seats_)) {
    premium_[place++] = -sum;
    sum = 0;
  }
  if (!params.describing() && !uma.IsNull() &&
      (place != static_cast<std::size_t>(seats_) || sum != 0))
    params.Fault("uma: one number for each place is needed, and their sum is zero",
                 params.WhereOf("uma"));
}

std::int32_t Placings::Rounded(std::int32_t points) const {
  if (rounding_ == Rounding::kNone) return points;
  // To the nearest thousand, 500 towards zero.
  const std::int32_t magnitude = (points < 0 ? -points : points) + 499;
  const std::int32_t thousands = magnitude / 1000 * 1000;
  return points < 0 ? -thousands : thousands;
}

// With rounding, the first seat gets the negative sum of the others, so that the sum stays zero.
std::int32_t Placings::FinalOf(const Records& records, Seat seat) const {
  const Match& match = table_.match(records);
  const auto places = Places(records);
  const auto plain = [&](int s) {
    return Rounded(match.score[s] - return_points_) + premium_[places[s]];
  };
  if (places[seat] != 0) return plain(seat);
  if (rounding_ == Rounding::kNone) return plain(seat) + oka_;
  std::int32_t rest = 0;
  for (int s = 0; s < seats_; ++s) rest -= s == seat ? 0 : plain(s);
  return rest;
}

void Placings::Run(Step& step) const {
  const Match& match = table_.match(step.records);
  const table::MatchMoves moves = table_.match_moves(step.records);
  const auto places = Places(step.records);
  if (leftover_ == Leftover::kShared) {
    const std::int32_t each = match.score[table::kPot] / seats_;
    for (int s = 0; s < seats_; ++s) table::MoveScore(moves, table::kPot, s, each);
  }
  for (int s = 0; s < seats_ && leftover_ != Leftover::kLost; ++s) {
    if (places[s] == 0) table::MoveScore(moves, table::kPot, s, match.score[table::kPot]);
  }
  for (Seat seat = 0; seat < seats_; ++seat) {
    step.Emit(kPlace, seat).value = places[seat] + 1;
    step.Emit(kFinal, seat).value = FinalOf(step.records, seat);
  }
}

}  // namespace

void RegisterPlacings(Registry& registry) { registry.Add<Placings>(); }

}  // namespace mlf::score
