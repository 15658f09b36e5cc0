// no_points: says of a win node that its wins pay nobody, on purpose. For games whose winner is all
// that matters; without it `mlf check` takes a win that moves no points for a settlement that was
// forgotten.
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class NoPoints final : public Effect {
 public:
  static constexpr PartInfo kInfo{"no_points", 1, "胡了不计分（有意如此）",
                                  "a win moves no points, and is meant to move none"};
  explicit NoPoints(Params& params) { params.NeedsHere(logic::kWin); }
  void Run(Step&) const override {}
};

}  // namespace

void RegisterNoPoints(Registry& registry) { registry.Add<NoPoints>(); }

}  // namespace mlf::score
