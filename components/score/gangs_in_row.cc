// 杠上杠 (rules/hongkong.md#fans): gangs that a seat makes one after another in a turn. An effect
// of `draw` counts the replacements, and a fact asks for the count.
//
// Example: seat 1 draws, makes an an_gang, draws its replacement, adds that tile to a peng, and
// wins on the second replacement. A discard in between would have ended the row.
#include <mlf/components/judge.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/turn_gang.h>

#include <algorithm>

namespace mlf::score {

namespace {

constexpr Topic kGangDrawsCounted{"gang_draws_counted", "连续杠后补牌被计数",
                                  "replacements in a row are counted"};

// The replacements that a seat has drawn since its last discard.
struct GangDraws {
  static constexpr std::string_view kSlot = "gang_draws";
  static constexpr Scope kScope = Scope::kHand;

  std::uint8_t seat = 0;  // 1 + the seat; 0 = the last draw was no replacement
  std::uint8_t count = 0;
  std::uint8_t discards = 0;  // of the seat when it drew
  std::uint8_t reserved[5] = {};

  void Check(const Validation& check) const {
    check.Require(seat <= check.flow.seats(), "a seat draws");
    check.Require((seat == 0) == (count == 0), "a seat that has drawn is counted");
    check.RequireZero(reserved, "the unused bytes are zero");
  }
};

class CountGangDraws final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"count_gang_draws", 1, "摸牌后：连续几次杠后补牌",
                                  "after a draw: how many gangs' replacements come in a row"};
  explicit CountGangDraws(Params& params) : board_(params), draws_(params.Slot<GangDraws>()) {
    params.NeedsHere(logic::kDrawing);
    params.Needs(logic::kReplacement);
    params.Brings(kGangDrawsCounted);
  }
  void Run(Step& step) const override {
    const table::Board& board = board_(step.records);
    GangDraws& draws = draws_(step.records);
    if (board.drew_nothing != 0) return;
    if (!table::DrewReplacement(board.turn)) {
      draws = {};
      return;
    }
    const auto seat = static_cast<std::uint8_t>(1 + board.turn.drawer);
    const std::uint8_t discards = board.seats[board.turn.drawer].discards;
    const bool goes_on = draws.seat == seat && draws.discards == discards;
    const int count = goes_on ? std::min(draws.count + 1, 16) : 1;
    draws = {.seat = seat, .count = static_cast<std::uint8_t>(count), .discards = discards};
  }

 private:
  table::BoardSlot board_;
  Slot<GangDraws> draws_;
};

class OnGangAfterGang final : public WinFact {
 public:
  static constexpr PartInfo kInfo{
      "on_gang_after_gang", 1, "杠上杠：连开至少 gangs 杠，用最后一杠补到的牌自摸",
      "hits on a self-draw with the last replacement of at least `gangs` gangs in a row"};
  explicit OnGangAfterGang(Params& params)
      : board_(params),
        draws_(params.Slot<GangDraws>()),
        gangs_(params.Int("gangs", 2, 2, 4, {"至少连开几杠", "how many gangs, at least"})) {
    params.Needs(logic::kWinBySelfDraw);
    params.Needs(kGangDrawsCounted);
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    const table::Board& board = board_(records);
    const GangDraws& draws = draws_(records);
    return Possible(records, win) && table::DrewReplacement(board.turn) &&
           draws.seat == 1 + win.seat && draws.count >= gangs_ &&
           draws.discards == board.seats[win.seat].discards;
  }
  bool Possible(const Records&, const WinCase& win) const override {
    return win.by == WinBy::kSelfDraw;
  }

 private:
  table::BoardSlot board_;
  Slot<GangDraws> draws_;
  int gangs_;
};

}  // namespace

void RegisterGangsInRow(Registry& registry) {
  registry.Add<CountGangDraws>();
  registry.Add<OnGangAfterGang>();
}

}  // namespace mlf::score
