// dora_held (rules/riichi_scoring.md#dora): how many tiles of the winner the indicators name. A
// tile named twice counts twice.
#include <mlf/components/dora.h>
#include <mlf/components/hand_shape.h>
#include <mlf/components/judge.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class DoraHeld final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"dora_held", 1, "胡家每张宝牌计一次",
                                  "hits once for every dora of the winner"};
  explicit DoraHeld(Params& params)
      : board_(params),
        dora_(params.Part<logic::DoraRule>("dora", {"宝牌指示牌", "the indicators"})),
        ready_only_(params.Bool("ready_only", false,
                                {"须已报听（里宝牌）", "for a winner that has declared ready"})),
        set_aside_(params.Bool("set_aside", false,
                               {"拔出的牌也算", "tiles set aside count too", /*added=*/true})) {}

  bool Holds(const Records& records, const WinCase& win) const override {
    return Times(records, win) > 0;
  }
  int Times(const Records& records, const WinCase& win) const override {
    const table::SeatBoard& own = board_(records).seats[win.seat];
    if (ready_only_ && !own.Is(table::kReady)) return 0;
    int times = 0;
    for (const Tile indicator : dora_->Shown(records)) {
      const Tile named = dora_->Named(indicator);
      times += own.Owns(named) + (win.by != WinBy::kSelfDraw && win.tile == named ? 1 : 0);
      if (set_aside_) times += own.set_aside[named];
    }
    return times;
  }
  bool FromCase() const override { return true; }
  std::uint32_t Needs() const override { return ready_only_ ? kIsReady : 0u; }

 private:
  table::BoardSlot board_;
  const logic::DoraRule* dora_;
  bool ready_only_;
  bool set_aside_;
};

}  // namespace

void RegisterDoraFacts(Registry& registry) { registry.Add<DoraHeld>(); }

}  // namespace mlf::score
