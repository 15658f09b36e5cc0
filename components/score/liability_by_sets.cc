// liability_by_sets (包, rules/hongkong.md#liability): read from the melds on the table, so nothing
// has to be noted.
//
//   liability: {liability_by_sets: {rules: [{kinds: 5-7z, sets: 3}, {kinds: all, sets: 4, open:
//   on}]}}
//
// Example: seat 1 has chi(123m), peng(5m) and, last, peng(9m) from seat 3. Seat 3 is liable by
// {kinds: 1-9m, sets: 3}: it alone pays whatever seat 1 wins, also off another's discard.
#include <mlf/components/liability.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>

#include <array>
#include <vector>

namespace mlf::score {

namespace {

using table::Meld;

class LiabilityBySets final : public Liability {
 public:
  static constexpr PartInfo kInfo{
      "liability_by_sets", 1, "包：打出的牌让别家亮齐这么多副的，那家胡了由他一家付",
      "a seat whose discard completed so many of these sets before another pays its win alone"};

  explicit LiabilityBySets(Params& params) : board_(params) {
    const mlf::Value& rules = params.Raw(
        "rules", {"哪些牌、几副；open 为不算暗杠：[{kinds: 1-9m, sets: 3, open: on}]",
                  "kinds and number of sets, chi, peng and gangs; with open, an an_gang is none: "
                  "[{kinds: 1-9m, sets: 3, open: on}]"});
    for (const mlf::Value& rule : rules.items()) ReadRule(params, rule);
    if (rules_.size() > kMostRules) params.Fault("rules: at most 8 fit", rules.where());
  }

  // Of several rules the one that was fulfilled last decides.
  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict&) const override {
    const auto melds = board_(records).seats[win.seat].Melds();
    std::array<int, kMostRules> sets{};
    std::optional<Liable> liable;
    for (const Meld& meld : melds) {
      for (std::size_t i = 0; i < rules_.size(); ++i) {
        if ((MaskOf(meld.tile) & rules_[i].kinds) == 0) continue;
        if (rules_[i].open && meld.kind == table::MeldKind::kAnGang) continue;
        if (++sets[i] != rules_[i].sets) continue;
        if (meld.from != win.seat && meld.from != kNoSeat)
          liable = Liable{.seat = meld.from, .whole = true};
      }
    }
    return liable;
  }
  void NoteMeld(Records&, Seat) const override {}

 private:
  static constexpr std::size_t kMostRules = 8;
  struct Rule {
    table::TileMask kinds = 0;
    int sets = 0;
    bool open = false;  // an_gang does not count
  };

  void ReadRule(Params& params, const mlf::Value& spec) {
    Rule rule;
    bool known = spec.IsMap();
    for (const mlf::Value::Entry& entry : spec.entries()) {
      const auto number = entry.value.AsInt();
      if (entry.key == "kinds" && entry.value.text() == "all") {
        rule.kinds = table::kNaturals;
      } else if (entry.key == "kinds") {
        if (const auto kinds = logic::ParseKinds(entry.value.text())) rule.kinds = *kinds;
      } else if (entry.key == "sets" && number && *number >= 1 && *number <= table::kMaxMelds) {
        rule.sets = static_cast<int>(*number);
      } else if (entry.key == "open" && entry.value.AsBool()) {
        rule.open = *entry.value.AsBool();
      } else {
        known = false;
      }
    }
    if (!known || rule.kinds == 0 || rule.sets == 0)
      params.Fault(
          "a rule is written {kinds: 5-7z, sets: 3}, or with open: on where an an_gang "
          "does not count",
          spec.where());
    rules_.push_back(rule);
  }

  table::BoardSlot board_;
  std::vector<Rule> rules_;
};

}  // namespace

void RegisterLiabilityBySets(Registry& registry) { registry.Add<LiabilityBySets>(); }

}  // namespace mlf::score
