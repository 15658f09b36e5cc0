// Programs that speak mjai at our table: good ones play, and one that crashes, keeps silent or lies
// loses its seat only.
#include "tools/mjai/arena.h"
#include <mlf/variants/open.h>
#include "tests/support/patience.h"
#include "tools/mjai/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace mlf::tools {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

const Flow& Riichi() {
  static const auto flow =
      *OpenFlow("riichi", {{"round_limit", "1"}, {"red_fives", "3"}, {"west_round", "none"}});
  return *flow;
}

std::string Bot(const std::string& kind) {
  return "exec python3 " + std::string(MLF_SOURCE_DIR) + "/tests/mjai/bot.py " + kind;
}

// A short limit is for programs that give no answer: on a busy machine a good one may need seconds.
ArenaReport Play(const std::vector<std::string>& bots, int games = 1,
                 Replies replies = Replies::kAuto, milliseconds limit = test::kPatience) {
  return RunArena(Riichi(), {.bots = bots,
                             .games = games,
                             .seed = 5,
                             .limit = limit,
                             .start = test::kPatience,
                             .replies = replies});
}

TEST(Arena, GoodProgramsPlayWithoutFault) {
  for (const Replies replies : {Replies::kAuto, Replies::kEvery}) {
    const ArenaReport report = Play({Bot("good"), "greedy", Bot("good"), "greedy"}, 2, replies);
    EXPECT_EQ(report.stopped, "");
    EXPECT_TRUE(report.faults.empty()) << ArenaText(report, false);
    for (const ArenaScore& score : report.scores) EXPECT_EQ(score.games(), 2u);
  }
}

// A program that answers only when it may act plays so, and is at fault where every message needs
// an answer.
TEST(Arena, ProgramsMayAnswerOnlyWhenAsked) {
  const std::vector<std::string> bots = {Bot("asked"), "greedy", Bot("asked"), "greedy"};
  for (const Replies replies : {Replies::kAuto, Replies::kAsked}) {
    const ArenaReport report = Play(bots, 2, replies);
    EXPECT_EQ(report.stopped, "");
    EXPECT_TRUE(report.faults.empty()) << ArenaText(report, false);
  }
  EXPECT_FALSE(Play(bots, 1, Replies::kEvery, milliseconds(500)).faults.empty());
}

// A fault costs the seat of the program that made it, and the report quotes what it said.
struct Bad {
  const char* kind;
  const char* what;
  const char* line;  // part of the quoted line; "" = it said nothing
};

class EveryBadProgram : public testing::TestWithParam<Bad> {};
INSTANTIATE_TEST_SUITE_P(Mjai, EveryBadProgram,
                         testing::Values(Bad{"crash", "the program has ended (exit status 3)", ""},
                                         Bad{"silent", "no answer within", ""},
                                         Bad{"liar", "the act is not possible", "dahai"},
                                         Bad{"cheat", "", "hora"},
                                         Bad{"noise", "the line is not JSON", "not JSON at all"},
                                         Bad{"actor", "is not the seat of the program", "dahai"},
                                         Bad{"early", "asks nothing of it", "dahai"}),
                         [](const auto& bad) { return bad.param.kind; });

TEST_P(EveryBadProgram, LosesItsSeatOnly) {
  const std::string kind = GetParam().kind;
  const bool silent = kind == "silent";
  const ArenaReport report = Play({silent ? "greedy" : Bot("good"), Bot(kind), "greedy", "random"},
                                  2, Replies::kEvery, silent ? milliseconds(700) : test::kPatience);
  EXPECT_EQ(report.stopped, "");
  ASSERT_FALSE(report.faults.empty());
  EXPECT_LE(report.faults.size(), 2u) << "one a game";
  for (const ArenaFault& fault : report.faults) {
    EXPECT_EQ(fault.bot, 1u);
    EXPECT_EQ(fault.seat, (1 + 4 - (fault.game - 1)) % 4) << "the seats rotate";
    EXPECT_THAT(fault.what, HasSubstr(GetParam().what));
    EXPECT_THAT(fault.line, HasSubstr(GetParam().line));
    EXPECT_FALSE(fault.event.empty());
    EXPECT_GE(fault.hand, 1);
  }
  for (std::size_t bot = 0; bot < 4; ++bot) {
    EXPECT_EQ(report.scores[bot].games(), 2u) << "the others play on";
    EXPECT_EQ(report.scores[bot].faults > 0, bot == 1);
  }
  EXPECT_THAT(ArenaText(report, false), HasSubstr(GetParam().line));
  const Json machine = Json::parse(ArenaJson(report));
  EXPECT_EQ(machine["faults"].size(), report.faults.size());
}

TEST(Arena, AProgramThatCannotBeStartedIsNamed) {
  const ArenaReport report = Play({"/no/such/program", "greedy", "greedy", "greedy"});
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_THAT(report.faults[0].what, HasSubstr("exit status 127"));
}

TEST(Arena, TheServedBotPlaysAsTheBot) {
  // The program gets only messages, the bot reads the records. Both see the same.
  const std::string served =
      "exec " + std::string(MLF_BINARY_DIR) +
      "/bin/mlf mjai riichi --serve-bot greedy --set red_fives=3 --set round_limit=1 --set "
      "west_round=none";
  std::vector<std::string> journals[2];
  for (const bool program : {false, true}) {
    ArenaOptions options{.bots = std::vector<std::string>(4, "greedy"),
                         .games = 6,
                         .seed = 9,
                         .limit = test::kPatience,
                         .start = test::kPatience};
    if (program) options.bots[0] = options.bots[2] = served;
    options.on_game = [&](int, const Journal& journal) {
      journals[program].push_back(WriteJournal(journal, JournalForm::kText));
    };
    const ArenaReport report = RunArena(Riichi(), options);
    EXPECT_TRUE(report.faults.empty()) << ArenaText(report, false);
  }
  EXPECT_EQ(journals[0], journals[1]);
}

TEST(Arena, TheSameSeedIsTheSameResult) {
  const ArenaReport one = Play({"greedy", "random", "shy", "greedy"}, 4);
  const ArenaReport two = Play({"greedy", "random", "shy", "greedy"}, 4);
  EXPECT_EQ(ArenaJson(one), ArenaJson(two));
  EXPECT_GT(one.scores[0].hands, 0u);
}

TEST(Arena, RanksHaveAnInterval) {
  ArenaScore score;
  score.places[0] = 30;
  score.places[1] = 20;
  score.places[2] = 30;
  score.places[3] = 20;
  EXPECT_DOUBLE_EQ(score.mean_rank(), 2.4);
  // Variance by hand: (30*1.96 + 20*0.16 + 30*0.36 + 20*2.56) / 99.
  EXPECT_NEAR(score.rank_error(), 1.96 * std::sqrt((58.8 + 3.2 + 10.8 + 51.2) / 99 / 100), 1e-12);
}

TEST(Words, NameEveryTile) {
  for (table::Tile tile = 0; tile < kMaxPieces; ++tile) {
    if (!table::IsRed(tile) && (!table::IsTile(tile) || table::IsFlower(tile))) continue;
    EXPECT_EQ(TileFromMjai(MjaiTile(tile)), tile);
  }
  EXPECT_EQ(MjaiTile(*table::ParseTile("0p")), "5pr");
  EXPECT_EQ(MjaiTile(*table::ParseTile("5z")), "P");
  for (const char* bad : {"", "?", "0m", "5zr", "4mr", "10m", "1z", "X", "mm"})
    EXPECT_EQ(TileFromMjai(bad), std::nullopt) << bad;
}

TEST(Words, SayWhichVariantsMjaiCannotTell) {
  EXPECT_EQ(WhyNoMjai(Riichi()), "");
  EXPECT_THAT(WhyNoMjai(**OpenFlow("erren")), HasSubstr("four seats"));
  EXPECT_FALSE(WhyNoMjai(**OpenFlow("xueliu")).empty());
  EXPECT_THAT(WhyNoMjai(**OpenFlow("riichi", {{"dice", "pressed"}})), HasSubstr("zhi_shai"));
  EXPECT_THAT(WhyNoMjai(**OpenFlow("riichi", {{"claim_carries_discard", "on"}})),
              HasSubstr("peng_discard"));
}

}  // namespace
}  // namespace mlf::tools
