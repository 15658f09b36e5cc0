// The engine's own conditions: not, all, any, always.
#include <mlf/flow/registry.h>

namespace mlf {
namespace {

constexpr Reason kForbidden{"forbidden", "此时不允许", "not allowed now"};

class Not final : public Condition {
 public:
  static constexpr PartInfo kInfo{"not", 1, "条件不成立时允许", "allows what another condition does not"};
  explicit Not(Params& params) : of_(params.Whole<Condition>("of", {"被否定的条件", "the condition to turn round"})) {}
  PieceMask Allow(const Query& query) const override { return query.candidates & ~of_->Allow(query); }
  const Reason& WhyNot() const override { return kForbidden; }

 private:
  const Condition* of_;
};

class All final : public Condition {
 public:
  static constexpr PartInfo kInfo{"all", 1, "所有条件都允许", "allows what every condition allows"};
  explicit All(Params& params) : of_(params.Parts<Condition>("of", {"条件", "the conditions"})) {}
  PieceMask Allow(const Query& query) const override {
    PieceMask left = query.candidates;
    for (const Condition* condition : of_) left &= condition->Allow({query.records, query.seat, left});
    return left;
  }
  const Reason& WhyNot() const override { return of_.size() == 1 ? of_.front()->WhyNot() : kForbidden; }

 private:
  std::vector<const Condition*> of_;
};

class Any final : public Condition {
 public:
  static constexpr PartInfo kInfo{"any", 1, "任一条件允许即可", "allows what at least one condition allows"};
  explicit Any(Params& params) : of_(params.Parts<Condition>("of", {"条件", "the conditions"})) {}
  PieceMask Allow(const Query& query) const override {
    PieceMask allowed = 0;
    for (const Condition* condition : of_) allowed |= condition->Allow(query);
    return allowed;
  }
  const Reason& WhyNot() const override { return of_.empty() ? kForbidden : of_.front()->WhyNot(); }

 private:
  std::vector<const Condition*> of_;
};

class Always final : public Guard {
 public:
  static constexpr PartInfo kInfo{"always", 1, "总是允许", "always allows"};
  bool Holds(const Records&, Seat) const override { return true; }
  const Reason& WhyNot() const override { return kForbidden; }
};

}  // namespace

void RegisterFlowParts(Registry& registry) {
  registry.Add<Not>();
  registry.Add<All>();
  registry.Add<Any>();
  registry.Add<Always>();
}

}  // namespace mlf
