#include <mlf/components/value_rule.h>
#include <mlf/flow/registry.h>

#include <algorithm>

namespace mlf::score {

namespace {

constexpr int kNoCap = 0;  // IntOrWord's result for `none`: one below the lowest number

constexpr Doc kCapDoc{"封顶番数，none 为不封顶", "most fan that count; none = no cap"};

// 2^fan (rules/xueliu.md#fans, rules/xuezhan.md#fans).
class Doubling final : public ValueRule {
 public:
  static constexpr PartInfo kInfo{"doubling", 1, "每番翻一倍，可封顶：1、2、4、8……",
                                  "each fan doubles, up to a cap: 1, 2, 4, 8 ..."};

  explicit Doubling(Params& params) {
    static constexpr std::string_view kWords[] = {"none"};
    cap_ = params.IntOrWord("cap", "none", 1, 20, kWords, kCapDoc);
    extra_ = params.Enum("extra", kNone, {"none", "after_cap", "in_cap"},
                         {"自摸加底：封顶之外，或封顶之内",
                          "one unit more for a self-draw: beyond the cap, or within it"});
    const mlf::Value& full =
        params.Raw("full", {"算作封顶的番种", "ids of fan rows that are worth the cap"});
    if (full.IsScalar()) full_.push_back(full.text());
    for (const mlf::Value& id : full.items()) full_.push_back(id.text());
    if (cap_ == kNoCap && !full_.empty())
      params.Fault("full: rows worth the cap need a cap, but cap is none", full.where());
  }

  std::int32_t Value(const Verdict& verdict, WinBy by, bool full) const override {
    const std::int32_t most = std::int32_t{1} << (cap_ == kNoCap ? kMost : cap_);
    const std::int32_t value =
        full ? most : std::min(std::int32_t{1} << std::clamp(verdict.fan, 0, kMost), most);
    if (by != WinBy::kSelfDraw || extra_ == kNone) return value;
    return extra_ == kAfterCap ? value + 1 : std::min(value + 1, most);
  }
  const std::vector<std::string>& FullRows() const override { return full_; }

 private:
  enum Extra { kNone, kAfterCap, kInCap };
  static constexpr int kMost = 26;  // the sum over three payers fits 32 bits; no hand comes near it

  int cap_ = kNoCap;
  Extra extra_ = kNone;
  std::vector<std::string> full_;
};

// One unit per fan.
class Linear final : public ValueRule {
 public:
  static constexpr PartInfo kInfo{"linear", 1, "每番几底，可封顶",
                                  "so many units for each fan, up to a cap"};

  explicit Linear(Params& params)
      : each_(params.Int("each", 1, 1, 10000, {"每番几底", "units a fan"})),
        zero_(params.Int("zero", 0, 0, 10000,
                         {"零番的胡牌几底", "units of a win of no fan", /*added=*/true})) {
    static constexpr std::string_view kWords[] = {"none"};
    cap_ = params.IntOrWord("cap", "none", 1, 10000, kWords, kCapDoc);
  }

  std::int32_t Value(const Verdict& verdict, WinBy, bool) const override {
    if (verdict.fan <= 0) return zero_;
    return each_ * std::min(verdict.fan, cap_ == kNoCap ? kMost : cap_);
  }

 private:
  static constexpr int kMost = 50000;

  int each_;
  int zero_;
  int cap_ = kNoCap;
};

// The rows are points (rules/yilaidaodi.md#fans).
class Points final : public ValueRule {
 public:
  static constexpr PartInfo kInfo{"points", 1, "番表合成的数就是每家付的分",
                                  "what the table comes to is what each payer pays"};
  std::int32_t Value(const Verdict& verdict, WinBy, bool) const override { return verdict.fan; }
  bool has_fan_total() const override { return false; }
};

}  // namespace

void RegisterValueRules(Registry& registry) {
  registry.Add<Doubling>();
  registry.Add<Linear>();
  registry.Add<Points>();
}

}  // namespace mlf::score
