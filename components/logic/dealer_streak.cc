#include <mlf/components/dealer_streak.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>

namespace mlf::logic {

void DealerWins::Check(const Validation& check) const {
  check.RequireZero(reserved, "the unused bytes are zero");
}

namespace {

constexpr int kMost = 255;

class DealerStreakRule final : public DealerStreak, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "dealer_streak", 1, "连庄：庄家靠胡牌连续保住庄的局数",
      "how many hands in a row the dealer has kept the deal by winning"};

  explicit DealerStreakRule(Params& params) : table_(params), wins_(params.Slot<DealerWins>()) {}

  // 0 for every seat but the dealer.
  int Of(const Records& records, Seat seat) const override {
    return seat == table_.board(records).dealer ? wins_(records).kept : 0;
  }

  // State key in positions and views: `streak: 2`.
  std::string_view StateKey() const override { return "streak"; }
  table::StateLabel Label() const override { return {"连庄", "deal kept"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override;
  Value WriteState(const Records& records, Seat seat, Seat viewer) const override;

 private:
  table::TableSlots table_;
  Slot<DealerWins> wins_;
};

std::optional<std::string> DealerStreakRule::ReadState(Records& records, Seat,
                                                       const Value& value) const {
  const auto count = value.AsInt();
  if (!count || *count < 0 || *count > kMost)
    return "streak: a number in 0..255 is needed, not " + value.Canonical();
  wins_(records).kept = static_cast<std::uint8_t>(*count);
  return std::nullopt;
}

Value DealerStreakRule::WriteState(const Records& records, Seat, Seat) const {
  const int kept = wins_(records).kept;
  if (kept == 0) return {};
  return Value(kept);
}

// Runs after hand_end and the effects that name the next dealer (next_dealer.cc). If several win on
// one tile, the dealer may win and still lose the deal.
class NoteDealerStreak final : public LogicEffect {
 public:
  static constexpr PartInfo kInfo{
      "note_dealer_streak", 1, "记下连庄次数；放在 hand_end 的 states 最后",
      "counts how often the dealer has kept the deal by winning; last in the states of hand_end"};
  enum class Drawn : std::uint8_t { kEnds, kStays, kGrows };
  explicit NoteDealerStreak(Params& params)
      : table_(params),
        wins_(params.Slot<DealerWins>()),
        drawn_(
            params.Enum("drawn", Drawn::kEnds, {"ends", "stays", "grows"},
                        {"流局保住庄的：断 / 不变 / 加一",
                         "a drawn hand that keeps the deal: ends the streak / leaves it / is one "
                         "more",
                         /*added=*/true})),
        most_(params.Int("most", kMost, 1, kMost,
                         {"最多算几次", "the greatest streak", /*added=*/true})) {
    params.NeedsHere(kHandEnds);
    params.Brings(kStreakNoted);
  }
  void Run(Step& step) const override {
    const table::Board& board = table_.board(step.records);
    DealerWins& wins = wins_(step.records);
    const bool won = board.seats[board.dealer].Is(table::kHasWon);
    const bool drawn = board.win_events == 0 && drawn_ != Drawn::kEnds;
    const bool kept = (won || drawn) && table_.match(step.records).next_dealer == board.dealer;
    const int more = won || drawn_ == Drawn::kGrows ? 1 : 0;
    wins.kept =
        kept ? static_cast<std::uint8_t>(std::min(wins.kept + more, most_)) : std::uint8_t{0};
  }

 private:
  table::TableSlots table_;
  Slot<DealerWins> wins_;
  Drawn drawn_;
  int most_;
};

}  // namespace

void RegisterDealerStreak(Registry& registry) {
  registry.Add<DealerStreakRule>();
  registry.Add<NoteDealerStreak>();
}

}  // namespace mlf::logic
