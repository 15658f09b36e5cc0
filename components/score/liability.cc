// liability (包, rules/riichi_scoring.md#pao). Example (RS12): seat 0 discards the third dragon
// that seat 1 melds. Seat 1 draws its winning tile itself: seat 0 alone pays for 大三元.
#include <mlf/components/liability.h>
#include <mlf/components/row_names.h>
#include <mlf/components/tile_set.h>
#include <mlf/components/topics.h>
#include <mlf/flow/registry.h>
#include <mlf/flow/validate.h>
#include <mlf/table/state_text.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace mlf::score {

namespace {

using table::Meld;

// By winner: 1 + rule and 1 + the seat liable; 0 = nobody.
struct LiableSeats {
  static constexpr std::string_view kSlot = "liable_seats";
  static constexpr Scope kScope = Scope::kHand;

  table::PerSeat<std::uint8_t> rule{};
  table::PerSeat<std::uint8_t> seat{};

  void Check(const Validation& check) const {
    check.RequireSeatsOnly(rule, "only seats win");
    check.RequireSeatsOnly(seat, "only seats win");
    for (Seat winner = 0; winner < check.flow.seats(); ++winner) {
      check.Require((rule[winner] == 0) == (seat[winner] == 0) &&
                        seat[winner] <= check.flow.seats() && seat[winner] != winner + 1,
                    "another seat is liable", winner);
    }
  }
};

class LiabilityForMelds final : public Liability {
 public:
  static constexpr PartInfo kInfo{
      "liability", 1, "包：打出的牌让别家碰、杠齐这些刻子的，包赔那一番",
      "a seat whose discard was the last of these triplets that another melded pays for the row"};

  explicit LiabilityForMelds(Params& params)
      : board_(params),
        liable_(params.Slot<LiableSeats>()),
        judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})) {
    const mlf::Value& rules =
        params.Raw("rules", {"番种、刻子与副数：[{row: daisangen, kinds: 5-7z, sets: 3}]",
                             "row, kinds and number of triplets: [{row: daisangen, kinds: 5-7z, "
                             "sets: 3}]"});
    for (const mlf::Value& rule : rules.items()) ReadRule(params, rule);
    if (rules_.size() > kMostRules) params.Fault("rules: at most 8 fit", rules.where());
    replacement_ = params.Bool(
        "ming_gang_replacement", false,
        {"明杠后补牌自摸：放杠者包赔全部",
         "a self-draw on the replacement of a ming_gang: its source is liable for all of it",
         /*added=*/true});
    whole_hand_ =
        params.Enum("covers", 0, {"row", "hand"},
                    {"包那一番，或包整手牌",
                     "it is liable for the row, or for the whole hand where the row counts",
                     /*added=*/true}) == 1;
    additions_ = params.Bool(
        "additions", false,
        {"胡别家打出的牌：本场由包者付，不写则由点炮者付",
         "it pays the fixed additions (honba) of a win off another's discard; without it the "
         "discarder does",
         /*added=*/true});
  }

  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict& verdict) const override {
    const table::Board& board = board_(records);
    if (replacement_ && win.by == WinBy::kSelfDraw &&
        board.turn.gang == table::MeldKind::kMingGang && board.InHand(board.turn.gang_from))
      return Liable{.seat = board.turn.gang_from, .fan = verdict.fan};
    const LiableSeats& all = liable_(records);
    if (all.rule[win.seat] == 0 || all.rule[win.seat] > rules_.size()) return std::nullopt;
    const Rule& rule = rules_[all.rule[win.seat] - std::size_t{1}];
    for (const FanLine& line : verdict.Lines()) {
      if (judge_->Rows()[line.row].id == rule.row)
        return Liable{.seat = static_cast<Seat>(all.seat[win.seat] - 1),
                      .fan = whole_hand_ ? verdict.fan : line.count * line.fan,
                      .additions = additions_};
    }
    return std::nullopt;
  }

  void NoteMeld(Records& records, Seat seat) const override {
    const table::SeatBoard& own = board_(records).seats[seat];
    const Meld& last = own.melds[own.meld_count - std::size_t{1}];
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if ((MaskOf(last.tile) & rules_[i].kinds) == 0) continue;
      if (rules_[i].gangs && !table::IsGang(last.kind)) continue;
      int sets = 0;
      for (const Meld& meld : own.Melds()) {
        const bool fits =
            rules_[i].gangs ? table::IsGang(meld.kind) : meld.kind != table::MeldKind::kChi;
        if (fits && (MaskOf(meld.tile) & rules_[i].kinds) != 0) ++sets;
      }
      if (sets != rules_[i].sets) continue;
      liable_(records).rule[seat] = static_cast<std::uint8_t>(1 + i);
      liable_(records).seat[seat] = static_cast<std::uint8_t>(1 + last.from);
    }
  }

 private:
  static constexpr std::size_t kMostRules = 8;
  struct Rule {
    std::string row;
    table::TileMask kinds = 0;
    int sets = 0;
    bool gangs = false;  // only gangs count
  };

  void ReadRule(Params& params, const mlf::Value& spec) {
    const auto text = [&](std::string_view key) {
      const mlf::Value* value = spec.IsMap() ? spec.Find(key) : nullptr;
      return value == nullptr ? std::string() : value->text();
    };
    Rule rule{.row = text("row")};
    if (text("kinds") == "all") {
      rule.kinds = table::kNaturals;
    } else if (const auto kinds = logic::ParseKinds(text("kinds"))) {
      rule.kinds = *kinds;
    }
    const mlf::Value* gangs = spec.IsMap() ? spec.Find("gangs") : nullptr;
    rule.gangs = gangs != nullptr && gangs->AsBool().value_or(false);
    const mlf::Value* sets = spec.IsMap() ? spec.Find("sets") : nullptr;
    const auto number = sets == nullptr ? std::nullopt : sets->AsInt();
    if (number && *number >= 1 && *number <= 4) rule.sets = static_cast<int>(*number);
    if (rule.row.empty() || rule.kinds == 0 || rule.sets == 0)
      params.Fault(
          "a rule is written {row: daisangen, kinds: 5-7z, sets: 3}, or with gangs: on where only "
          "gangs count",
          spec.where());
    rules_.push_back(rule);
  }

  table::BoardSlot board_;
  Slot<LiableSeats> liable_;
  const Judge* judge_;
  std::vector<Rule> rules_;
  bool replacement_ = false;
  bool whole_hand_ = false;
  bool additions_ = false;
};

// 三口包. Example with 3: seat 2 discarded three tiles that seat 0 melded. Seat 0 draws its winning
// tile: seat 2 pays what all three would pay.
class FeederLiability final : public Liability {
 public:
  static constexpr PartInfo kInfo{
      "feeder_liability", 1, "包牌：打出的牌让胡家吃碰杠了这么多副的一家，独自付各家的份",
      "the seat whose discards the winner has melded so often pays what all payers owe"};
  explicit FeederLiability(Params& params)
      : board_(params),
        melds_(params.Int("melds", 3, 1, table::kMaxMelds, {"几副", "how many melds"})) {}
  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict&) const override {
    table::PerSeat<int> fed{};
    for (const Meld& meld : board_(records).seats[win.seat].Melds()) {
      if (meld.from == win.seat || meld.from < 0) continue;
      if (++fed[meld.from] == melds_) return Liable{.seat = meld.from, .whole = true};
    }
    return std::nullopt;
  }
  void NoteMeld(Records&, Seat) const override {}

 private:
  table::BoardSlot board_;
  int melds_;
};

// 同巡免责 (rules/zungjung.md#responsible). Example: seat 2 passes a win on 5p that seat 1
// discards. Before its next discard seat 3 discards 5p, and seat 2 wins: seat 1 pays.
class ResponsibleDiscarder final : public Liability, public table::StateText {
 public:
  static constexpr PartInfo kInfo{
      "responsible_discarder", 1,
      "胡别家打出的牌：从胡家自己上一次打牌起，最先打出这种牌的一家替各家付；是胡家自己，则没有人",
      "off a discard, the seat that discarded the kind first since the winner's own last discard "
      "pays for the others; nobody if that is the winner itself"};

  explicit ResponsibleDiscarder(Params& params)
      : board_(params),
        named_(params.Slot<NamedResponsible>()),
        same_round_(params.Bool("same_round", true,
                                {"同巡免责；关掉则总是点炮者",
                                 "the rule of the first discard; off: always the discarder"})),
        others_(params.Int(
            "others", 0, 0, 10000,
            {"其余各家自己最多付几底", "units that each other seat pays itself, at most"})) {
    params.Needs(logic::kWinOnDiscard);
  }

  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict&) const override {
    if (win.payer == kNoSeat) return std::nullopt;
    const Seat seat = First(records, win);
    if (seat == win.seat || !board_(records).InHand(seat)) return std::nullopt;
    return Liable{.seat = seat, .whole = true, .others = others_};
  }
  void NoteMeld(Records&, Seat) const override {}

  // A hand outside a game has no rivers, so there the seat is named.
  std::string_view StateKey() const override { return "responsible"; }
  table::StateLabel Label() const override { return {"责任家", "responsible", "seat"}; }
  bool PerSeat() const override { return false; }
  std::optional<std::string> ReadState(Records& records, Seat, const Value& value) const override {
    const auto seat = value.AsInt();
    if (!seat || *seat < 0 || *seat >= board_(records).seat_count)
      return "responsible: a seat is needed, not " + value.Canonical();
    named_(records).seat = static_cast<Seat>(*seat);
    return std::nullopt;
  }
  Value WriteState(const Records& records, Seat, Seat) const override {
    const table::Maybe<Seat> seat = named_(records).seat;
    return seat ? Value(int{*seat}) : Value();
  }

 private:
  struct NamedResponsible {
    static constexpr std::string_view kSlot = "responsible";
    static constexpr Scope kScope = Scope::kHand;
    table::Maybe<Seat> seat;

    void Check(const Validation& check) const {
      check.Require(!seat || check.IsSeat(*seat), "a seat is responsible");
    }
  };

  Seat First(const Records& records, const WinCase& win) const {
    if (!same_round_ || win.by != WinBy::kDiscard) return win.payer;
    if (const table::Maybe<Seat> named = named_(records).seat) return *named;
    const table::Board& board = board_(records);
    const std::span<const table::Discard> river(board.river.data(), board.river_count);
    std::size_t begin = river.size();
    while (begin > 0 && (begin == river.size() || river[begin].seat() != win.seat)) --begin;
    const auto from = river.subspan(begin);
    const auto first = std::ranges::find_if(
        from, [&](const table::Discard& one) { return one.tile == win.tile && !one.robbed(); });
    return first == from.end() ? win.payer : first->seat();
  }

  table::BoardSlot board_;
  Slot<NamedResponsible> named_;
  bool same_round_;
  int others_;
};

// 承包 by the seat whose tile wins. A hand outside a game does not show that seat's tiles, so there
// nobody is liable by them.
class WinningTileLiability final : public Liability {
 public:
  static constexpr PartInfo kInfo{
      "winning_tile_liability", 1, "点炮者或被抢者替各家付：计了 rows 之一，或他没有听牌",
      "the discarder or robbed seat pays for all: where one of `rows` counts, and with not_ready "
      "only if it does not wait"};

  explicit WinningTileLiability(Params& params)
      : judge_(params.Part<Judge>("judge", {"算番", "what a hand is worth"})),
        win_(params.Part<logic::WinRule>("win", {"胡牌规则", "which hands are complete"})),
        not_ready_(params.Bool(
            "not_ready", false,
            {"他没有听牌才算", "only if that seat does not wait, as the win rule says"})),
        rows_(RowNamesOf(params, "rows", {"哪些番种", "which rows of the fan table"}, judge_)) {
    if (rows_.empty() && !params.describing())
      params.Fault("rows: a row of the fan table is needed");
  }

  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict& verdict) const override {
    if (win.payer == kNoSeat) return std::nullopt;
    const bool counts = std::ranges::any_of(verdict.Lines(), [&](const FanLine& line) {
      return std::ranges::find(rows_, judge_->Rows()[line.row].id) != rows_.end();
    });
    if (!counts) return std::nullopt;
    const bool unknown = win.facts == WinCase::Facts::kGiven;
    if (not_ready_ && (unknown || win_->Waits(records, win.payer) != 0)) return std::nullopt;
    return Liable{.seat = win.payer, .whole = true};
  }
  void NoteMeld(Records&, Seat) const override {}

 private:
  const Judge* judge_;
  const logic::WinRule* win_;
  bool not_ready_;
  std::vector<std::string> rows_;
};

class FirstLiable final : public Liability {
 public:
  static constexpr PartInfo kInfo{"first_liable", 1, "几条包牌规则，先成立的一条算",
                                  "several rules of liability; the first that applies counts"};
  explicit FirstLiable(Params& params)
      : of_(params.Parts<Liability>("of", {"各条规则", "the rules, in their order"})) {}
  std::optional<Liable> Of(const Records& records, const WinCase& win,
                           const Verdict& verdict) const override {
    for (const Liability* one : of_) {
      if (const auto liable = one->Of(records, win, verdict)) return liable;
    }
    return std::nullopt;
  }
  void NoteMeld(Records& records, Seat seat) const override {
    for (const Liability* one : of_) one->NoteMeld(records, seat);
  }

 private:
  std::vector<const Liability*> of_;
};

class NoteLiability final : public ScoreEffect {
 public:
  static constexpr PartInfo kInfo{"note_liability", 1, "碰、明杠后：记下是谁打出的牌，须包赔",
                                  "after a claimed triplet: who is liable by its discard is noted"};
  explicit NoteLiability(Params& params)
      : liability_(params.Part<Liability>("liability", {"包", "who is liable for what"})) {}
  void Run(Step& step) const override { liability_->NoteMeld(step.records, step.seat); }

 private:
  const Liability* liability_;
};

}  // namespace

void RegisterLiability(Registry& registry) {
  registry.Add<LiabilityForMelds>();
  registry.Add<FeederLiability>();
  registry.Add<ResponsibleDiscarder>();
  registry.Add<WinningTileLiability>();
  registry.Add<FirstLiable>();
  registry.Add<NoteLiability>();
}

}  // namespace mlf::score
