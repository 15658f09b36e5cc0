// won_by_flowers (花胡, rules/taiwan.md#flowers): the win is by flowers alone, at the moment when
// the eighth lies open.
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

}  // namespace

void RegisterFlowerFacts(Registry& registry) { registry.Add<WonByFlowers>(); }

}  // namespace mlf::score
