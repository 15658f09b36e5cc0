#include "logic_table.h"

#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/staging.h>
#include <mlf/table/state_text.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace mlf::logic {
void RegisterAfterWin(Registry&);
void RegisterGuards(Registry&);
void RegisterLockedSeats(Registry&);
void RegisterMissedWin(Registry&);
void RegisterNextDealer(Registry&);
void RegisterTileSet(Registry&);
void RegisterVoidSuits(Registry&);
void RegisterWinRule(Registry&);
void RegisterWinShapes(Registry&);
}  // namespace mlf::logic

namespace mlf::test {
namespace {

using table::Tile;

// Requests the slots of the test; type of its system nodes.
class Bench final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"bench", 1, "测试", "bench"};
  explicit Bench(Params& params)
      : table(params),
        ledger(params.Slot<table::Ledger>()),
        voids(params.Slot<VoidSuits>()),
        missed(params.Slot<MissedWins>()),
        script(params.Slot<Script>()) {}
  table::OpenTableSlots table;
  Slot<table::Ledger> ledger;
  Slot<VoidSuits> voids;
  Slot<MissedWins> missed;
  Slot<Script> script;
};

class TestHu final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"test_hu", 1, "胡", "hu"};
  explicit TestHu(Params& params) : table_(params), script_(params.Slot<Script>()) {}
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    if ((script_(records).hu & MaskOf(seat)) != 0) sink.Nothing();
  }
  void ProcessAction(Step& step) const override {
    if (step.first() && script_(step.records).rob != 0) table::RobFocus(table_.board(step.records));
  }

 private:
  table::OpenTableSlots table_;
  Slot<Script> script_;
};

class TestPeng final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"test_peng", 1, "碰", "peng"};
  explicit TestPeng(Params& params) : script_(params.Slot<Script>()) {}
  void Offers(const Records& records, Seat seat, OfferSink& sink) const override {
    if ((script_(records).peng & MaskOf(seat)) != 0) sink.Nothing();
  }

 private:
  Slot<Script> script_;
};

class TestPass final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"test_pass", 1, "过", "pass"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

// A win is worth the rank of the tile.
class RankJudge final : public score::Judge {
 public:
  static constexpr PartInfo kInfo{"rank_judge", 1, "测试", "rank"};
  void Evaluate(const Records&, const score::WinCase& win, score::Verdict& verdict) const override {
    verdict = {};
    verdict.win = true;
    verdict.fan = RankOf(win.tile) + 1;
  }
  const std::vector<score::FanRow>& Rows() const override { return rows_; }
  std::optional<int> FactRow(std::string_view) const override { return {}; }

 private:
  std::vector<score::FanRow> rows_;
};

// One tile is wild, always.
class FixedWild final : public logic::Wilds {
 public:
  static constexpr PartInfo kInfo{"fixed_wild", 1, "测试", "one kind"};
  explicit FixedWild(Params& params)
      : tile_(TileOf(params.Text("tile", "5z", {"牌", "the kind"}))) {}
  PieceMask WildsOf(const Records&) const override { return MaskOf(tile_); }

 private:
  Tile tile_;
};

const Bench& BenchOf(const Flow& flow) {
  return dynamic_cast<const Bench&>(*flow.node(flow.Find("turn")).impl);
}

}  // namespace

const Registry& LogicParts() {
  static const Registry* const kParts = [] {
    auto* parts = new Registry;
    RegisterFlowParts(*parts);
    logic::RegisterAfterWin(*parts);
    logic::RegisterGuards(*parts);
    logic::RegisterLockedSeats(*parts);
    logic::RegisterMissedWin(*parts);
    logic::RegisterNextDealer(*parts);
    logic::RegisterTileSet(*parts);
    logic::RegisterVoidSuits(*parts);
    logic::RegisterWinRule(*parts);
    logic::RegisterWinShapes(*parts);
    parts->Add<Bench>();
    parts->Add<TestHu>();
    parts->Add<TestPeng>();
    parts->Add<TestPass>();
    parts->Add<RankJudge>();
    parts->Add<FixedWild>();
    return parts;
  }();
  return *kParts;
}

LogicTable::LogicTable(const Spec& spec) {
  FlowBuilder builder(LogicParts(), &table::TileText());
  builder.AllowIdleParts();
  builder.SetName("logic").SetSeats(4);
  builder.PushPart("void", "void_suits").PushPart("win", spec.win).PushPart("judge", "rank_judge");
  if (!spec.wilds.IsNull()) builder.PushPart("wilds", spec.wilds);
  NodeSpec turn{.id = "turn", .type = "bench"};
  turn.window = WindowSpec{.ask = Who::kOthers, .pass = "guo", .defaults = {{.answer = "guo"}}};
  builder.PushActionNode(turn);
  NodeSpec hu{.id = "hu", .type = "test_hu"};
  hu.hooks[Hook::kSetStates] = spec.hu;
  builder.PushActionNode(hu);
  NodeSpec peng{.id = "peng", .type = "test_peng"};
  peng.hooks[Hook::kSetStates] = spec.peng;
  builder.PushActionNode(peng);
  NodeSpec guo{.id = "guo", .type = "test_pass"};
  guo.hooks[Hook::kSetStates] = spec.guo;
  builder.PushActionNode(guo);
  NodeSpec probe{.id = "probe", .type = "bench"};
  probe.conditions = spec.conditions;
  builder.PushActionNode(probe);
  NodeSpec done{.id = "done", .type = "bench"};
  done.hooks[Hook::kSetStates] = spec.done;
  done.end = true;
  builder.PushActionNode(done);

  builder.PushEdge({.from = "turn",
                    .to = "hu",
                    .player = true,
                    .rank = 0,
                    .winners = WinnersRule::Of(Winners::kAll)});
  builder.PushEdge({.from = "turn",
                    .to = "peng",
                    .player = true,
                    .rank = 1,
                    .winners = WinnersRule::Of(Winners::kNearest)});
  builder.PushEdge({.from = "turn", .to = "guo", .player = true, .rank = 2});
  builder.PushEdge({.from = "turn", .to = "done"});
  if (!spec.guards.empty()) builder.PushEdge({.from = "hu", .to = "probe", .guards = spec.guards});
  builder.PushEdge({.from = "hu", .to = "done"});
  builder.PushEdge(
      {.from = "peng", .to = "probe", .guards = {"drew_nothing"}});  // a place for the probe
  builder.PushEdge({.from = "peng", .to = "done"});
  builder.PushEdge({.from = "probe", .to = "done"});
  auto built = builder.Build();
  if (!built.ok()) {
    faults = FaultText(built.faults());
    return;
  }
  flow = *built;
  const Bench& bench = BenchOf(*flow);
  slots = &bench.table;
  ledger_slot = bench.ledger;
  void_slot = bench.voids;
  missed_slot = bench.missed;
  script_slot = bench.script;
  records = flow->Blank();
  table::PrepareBoard(board(), 4);
}

void LogicTable::Hand(Seat seat, std::string_view tiles, bool drawn) {
  SetHand(board().seats[seat], tiles, drawn);
}

void LogicTable::Meld(Seat seat, table::MeldKind kind, std::string_view tile) {
  table::AddMeld(board(), seat, {.kind = kind, .tile = TileOf(tile), .from = seat});
}

void LogicTable::Focus(table::Focus focus, Seat seat, std::string_view tile) {
  board().turn.focus = focus;
  board().turn.focus_tile = TileOf(tile);
  board().turn.focus_seat = seat;
  records.flow().actor = seat;
  board().turn.may_act_on_draw = 0;
}

void LogicTable::OwnTurn(Seat seat) {
  table::ClearFocus(board());
  board().turn.may_act_on_draw = 1;
  records.flow().actor = seat;
}

PieceMask LogicTable::Allow(Seat seat, PieceMask candidates, int i) const {
  return flow->node(flow->Find("probe"))
      .conditions[static_cast<std::size_t>(i)]
      .part->Allow({records, seat, candidates});
}

void LogicTable::Ask(Seat actor) {
  records.flow().over = 0;
  flow->Enter(records, flow->Find("turn"), actor, response);
  ASSERT_TRUE(response.ok()) << response.refusal.detail;
}

bool LogicTable::Win(table::Focus focus, Seat payer, std::string_view winners) {
  script().hu = Seats(winners);
  if (focus == table::Focus::kNone) {
    OwnTurn(payer);
    winners = winners.substr(0, 1);
  } else {
    Focus(focus, payer, "5p");
  }
  Ask(payer);
  return std::ranges::all_of(winners,
                             [&](char c) { return Answer(static_cast<Seat>(c - '0'), "hu"); });
}

bool LogicTable::Answer(Seat seat, std::string_view id) {
  flow->ProcessActionNode(
      records, {.node = flow->Find(id), .seat = seat, .ask = records.flow().window.ask}, response);
  EXPECT_TRUE(response.ok()) << id << " by seat " << int{seat} << ": "
                             << CodeName(response.refusal.code) << " " << response.refusal.detail;
  return response.ok();
}

const table::StateText* LogicTable::State(std::string_view key) const {
  for (const auto& part : flow->parts()) {
    const auto* state = dynamic_cast<const table::StateText*>(part.get());
    if (state != nullptr && state->StateKey() == key) return state;
  }
  return nullptr;
}

}  // namespace mlf::test
