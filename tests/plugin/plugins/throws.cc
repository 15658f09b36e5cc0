// A plug-in that adds a part and then fails.
#include <mlf/flow/plugin.h>

#include <stdexcept>

namespace {
class Extra final : public mlf::Guard {
 public:
  static constexpr mlf::PartInfo kInfo{"extra_of_throws", 1, "测试", "for a test"};
  static constexpr mlf::Reason kNo{"no", "不", "no"};
  bool Holds(const mlf::Records&, mlf::Seat) const override { return true; }
  const mlf::Reason& WhyNot() const override { return kNo; }
};
}  // namespace

MLF_PLUGIN(registry) {
  registry.Add<Extra>();
  throw std::runtime_error("the licence is missing");
}
