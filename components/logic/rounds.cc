#include <mlf/components/drawn_hand.h>
#include <mlf/components/extra_rounds.h>
#include <mlf/components/places.h>
#include <mlf/components/rounds.h>
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <string>

namespace mlf::logic {

void Rounds::Check(const Validation& check) const {
  check.Require(may_end <= 1, "a match may end or not");
  check.RequireZero(reserved, "the unused bytes are zero");
}

void DrawnHand::Check(const Validation& check) const {
  check.Require(how <= kAborted, "a hand is drawn in a way there is");
  check.Require(((ready | all_kept) & ~check.Seats()) == 0, "only seats wait or are paid");
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

// State key in positions and views: `round: 4` (South 1). As many rounds share a wind as there are
// seats.
class RoundCount final : public RoundRule, public table::StateText {
 public:
  static constexpr PartInfo kInfo{"rounds", 1, "局数：第几局，0 为东一局",
                                  "the number of the round, 0 = East 1"};

  explicit RoundCount(Params& params) : rounds_(params.Slot<Rounds>()), seats_(params.seats()) {}

  int Of(const Records& records) const override { return rounds_(records).round; }
  int Wind(const Records& records) const override { return Of(records) / seats_ % 4; }

  std::string_view StateKey() const override { return "round"; }
  table::StateLabel Label() const override { return {"局", "round", "round"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto number = value.IsNull() ? std::optional<std::int64_t>(0) : value.AsInt();
    if (!number || *number < 0 || *number > 99)
      return "round: a number in 0..99 is needed (0 = East 1), not " + value.Canonical();
    rounds_(records).round = static_cast<std::uint8_t>(*number);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override { return Value(Of(records)); }

 private:
  Slot<Rounds> rounds_;
  int seats_;
};

const EventType kMayEnd{"may_end", "{seat} 可以结束整场", "{seat} may end the match"};

// For the states of hand_end, which has added the points of the hand to the match.
//
// Example: round 7 of 8, the dealer wins and is first with 32000. With `yame: choice` it may end
// the match; with `automatic` the match is over; with `never` round 7 is played again.
class RoundEnd final : public LogicEffect, public MatchLimit {
 public:
  static constexpr PartInfo kInfo{
      "round_end", 1, "一局之后：连庄或下庄、本场、整场是否结束",
      "after a hand: whether the deal stays, the extra rounds, and whether the match is over"};

  explicit RoundEnd(Params& params);
  void Run(Step& step) const override;
  bool MayBeLast(const Records& records) const override {
    return rounds_(records).round + 1 >= limit_;
  }

 private:
  enum class Broke : std::uint8_t { kBelow, kAtOrBelow, kOff };
  enum class Yame : std::uint8_t { kChoice, kAutomatic, kNever };
  enum class Beyond : std::uint8_t { kSuddenDeath, kSameTest, kNone };
  enum class Next : std::uint8_t { kGoesOn, kOver, kDealerChooses };

  bool Stays(const table::Board& board, const DrawnHand& drawn) const;
  Next After(const table::Board& board, const table::Match& match, int round, bool stays,
             bool aborted) const;
  bool AnyBroke(const table::Match& match, int seats) const;

  table::TableSlots table_;
  Slot<Rounds> rounds_;
  Slot<ExtraRounds> extra_;
  Slot<DrawnHand> drawn_;
  int limit_;
  int return_points_;
  bool strict_;
  Broke broke_;
  Yame yame_;
  Beyond beyond_;
  bool keeps_drawn_;
};

RoundEnd::RoundEnd(Params& params)
    : table_(params),
      rounds_(params.Slot<Rounds>()),
      extra_(params.Slot<ExtraRounds>()),
      drawn_(params.Slot<DrawnHand>()),
      limit_(params.Int("rounds", 8, 1, 99, {"共打几局（连庄不计）", "rounds in a match"})),
      return_points_(params.Int(
          "return_points", 30000, 0, 1000000,
          {"返点：有人达到才能结束", "the points that somebody needs for the match to end"})),
      strict_(params.Bool("strict", false, {"须超过返点", "more than return_points is needed"})),
      broke_(params.Enum("tobi", Broke::kBelow, {"below_0", "at_or_below_0", "off"},
                         {"击飞：低于零 / 不高于零 / 不击飞",
                          "a seat ends the match by its points: below 0 / at or below 0 / never"})),
      yame_(params.Enum("agari_yame", Yame::kChoice, {"choice", "automatic", "never"},
                        {"最后一局庄家连庄且第一：可选结束 / 自动结束 / 继续",
                         "the dealer stays in the last round and is first: it may end the match / "
                         "the match ends / play goes on"})),
      beyond_(params.Enum(
          "west_round", Beyond::kSuddenDeath, {"sudden_death", "same_test", "none"},
          {"最后一局无人达到返点：再打，有人达到即结束 / 再打，条件同最后一局 / 结束",
           "nobody has enough after the last round: play goes on until somebody has / play goes on "
           "with the test of the last round / the match ends"})),
      keeps_drawn_(params.Bool("keeps_drawn", false,
                               {"没有人胡的局都连庄", "a hand that nobody won keeps the deal",
                                /*added=*/true})) {
  params.NeedsHere(kHandEnds);
}

// The dealer has won, waits at the end of a drawn hand, or the hand was broken off.
bool RoundEnd::Stays(const table::Board& board, const DrawnHand& drawn) const {
  if (drawn.how == DrawnHand::kAborted) return true;
  if (keeps_drawn_ && board.win_events == 0) return true;
  if (drawn.how == DrawnHand::kExhausted) return (drawn.ready & MaskOf(board.dealer)) != 0;
  return board.seats[board.dealer].Is(table::kHasWon);
}

bool RoundEnd::AnyBroke(const table::Match& match, int seats) const {
  if (broke_ == Broke::kOff) return false;
  const std::int32_t least = broke_ == Broke::kBelow ? 0 : 1;
  return std::any_of(match.score.begin(), match.score.begin() + seats,
                     [&](std::int32_t points) { return points < least; });
}

RoundEnd::Next RoundEnd::After(const table::Board& board, const table::Match& match, int round,
                               bool stays, bool aborted) const {
  const int seats = board.seat_count;
  if (AnyBroke(match, seats)) return Next::kOver;
  if (round + 1 < limit_ || aborted) return Next::kGoesOn;
  const bool enough =
      std::any_of(match.score.begin(), match.score.begin() + seats, [&](std::int32_t points) {
        return strict_ ? points > return_points_ : points >= return_points_;
      });
  const bool beyond = round + 1 > limit_;
  if (beyond && beyond_ == Beyond::kSuddenDeath && enough) return Next::kOver;
  // One more wind at most.
  const bool last = beyond_ == Beyond::kNone || round + 1 >= limit_ + seats;
  if (!stays) return enough || last ? Next::kOver : Next::kGoesOn;
  const Seat first_dealer = FirstDealer(board.dealer, round, seats);
  const bool dealer_first = PlacesOf(match, seats, first_dealer)[board.dealer] == 0;
  if (!enough || !dealer_first || yame_ == Yame::kNever) return Next::kGoesOn;
  return yame_ == Yame::kChoice ? Next::kDealerChooses : Next::kOver;
}

void RoundEnd::Run(Step& step) const {
  const table::Board& board = table_.board(step.records);
  const table::Match& match = table_.match(step.records);
  const table::MatchMoves moves = table_.match_moves(step.records);
  Rounds& rounds = rounds_(step.records);
  ExtraRounds& extra = extra_(step.records);
  const DrawnHand& drawn = drawn_(step.records);
  const bool stays = Stays(board, drawn);
  const Next next = After(board, match, rounds.round, stays, drawn.how == DrawnHand::kAborted);
  rounds.may_end = next == Next::kDealerChooses ? 1 : 0;
  if (next == Next::kOver) table::EndMatch(moves);
  if (match.over != 0) return;
  if (rounds.may_end != 0) step.Emit(kMayEnd, board.dealer);
  const bool another = stays || drawn.how != DrawnHand::kNot;
  extra.count = static_cast<std::uint8_t>(another ? std::min(extra.count + 1, 255) : 0);
  if (!stays && rounds.round < 99) ++rounds.round;
  table::SetNextDealer(
      moves, stays ? board.dealer : static_cast<Seat>((board.dealer + 1) % board.seat_count));
}

// For the states of hand_end: each hand is a round of its own.
class NextRound final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{"next_round", 1, "一局之后：局数加一，不论输赢",
                                  "after a hand, won by any seat or drawn: the next round"};
  explicit NextRound(Params& params) : rounds_(params.Slot<Rounds>()) {
    params.NeedsHere(kHandEnds);
  }
  void Run(Step& step) const override {
    std::uint8_t& round = rounds_(step.records).round;
    if (round < 99) ++round;
  }

 private:
  Slot<Rounds> rounds_;
};

// round_end gives the choice.
class MayEndMatch final : public Guard {
 public:
  static constexpr PartInfo kInfo{"may_end_match", 1, "庄家此时可以结束整场",
                                  "the seat deals and is free to end the match now"};
  static constexpr Reason kReason{"may_not_end", "此时不能结束整场",
                                  "the match may not be ended now"};
  explicit MayEndMatch(Params& params) : table_(params), rounds_(params.Slot<Rounds>()) {
    params.Needs(kHandEnds);
  }
  bool Holds(const Records& records, Seat seat) const override {
    return rounds_(records).may_end != 0 && table_.board(records).dealer == seat;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  table::TableSlots table_;
  Slot<Rounds> rounds_;
};

}  // namespace

void RegisterRounds(Registry& registry) {
  registry.Add<RoundCount>();
  registry.Add<RoundEnd>();
  registry.Add<NextRound>();
  registry.Add<MayEndMatch>();
}

}  // namespace mlf::logic
