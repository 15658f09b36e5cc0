#include <mlf/components/value_rule.h>
#include <mlf/flow/registry.h>

#include <algorithm>
#include <string>

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
    first_ =
        params.Int("first", 0, 0, 10,
                   {"几番值一底，之后每番翻倍", "fan that are worth one unit", /*added=*/true});
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
        full ? most : std::min(std::int32_t{1} << std::clamp(verdict.fan - first_, 0, kMost), most);
    if (by != WinBy::kSelfDraw || extra_ == kNone) return value;
    return extra_ == kAfterCap ? value + 1 : std::min(value + 1, most);
  }
  const std::vector<std::string>& FullRows() const override { return full_; }

 private:
  enum Extra { kNone, kAfterCap, kInCap };
  static constexpr int kMost = 26;  // the sum over three payers fits 32 bits; no hand comes near it

  int cap_ = kNoCap;
  int first_ = 0;
  Extra extra_ = kNone;
  std::vector<std::string> full_;
};

// One unit per fan.
class Linear final : public ValueRule {
 public:
  static constexpr PartInfo kInfo{"linear", 1, "每番几底，可封顶",
                                  "`each` units for each fan, up to a cap"};

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

// Units by fan, as a list: 1, 2, 4, 8, 16, 24, 32 ... (半辣上).
class ValueList final : public ValueRule {
 public:
  static constexpr PartInfo kInfo{"value_list", 1, "按番数查表，可封顶",
                                  "the units of each fan total from a list, up to a cap"};

  explicit ValueList(Params& params) {
    const mlf::Value& list = params.Raw("values", {"从零番起各值多少：[1, 2, 4, 8]",
                                                   "what 0 fan is worth, 1 fan, and so on: [1, "
                                                   "2, 4, 8]"});
    for (const mlf::Value& item : list.items()) {
      const auto number = item.AsInt();
      if (!number || *number < 0 || *number > kMost)
        params.Fault("values: numbers in 0.." + std::to_string(kMost) + " are needed, not " +
                         item.Canonical(),
                     item.where());
      values_.push_back(static_cast<std::int32_t>(number.value_or(0)));
    }
    if (values_.empty() && !params.describing())
      params.Fault("values: at least the worth of 0 fan is needed", params.WhereOf("values"));
    static constexpr std::string_view kWords[] = {"none"};
    cap_ = params.IntOrWord("cap", "none", 1, 10000, kWords, kCapDoc);
    if (cap_ == kNoCap) cap_ = static_cast<int>(values_.size()) - 1;
  }

  std::int32_t Value(const Verdict& verdict, WinBy, bool) const override {
    const int last = static_cast<int>(values_.size()) - 1;
    return values_[static_cast<std::size_t>(std::clamp(verdict.fan, 0, std::min(cap_, last)))];
  }
  const Reason* Level(const Verdict& verdict) const override {
    return verdict.fan >= cap_ ? &kLimit : nullptr;
  }
  std::span<const Reason> Levels() const override { return {&kLimit, 1}; }

 private:
  static constexpr Reason kLimit{"limit", "满糊", "limit"};
  static constexpr int kMost = 1'000'000;

  std::vector<std::int32_t> values_;
  int cap_ = kNoCap;
};

// The rows are points (rules/yilaidaodi.md#fans).
class Points final : public ValueRule {
 public:
  static constexpr PartInfo kInfo{"points", 1, "番表合成的数就是每家付的分",
                                  "what the table comes to is what each payer pays"};
  explicit Points(Params& params)
      : zero_(params.Int("zero", 0, 0, 10000,
                         {"没有番种的胡牌几底", "units of a win without a row", /*added=*/true})) {
    static constexpr std::string_view kWords[] = {"none"};
    cap_ = params.IntOrWord("cap", "none", 1, 10000, kWords,
                            {"最多几底，limit 行不受限；none 为不限",
                             "the most units, which rows of kind limit may exceed; none = no cap",
                             /*added=*/true});
    stated_ = params.Bool("stated", true,
                          {"mlf score 写出这个数；各家所付不同时可关掉",
                           "mlf score states it; off where each seat owes another amount",
                           /*added=*/true});
  }
  std::int32_t Value(const Verdict& verdict, WinBy, bool) const override {
    if (verdict.line_count == 0) return zero_;
    return cap_ == kNoCap || verdict.limit ? verdict.fan : std::min(verdict.fan, cap_);
  }
  bool has_fan_total() const override { return false; }
  bool states_value() const override { return stated_; }

 private:
  int zero_;
  int cap_ = kNoCap;
  bool stated_ = true;
};

}  // namespace

void RegisterValueRules(Registry& registry) {
  registry.Add<Doubling>();
  registry.Add<Linear>();
  registry.Add<ValueList>();
  registry.Add<Points>();
}

}  // namespace mlf::score
