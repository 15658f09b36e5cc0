// Skills in whole games by the real engine: rows SA01, SA04 and SA15 to SA19, journals and bad
// input. late_wall_test.cc has SA02, SA03, SA05 and SA06, skills_questions_test.cc SA07, SA08,
// SA13, SA14 and SA20, skills_hands_test.cc SA09 to SA12.
#include <mlf/components/fact_node.h>
#include <mlf/flow/journal.h>
#include <mlf/play/table.h>
#include <mlf/table/view.h>
#include "tests/skills/skill_game.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace mlf::test {
namespace {

using skills::SkillStep;
using skills::TileClaims;

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
    copy.skill_table().Reseed(*flow, copy.records, seed);
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
  EXPECT_EQ(table.PopUpOf(1, Lang::kEn), "for seat 1");
  EXPECT_EQ(table.PopUpOf(0, Lang::kEn), "");
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

// H14 is called when an answer is accepted, also while others have to answer.
TEST_F(Skills, AnAnswerIsObservedBeforeTheOthersHaveAnswered) {
  std::vector<std::string> observed;
  Game game(FlowWith("riichi", {{"skills", "scripted/none/none/none"}}));
  ScriptOf(0).on_inbox = [&](SkillStep&, const Action& action) {
    observed.push_back(FormatAction(*game.flow, action));
  };
  ASSERT_TRUE(game.Start(5));
  game.ToTurn();
  const Seat from = game.records.flow().actor;
  const auto after = [&](int n) { return static_cast<Seat>((from + n) % 4); };
  for (Seat seat = 0; seat < 4; ++seat) game.Hand(seat, kJunk);
  game.Hand(from, std::string(kJunk) + "6m", true);
  game.Hand(after(1), "5m7m1p1p4p9p2s5s8s3z5z6z7z");
  game.Hand(after(2), "6m6m1p3p5p7p2s5s8s3z5z6z7z");
  ASSERT_TRUE(game.Do(std::to_string(int{from}) + " discard 6m"));
  ASSERT_EQ(game.response.asked, MaskOf(after(1)) | MaskOf(after(2)));
  observed.clear();
  const std::string next = std::to_string(int{after(1)}), other = std::to_string(int{after(2)});
  ASSERT_TRUE(game.Do(next + " guo"));
  EXPECT_EQ(observed, std::vector<std::string>{next + " guo"});
  EXPECT_EQ(game.At(), "discard") << "the other has not answered";
  ASSERT_TRUE(game.Do(other + " peng 6m"));
  EXPECT_EQ(observed, (std::vector<std::string>{next + " guo", other + " peng 6m"}))
      << "each answer once";
}

// H15: what an observer of the table is given, the skills have been given by the flow, texts too.
TEST_F(Skills, EveryEventOfATableIsObserved) {
  std::map<std::string, int> heard_of;
  ScriptOf(0).on_event = [&](SkillStep& step, const Event& event) {
    ++heard_of[std::string(event.type->id)];
    if (event.type->id == "draw" && event.seat == 0) step.PopUp();
  };
  class Heard final : public play::TableObserver {
   public:
    explicit Heard(std::map<std::string, int>& of) : heard_of(of) {}
    void OnEvent(const play::Table&, const play::TableEvent& event) override {
      ++events[std::string(play::EventName(event))];
    }
    std::map<std::string, int>& heard_of;
    std::map<std::string, int> events;
  };
  play::Table table(FlowWith("riichi", {{"hands", "40"}, {"skills", "scripted/none/none/none"}}));
  Heard heard(heard_of);
  table.AddObserver(heard);
  table.Start(23);
  std::uint32_t counter = 0;
  Stream random(StreamSeed(23, "players"), counter);
  while (!table.over()) {
    const Seat seat = table.NextSeat();
    const Choices& offered = table.response().choices;
    const auto count = static_cast<std::uint32_t>(offered.Count(seat));
    ASSERT_TRUE(table.Act(offered.Nth(seat, random.Below(count), table.response().ask)).ok());
  }
  const std::map<std::string, std::string> kSource = {{"RoundStarted", "hand_starts"},
                                                      {"Cleaned", "shuffle"},
                                                      {"Diced", "dice"},
                                                      {"Flipped", "turn_indicator"},
                                                      {"Drawn", "draw"},
                                                      {"Discarded", "discard"},
                                                      {"RoundEnded", "hand_over"},
                                                      {"TableEnded", "match_over"},
                                                      {"PoppedUp", "popped_up"}};
  for (const auto& [event, source] : kSource) {
    EXPECT_EQ(heard_of[source], heard.events[event]) << event;
    EXPECT_GT(heard_of[source], 0) << event;
  }
  EXPECT_EQ(heard_of["chi"] + heard_of["peng"], heard.events["Barked"]);
  EXPECT_EQ(heard_of["deal"], 4 * heard.events["Dealt"]) << "one for each seat";
  EXPECT_GT(heard_of["dealer"], 0);
  EXPECT_GT(heard_of["points"], 0);
}

// H9: weights for a place that is opened later. Those of several skills add up.
TEST_F(Skills, WeightsWaitUntilTheirPlaceIsOpened) {
  int drawn = 0;
  bool fresh = true;
  const auto prepare = [&](SkillStep& step, int weight) {
    EXPECT_TRUE(step.Prepare(skills::Exit::kLive, 4, T("7z"), weight));
  };
  ScriptOf(0).on_draw = [&](SkillStep& step, Seat, table::Weights&) {
    if (drawn++ == 0) prepare(step, 24000);
  };
  ScriptOf(1).on_draw = [&](SkillStep& step, Seat, table::Weights&) {
    if (std::exchange(fresh, false)) prepare(step, 5000);
  };
  int seen = 0, hits = 0;
  const auto flow = FlowWith("riichi", {{"skills", kScripted}});
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Game game(flow);
    drawn = 0;
    fresh = true;
    ASSERT_TRUE(game.Start(seed));
    if (game.skill_table().Wall(game.records).Stock(T("7z")) == 0) continue;
    const int place = game.board().wall.head + 3;
    while (!game.Over() && game.board().wall.head <= place) {
      ASSERT_FALSE(game.flow->Validate(game.records));
      ASSERT_TRUE(game.TimeOut());
    }
    ++seen;
    hits += game.board().wall.tiles[static_cast<std::size_t>(place)] == T("7z") ? 1 : 0;
    EXPECT_EQ((*table::FindSlot<skills::PreparedWeights>(*flow))(game.records).count, 0u);
  }
  EXPECT_GT(seen, 15);
  EXPECT_GT(hits * 10, seen * 8) << "29000 of about 30000, and not 1 of 30";
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

TEST_F(Skills, EveryRowOfTheRulesHasATest) {
  std::set<std::string> rows;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int suite = 0; suite < all.total_test_suite_count(); ++suite) {
    const testing::TestSuite& tests = *all.GetTestSuite(suite);
    for (int test = 0; test < tests.total_test_count(); ++test) {
      const std::string name = tests.GetTestInfo(test)->name();
      if (name.starts_with("SA")) rows.insert(name.substr(0, 4));
    }
  }
  for (int row = 1; row <= 20; ++row)
    EXPECT_TRUE(rows.contains(fmt::format("SA{:02}", row))) << row;
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
  const auto part_of = [](const std::string& from) {
    const auto read =
        OpenText("id: t\nzh: t\nen: t\nextends: riichi\nparts:\n  p: {part_of: {" + from + "}}\n");
    return read.ok() ? std::string() : FaultText(read.faults());
  };
  EXPECT_EQ(part_of("variant: guobia, part: judge"),
            "test.yaml:6:26: V09: there is no variant \"guobia\" to take a part of\n");
  EXPECT_EQ(part_of("variant: guobiao, part: juge"),
            "test.yaml:6:41: V04: guobiao has no part \"juge\" (did you mean \"judge\"?)\n");
  EXPECT_NE(part_of("variant: guobiao, part: judge, options: {flower: off}")
                .find("has no option \"flower\" (did you mean \"flowers\"?)"),
            std::string::npos);
  EXPECT_NE(part_of("variant: guobiao").find("part_of has no part:"), std::string::npos);
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
