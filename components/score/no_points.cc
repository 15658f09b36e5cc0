// no_points: declares that the wins of a node intentionally pay nothing, for games where only the
// winner matters. Without it, `mlf check` reports a win that moves no points as a missing
// settlement.
#include <mlf/components/topics.h>
#include <mlf/components/unpaid_wins.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>

namespace mlf::score {

namespace {

class NoPoints final : public ScoreEffect, public UnpaidWins {
 public:
  static constexpr PartInfo kInfo{"no_points", 1, "胡了不计分（有意如此）",
                                  "a win moves no points, and is meant to move none"};
  explicit NoPoints(Params& params) { params.NeedsHere(logic::kWin); }
  void Run(Step&) const override {}
};

}  // namespace

void RegisterNoPoints(Registry& registry) { registry.Add<NoPoints>(); }

}  // namespace mlf::score
