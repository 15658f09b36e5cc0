// red_fives (赤宝牌): the number of red fives of the winner, including the winning tile.
#include <mlf/components/judge.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class RedFives final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"red_fives", 1, "胡家每张赤五计一次",
                                  "hits once for every red five of the winner"};
  explicit RedFives(Params& params) : board_(params) {}

  bool Holds(const Records& records, const WinCase& win) const override {
    return Times(records, win) > 0;
  }
  int Times(const Records& records, const WinCase& win) const override {
    const table::Board& board = board_(records);
    return board.seats[win.seat].RedFives() + (win.by != WinBy::kSelfDraw ? board.focus_red : 0);
  }
  bool FromCase() const override { return true; }

 private:
  table::BoardSlot board_;
};

}  // namespace

void RegisterRedFives(Registry& registry) { registry.Add<RedFives>(); }

}  // namespace mlf::score
