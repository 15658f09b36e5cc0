// Moment (时点): a moment between two nodes. It does nothing itself; effects are in its hooks,
// and its edges lead on.
//
// After:     any node.
// Before:    as the variant defines.
// Always:    a tile in question stays in question.
#include <mlf/components/play_node.h>
#include <mlf/flow/registry.h>

#include <mlf/nodes/bases.h>

namespace mlf::nodes {

class Moment final : public ActionNode, public logic::PlayNode {
 public:
  static constexpr PartInfo kInfo{"moment",
                                  1,
                                  "时点",
                                  "moment",
                                  "两步之间的时点：自己不做什么，部件写在它的钩子里",
                                  "a moment between two nodes: does nothing itself; parts go into "
                                  "its hooks"};

  logic::Play play() const override { return logic::Play::kAccounts; }
};

void RegisterMoment(Registry& r) { r.Add<Moment>(); }

}  // namespace mlf::nodes
