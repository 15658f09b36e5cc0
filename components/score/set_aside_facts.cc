// set_aside_held (rules/sanma.md#north): the number of tiles that the winner has set aside.
#include <mlf/components/judge.h>
#include <mlf/components/set_aside.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class SetAsideHeld final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"set_aside_held", 1, "胡家每拔一张计一次",
                                  "hits once for each tile that the winner has set aside"};
  explicit SetAsideHeld(Params& params) : board_(params) { params.Needs(logic::kTileSetAside); }

  bool Holds(const Records& records, const WinCase& win) const override {
    return Times(records, win) > 0;
  }
  int Times(const Records& records, const WinCase& win) const override {
    return board_(records).seats[win.seat].set_aside.Size();
  }
  bool FromCase() const override { return true; }

 private:
  table::BoardSlot board_;
};

}  // namespace

void RegisterSetAsideFacts(Registry& registry) { registry.Add<SetAsideHeld>(); }

}  // namespace mlf::score
