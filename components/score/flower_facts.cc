// won_by_flowers (花胡, rules/taiwan.md#flowers): the win is by flowers alone, at the moment when
// the eighth lies open.
#include <mlf/components/flower_honours.h>
#include <mlf/components/flower_pause.h>
#include <mlf/components/judge.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class WonByFlowers final : public WinFact {
 public:
  static constexpr PartInfo kInfo{
      "won_by_flowers", 1, "花胡：八张花，或有七张、抢别家的第八张",
      "holds if the winner wins by its eight flowers, or by seven and another's eighth"};
  explicit WonByFlowers(Params& params)
      : board_(params),
        pause_(params.Slot<logic::FlowerPause>()),
        flowers_(params.Int("flowers", 8, 0, 8,
                            {"几张花，0 为八张或抢来的都算",
                             "how many flowers; 0 = eight, or seven and another's"})),
        opening_(params.Bool("opening", false,
                             {"只算开局补花时的", "only while no tile has been discarded"})) {
    params.Needs(logic::kFlowersAsked);
    if (flowers_ != 0 && flowers_ < 7) params.Fault("flowers: 7, 8 or 0 for either is needed");
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    const table::Board& board = board_(records);
    if (opening_ && (board.river_count != 0 || board.melds_made != 0)) return false;
    return Possible(records, win) &&
           logic::WinsByFlowers(board, pause_(records), win.seat,
                                win.by == WinBy::kSelfDraw ? logic::kFlowers : logic::kFlowers - 1);
  }
  bool Possible(const Records&, const WinCase& win) const override {
    return flowers_ == 0 || (win.by == WinBy::kSelfDraw) == (flowers_ == logic::kFlowers);
  }
  Shown Stage(const WinCase& win, WinStage& stage) const override {
    if (opening_) return Shown::kNot;
    const bool all = flowers_ == logic::kFlowers;
    stage.state.Set("flowers", Value(all ? "12345678h" : "1234567h"));
    stage.state.Set("flowers_asked", Value(static_cast<int>(all ? win.seat : win.payer)));
    return Shown::kByTable;
  }

 private:
  table::BoardSlot board_;
  Slot<logic::FlowerPause> pause_;
  int flowers_;
  bool opening_;
};

// 花, 无花, 一张花, 花杠, where honours may be flowers too.
class FlowersOpen final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"flowers_open", 1,
                                  "胡家亮出的花牌为 least 到 most 张，字牌也可算",
                                  "holds if `least` to `most` flowers lie open before the winner, "
                                  "honours among them"};
  explicit FlowersOpen(Params& params)
      : board_(params),
        honours_(logic::FlowerHonoursOf(params)),
        least_(params.Int("least", 1, 0, 36, {"至少几张", "how many at least"})),
        most_(params.Int("most", 36, 0, 36, {"至多几张", "how many at most"})),
        count_(params.Enum(
            "count", Count::kOnce, {"once", "each", "sets"},
            {"只计一次；每张计一次；齐的每套计一次（春夏秋冬、梅兰竹菊、四张相同的字牌）",
             "once; once for each; once for each complete set (a colour, or four "
             "equal honours)"})) {
    if (honours_ == 0) params.Needs(logic::kFlowersInPlay);
    if (least_ > most_ && !params.describing()) params.Fault("least is above most");
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    return Times(records, win) > 0;
  }
  int Times(const Records& records, const WinCase& win) const override {
    const table::SeatBoard& own = board_(records).seats[win.seat];
    if (count_ == Count::kSets) return Sets(own);
    const int open = logic::FlowersOpen(own, honours_);
    if (open < least_ || open > most_) return 0;
    return count_ == Count::kEach ? open : 1;
  }
  bool FromCase() const override { return true; }

 private:
  enum class Count : std::uint8_t { kOnce, kEach, kSets };
  int Sets(const table::SeatBoard& own) const {
    int sets = 0;
    for (const int colour : {0x0F, 0xF0}) sets += (own.flowers & colour) == colour ? 1 : 0;
    ForEach(honours_, [&](table::Tile tile) { sets += own.set_aside[tile] == 4 ? 1 : 0; });
    return sets;
  }

  table::BoardSlot board_;
  table::TileMask honours_;
  int least_, most_;
  Count count_;
};

}  // namespace

void RegisterFlowerFacts(Registry& registry) {
  registry.Add<WonByFlowers>();
  registry.Add<FlowersOpen>();
}

}  // namespace mlf::score
