#include "node_table.h"

#include <mlf/flow/text.h>
#include <mlf/table/find_slot.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace mlf::test {
namespace {

using table::Tile;

DefaultSpec By(std::string answer) { return {.answer = std::move(answer), .when = {}}; }

}  // namespace

NodeTable::NodeTable(const Spec& spec) {
  FlowBuilder builder(AllParts(), &table::TileText());
  builder.AllowIdleParts();
  builder.SetSeats(spec.seats);
  builder.PushPart("tiles",
                   Value::Map({{"tile_set", Value::Map({{"kinds", "1-9m 1-9p 1-9s"},
                                                        {"red_fives", spec.red_fives}})}}));
  builder.PushPart("void", "void_suits");
  builder.PushPart(
      "win", Value::Map({{"win_rule",
                          Value::Map({{"shapes", Value::List({"standard", "seven_pairs"})}})}}));
  const auto system = [&](const char* id, Value params = {}) {
    builder.PushActionNode({.id = id, .params = std::move(params)});
  };
  const auto to = [&](const char* from, const char* node, std::vector<Value> guards = {}) {
    builder.PushEdge({.from = from, .to = node, .guards = std::move(guards)});
  };
  const auto answer = [&](const char* from, const char* node, int rank, Winners winners, Who who,
                          std::vector<Value> guards = {}) {
    builder.PushEdge(
        {.from = from,
         .to = node,
         .player = true,
         .rank = rank,
         .who = who,
         .winners = winners == Winners::kUnset ? WinnersRule() : WinnersRule::Of(winners),
         .guards = std::move(guards)});
  };
  const auto all = [](std::string by) {
    return WindowSpec{.ask = Who::kAll, .wait_for_all = true, .defaults = {By(std::move(by))}};
  };

  system("start", Value::Map({{"stake", 100}}));
  system("choose_dealer", Value::Map({{"first", spec.first}}));
  system("shuffle");
  NodeSpec deal{.id = "deal", .params = Value::Map({{"dealer_extra", spec.dealer_extra ? 1 : 0}})};
  if (spec.opening == "exchange") deal.window = all("exchange_three");
  if (spec.opening == "void") deal.window = all("choose_void");
  if (spec.wishes > 0) deal.window = all("choose_number");
  builder.PushActionNode(deal);
  to("start", "choose_dealer");
  to("choose_dealer", "shuffle");
  to("shuffle", "deal");
  if (spec.opening == "exchange") {
    system("exchange_three");
    builder.PushActionNode({.id = "exchange_done", .window = all("choose_void")});
    answer("deal", "exchange_three", 0, Winners::kAll, Who::kAll);
    to("exchange_three", "exchange_done");
    answer("exchange_done", "choose_void", 0, Winners::kAll, Who::kAll);
  } else if (spec.opening == "void") {
    answer("deal", "choose_void", 0, Winners::kAll, Who::kAll);
  } else if (spec.opening == "pass") {
    if (spec.wishes > 0) {
      builder.PushPart("wishes", Value::Map({{"memory_cell", Value::Map({{"name", "wishes"},
                                                                         {"of", "seat"},
                                                                         {"count", spec.wishes},
                                                                         {"room", 4}})}}));
      Value numbers = Value::List();
      for (int n = 0; n <= spec.wishes; ++n) numbers.Append(n);
      system("choose_number", Value::Map({{"cell", "wishes"}, {"values", std::move(numbers)}}));
      answer("deal", "choose_number", 0, Winners::kAll, Who::kAll);
      to("choose_number", "moment");
    } else {
      to("deal", "moment");
    }
    builder.PushActionNode({.id = "moment", .window = all("pass_tiles")});
    system("pass_tiles", spec.pass);
    system("pass_done");
    answer("moment", "pass_tiles", 0, Winners::kAll, Who::kAll);
    to("moment", "turn");
    to("pass_tiles", "pass_done");
    to("pass_done", "turn");
  } else {
    to("deal", spec.dealer_extra ? "turn" : "draw");
  }
  if (spec.opening == "exchange" || spec.opening == "void") {
    system("choose_void");
    to("choose_void", "turn");
  }

  builder.PushActionNode({.id = "draw", .consumes = "wall"});
  to("draw", "settle", {"drew_nothing"});
  to("draw", "turn");
  builder.PushActionNode(
      {.id = "turn", .window = WindowSpec{.ask = Who::kSelf, .defaults = {By("discard")}}});
  answer("turn", "zi_mo", 0, Winners::kUnset, Who::kSelf, {"after_draw"});
  answer("turn", "an_gang", 1, Winners::kUnset, Who::kSelf, {"after_draw"});
  answer("turn", "bu_gang", 2, Winners::kUnset, Who::kSelf, {"after_draw"});
  answer("turn", "guo", 3, Winners::kUnset, Who::kSelf, {"after_draw"});
  answer("turn", "discard", 4, Winners::kUnset, Who::kSelf);
  system("guo");
  to("guo", "turn");
  builder.PushActionNode(
      {.id = "discard",
       .window = WindowSpec{.ask = Who::kOthers, .pass = "guo", .defaults = {By("guo")}}});
  answer("discard", "hu", 0, Winners::kAll, Who::kOthers);
  answer("discard", "ming_gang", 1, Winners::kNearest, Who::kOthers);
  answer("discard", "peng", 2, Winners::kNearest, Who::kOthers);
  answer("discard", "chi", 3, Winners::kNearest, Who::kOthers);
  answer("discard", "guo", 4, Winners::kUnset, Who::kOthers);
  to("discard", "draw");
  system("chi");
  to("chi", "turn");
  system("peng");
  to("peng", "turn");
  builder.PushActionNode({.id = "ming_gang", .conditions = {"can_replace"}});
  to("ming_gang", "draw");
  builder.PushActionNode({.id = "an_gang", .conditions = {"can_replace"}});
  to("an_gang", "draw");
  builder.PushActionNode(
      {.id = "bu_gang",
       .conditions = {"can_replace"},
       .window = WindowSpec{
           .ask = Who::kOthers, .wait_for_all = true, .pass = "guo", .defaults = {By("guo")}}});
  answer("bu_gang", "hu", 0, Winners::kAll, Who::kOthers);
  answer("bu_gang", "guo", 1, Winners::kUnset, Who::kOthers);
  to("bu_gang", "bu_gang_done");
  system("bu_gang_done");
  to("bu_gang_done", "draw");
  builder.PushActionNode({.id = "hu",
                          .params = Value::Map({{"robbed_tile", spec.robbed_tile}}),
                          .hooks = {{Hook::kSetStates, {"draw_after_winners", "note_first_win"}}}});
  to("hu", "turn", {"robbed_keeps_tile"});
  to("hu", "draw");
  builder.PushActionNode({.id = "zi_mo",
                          .params = Value::Map({{"dealt_tile", spec.dealt_tile}}),
                          .hooks = {{Hook::kSetStates, {"draw_after_winners", "note_first_win"}}}});
  to("zi_mo", "draw");
  system("settle");
  to("settle", "hand_end");
  builder.PushActionNode(
      {.id = "hand_end", .params = Value::Map({{"hands", spec.hands}}), .window = all("ready")});
  answer("hand_end", "ready", 0, Winners::kAll, Who::kAll, {Value::Map({{"not", "match_over"}})});
  to("hand_end", "match_end");
  system("ready");
  to("ready", "start");
  builder.PushActionNode({.id = "match_end", .end = true});

  auto built = builder.Build();
  EXPECT_TRUE(built.ok()) << FaultText(built.faults());
  if (!built.ok()) std::abort();  // later code needs the flow
  flow = *built;
  board_ = table::FindSlot<table::Board>(*flow).value();
  match_ = table::FindSlot<table::Match>(*flow).value();
  ledger_ = table::FindSlot<table::Ledger>(*flow).value();
  void_ = table::FindSlot<logic::VoidSuits>(*flow).value();
  records = flow->Blank();
}

Status NodeTable::Start(std::uint64_t seed) {
  flow->Start(records, seed, response);
  EXPECT_NE(response.status, Status::kRefused) << response.refusal.detail;
  return response.status;
}

void NodeTable::Clear(std::string_view wall) {
  records = flow->Blank();
  const std::vector<Tile> tiles = test::Tiles(wall);
  std::copy(tiles.begin(), tiles.end(), board().wall.tiles.begin());
  board().wall.size = board().wall.tail = static_cast<std::uint8_t>(tiles.size());
  table::PrepareBoard(board(), flow->seats());
}

void NodeTable::Hand(Seat s, std::string_view tiles) {
  seat(s).hand = table::ToCounts(test::Tiles(tiles));
}

void NodeTable::HandDrawn(Seat s, std::string_view tiles) {
  Hand(s, tiles);
  seat(s).drawn = test::Tiles(tiles).back();
  board().turn.may_act_on_draw = 1;
}

Status NodeTable::Enter(std::string_view node, Seat actor) {
  flow->Enter(records, flow->Find(node), actor, response);
  EXPECT_NE(response.status, Status::kRefused) << response.refusal.detail;
  return response.status;
}

bool NodeTable::Play(std::string_view line) {
  auto action = ParseAction(*flow, line);
  EXPECT_TRUE(action.ok()) << line << ": " << (action.ok() ? "" : FaultText(action.faults()));
  if (!action.ok()) return false;
  action.value().ask = records.flow().window.ask;
  const Counts before = table::AllTiles(board());
  const std::uint32_t hand = records.flow().hand;
  flow->ProcessActionNode(records, *action, response);
  EXPECT_NE(response.refusal.code, RefusalCode::kInternal)
      << line << ": " << response.refusal.detail;
  if (records.flow().hand == hand) {
    EXPECT_EQ(table::AllTiles(board()), before) << line << ": tiles were lost or made";
  }
  return response.ok();
}

bool NodeTable::DefaultsUntil(std::string_view node, int steps) {
  for (int i = 0; i < steps; ++i) {
    if (At() == node || response.status == Status::kOver) return At() == node;
    const SeatMask asked = response.asked;
    if (asked == 0) return false;
    const auto seat = static_cast<Seat>(std::countr_zero(asked));
    if (!Play(std::to_string(seat) + " timeout")) return false;
  }
  return false;
}

std::string NodeTable::Offers(Seat seat) const {
  return FormatOffers(*flow, response.choices, seat, Lang::kEn);
}

std::string NodeTable::WhyNot(Seat seat, std::string_view node) const {
  const Reason* reason = flow->WhyNot(records, seat, flow->Find(node));
  return reason == nullptr ? "" : std::string(reason->id);
}

std::string NodeTable::Default(Seat seat) const {
  return FormatAction(*flow, flow->Default(records, seat));
}

std::vector<std::string> NodeTable::Events(std::string_view type, Seat viewer) const {
  std::vector<std::string> lines;
  for (const Event& event : response.events) {
    if (event.type->id != type) continue;
    const auto seen =
        Seen(event, viewer == kNoSeat ? Viewer::Full() : Viewer::Of(viewer), flow->seats());
    if (!seen) continue;
    std::string line = std::to_string(seen->seat) + ":";
    if (seen->count > 0) line += " " + FormatPieces(*flow, {seen->pieces.data(), seen->count});
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace mlf::test
