// A plug-in with a part whose constructor throws.
#include <mlf/flow/plugin.h>

#include <stdexcept>

namespace {
class Licensed final : public mlf::Guard {
 public:
  static constexpr mlf::PartInfo kInfo{"licensed", 1, "测试", "for a test"};
  static constexpr mlf::Reason kNo{"no", "不", "no"};
  explicit Licensed(mlf::Params&) { throw std::runtime_error("the licence is missing"); }
  bool Holds(const mlf::Records&, mlf::Seat) const override { return true; }
  const mlf::Reason& WhyNot() const override { return kNo; }
};
}  // namespace

MLF_PLUGIN(registry) { registry.Add<Licensed>(); }
