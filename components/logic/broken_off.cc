// Reasons to break a hand off (途中流局, rules/riichi.md#aborts), and limits on gangs.
//
//   li_zhi_cheng_li:
//     states: {breaks_off: {kind: four_winds, names: {zh: 四风连打, en: four equal winds},
//                           reason: first_discards_alike}}
//     then: [{tu_zhong_liu_ju: {if: broken_off}}, draw]
//   tu_zhong_liu_ju: {type: break_off, then: hand_end}
#include <mlf/components/drawn_hand.h>
#include <mlf/components/ready_rule.h>
#include <mlf/components/table_guard.h>
#include <mlf/components/topics.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/named_ids.h>

#include <array>
#include <string>

namespace mlf::logic {

namespace {
const EventType kBrokenOff{"broken_off", "途中流局：{text}", "the hand is broken off: {text}"};
}  // namespace

BreakReason::BreakReason(Params& params)
    : kind_(params.Text("kind", "broken_off", {"原因", "why the hand is broken off"})) {
  static constexpr std::array<std::string_view, 2> kLabels{"zh", "en"};
  const mlf::Value& names = params.Raw("names",
                                       {"原因的名称，如 {zh: 四风连打, en: four equal winds}",
                                        "what people call it, as {zh: 四风连打, en: four equal "
                                        "winds}",
                                        /*added=*/true},
                                       kLabels);
  for (const mlf::Value::Entry& entry : names.entries()) {
    if (entry.key == "zh") {
      zh_ = entry.value.text();
    } else if (entry.key == "en") {
      en_ = entry.value.text();
    } else {
      params.Fault("names: there is no \"" + entry.key + "\"; names are zh and en", entry.where);
    }
  }
  if (!params.describing() && zh_.empty() != en_.empty())
    params.Fault("names: both zh and en are needed", params.WhereOf("names"));
}

void BreakReason::BreakOff(Step& step, DrawnHand& hand) const {
  if (hand.how == DrawnHand::kAborted) return;
  hand.how = DrawnHand::kAborted;
  step.Emit(kBrokenOff, kNoSeat).text = kind_;
}

std::vector<Reason> BreakReason::Names() const {
  if (zh_.empty()) return {};
  return {{kind_, zh_, en_}};
}

namespace {

// 四风连打: the first discards of all seats are the same tile, with no meld before.
class FirstDiscardsAlike final : public TableGuard<FirstDiscardsAlike> {
 public:
  static constexpr PartInfo kInfo{"first_discards_alike", 1,
                                  "各家第一张打的是同一种牌，其间没有人吃碰杠",
                                  "the first discards of all seats are the same tile, with no "
                                  "meld before"};
  static constexpr Reason kReason{"discards_differ", "各家第一张打的不是同一种牌",
                                  "the first discards are not the same tile"};
  explicit FirstDiscardsAlike(Params& params)
      : TableGuard(params),
        kinds_(params.Pieces("kinds", table::TileMask{15} << 27,
                             {"哪些牌", "the kinds that count"})) {}
  bool Holds(const Records& records, Seat) const override {
    const table::Board& table = board(records);
    if (table.river_count != table.seat_count || table.melds_made != 0 ||
        (MaskOf(table.river[0].tile) & kinds_) == 0)
      return false;
    for (int i = 1; i < table.river_count; ++i) {
      if (table.river[static_cast<std::size_t>(i)].tile != table.river[0].tile) return false;
    }
    return true;
  }

 private:
  table::TileMask kinds_;
};

// The first reason that holds counts.
class BreaksOff final : public LogicEffect, public table::NamedIds {
 public:
  static constexpr PartInfo kInfo{"breaks_off", 1, "所给条件成立就途中流局（见 broken_off）",
                                  "breaks the hand off if the condition holds, for broken_off"};
  explicit BreaksOff(Params& params)
      : reason_(params.Part<Condition>("reason", {"流局的条件", "the condition"}, "always")),
        drawn_(params.Slot<DrawnHand>()),
        why_(params) {
    params.Brings(kHandBrokenOff);
  }
  void Run(Step& step) const override {
    if (reason_->Allow({step.records, step.seat, ~PieceMask{0}}) != 0)
      why_.BreakOff(step, drawn_(step.records));
  }
  std::vector<Reason> Names() const override { return why_.Names(); }

 private:
  const Condition* reason_;
  Slot<DrawnHand> drawn_;
  BreakReason why_;
};

class BrokenOff final : public Guard {
 public:
  static constexpr PartInfo kInfo{"broken_off", 1, "本局途中流局", "the hand is broken off"};
  static constexpr Reason kReason{"not_broken_off", "本局没有途中流局",
                                  "the hand is not broken off"};
  explicit BrokenOff(Params& params) : drawn_(params.Slot<DrawnHand>()) {
    params.Needs(kHandBrokenOff);
  }
  bool Holds(const Records& records, Seat) const override {
    return drawn_(records).how == DrawnHand::kAborted;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  Slot<DrawnHand> drawn_;
};

// 四家立直.
class AllReady final : public TableGuard<AllReady> {
 public:
  static constexpr PartInfo kInfo{"all_ready", 1, "各家都已报听", "all seats have declared ready"};
  static constexpr Reason kReason{"not_all_ready", "还有人没报听",
                                  "some seat has not declared ready"};
  explicit AllReady(Params& params) : TableGuard(params) { params.Needs(kReadyDeclared); }
  bool Holds(const Records& records, Seat) const override {
    const table::Board& table = board(records);
    for (Seat seat = 0; seat < table.seat_count; ++seat) {
      if (!table.seats[seat].Is(table::kReady)) return false;
    }
    return true;
  }
};

// 四杠散了: the gangs of several seats together.
class GangsOfSeveral final : public TableGuard<GangsOfSeveral> {
 public:
  static constexpr PartInfo kInfo{"gangs_of_several", 1, "杠数已满，而且不是一家开的",
                                  "`count` gangs are laid, and not all by one seat"};
  static constexpr Reason kReason{"gangs_not_full", "杠数未满，或是一家开的",
                                  "fewer gangs, or all by one seat"};
  explicit GangsOfSeveral(Params& params)
      : TableGuard(params),
        count_(params.Int("count", 4, 1, 16, {"几副杠", "how many gangs"})),
        of_one_(params.Bool("of_one", false,
                            {"一家开的也算", "also if one seat laid all", /*added=*/true})) {}
  bool Holds(const Records& records, Seat) const override {
    const table::Board& table = board(records);
    if (table.melds_made < count_) return false;
    const int all = GangsLaid(table);
    if (all < count_) return false;
    if (of_one_) return true;
    for (Seat seat = 0; seat < table.seat_count; ++seat) {
      if (GangsLaidBy(table, seat) == all) return false;
    }
    return true;
  }

 private:
  int count_;
  bool of_one_;
};

// A replacement is left, and the table does not hold its most gangs.
class CanGang final : public TableGuard<CanGang> {
 public:
  static constexpr PartInfo kInfo{"can_gang", 1, "还可以开杠", "a gang is possible"};
  static constexpr Reason kReason{"no_more_gangs", "牌墙已空，或桌上的杠已满",
                                  "no replacement tile is left, or the table has its most gangs"};
  explicit CanGang(Params& params)
      : TableGuard(params),
        most_(params.Int("most", 4, 1, 16, {"全桌最多几副杠", "gangs of all seats, at most"})) {}
  bool Holds(const Records& records, Seat) const override {
    const table::Board& table = board(records);
    return table.wall.CanDraw() && (table.melds_made < most_ || GangsLaid(table) < most_);
  }

 private:
  int most_;
};

class TilesLeft final : public TableGuard<TilesLeft> {
 public:
  static constexpr PartInfo kInfo{"tiles_left", 1, "牌墙还有足够的牌可摸", "enough tiles are left"};
  static constexpr Reason kReason{"too_few_tiles_left", "牌墙剩下的牌太少",
                                  "too few tiles can still be drawn"};
  explicit TilesLeft(Params& params)
      : TableGuard(params),
        least_(params.Int("least", 4, 0, table::kMaxTiles, {"至少几张", "the smallest number"})) {}
  bool Holds(const Records& records, Seat) const override {
    const table::Wall& wall = board(records).wall;
    return wall.Left() - wall.keep >= least_;
  }

 private:
  int least_;
};

// 门前清: an_gang leaves a hand closed.
class ClosedHand final : public TableGuard<ClosedHand> {
 public:
  static constexpr PartInfo kInfo{"closed_hand", 1, "门前清：除暗杠外没有亮出的牌",
                                  "nothing is laid down but concealed gangs"};
  static constexpr Reason kReason{"hand_open", "不是门前清", "the hand is open"};
  using TableGuard::TableGuard;
  bool Holds(const Records& records, Seat seat) const override {
    return board(records).seats[seat].IsClosed();
  }
};

}  // namespace

void RegisterBrokenOff(Registry& registry) {
  registry.Add<BreaksOff>();
  registry.Add<BrokenOff>();
  registry.Add<FirstDiscardsAlike>();
  registry.Add<AllReady>();
  registry.Add<GangsOfSeveral>();
  registry.Add<CanGang>();
  registry.Add<TilesLeft>();
  registry.Add<ClosedHand>();
}

}  // namespace mlf::logic
