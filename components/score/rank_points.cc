// rank_points (名次分): the end of a match. Each place has points of its own; seats with equal
// scores share those of their places. For a table of several matches, such as a tournament.
//
// Example (rules/guobiao.md#match), `points: [4, 2, 1, 0]`: 30/12/12/-54 gets 4, 3/2, 3/2 and 0.
#include <mlf/components/place_event.h>
#include <mlf/flow/flow.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/board.h>
#include <mlf/table/state_text.h>

#include <array>
#include <numeric>
#include <string>

namespace mlf::score {
namespace {

const EventType kWhole{"rank_points", "{seat} 名次分 {value}", "{seat} gets {value} for its place"};
// The text is what the value is divided by.
const EventType kShared{"rank_points_shared", "{seat} 名次分 {value}/{text}",
                        "{seat} gets {value}/{text} for its place"};
constexpr std::array<std::string_view, table::kMaxPlayers + 1> kDivisors = {"", "1", "2", "3", "4"};

class RankPoints final : public ScoreEffect, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "rank_points", 1, "整场结束：名次分，同分的平分",
      "the end of the match: points for places, shared by equal scores"};

  explicit RankPoints(Params& params);
  void Run(Step& step) const override;

  // `rank_points: [4, 3/2, 3/2, 0]`, once the match is over.
  std::string_view StateKey() const override { return "rank_points"; }
  table::StateLabel Label() const override { return {"名次分", "points for places"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records&, Seat, const Value& value) const override {
    if (value.IsNull()) return std::nullopt;
    return "rank_points: follows from the points of the match and is not given";
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override;

 private:
  // Points that seats share, in lowest terms.
  struct Share {
    int place;  // 0 = first
    int points;
    int seats;
  };
  Share Of(const Records& records, Seat seat) const;

  table::TableSlots table_;
  int seats_;
  std::array<int, table::kMaxPlayers> points_{};  // by place
};

RankPoints::RankPoints(Params& params) : table_(params), seats_(params.seats()) {
  const Value& points =
      params.Raw("points", {"各名次的分，从第一名起", "the points of each place, from the first"});
  if (params.describing()) return;
  std::size_t place = 0;
  for (const Value& item : points.items()) {
    const auto number = item.AsInt();
    if (!number || *number < -1000000 || *number > 1000000 || place >= points_.size()) break;
    points_[place++] = static_cast<int>(*number);
  }
  if (place != static_cast<std::size_t>(seats_) || place != points.items().size())
    params.Fault(
        "points: one number for each of the " + std::to_string(seats_) + " places is needed",
        params.WhereOf("points"));
}

RankPoints::Share RankPoints::Of(const Records& records, Seat seat) const {
  const auto& score = table_.match(records).score;
  int place = 0, equal = 0, sum = 0;
  for (int other = 0; other < seats_; ++other) {
    place += score[other] > score[seat] ? 1 : 0;
    equal += score[other] == score[seat] ? 1 : 0;
  }
  for (int shared = place; shared < place + equal; ++shared)
    sum += points_[static_cast<std::size_t>(shared)];
  const int common = std::gcd(sum, equal);
  return {.place = place, .points = sum / common, .seats = equal / common};
}

Value RankPoints::WriteState(const Records& records, Seat seat, Seat) const {
  if (records.flow().over == 0 || seat < 0 || seat >= seats_) return {};
  const Share part = Of(records, seat);
  if (part.seats == 1) return Value(part.points);
  return Value(std::to_string(part.points) + "/" + std::to_string(part.seats));
}

void RankPoints::Run(Step& step) const {
  for (Seat seat = 0; seat < seats_; ++seat) {
    const Share part = Of(step.records, seat);
    step.Emit(kPlace, seat).value = part.place + 1;
    Event& event = step.Emit(part.seats == 1 ? kWhole : kShared, seat);
    event.value = part.points;
    if (part.seats != 1) event.text = kDivisors[static_cast<std::size_t>(part.seats)];
  }
}

}  // namespace

void RegisterRankPoints(Registry& registry) { registry.Add<RankPoints>(); }

}  // namespace mlf::score
