#include "score_table.h"

#include <mlf/components/reasons.h>
#include <mlf/flow/node.h>
#include <mlf/flow/registry.h>
#include <mlf/table/staging.h>

#include <gtest/gtest.h>

namespace mlf::test {
namespace {

using table::Tile;

// Requests the slots of the test; type of its system nodes.
class Bench final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"score_bench", 1, "测试", "bench"};
  explicit Bench(Params& params)
      : table(params),
        ledger(params.Slot<table::Ledger>()),
        voids(params.Slot<logic::VoidSuits>()),
        notes(params.Slot<score::ScoreNotes>()),
        gangs(params) {}
  table::OpenTableSlots table;
  Slot<table::Ledger> ledger;
  Slot<logic::VoidSuits> voids;
  Slot<score::ScoreNotes> notes;
  score::GangReasons gangs;
};

// Offered to every seat that is asked; the test decides whether a hand is complete.
class TestHu final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"score_hu", 1, "胡", "hu"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

class TestPass final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"score_pass", 1, "过", "pass"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

class ValuesJudge final : public score::Judge {
 public:
  static constexpr PartInfo kInfo{"fixed_judge", 1, "测试", "the same for every hand of a seat"};
  explicit ValuesJudge(Params& params) {
    const Value values = params.Raw("values", {"各家的数", "one a seat"});
    for (const Value& item : values.items())
      values_.push_back(static_cast<int>(item.AsInt().value_or(0)));
    values_.resize(4);
  }
  void Evaluate(const Records&, const score::WinCase& win, score::Verdict& verdict) const override {
    verdict = {};
    verdict.win = true;
    verdict.value = values_[static_cast<std::size_t>(win.seat)];
  }
  const std::vector<score::FanRow>& Rows() const override { return rows_; }
  std::optional<int> FactRow(std::string_view) const override { return {}; }

 private:
  std::vector<int> values_;
  std::vector<score::FanRow> rows_;
};

const Bench& BenchOf(const Flow& flow) {
  return dynamic_cast<const Bench&>(*flow.node(flow.Find("turn")).impl);
}

table::MeldKind KindOf(std::string_view word) {
  if (word == "peng") return table::MeldKind::kPeng;
  if (word == "ming_gang") return table::MeldKind::kMingGang;
  if (word == "bu_gang") return table::MeldKind::kBuGang;
  if (word == "an_gang") return table::MeldKind::kAnGang;
  ADD_FAILURE() << "no meld \"" << word << "\"";
  return table::MeldKind::kNone;
}

}  // namespace

const Registry& ScoreParts() {
  static const Registry* const kParts = [] {
    auto* parts = new Registry;
    RegisterAll(*parts);
    parts->Add<Bench>();
    parts->Add<TestHu>();
    parts->Add<TestPass>();
    parts->Add<ValuesJudge>();
    return parts;
  }();
  return *kParts;
}

Value Xueliu(const OptionValues& options) {
  const auto variant = LoadVariant("xueliu", FolderSource(MLF_SOURCE_DIR "/variants"));
  if (!variant.ok()) {
    ADD_FAILURE() << FaultText(variant.faults());
    return {};
  }
  const auto value = variant->Resolve(options);
  if (!value.ok()) {
    ADD_FAILURE() << FaultText(value.faults());
    return {};
  }
  return *value;
}

Value FixedJudge(int v0, int v1, int v2, int v3) {
  return Value::Map({{"fixed_judge", Value::Map({{"values", Value::List({v0, v1, v2, v3})}})}});
}

ScoreTable::ScoreTable(const Spec& spec) {
  const Value variant = Xueliu(spec.options);
  FlowBuilder builder(ScoreParts(), &table::TileText());
  builder.AllowIdleParts();
  builder.SetName("score").SetSeats(4);
  if (const Value* parts = variant.Find("parts"); parts != nullptr) {
    for (const Value::Entry& part : parts->entries()) {
      builder.PushPart(part.key,
                       part.key == "judge" && !spec.judge.IsNull() ? spec.judge : part.value);
    }
  }
  NodeSpec turn{.id = "turn", .type = "score_bench"};
  turn.window = WindowSpec{.ask = Who::kOthers, .pass = "guo", .defaults = {{.answer = "guo"}}};
  builder.PushActionNode(turn);
  NodeSpec hu{.id = "hu", .type = "score_hu"};
  hu.hooks[Hook::kProcessSettle] = spec.hu;
  builder.PushActionNode(hu);
  builder.PushActionNode({.id = "guo", .type = "score_pass"});
  NodeSpec gang{.id = "gang", .type = "score_bench"};
  gang.hooks[Hook::kProcessSettle] = spec.gang;
  builder.PushActionNode(gang);
  NodeSpec done{.id = "done", .type = "score_bench"};
  done.hooks[Hook::kProcessSettle] = spec.done;
  done.end = true;
  builder.PushActionNode(done);
  builder.PushEdge({.from = "turn",
                    .to = "hu",
                    .player = true,
                    .rank = 0,
                    .winners = WinnersRule::Of(Winners::kAll)});
  builder.PushEdge({.from = "turn", .to = "guo", .player = true, .rank = 1});
  builder.PushEdge(
      {.from = "turn", .to = "gang", .guards = {"drew_nothing"}});  // a place for the part
  builder.PushEdge({.from = "turn", .to = "done"});
  builder.PushEdge({.from = "gang", .to = "done"});
  builder.PushEdge({.from = "hu", .to = "done"});
  auto built = builder.Build();
  if (!built.ok()) {
    faults = FaultText(built.faults());
    return;
  }
  flow = *built;
  const Bench& bench = BenchOf(*flow);
  slots_ = &bench.table;
  ledger_slot_ = bench.ledger;
  void_slot_ = bench.voids;
  Clear();
}

void ScoreTable::Clear() {
  records = flow->Blank();
  table::PrepareBoard(board(), 4);
  board().wall.size = 108;
  board().wall.head = 60;
  board().wall.tail = 100;
}

void ScoreTable::Hand(Seat seat, std::string_view tiles, bool drawn) {
  SetHand(board().seats[seat], tiles, drawn);
}

void ScoreTable::Melds(Seat seat, std::string_view melds) {
  while (!melds.empty()) {
    const std::size_t open = melds.find('('), close = melds.find(')');
    ASSERT_TRUE(open != std::string_view::npos && close != std::string_view::npos) << melds;
    const table::MeldKind kind = KindOf(melds.substr(0, open));
    const Seat from = kind == table::MeldKind::kAnGang ? seat : static_cast<Seat>((seat + 3) % 4);
    table::AddMeld(
        board(), seat,
        {.kind = kind, .tile = TileOf(melds.substr(open + 1, close - open - 1)), .from = from});
    melds.remove_prefix(close + 1);
    while (!melds.empty() && melds.front() == ' ') melds.remove_prefix(1);
  }
}

void ScoreTable::Void(Seat seat, std::string_view suit) {
  const auto parsed = table::ParseSuit(suit);
  ASSERT_TRUE(parsed.ok()) << suit;
  voids().suit[seat] = *parsed;
}

void ScoreTable::Gang(Seat seat, table::MeldKind kind, SeatMask payers, int each) {
  const Bench& bench = BenchOf(*flow);
  table::Book(ledger(), seat, payers, each, bench.gangs.Of(kind), /*undoable=*/true);
  bench.notes(records).last_gang_paid |= MaskOf(seat);
}

void ScoreTable::Win(Seat payer, std::string_view tile, SeatMask winners) {
  records.flow().over = 0;
  flow->Enter(records, flow->Find("turn"), payer, response);
  ASSERT_TRUE(response.ok()) << response.refusal.detail;
  board().turn.focus = table::Focus::kDiscard;
  board().turn.focus_tile = TileOf(tile);
  board().turn.focus_seat = payer;
  for (int turn = 1; turn < 4; ++turn) {
    const auto seat = static_cast<Seat>((payer + turn) % 4);
    const bool wins = (winners & MaskOf(seat)) != 0;
    flow->ProcessActionNode(
        records,
        {.node = flow->Find(wins ? "hu" : "guo"), .seat = seat, .ask = records.flow().window.ask},
        response);
    ASSERT_TRUE(response.ok()) << CodeName(response.refusal.code) << " " << response.refusal.detail;
  }
}

void ScoreTable::Settle(std::string_view node, Seat actor) {
  records.flow().over = 0;
  flow->Enter(records, flow->Find(node), actor, response);
  ASSERT_TRUE(response.ok()) << response.refusal.detail;
}

Points ScoreTable::points() {
  Points list{};
  for (std::size_t s = 0; s < 4; ++s) list[s] = ledger().points[s];
  return list;
}

}  // namespace mlf::test
