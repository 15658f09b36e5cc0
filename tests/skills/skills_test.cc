// Rows SA01 and SA04 to SA20 of the skills, each by the real engine. SA02, SA03, SA05 and SA06 are
// in late_wall_test.cc.
#include <mlf/components/fact_node.h>
#include <mlf/components/missed_wins.h>
#include <mlf/components/win_rule.h>
#include <mlf/flow/journal.h>
#include <mlf/flow/text.h>
#include <mlf/play/table.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/view.h>
#include "tests/skills/skill_flows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace mlf::test {
namespace {

using skills::Claim;
using skills::SkillStep;
using skills::SkillTable;
using skills::TileClaims;
using table::Board;
using table::Tile;

Tile T(std::string_view text) { return *table::ParseTile(text); }

// One table that a test plays at.
class Game {
 public:
  explicit Game(std::shared_ptr<const Flow> of) : flow(std::move(of)), records(flow->Blank()) {}

  bool Start(std::uint64_t seed) {
    flow->Start(records, seed, response);
    return Heard();
  }
  bool Do(const Action& action) {
    flow->ProcessActionNode(records, action, response);
    return Heard();
  }
  bool Do(const std::string& line) {
    auto action = ParseAction(*flow, line);
    EXPECT_TRUE(action.ok()) << line;
    action->ask = records.flow().window.ask;
    return Do(*action);
  }
  bool TimeOut() {
    return Do({.node = kTimeout, .seat = Asked(), .ask = records.flow().window.ask});
  }
  // Answers of the random choices that `random` makes; facts are `hour`.
  bool Random(Stream& random, int hour = 20) {
    const Seat seat = Asked();
    if (seat == logic::kFactSeat) return Do("7 huan_jing " + std::to_string(hour));
    const std::uint64_t count = response.choices.Count(seat);
    return Do(
        response.choices.Nth(seat, random.Below(static_cast<std::uint32_t>(count)), response.ask));
  }
  Seat Asked() const {
    return response.asked == 0 ? kNoSeat
                               : static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
  }
  std::string At() const { return flow->node(records.flow().node).id; }
  bool Over() const { return records.flow().over != 0; }
  Board& board() { return (*table::FindSlot<Board>(*flow))(records); }
  table::Match& match() { return (*table::FindSlot<table::Match>(*flow))(records); }
  const SkillTable& skills() const { return *flow->Shared<SkillTable>("skills"); }
  const Offer* OfferOf(Seat seat, std::string_view node) const {
    return response.choices.Find(seat, flow->Find(node));
  }
  // Plays defaults until the turn of a seat; nobody has claimed anything.
  void ToTurn() {
    while (!Over() && At() != "turn") ASSERT_TRUE(TimeOut());
  }
  void Hand(Seat seat, std::string_view tiles, bool drawn = false) {
    table::SeatBoard& own = board().seats[seat];
    const auto list = *table::ParseTiles(tiles);
    own.hand = table::ToCounts(list);
    own.red = 0;
    own.drawn = drawn ? list.back() : table::kNoTile;
  }

  std::shared_ptr<const Flow> flow;
  Records records;
  Response response;
  std::vector<Event> events;  // of the last step
  std::uint64_t stream = 0;   // a hash of all events so far

 private:
  bool Heard() {
    events = response.events;
    for (const Event& event : events) {
      std::string text(event.type->id);
      text += FormatEvent(*flow, event, Viewer::Full(), Lang::kEn);
      text += static_cast<char>(event.seen_by);
      text += static_cast<char>(event.shown_to);
      stream = Mix64(stream ^ HashName(text));
    }
    return response.ok();
  }
};

class Skills : public testing::Test {
 protected:
  void SetUp() override { ClearScripts(); }
  void TearDown() override { ClearScripts(); }
};

constexpr const char* kScripted = "scripted/scripted_too/none/none";

// A hand without shape that can claim neither 6m nor 1z.
constexpr const char* kJunk = "1m4m7m2p5p8p3s6s9s2345z";

// ---- SA01 ----

std::uint64_t PlayRandomly(const std::shared_ptr<const Flow>& flow, std::uint64_t seed) {
  Game game(flow);
  EXPECT_TRUE(game.Start(seed));
  std::uint32_t counter = 0;
  Stream random(StreamSeed(seed, "players"), counter);
  while (!game.Over() && game.response.ok()) game.Random(random);
  EXPECT_TRUE(game.response.ok()) << game.response.refusal.detail;
  return game.stream;
}

TEST_F(Skills, SA01_FourSkillsThatDoNothingChangeNothing) {
  const std::string idle = "idle_skill/idle_skill/idle_skill/idle_skill";
  const auto with = FlowWith("riichi", {{"hands", "3"}, {"skills", idle}});
  const auto without = FlowWith("riichi", {{"hands", "3"}, {"skills", "none/none/none/none"}});
  const auto shuffled =
      FlowWith("riichi", {{"hands", "3"}, {"skills", idle}, {"skills.wall_mode", "shuffled"}});
  const auto plain = FlowWith("riichi", {{"hands", "3"}});
  std::set<std::uint64_t> streams;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const std::uint64_t stream = PlayRandomly(with, seed);
    ASSERT_EQ(stream, PlayRandomly(without, seed)) << seed;
    ASSERT_EQ(PlayRandomly(shuffled, seed), PlayRandomly(plain, seed)) << seed;
    streams.insert(stream);
  }
  EXPECT_EQ(streams.size(), 1000u);
}

TEST_F(Skills, OffIsTheVariantItself) {
  const auto plain = FlowWith("riichi", {});
  EXPECT_EQ(FlowWith("riichi", {{"skills", "off"}})->fingerprint(), plain->fingerprint());
  EXPECT_EQ(plain->SharedPart("skills"), nullptr);
  EXPECT_NE(FlowWith("riichi", {{"skills", "vow/-/-/-"}})->fingerprint(), plain->fingerprint());
}

// ---- SA04 ----

TEST_F(Skills, SA04_TheFirstToFixAPlaceHasIt) {
  bool second = true;
  int fives = 0, sixes = 0;
  ScriptOf(0).on_draw = [&](SkillStep& step, Seat, table::Weights&) {
    if (step.board().seats[0].draws + step.board().seats[1].draws + step.board().seats[2].draws +
            step.board().seats[3].draws >
        0)
      return;
    fives = step.Stock(T("5m"));
    sixes = step.Stock(T("6m"));
    EXPECT_TRUE(step.Fix(skills::Exit::kLive, 0, T("5m")));
    EXPECT_EQ(step.Stock(T("5m")), fives - 1);
  };
  ScriptOf(1).on_draw = [&](SkillStep& step, Seat who, table::Weights& weights) {
    if (!second) return;
    second = false;
    EXPECT_FALSE(step.Fix(skills::Exit::kLive, 0, T("6m")));
    EXPECT_EQ(step.Stock(T("6m")), sixes) << "no 6m is lost";
    weights.Add(T("9s"), 100000);
    EXPECT_GE(who, 0);
  };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  for (std::uint64_t seed = 3; seed < 40; ++seed) {
    game.records = game.flow->Blank();
    second = true;
    ASSERT_TRUE(game.Start(seed)) << game.response.refusal.detail;
    if (fives > 0) {
      EXPECT_EQ(game.board().seats[game.board().dealer].drawn, T("5m"));
    }
  }
}

TEST_F(Skills, FixedConflictMayBeAnError) {
  ScriptOf(0).on_draw = [](SkillStep& step, Seat, table::Weights&) {
    step.Fix(skills::Exit::kLive, 0, T("5m"));
  };
  ScriptOf(1).on_draw = [](SkillStep& step, Seat, table::Weights&) {
    step.Fix(skills::Exit::kLive, 0, T("6m"));
  };
  Game game(FlowWith("riichi", {{"skills", kScripted}, {"skills.fixed_conflict", "error"}}));
  EXPECT_FALSE(game.Start(3));
  EXPECT_NE(game.response.refusal.detail.find("two skills fix one place"), std::string::npos)
      << game.response.refusal.detail;
}

// ---- SA07, SA08 ----

// A seat wins with eight fan of guobiao only. The table has the rows of guobiao that the hands
// below can have.
constexpr const char* kLeastFan = R"(
id: least_fan_riichi
zh: 八番起胡
en: Riichi with eight fan of guobiao
extends: riichi
parts:
  guobiao:
    fan_table:
      combine: table_order
      value: linear
      rows:
        - {id: half_flush, zh: 混一色, en: half flush, fan: 6, pattern: suit_and_honours}
        - {id: dragons, zh: 箭刻, en: dragon triplet, fan: 2, pattern: {triplets_of: {kinds: 5-7z, least: 1}}}
        - {id: single_wait, zh: 单钓将, en: single wait, fan: 1, pattern: {single_wait: {where: pair}}}
  eight: {least_fan: {judge: guobiao, fan: 8}}
skills: [eight, eight, eight, eight]
)";

// The seat to move discards `tile`; the seat after the next has the hand and two melds.
void Offer14(Game& game, std::string_view tile, std::string_view hand, table::Meld one,
             table::Meld two) {
  ASSERT_TRUE(game.Start(5)) << game.response.refusal.detail;
  game.ToTurn();
  const Seat from = game.records.flow().actor;
  const Seat to = static_cast<Seat>((from + 2) % 4);
  for (Seat seat = 0; seat < 4; ++seat) game.Hand(seat, kJunk);
  game.Hand(from, std::string(kJunk) + std::string(tile), true);
  game.Hand(to, hand);
  table::SeatBoard& own = game.board().seats[to];
  one.from = two.from = from;
  own.melds[0] = one, own.melds[1] = two;
  own.meld_count = game.board().melds_made = 2;
  ASSERT_TRUE(game.Do(std::to_string(int{from}) + " discard " + std::string(tile)))
      << FormatRefusal(*game.flow, game.response, from, Lang::kEn);
}

const logic::MissedWinBook& BookOf(const Flow& flow) {
  for (const auto& part : flow.parts()) {
    if (const auto* book = dynamic_cast<const logic::MissedWinBook*>(part.get())) return *book;
  }
  throw std::runtime_error("no missed wins");
}

TEST_F(Skills, SA07_SevenFanAreTooFewAndCountAsPassed) {
  const auto flow = OpenText(kLeastFan);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  const table::Meld low{table::MeldKind::kChi, T("1m"), 0, 0};
  Game seven(*flow);
  Offer14(seven, "1z", "234555m1z", low, {table::MeldKind::kChi, T("6m"), 0, 0});
  const Seat to = static_cast<Seat>((seven.board().river[0].seat() + 2) % 4);
  EXPECT_EQ(seven.OfferOf(to, "hu"), nullptr);
  EXPECT_TRUE(BookOf(**flow).Noted(seven.records, to, T("1z"))) << "temporary furiten";
  Game eight(*flow);
  Offer14(eight, "6m", "666z88m78m", low, {table::MeldKind::kPeng, T("5m"), 0, 0});
  EXPECT_NE(eight.OfferOf(to, "hu"), nullptr);
  EXPECT_EQ(eight.Asked(), to);
  // The same hand without the skill may win with seven.
  const auto plain = OpenText(kLeastFan, {{"skills", "off"}});
  ASSERT_TRUE(plain.ok()) << FaultText(plain.faults());
  Game free(*plain);
  Offer14(free, "1z", "234555m1z", low, {table::MeldKind::kChi, T("6m"), 0, 0});
  EXPECT_NE(free.OfferOf(to, "hu"), nullptr);
}

TEST_F(Skills, SA07_AFilteredWinMayBeSpared) {
  const auto flow = OpenText(kLeastFan, {{"skills.filter_counts_as_pass", "off"}});
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Game seven(*flow);
  Offer14(seven, "1z", "234555m1z", {table::MeldKind::kChi, T("1m"), 0, 0},
          {table::MeldKind::kChi, T("6m"), 0, 0});
  const Seat from = seven.board().river[0].seat();
  const Seat to = static_cast<Seat>((from + 2) % 4);
  EXPECT_EQ(seven.OfferOf(to, "hu"), nullptr);
  EXPECT_FALSE(BookOf(**flow).Noted(seven.records, to, T("1z")));
  EXPECT_TRUE(BookOf(**flow).Noted(seven.records, static_cast<Seat>((from + 1) % 4), T("1z")))
      << "it has passed the others";
}

TEST_F(Skills, SA08_WithoutAChoiceLeftTheFlowGoesOn) {
  for (const bool barred : {false, true}) {
    ScriptOf(0).filters = barred ? unsigned{skills::kNoRon} : 0u;
    Game game(FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}}));
    Offer14(game, "6m", "666z88m78m", {table::MeldKind::kChi, T("1m"), 0, 0},
            {table::MeldKind::kPeng, T("5m"), 0, 0});
    const Seat from = game.board().river[0].seat();
    EXPECT_EQ(game.At(), barred ? "turn" : "discard");
    EXPECT_EQ(game.Asked(), static_cast<Seat>((from + (barred ? 1 : 2)) % 4));
  }
}

// ---- SA09, SA10: bargaining ----

TileClaims One(std::string_view kind, Claim claim) {
  TileClaims plan{};
  plan[T(kind)] = claim;
  return plan;
}

TEST_F(Skills, SA09_PlansInConflictGiveNobodyAnything) {
  int bargained = 0, asked = 0;
  ScriptOf(0).on_bargain = [&](SkillStep&) { return ++asked, std::vector{One("5z", Claim::kAll)}; };
  ScriptOf(1).on_bargain = [](SkillStep&) { return std::vector{One("5z", Claim::kAny)}; };
  for (const int n : {0, 1}) ScriptOf(n).on_bargained = [&](SkillStep&, int) { ++bargained; };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  ASSERT_TRUE(game.Start(1));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(bargained, 0);
}

TEST_F(Skills, SA10_APlanWithoutConflictIsFoundInEveryOrder) {
  std::map<int, int> zero, one;
  ScriptOf(0).on_bargain = [](SkillStep&) {
    return std::vector{One("5z", Claim::kAll), One("6z", Claim::kAll)};
  };
  ScriptOf(1).on_bargain = [](SkillStep&) { return std::vector{One("5z", Claim::kAny)}; };
  ScriptOf(0).on_bargained = [&](SkillStep& step, int plan) {
    ++zero[plan];
    EXPECT_EQ(step.Load(T("6z"), 4), 4);
  };
  ScriptOf(1).on_bargained = [&](SkillStep&, int plan) { ++one[plan]; };
  // What is claimed whole is hidden from others, and the reserve from natural draws.
  ScriptOf(1).on_beg = [](SkillStep&, skills::Wishes& wishes) { wishes.Want(T("6z")); };
  const auto flow = FlowWith("riichi", {{"skills", kScripted}});
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Game game(flow);
    ASSERT_TRUE(game.Start(seed)) << game.response.refusal.detail;
    for (Seat seat = 0; seat < 4; ++seat) EXPECT_EQ(game.board().seats[seat].hand[T("6z")], 0);
  }
  EXPECT_EQ(zero, (std::map<int, int>{{1, 100}}));
  EXPECT_EQ(one, (std::map<int, int>{{0, 100}}));
}

TEST_F(Skills, RaidsGoBeforeBegging) {
  ScriptOf(0).on_beg = [](SkillStep&, skills::Wishes& wishes) {
    for (int i = 0; i < 4; ++i) wishes.Want(T("1z"));
  };
  ScriptOf(1).on_raid = [](SkillStep&, skills::Wishes& wishes) {
    for (int i = 0; i < 3; ++i) wishes.Want(T("1z"));
    for (int i = 0; i < 5; ++i) wishes.Want(T("2z"), true);
  };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  ASSERT_TRUE(game.Start(8));
  EXPECT_EQ(game.board().seats[1].hand[T("1z")], 3);
  EXPECT_EQ(game.board().seats[1].hand[T("2z")], 4);
  EXPECT_LE(game.board().seats[0].hand[T("1z")], 1);
}

// ---- SA11, SA12: opening hands ----

bool Conserved(const Board& board) {
  const auto copies = table::CountTiles(board, true);
  return std::all_of(copies.begin(), copies.begin() + 34, [](int n) { return n == 4; });
}

TEST_F(Skills, SA11_RejectedHandsGoBack) {
  std::vector<Counts> seen;
  ScriptOf(0).check_init = [&](SkillStep& step, Seat who, const Counts& hand, int tries) {
    if (who != step.me) return true;
    EXPECT_EQ(tries, static_cast<int>(seen.size()));
    seen.push_back(hand);
    return tries >= 5;
  };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  ASSERT_TRUE(game.Start(11));
  ASSERT_EQ(seen.size(), 6u);
  Counts dealt = game.board().seats[0].hand;
  if (game.board().seats[0].drawn != table::kNoTile) dealt.Remove(game.board().seats[0].drawn);
  EXPECT_EQ(dealt, seen.back()) << "the sixth is kept";
  EXPECT_NE(seen[0], seen[5]);
  EXPECT_TRUE(Conserved(game.board()));
  EXPECT_FALSE(game.flow->Validate(game.records));
  // All that is not dealt is open, except the indicator: 136 - 53 - 1.
  const auto stock = game.skills().Wall(game.records).Stock();
  EXPECT_EQ(std::accumulate(stock.begin(), stock.end(), 0), 82);
}

TEST_F(Skills, SA12_AHandIsAcceptedAfterTheLimit) {
  for (const int limit : {1000, 50}) {
    int calls = 0;
    ScriptOf(0).check_init = [&](SkillStep& step, Seat who, const Counts&, int) {
      calls += who == step.me ? 1 : 0;
      return who != step.me;
    };
    OptionValues options{{"skills", kScripted}};
    if (limit != 1000) options["skills.retry_limit"] = std::to_string(limit);
    Game game(FlowWith("riichi", options));
    ASSERT_TRUE(game.Start(1));
    EXPECT_EQ(calls, limit);
    EXPECT_TRUE(Conserved(game.board()));
  }
}

TEST_F(Skills, SK6_OpeningHandsAreNearToReady) {
  const auto flow = FlowWith("riichi", {{"skills", "prepared/none/none/none"}});
  const auto* win = flow->Shared<logic::WinRule>("win");
  int near = 0, near_others = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Game game(flow);
    ASSERT_TRUE(game.Start(seed));
    for (const Seat seat : {Seat{0}, Seat{1}}) {
      table::SeatBoard own = game.board().seats[seat];
      if (own.drawn != table::kNoTile) own.hand.Remove(own.drawn);
      (seat == 0 ? near : near_others) += win->Distance(game.records, own.hand, 0) <= 2 ? 1 : 0;
    }
  }
  EXPECT_GT(near, 90);
  EXPECT_LT(near_others, 60);
}

// ---- SA13, SA14, SA20: questions ----

TEST_F(Skills, SA13_EachHandledAnswerRaisesTheNumber) {
  Game game(FlowWith("riichi", {{"skills", "foresight/foresight/foresight/foresight"}}));
  ASSERT_TRUE(game.Start(13));
  game.ToTurn();
  const Seat seat = game.Asked();
  const Seat other = static_cast<Seat>((seat + 1) % 4);
  const std::uint32_t ask = game.response.ask;
  const std::string me = std::to_string(int{seat});
  const auto view = [&] { return table::View(*game.flow, game.records, Viewer::Of(other)).dump(); };
  const std::string before = view();
  ASSERT_NE(game.OfferOf(seat, "discard"), nullptr) << "the button is beside the choices";
  ASSERT_NE(game.OfferOf(seat, "ji_neng_turn"), nullptr);
  EXPECT_FALSE(game.Do(me + " ji_neng_turn 0")) << "a button cannot be pressed by nothing";
  ASSERT_TRUE(game.Do(me + " ji_neng_turn 1"));
  EXPECT_EQ(game.response.ask, ask + 1);
  EXPECT_EQ(game.OfferOf(seat, "discard"), nullptr) << "the checklist comes first";
  EXPECT_TRUE(game.events.empty());
  EXPECT_EQ(game.response.asked, MaskOf(seat));
  // An answer with an old number has expired.
  Action old = *ParseAction(*game.flow, me + " ji_neng_turn 1");
  old.ask = ask;
  EXPECT_FALSE(game.Do(old));
  EXPECT_EQ(game.response.refusal.code, RefusalCode::kStaleAsk);
  game.flow->FillChoices(game.records, game.response.choices);
  ASSERT_TRUE(game.Do(me + " ji_neng_turn 2")) << "the lowest tile";
  EXPECT_EQ(game.response.ask, ask + 2);
  ASSERT_EQ(game.events.size(), 1u);
  EXPECT_EQ(game.events[0].type->id, "popped_up");
  EXPECT_EQ(game.events[0].seen_by, MaskOf(seat));
  EXPECT_NE(game.OfferOf(seat, "discard"), nullptr);
  EXPECT_EQ(view(), before) << "the others have seen nothing";
  const std::string text = game.skills().PopUpText(game.records, seat, Lang::kEn);
  EXPECT_EQ(text.rfind("After ", 0), 0u) << text;
  const Tile tile = game.board().seats[seat].hand.Lowest();
  const std::uint32_t now = game.response.ask;
  ASSERT_TRUE(game.Do(me + " discard " + table::TileName(tile)));
  EXPECT_EQ(game.response.ask, now + 1);
  EXPECT_TRUE(std::ranges::any_of(game.events, [&](const Event& event) {
    return event.type->id == "discard" && (event.seen_by & MaskOf(other)) != 0;
  }));
}

TEST_F(Skills, SK4_TheProphecyComesTrue) {
  const auto flow = FlowWith("riichi", {{"skills", "foresight/foresight/foresight/foresight"}});
  int kept = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Game game(flow);
    ASSERT_TRUE(game.Start(seed));
    game.ToTurn();
    const Seat seat = game.Asked();
    const std::string me = std::to_string(int{seat});
    ASSERT_TRUE(game.Do(me + " ji_neng_turn 1"));
    ASSERT_TRUE(game.Do(me + " ji_neng_turn 2"));
    const std::string text = game.skills().PopUpText(game.records, seat, Lang::kEn);
    const std::string draws = "seat " + me + " draws ";
    const auto at = text.find(draws);
    if (at == std::string::npos) continue;  // a claim or the end of the hand came first
    const std::string tile = text.substr(at + draws.size(), 2);
    ASSERT_TRUE(
        game.Do(me + " discard " + table::TileName(game.board().seats[seat].hand.Lowest())));
    while (!game.Over() && !(game.At() == "turn" && game.Asked() == seat))
      ASSERT_TRUE(game.TimeOut());
    EXPECT_EQ(table::TileName(game.board().seats[seat].drawn), tile) << seed;
    ++kept;
  }
  EXPECT_GT(kept, 20);
}

TEST_F(Skills, SA14_AChecklistTakesOneRadioItemOfAGroup) {
  std::vector<std::uint32_t> answers;
  ScriptOf(0).items = {{.zh = "甲", .en = "a"},
                       {.zh = "乙", .en = "b", .radio = true},
                       {.zh = "丙", .en = "c", .radio = true},
                       {.zh = "丁", .en = "d", .able = false}};
  ScriptOf(0).on_activate = [](SkillStep& step, skills::Moment moment) {
    if (moment == skills::Moment::kTurn) step.Ask(1);
  };
  ScriptOf(0).handle = [&](SkillStep&, int, std::uint32_t ticked) {
    answers.push_back(ticked);
    return skills::Handled{};
  };
  const auto flow = FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}});
  for (const std::uint32_t ticked : {0u, 3u, 7u, 6u, 8u, 5u, 16u}) {
    Game game(flow);
    ASSERT_TRUE(game.Start(13));
    ASSERT_EQ(game.At(), "turn");
    ASSERT_EQ(game.response.choices.All().size(), 1u);
    EXPECT_EQ(game.response.choices.Count(game.Asked()), 6u);
    const bool fine = ticked == 0 || ticked == 3 || ticked == 5;
    EXPECT_EQ(
        game.Do(std::to_string(int{game.Asked()}) + " ji_neng_turn " + std::to_string(ticked)),
        fine)
        << ticked;
    if (!fine) {
      EXPECT_EQ(game.response.refusal.code, RefusalCode::kInvalidPayload);
    } else {
      EXPECT_NE(game.OfferOf(game.Asked(), "discard"), nullptr);
    }
  }
  EXPECT_EQ(answers, (std::vector<std::uint32_t>{0, 3, 5}));
}

TEST_F(Skills, ATimeoutTicksNothingAndTheOrdinaryQuestionFollows) {
  ScriptOf(0).items = {{.zh = "甲", .en = "a"}};
  ScriptOf(0).on_activate = [](SkillStep& step, skills::Moment moment) {
    if (moment == skills::Moment::kTurn) step.Ask(1);
  };
  std::uint32_t answer = 99;
  ScriptOf(0).handle = [&](SkillStep&, int, std::uint32_t ticked) {
    answer = ticked;
    return skills::Handled{};
  };
  Game game(FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}}));
  ASSERT_TRUE(game.Start(13));
  const Seat seat = game.Asked();
  ASSERT_TRUE(game.TimeOut());
  EXPECT_EQ(answer, 0u);
  EXPECT_EQ(game.Asked(), seat);
  ASSERT_NE(game.OfferOf(seat, "discard"), nullptr);
  ASSERT_TRUE(game.TimeOut());
  EXPECT_EQ(game.board().river_count, 1);
}

// A question before claims: the others wait, and the seat to move stays.
TEST_F(Skills, AQuestionBeforeClaimsIsAskedAlone) {
  ScriptOf(0).on_activate = [](SkillStep& step, skills::Moment moment) {
    if (moment == skills::Moment::kClaims) step.OfferClick();
  };
  int pressed = 0;
  ScriptOf(0).handle = [&](SkillStep&, int question, std::uint32_t ticked) {
    EXPECT_EQ(question, 0);
    pressed += ticked == 1 ? 1 : 0;
    return skills::Handled{};
  };
  Game game(FlowWith("riichi", {{"skills", "scripted/scripted/scripted/scripted"}}));
  Offer14(game, "6m", "666z88m78m", {table::MeldKind::kChi, T("1m"), 0, 0},
          {table::MeldKind::kPeng, T("5m"), 0, 0});
  const Seat from = game.board().river[0].seat();
  const Seat to = static_cast<Seat>((from + 2) % 4);
  EXPECT_EQ(game.response.asked, MaskOf(to));
  EXPECT_EQ(game.OfferOf(to, "hu"), nullptr);
  ASSERT_TRUE(game.Do(std::to_string(int{to}) + " ji_neng_discard 1"));
  EXPECT_EQ(pressed, 1);
  EXPECT_EQ(game.records.flow().actor, from);
  ASSERT_NE(game.OfferOf(to, "hu"), nullptr);
  ASSERT_TRUE(game.Do(std::to_string(int{to}) + " hu"));
  EXPECT_EQ(game.At(), "hand_end");
}

TEST_F(Skills, SA20_ACopyAsksTheSameQuestion) {
  Game game(FlowWith("riichi", {{"skills", "vow/none/none/none"}}));
  ASSERT_TRUE(game.Start(1));
  ASSERT_EQ(game.At(), "before_dice");
  Game copy(game.flow);
  copy.records = game.records;
  copy.flow->FillChoices(copy.records, copy.response.choices);
  EXPECT_EQ(copy.records.flow().window.ask, game.response.ask);
  ASSERT_NE(copy.OfferOf(0, "ji_neng_before_dice"), nullptr);
  EXPECT_EQ(copy.response.choices.Count(0), game.response.choices.Count(0));
  ASSERT_TRUE(game.Do("0 ji_neng_before_dice 1"));
  ASSERT_TRUE(copy.Do("0 ji_neng_before_dice 1"));
  EXPECT_EQ(copy.records, game.records);
}

// ---- SA15: copies ----

TEST_F(Skills, SA15_ACopyRunToTheEndChangesNothing) {
  const auto flow =
      FlowWith("riichi", {{"hands", "1"}, {"skills", "pairs_skill/dora_magnet/prepared/vow"}});
  Game game(flow);
  ASSERT_TRUE(game.Start(4));
  std::uint32_t counter = 0;
  Stream random(StreamSeed(4, "players"), counter);
  for (int i = 0; i < 30 && !game.Over(); ++i) ASSERT_TRUE(game.Random(random));
  ASSERT_FALSE(game.Over());
  const std::uint64_t before = game.records.Hash();
  std::set<std::uint64_t> ends;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Game copy(flow);
    copy.records = game.records;
    copy.response = game.response;
    copy.skills().Reseed(*flow, copy.records, seed);
    EXPECT_TRUE(Conserved(copy.board()));
    while (!copy.Over()) ASSERT_TRUE(copy.TimeOut());
    ends.insert(copy.stream);
  }
  EXPECT_EQ(ends.size(), 5u) << "another seed, another future";
  EXPECT_EQ(game.records.Hash(), before);
}

// ---- SA16, SA17, SA19 ----

TEST_F(Skills, SA16_TheFirstDealerTurnsTheDice) {
  const auto flow = FlowWith("riichi", {{"skills", "none/none/first_dealer/none"}});
  for (const auto& [a, b] :
       std::vector<std::pair<int, int>>{{1, 4}, {3, 6}, {6, 6}, {1, 1}, {0, 0}}) {
    Game game(flow);
    game.match().given_dice[0] = static_cast<std::uint8_t>(a);
    game.match().given_dice[1] = static_cast<std::uint8_t>(b);
    ASSERT_TRUE(game.Start(6));
    int sum = 0;
    for (const Event& event : game.events) {
      if (event.type->id == "dice" && sum == 0) sum = event.value / 10 + event.value % 10;
      if (event.type->id == "dealer") {
        EXPECT_EQ(event.seat, 2);
      }
    }
    EXPECT_TRUE(sum == 3 || sum == 7 || sum == 11) << sum;
    EXPECT_EQ(game.board().dealer, 2);
  }
}

class Hour final : public play::TableEnv {
 public:
  explicit Hour(int hour) : hour_(hour) {}
  std::optional<std::int32_t> Ask(std::string_view name) override {
    ++asked;
    return name == "hour" ? std::optional(hour_) : std::nullopt;
  }
  int asked = 0;

 private:
  int hour_;
};

class Draws final : public play::DispatchedObserver {
 public:
  std::string text;

 protected:
  void OnDrawn(const play::Table& table, Seat seat) override {
    text += table::TileName(table.board().seats[seat].DrawnPiece());
  }
};

std::string DrawsOf(const std::shared_ptr<const Flow>& flow, play::TableEnv& env,
                    std::string* answers = nullptr) {
  play::Table table(flow, &env);
  Draws draws;
  table.AddObserver(draws);
  table.Start(17);
  while (!table.over()) table.TimeOut(table.NextSeat());
  if (answers != nullptr) *answers = play::FormatAnswers(table.answers());
  return draws.text;
}

TEST_F(Skills, SA19_OnlyTheOwnerSeesItsText) {
  ScriptOf(1).on_event = [](SkillStep& step, const Event& event) {
    if (event.type->id == "draw") step.PopUp();
  };
  Game game(FlowWith("riichi", {{"skills", kScripted}}));
  ASSERT_TRUE(game.Start(19));
  int pops = 0;
  for (const Event& event : game.events) {
    if (event.type->id != "popped_up") continue;
    ++pops;
    EXPECT_EQ(event.seat, 1);
    EXPECT_EQ(event.seen_by, MaskOf(Seat{1}));
  }
  EXPECT_EQ(pops, 1);
  for (Seat seat = 0; seat < 4; ++seat) {
    const std::string view = table::View(*game.flow, game.records, Viewer::Of(seat)).dump();
    EXPECT_EQ(view.find("for seat 1") != std::string::npos, seat == 1) << view;
  }
  EXPECT_EQ(table::View(*game.flow, game.records, Viewer::Spectator()).dump().find("for seat 1"),
            std::string::npos);
  // The table for programs shows it the same way.
  play::Table table(game.flow);
  table.Start(19);
  EXPECT_EQ(table.PopUpOf(1), "for seat 1");
  EXPECT_EQ(table.PopUpOf(0), "");
}

// ---- SA18 ----

TEST_F(Skills, SA18_TilesAreConserved) {
  const auto flow = FlowWith("riichi", {{"skills", "pairs_skill/dora_magnet/prepared/wind_hour"}});
  int hands = 0;
  for (std::uint64_t seed = 0; hands < 10000; ++seed) {
    Game game(flow);
    ASSERT_TRUE(game.Start(seed));
    std::uint32_t counter = 0;
    Stream random(StreamSeed(seed, "players"), counter);
    while (!game.Over()) {
      if (game.board().wall.size > 0) {
        ASSERT_TRUE(Conserved(game.board())) << seed;
      }
      if (game.At() == "hand_end" && game.records.flow().window.answered == 0) ++hands;
      ASSERT_TRUE(game.Random(random, static_cast<int>(seed % 24))) << game.response.refusal.detail;
    }
  }
}

// ---- The other hooks, journals, bad input ----

TEST_F(Skills, EveryHookIsCalledAtItsPlace) {
  std::vector<std::string> calls;
  const auto note = [&](const std::string& what) {
    if (calls.empty() || calls.back() != what) calls.push_back(what);
  };
  Script& script = ScriptOf(0);
  script.on_dice = [&](SkillStep&) { note("H1"); };
  script.on_activate = [&](SkillStep&, skills::Moment moment) {
    note(moment == skills::Moment::kDice ? "H2" : "H12");
  };
  script.on_raid = [&](SkillStep&, skills::Wishes&) { note("H4"); };
  script.on_bargain = [&](SkillStep&) { return note("H5"), std::vector<TileClaims>{}; };
  script.on_flip = [&](SkillStep&) { note("H10"); };
  script.on_beg = [&](SkillStep&, skills::Wishes&) { note("H6"); };
  script.check_init = [&](SkillStep&, Seat, const Counts&, int) { return note("H8"), true; };
  script.on_draw = [&](SkillStep&, Seat, table::Weights&) { note("H9"); };
  script.on_inbox = [&](SkillStep&, const Action&) { note("H14"); };
  Game game(FlowWith("riichi", {{"skills", "scripted/none/none/none"}}));
  ASSERT_TRUE(game.Start(2));
  while (game.board().river_count == 0) ASSERT_TRUE(game.TimeOut());
  const std::vector<std::string> begin(calls.begin(), calls.begin() + 8);
  EXPECT_EQ(begin, (std::vector<std::string>{"H1", "H2", "H4", "H5", "H10", "H6", "H8", "H9"}));
  EXPECT_NE(std::ranges::find(calls, "H14"), calls.end());
}

TEST_F(Skills, AnswersOfAllSeatsAreObserved) {
  std::vector<std::string> observed;
  Game game(FlowWith("riichi", {{"skills", "scripted/none/none/none"}}));
  ScriptOf(0).on_inbox = [&](SkillStep&, const Action& action) {
    observed.push_back(FormatAction(*game.flow, action));
  };
  Offer14(game, "6m", "666z88m78m", {table::MeldKind::kChi, T("1m"), 0, 0},
          {table::MeldKind::kPeng, T("5m"), 0, 0});
  const Seat from = game.board().river[0].seat();
  const std::string to = std::to_string((from + 2) % 4);
  ASSERT_TRUE(game.Do(to + " guo"));
  ASSERT_GE(observed.size(), 2u);
  EXPECT_EQ(observed[observed.size() - 2], std::to_string(int{from}) + " discard 6m");
  EXPECT_EQ(observed.back(), to + " guo");
}

TEST_F(Skills, JournalsReplayToTheSameBytes) {
  const OptionValues options{{"hands", "4"}, {"skills", "pairs_skill/dora_magnet/foresight/vow"}};
  const auto flow = OpenFlow("riichi", options);
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  Recorder recorder(**flow);
  Records records = (*flow)->Blank();
  Response response;
  recorder.Start(records, 99, response);
  std::uint32_t counter = 0;
  Stream random(StreamSeed(99, "players"), counter);
  while (response.ok() && response.status != Status::kOver) {
    const auto seat = static_cast<Seat>(std::countr_zero(unsigned{response.asked}));
    const std::uint64_t count = response.choices.Count(seat);
    recorder.Process(
        records,
        response.choices.Nth(seat, random.Below(static_cast<std::uint32_t>(count)), response.ask),
        response);
    ASSERT_FALSE((*flow)->Validate(records)) << FaultText({*(*flow)->Validate(records)});
  }
  ASSERT_TRUE(response.ok()) << response.refusal.detail;
  recorder.Finish(records);
  for (const JournalForm form : {JournalForm::kText, JournalForm::kBinary}) {
    const auto read = ReadJournal(WriteJournal(recorder.journal(), form), "test", true);
    ASSERT_TRUE(read.ok()) << FaultText(read.faults());
    // Opened as any reader does: by the options that the journal names.
    OptionValues named(read->journal.options.begin(), read->journal.options.end());
    const auto again = OpenFlow("riichi", named);
    ASSERT_TRUE(again.ok()) << FaultText(again.faults());
    EXPECT_EQ((*again)->fingerprint(), (*flow)->fingerprint());
    const auto replay = Replay(**again, read->journal);
    ASSERT_TRUE(replay.ok()) << FaultText(replay.faults());
    EXPECT_EQ(replay->records, records);
  }
}

std::string FaultsOf(const std::string& variant, const OptionValues& options) {
  const auto flow = OpenFlow(variant, options);
  return flow.ok() ? "" : FaultText(flow.faults());
}

TEST_F(Skills, BadInputIsRefusedWithPlaceAndRemedy) {
  EXPECT_EQ(FaultsOf("riichi", {{"skills", "vov/none/none/none"}}),
            "the option skills: S01: there is no skill \"vov\" (did you mean \"vow\"?)\n");
  EXPECT_NE(
      FaultsOf("riichi", {{"skills", "vow/none"}}).find("names 2 seats; the table has 4 seats"),
      std::string::npos);
  EXPECT_NE(FaultsOf("riichi", {{"skills", "vow/-/-/-"}, {"skills.wall_mod", "late"}})
                .find("skills have no setting \"wall_mod\" (did you mean \"wall_mode\"?)"),
            std::string::npos);
  EXPECT_NE(FaultsOf("riichi", {{"skills.wall_mode", "late"}}).find("and no skills"),
            std::string::npos);
  EXPECT_NE(FaultsOf("riichi", {{"skils", "vow/-/-/-"}}).find("did you mean \"skills\"?"),
            std::string::npos);
  // xueliu has neither dora nor winds.
  EXPECT_NE(FaultsOf("xueliu", {{"skills", "dora_magnet/-/-/-"}}).find("needs a dora_rule"),
            std::string::npos)
      << FaultsOf("xueliu", {{"skills", "dora_magnet/-/-/-"}});
  const auto text =
      OpenText("id: t\nzh: t\nen: t\nextends: riichi\nskills: [vow, vow, vov, vow]\n");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(FaultText(text.faults()),
            "test.yaml:5:20: S01: there is no skill \"vov\" (did you mean \"vow\"?)\n");
}

// Skills seat at the tables of all variants that can carry them.
class EveryVariant : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Skills, EveryVariant, testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

TEST_P(EveryVariant, CarriesSkills) {
  const auto variant = OpenVariant(GetParam());
  ASSERT_TRUE(variant.ok());
  const int seats = (*variant->Build({}, AllParts(), &table::TileText()))->seats();
  std::string names;
  const char* of[] = {"pairs_skill", "foresight", "prepared", "vow"};
  for (int seat = 0; seat < seats; ++seat) names += (seat > 0 ? "/" : "") + std::string(of[seat]);
  if (seats == 2) names = "foresight/vow";
  const auto flow =
      variant->Build({{"skills", names}, {"hands", "3"}}, AllParts(), &table::TileText());
  ASSERT_TRUE(flow.ok()) << FaultText(flow.faults());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Game game(*flow);
    ASSERT_TRUE(game.Start(seed)) << game.response.refusal.detail;
    std::uint32_t counter = 0;
    Stream random(StreamSeed(seed, "players"), counter);
    while (!game.Over()) {
      ASSERT_TRUE(game.Random(random)) << game.response.refusal.detail;
      const auto fault = game.flow->Validate(game.records);
      ASSERT_FALSE(fault) << fault->message;
    }
  }
}

TEST_F(Skills, SA17_TheHourDecidesAndAReplayNeedsNoClock) {
  const auto flow =
      FlowWith("riichi", {{"hands", "3"}, {"skills", "wind_hour/wind_hour/wind_hour/wind_hour"}});
  std::map<int, std::string> draws;
  std::string answers;
  for (const int hour : {17, 18, 23, 0}) {
    Hour env(hour);
    draws[hour] = DrawsOf(flow, env, hour == 18 ? &answers : nullptr);
    EXPECT_EQ(env.asked, 3) << "once a hand";
  }
  EXPECT_EQ(draws[17], draws[0]) << "off";
  EXPECT_EQ(draws[18], draws[23]) << "on";
  EXPECT_NE(draws[17], draws[18]);
  const auto recorded = play::ParseAnswers(answers);
  ASSERT_TRUE(recorded.ok()) << answers;
  play::RecordedEnv replay(*recorded);
  EXPECT_EQ(DrawsOf(flow, replay), draws[18]);
  EXPECT_EQ(replay.missing(), "");
}

}  // namespace
}  // namespace mlf::test
