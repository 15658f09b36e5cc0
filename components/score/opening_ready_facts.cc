// opening_ready (天听, 地听, rules/taiwan.md#ready): registered by note_dealt_ready and
// note_discard_ready.
#include <mlf/components/judge.h>
#include <mlf/components/opening_ready.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class IsOpeningReady final : public WinFact {
 public:
  static constexpr PartInfo kInfo{"opening_ready", 1, "胡家有天听，或地听",
                                  "holds if the winner is ready from the opening"};
  explicit IsOpeningReady(Params& params)
      : board_(params),
        ready_(params.Slot<logic::OpeningReady>()),
        earthly_(params.Enum("how", 0, {"heavenly", "earthly"},
                             {"天听或地听", "heavenly or earthly"}) == 1),
        declared_(params.Bool("declared", false,
                              {"还须已报听", "the winner must have declared ready too"})) {
    params.Needs(logic::kOpeningReadyNoted);
    if (declared_) params.Needs(logic::kReadyDeclared);
  }
  bool Holds(const Records& records, const WinCase& win) const override {
    const logic::OpeningReady& ready = ready_(records);
    if (declared_ && !board_(records).seats[win.seat].Is(table::kReady)) return false;
    return ((earthly_ ? ready.earthly : ready.heavenly) & MaskOf(win.seat)) != 0;
  }
  Shown Stage(const WinCase&, WinStage& stage) const override {
    stage.state.Set("opening_ready", Value(earthly_ ? "earthly" : "heavenly"));
    if (declared_ && stage.state.Find("ready") == nullptr) stage.state.Set("ready", Value(true));
    return Shown::kByTable;
  }

 private:
  table::BoardSlot board_;
  Slot<logic::OpeningReady> ready_;
  bool earthly_;
  bool declared_;
};

}  // namespace

void RegisterOpeningReadyFacts(Registry& registry) { registry.Add<IsOpeningReady>(); }

}  // namespace mlf::score
