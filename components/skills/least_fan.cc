// least_fan (起胡番): the seat wins only with hands that another fan table values enough, such as
// eight fan of guobiao in a game of riichi. It never declares ready.
#include <mlf/components/judge.h>
#include <mlf/components/skill.h>
#include <mlf/flow/registry.h>

namespace mlf::skills {
namespace {

class LeastFan final : public Skill {
 public:
  static constexpr PartInfo kInfo{"least_fan", 1, "按另一张番表满 fan 番才胡，不报听",
                                  "wins only with `fan` or more by another table; never declares "
                                  "ready"};
  explicit LeastFan(Params& params)
      : table_(params),
        judge_(params.Part<score::Judge>("judge", {"番表", "the other fan table"})),
        fan_(params.Int("fan", 8, 1, 1000, {"至少几番", "the least fan"})) {}

  Name name() const override { return {"够番才胡", "least fan"}; }
  unsigned uses() const override { return kUsesFilters; }
  // Asked only about complete hands.
  unsigned Filters(const Records& records, Seat me, Seat who) const override {
    if (who != me) return 0;
    const score::WinCase win = score::CaseOf(table_.board(records), me);
    if (win.tile == table::kNoTile) return kNoRiichi;
    score::Verdict verdict;
    judge_->Evaluate(records, win, verdict);
    return verdict.fan >= fan_ ? kNoRiichi : kNoRiichi | kNoTsumo | kNoRon;
  }

 private:
  table::TableSlots table_;
  const score::Judge* judge_;
  int fan_;
};

}  // namespace

void RegisterLeastFan(Registry& registry) { registry.Add<LeastFan>(); }

}  // namespace mlf::skills
