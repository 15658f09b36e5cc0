// liability_by_sets (包, rules/hongkong.md#liability): read from the melds on the table, so nothing
// has to be noted.
//
// With `row`, a rule applies only to wins in which that row of the fan table counts. With `of`,
// only triplets or only gangs count as sets.
//
//   liability: {liability_by_sets: {rules: [{kinds: 5-7z, sets: 3}, {kinds: all, sets: 4, open:
//   on}]}}
//
// Where the melds do not show it, `state` names the liable seat: `liable: 2` (mlf score), or
// `liable: [~, 2, ~, ~]` by winner. It is then liable whatever the melds and rows are.
//
// Example: seat 1 has chi(123m), peng(5m) and, last, peng(9m) from seat 3. Seat 3 is liable by
// {kinds: 1-9m, sets: 3}: it alone pays whatever seat 1 wins, also off another's discard.
#include <mlf/components/liability.h>
#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace mlf::score {

namespace {

using table::Meld;

// By winner: 1 + the seat that a position names; 0 = the melds decide.
struct NamedLiable {
  static constexpr std::string_view kSlot = "named_liable";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> seat{};

  void Check(const Validation& check) const {
    check.RequireSeatsOnly(seat, "only seats win");
    for (Seat winner = 0; winner < check.flow.seats(); ++winner)
      check.Require(seat[winner] <= check.flow.seats() && seat[winner] != winner + 1,
                    "another seat is liable", winner);
  }
};

class LiabilityBySets final : public Liability, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "liability_by_sets", 1, "包：打出的牌让别家亮齐规则所写的几副的，那家胡了由他一家付",
      "a seat whose discard completed the sets of a rule for another seat pays its win alone"};

  explicit LiabilityBySets(Params& params)
      : board_(params), named_(params.Slot<NamedLiable>()), seats_(params.seats()) {
    const mlf::Value& rules = params.Raw(
        "rules", {"哪些牌、几副；open 为不算暗杠：[{kinds: 1-9m, sets: 3, open: on}]",
                  "kinds and number of sets, chi, peng and gangs; with open, an an_gang is none: "
                  "[{kinds: 1-9m, sets: 3, open: on}]"});
    for (const mlf::Value& rule : rules.items()) ReadRule(params, rule);
    if (rules_.size() > kMostRules) params.Fault("rules: at most 16 fit", rules.where());
    shared_ = params.Bool("shared", false,
                          {"别家点炮时，包家与点炮者各付一半（进整）",
                           "off another's discard the liable seat and the discarder pay half each, "
                           "rounded up",
                           /*added=*/true});
    const bool any_row = std::ranges::any_of(rules_, [](const Rule& r) { return !r.row.empty(); });
    if (any_row || params.describing())
      judge_ = params.PartIfAny<Judge>(
          "judge", {"算番，规则写了 row 才用", "what a hand is worth, for rules with a row",
                    /*added=*/true});
  }

  // Of several rules the one that was fulfilled last decides.
  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict& verdict) const override {
    if (const std::uint8_t named = named_(records).seat[win.seat]; named != 0)
      return Liable{.seat = static_cast<Seat>(named - 1), .whole = true, .shared = shared_};
    const auto melds = board_(records).seats[win.seat].Melds();
    std::array<int, kMostRules> sets{};
    std::optional<Liable> liable;
    for (const Meld& meld : melds) {
      for (std::size_t i = 0; i < rules_.size(); ++i) {
        if ((MaskOf(meld.tile) & rules_[i].kinds) == 0) continue;
        if (rules_[i].open && meld.kind == table::MeldKind::kAnGang) continue;
        if (rules_[i].of == Kind::kTriplets && meld.kind == table::MeldKind::kChi) continue;
        if (rules_[i].of == Kind::kGangs && !table::IsGang(meld.kind)) continue;
        if (++sets[i] != rules_[i].sets || !InForce(rules_[i], verdict)) continue;
        if (meld.from != win.seat && meld.from != kNoSeat)
          liable = Liable{.seat = meld.from, .whole = true, .shared = shared_};
      }
    }
    return liable;
  }
  void NoteMeld(Records&, Seat) const override {}

  std::string_view StateKey() const override { return "liable"; }
  table::StateLabel Label() const override { return {"包家", "liable", "seat"}; }
  bool PerSeat() const override { return true; }
  std::optional<std::string> ReadState(Records& records, Seat seat,
                                       const Value& value) const override {
    const auto liable = value.IsNull() ? std::optional<std::int64_t>(-1) : value.AsInt();
    if (seat < 0 || seat >= seats_ || !liable || *liable < -1 || *liable >= seats_)
      return "liable: the seat that pays for this winner is needed, not " + value.Canonical();
    if (*liable == seat) return "liable: seat " + value.Canonical() + " does not pay itself";
    named_(records).seat[seat] = static_cast<std::uint8_t>(1 + *liable);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat seat, Seat) const override {
    if (seat < 0 || seat >= seats_ || named_(records).seat[seat] == 0) return {};
    return Value(named_(records).seat[seat] - 1);
  }

 private:
  static constexpr std::size_t kMostRules = 16;
  enum class Kind : std::uint8_t { kSets, kTriplets, kGangs };
  struct Rule {
    table::TileMask kinds = 0;
    int sets = 0;
    bool open = false;  // an_gang does not count
    Kind of = Kind::kSets;
    std::string row;  // empty = any win
  };

  bool InForce(const Rule& rule, const Verdict& verdict) const {
    if (rule.row.empty() || judge_ == nullptr) return true;
    return std::ranges::any_of(verdict.Lines(), [&](const FanLine& line) {
      return judge_->Rows()[line.row].id == rule.row;
    });
  }

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
      } else if (entry.key == "of" && entry.value.text() == "triplets") {
        rule.of = Kind::kTriplets;
      } else if (entry.key == "of" && entry.value.text() == "gangs") {
        rule.of = Kind::kGangs;
      } else if (entry.key == "row" && !entry.value.text().empty()) {
        rule.row = entry.value.text();
      } else {
        known = false;
      }
    }
    if (!known || rule.kinds == 0 || rule.sets == 0)
      params.Fault(
          "a rule is written {kinds: 5-7z, sets: 3}; with open: on an an_gang does not count, with "
          "of: triplets or of: gangs only those do, and row: names a row of the fan table",
          spec.where());
    rules_.push_back(rule);
  }

  table::BoardSlot board_;
  Slot<NamedLiable> named_;
  int seats_;
  std::vector<Rule> rules_;
  bool shared_ = false;
  const Judge* judge_ = nullptr;
};

}  // namespace

void RegisterLiabilityBySets(Registry& registry) { registry.Add<LiabilityBySets>(); }

}  // namespace mlf::score
