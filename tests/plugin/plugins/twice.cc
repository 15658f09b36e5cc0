// A plug-in with a node that exists already.
#include <mlf/flow/plugin.h>

namespace {
class Peng final : public mlf::ActionNode {
 public:
  static constexpr mlf::PartInfo kInfo{"peng", 1, "碰", "peng"};
};
}  // namespace

MLF_PLUGIN(registry) { registry.Add<Peng>(); }
