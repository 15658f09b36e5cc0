// A table reports each event to its observers at its moment; players play it to the end.
#include <mlf/bots/bots.h>
#include <mlf/play/tester.h>
#include <mlf/table/find_slot.h>
#include "bots/bots.h"
#include "tests/play/variants.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace mlf::play {
namespace {

using bots::BotKind;

// Plays one match with four bots; `table` may have observers.
TesterReport PlayBots(Table& table, std::uint64_t seed, BotKind kind, bool drawn_tile_goes) {
  std::vector<std::unique_ptr<bots::Player>> bots;
  std::vector<Player*> players;
  // The table outlives its players.
  const std::shared_ptr<const Flow> flow(std::shared_ptr<void>(), &table.flow());
  for (int seat = 0; seat < table.flow().seats(); ++seat) {
    bots.push_back(std::make_unique<bots::Player>(std::string(bots::BotName(kind)), flow,
                                                  seed + static_cast<unsigned>(seat)));
    players.push_back(bots.back().get());
  }
  return TableTester({.drawn_tile_goes = drawn_tile_goes}).Run(table, seed, players);
}

class EveryVariant : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Play, EveryVariant, testing::ValuesIn(VariantIds()),
                         [](const auto& named) { return named.param; });

TEST_P(EveryVariant, BotsPlayWholeTables) {
  for (const BotKind kind :
       {BotKind::kGreedy, BotKind::kShy, BotKind::kRandom, BotKind::kCareful}) {
    Table table(FlowOf(GetParam()));
    const TesterReport report = PlayBots(table, 7, kind, false);
    EXPECT_EQ(report.fault, "") << bots::BotName(kind);
    EXPECT_TRUE(table.over());
    EXPECT_GT(report.hands, 0);
  }
}

// Bots at random rarely win, and a dealer who stays after drawn hands deals until the limit.
TEST(TableTester, SaysWhereAMatchIsThatDoesNotEnd) {
  Table longest(FlowOf("taiwan", {{"hands", "255"}}));
  const TesterReport endless = PlayBots(longest, 7, BotKind::kRandom, false);
  EXPECT_TRUE(std::regex_match(
      endless.fault,
      std::regex("after 20000 acts: the match does not end: it is in hand [0-9]+, and its limit is "
                 "255 hands; seat [0-3] has dealt [0-9]+ hands in a row before it")))
      << endless.fault;
  EXPECT_FALSE(endless.at_limit);

  Table limited(FlowOf("taiwan", {{"hands", "4"}}));
  const TesterReport ended = PlayBots(limited, 7, BotKind::kRandom, false);
  EXPECT_EQ(ended.fault, "");
  EXPECT_EQ(ended.hands, 4);
  EXPECT_TRUE(ended.at_limit);
}

// A letter for each event.
constexpr std::string_view kLetters = "SfRCdDFWXIEBNPTu";

// Writes the events down and compares the table with them.
class Log final : public TableObserver {
 public:
  void OnEvent(const Table& table, const TableEvent& event) override {
    text += kLetters[event.index()];
    seen.insert(std::string(EventName(event)));
    if (const auto* drawn = std::get_if<Drawn>(&event)) {
      const auto& own = table.board().seats[drawn->seat];
      EXPECT_NE(own.drawn, table::kNoTile);
      EXPECT_EQ(own.HandSize(), 14);
      EXPECT_EQ(table.board().river_count, discards_) << "nothing later has happened";
    } else if (const auto* discarded = std::get_if<Discarded>(&event)) {
      const auto& river = table.board().river[table.board().river_count - 1u];
      EXPECT_EQ(table.board().river_count, ++discards_);
      EXPECT_EQ(river.seat(), discarded->seat);
      EXPECT_EQ(river.drawn(), discarded->spin);
      EXPECT_EQ(table.focus(), (FocusTile{river.Piece(), discarded->seat}));
    } else if (std::holds_alternative<Cleaned>(event)) {
      discards_ = flips_ = 0;
      EXPECT_FALSE(table.focus()) << "no tile can be won on";
    } else if (std::holds_alternative<Flipped>(event)) {
      EXPECT_EQ(static_cast<int>(table.indicators().size()), ++flips_);
    } else if (const auto* barked = std::get_if<Barked>(&event)) {
      if (barked->meld.kind == table::MeldKind::kAnGang) {
        EXPECT_EQ(table.focus(), (FocusTile{barked->meld.tile, barked->seat}));
      }
    } else if (const auto* ended = std::get_if<RoundEnded>(&event)) {
      Check(table, *ended);
    } else if (const auto* over = std::get_if<TableEnded>(&event)) {
      for (std::size_t i = 1; i < over->ranks.size(); ++i)
        EXPECT_GE(over->scores[static_cast<std::size_t>(over->ranks[i - 1])],
                  over->scores[static_cast<std::size_t>(over->ranks[i])]);
    } else if (const auto* round = std::get_if<RoundStarted>(&event)) {
      EXPECT_EQ(round->dealer, table.board().dealer);
      EXPECT_NE(round->seed, 0u);
      rounds.push_back(*round);
    }
  }

  std::string text;
  std::set<std::string> seen;
  std::vector<RoundStarted> rounds;
  std::map<std::string, int> endings;

 private:
  void Check(const Table& table, const RoundEnded& ended) {
    ++endings[std::string(EndingName(ended.result))];
    const bool won = ended.result == Ending::kRon || ended.result == Ending::kTsumo;
    EXPECT_EQ(won, !ended.forms.empty());
    EXPECT_EQ(ended.result == Ending::kRon, ended.discarder != kNoSeat);
    for (const Form& form : ended.forms) {
      EXPECT_FALSE(form.rows.empty());
      EXPECT_GT(form.value, 0);
      EXPECT_GT(table.board().seats[form.seat].wins, 0);
    }
    if (won) {
      EXPECT_EQ(ended.forms.size(), ended.openers.size());
    }
  }

  int discards_ = 0;
  int flips_ = 0;
};

Log LogOf(const std::string& variant, std::uint64_t seed, BotKind kind,
          const OptionValues& options = {}) {
  Table table(FlowOf(variant, options));
  Log log;
  table.AddObserver(log);
  const TesterReport report = PlayBots(table, seed, kind, true);
  EXPECT_EQ(report.fault, "");
  return log;
}

TEST(TableEvents, ComeInTheirOrder) {
  // A hand: a discard, perhaps of a declaration that takes effect; a claim; a gang, whose indicator
  // is turned at once or after the discard; a draw.
  static const std::regex match("^Sdf(?:CRDFW(?:X|IX(?:PE)?|BF*W|B|F|W|PE)*(?:PE)?NP?)+T$");
  std::set<std::string> seen;
  std::map<std::string, int> endings;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Log log = LogOf("riichi", seed, seed % 3 == 0 ? BotKind::kRandom : BotKind::kGreedy);
    EXPECT_TRUE(std::regex_match(log.text, match)) << seed << ": " << log.text;
    for (std::size_t at = 0; at + 1 < log.text.size(); ++at) {
      const char next = log.text[at + 1];
      if (log.text[at] == 'I') {
        EXPECT_EQ(next, 'X') << "the discard follows the declaration";
      } else if (log.text[at] == 'E') {
        EXPECT_NE(std::string("WBN").find(next), std::string::npos) << next;
      }
    }
    seen.insert(log.seen.begin(), log.seen.end());
    for (const auto& [name, count] : log.endings) endings[name] += count;
    for (std::size_t i = 0; i < log.rounds.size(); ++i)
      EXPECT_EQ(log.rounds[i].all_last, log.rounds[i].round >= 7);
  }
  EXPECT_EQ(seen.size(), 15u) << "all but PoppedUp";
  EXPECT_GT(endings["RON"], 0);
  EXPECT_GT(endings["TSUMO"], 0);
  EXPECT_GT(endings["HP"], 0);
}

// By the rules of libsaki the dice are pressed, before the first dealer is chosen and before each
// deal; a claim is one act with its discard.
TEST(TableEvents, OfLibsakiComeInTheirOrder) {
  static const std::regex match(
      "^Sdf(?:CRdDFW(?:X|IX(?:PE)?|BX(?:PE)?|BF*W|F|W|PE)*(?:PE)?NP?)+T$");
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Table table(FlowOf("riichi", {{"preset", "libsaki"}}));
    Log log;
    table.AddObserver(log);
    const BotKind kind = seed % 3 == 0 ? BotKind::kRandom : BotKind::kGreedy;
    EXPECT_EQ(PlayBots(table, seed, kind, true).fault, "");
    EXPECT_TRUE(std::regex_match(log.text, match)) << seed << ": " << log.text;
    for (std::size_t at = 1; at < log.text.size(); ++at) {
      if (log.text[at] == 'B' && log.text[at - 1] != 'W') {
        EXPECT_NE(std::string("XFW").find(log.text[at + 1]), std::string::npos) << log.text;
      }
    }
  }
}

TEST(TableEvents, AFlowWithoutRiichiHasTheEventsOfItsOwn) {
  Table table(FlowOf("xueliu"));
  struct Names final : TableObserver {
    void OnEvent(const Table&, const TableEvent& event) override {
      names.insert(std::string(EventName(event)));
    }
    std::set<std::string> names;
  } names;
  table.AddObserver(names);
  EXPECT_EQ(PlayBots(table, 3, BotKind::kGreedy, false).fault, "");
  const std::set<std::string> expected = {
      "TableStarted", "Diced",  "FirstDealerChosen", "Cleaned",    "RoundStarted", "Dealt", "Drawn",
      "Discarded",    "Barked", "PointsChanged",     "RoundEnded", "TableEnded"};
  EXPECT_EQ(names.names, expected);
}

TEST(TableEvents, AreDispatched) {
  struct Count final : DispatchedObserver {
    std::map<std::string, int> calls;
    void OnTableStarted(const Table&, std::uint64_t seed) override {
      ++calls["started"];
      EXPECT_EQ(seed, 5u);
    }
    void OnDrawn(const Table& table, Seat seat) override {
      ++calls["drawn"];
      EXPECT_NE(table.board().seats[seat].drawn, table::kNoTile);
    }
    void OnDiscarded(const Table&, Seat, bool) override { ++calls["discarded"]; }
    void OnTableEnded(const Table&, const TableEnded&) override { ++calls["ended"]; }
  } count;
  struct Plain final : TableObserver {
    std::map<std::string, int> calls;
    void OnEvent(const Table&, const TableEvent& event) override {
      ++calls[std::string(EventName(event))];
    }
  } plain;
  Table table(FlowOf("riichi", {{"round_limit", "4"}}));
  table.AddObserver(count);
  table.AddObserver(plain);
  EXPECT_EQ(PlayBots(table, 5, BotKind::kGreedy, true).fault, "");
  EXPECT_EQ(count.calls["started"], 1);
  EXPECT_EQ(count.calls["drawn"], plain.calls["Drawn"]);
  EXPECT_EQ(count.calls["discarded"], plain.calls["Discarded"]);
  EXPECT_EQ(count.calls["ended"], 1);
}

TEST(TableView, KnowsWhatItsSeatMaySee) {
  Table table(FlowOf("riichi"));
  ASSERT_TRUE(table.Start(11).ok());
  RandomPlayer player(1);
  for (int acts = 0; acts < 300 && !table.over(); ++acts) {
    const Seat seat = table.NextSeat();
    const auto view = table.ViewOf(seat);
    EXPECT_EQ(view->hand(), table.board().seats[seat].hand);
    EXPECT_EQ(view->choices().state, table.ChoicesOf(seat).state);
    int rivers = 0;
    for (Seat other = 0; other < view->seats(); ++other) {
      rivers += static_cast<int>(view->River(other).size());
      EXPECT_EQ(view->Points(other), table.Points(other));
    }
    EXPECT_EQ(rivers, table.board().river_count);
    EXPECT_EQ(view->indicators().size(), table.indicators().size());
    EXPECT_LE(view->tiles_left(), 70);
    ASSERT_TRUE(table.Act(seat, player.Choose(*view)).ok());
  }
}

TEST(TableView, HidesTheConcealedGangsOfOthers) {
  // In 血流 the tile of a concealed gang is not shown.
  int hidden = 0;
  for (std::uint64_t seed = 1; seed < 40 && hidden == 0; ++seed) {
    Table table(FlowOf("xueliu"));
    ASSERT_TRUE(table.Start(seed).ok());
    RandomPlayer player(seed);
    while (!table.over() && hidden == 0) {
      const Seat seat = table.NextSeat();
      ASSERT_TRUE(table.Act(seat, player.Choose(*table.ViewOf(seat))).ok());
      for (Seat owner = 0; owner < 4; ++owner) {
        const auto own = table.ViewOf(owner)->Melds(owner);
        for (std::size_t i = 0; i < own.size(); ++i) {
          if (!own[i].Hidden()) continue;
          const Seat other = static_cast<Seat>((owner + 1) % 4);
          EXPECT_NE(own[i].tile, table::kNoTile);
          if (!table.board().seats[owner].ShownTo(other)) {
            EXPECT_EQ(table.ViewOf(other)->Melds(owner)[i].tile, table::kNoTile);
            ++hidden;
          }
        }
      }
    }
  }
  EXPECT_GT(hidden, 0);
}

TEST(Table, RefusesAMoveThatIsNotOffered) {
  Table table(FlowOf("riichi"));
  ASSERT_TRUE(table.Start(1).ok());
  const Records before = table.records();
  const Seat dealer = table.NextSeat();
  for (const Move& move :
       {Move{.code = Code::kTsumo}, Move{.code = Code::kRon}, Move{.code = Code::kPass},
        Move{.code = Code::kPon}, Move{.code = Code::kChiiLeft}, Move{.code = Code::kDice},
        Move{.code = Code::kKakan, .index = 2}, Move{.code = Code::kNothing},
        Move{.code = Code::kSwapOut, .tile = table::kNoTile}, Move{.code = Code::kNextRound}}) {
    const Response& response = table.Act(dealer, move);
    EXPECT_FALSE(response.ok()) << CodeName(move.code);
    EXPECT_NE(response.refusal.code, RefusalCode::kNone);
    EXPECT_EQ(table.records(), before);
  }
  EXPECT_FALSE(table.Act(static_cast<Seat>((dealer + 1) % 4), {.code = Code::kSpinOut}).ok());
  EXPECT_TRUE(table.Act(dealer, {.code = Code::kSpinOut}).ok());
}

TEST(Table, ACopyPlaysItsOwnFuture) {
  Table table(FlowOf("riichi"));
  Log log;
  table.AddObserver(log);
  ASSERT_TRUE(table.Start(4).ok());
  const Records before = table.records();
  const std::string before_copy = log.text;
  Table copy = table;
  ASSERT_TRUE(copy.Act(copy.NextSeat(), {.code = Code::kSpinOut}).ok());
  EXPECT_EQ(table.records(), before);
  EXPECT_EQ(log.text, before_copy) << "a copy has no observers";
  EXPECT_EQ(copy.response().asked != 0, true);
}

TEST(TableEnv, AnswersAreRecordedAndReplayed) {
  struct Fixed final : TableEnv {
    std::optional<std::int32_t> Ask(std::string_view name) override {
      if (name == "hour") return 18;
      return std::nullopt;
    }
  } fixed;
  Table table(FlowOf("riichi"), &fixed);
  ASSERT_TRUE(table.Start(1).ok());
  EXPECT_EQ(table.Ask("hour"), 18);
  EXPECT_EQ(table.Ask("moon"), std::nullopt);
  const std::string text = FormatAnswers(table.answers());
  EXPECT_EQ(text, "0 hour 18\n0 moon -\n");
  const auto read = ParseAnswers(text);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, table.answers());
  RecordedEnv recorded(*read);
  Table again(FlowOf("riichi"), &recorded);
  ASSERT_TRUE(again.Start(1).ok());
  EXPECT_EQ(again.Ask("hour"), 18);
  EXPECT_EQ(again.Ask("moon"), std::nullopt);
  EXPECT_EQ(recorded.missing(), "");
  EXPECT_EQ(again.Ask("hour"), std::nullopt);
  EXPECT_EQ(recorded.missing(), "hour");
  for (const char* bad : {"0 hour\n", "0 hour x\n", "x hour 1\n", "0 hour 1 2\n"}) {
    const auto fault = ParseAnswers(bad);
    ASSERT_FALSE(fault.ok()) << bad;
    EXPECT_EQ(fault.faults()[0].code, "N01");
  }
  ClockEnv clock;
  const auto hour = clock.Ask("hour");
  ASSERT_TRUE(hour.has_value());
  EXPECT_GE(*hour, 0);
  EXPECT_LE(*hour, 23);
}

TEST(Table, PopsUpTextForOneSeat) {
  struct Seen final : DispatchedObserver {
    std::vector<Seat> seats;
    void OnPoppedUp(const Table&, Seat seat) override { seats.push_back(seat); }
  } seen;
  Table table(FlowOf("riichi"));
  table.AddObserver(seen);
  ASSERT_TRUE(table.Start(1).ok());
  table.PopUp(1, "来五万", "a 5m comes");
  EXPECT_EQ(seen.seats, std::vector<Seat>{1});
  EXPECT_EQ(table.ViewOf(1)->popup(Lang::kEn), "a 5m comes");
  EXPECT_EQ(table.ViewOf(1)->popup(Lang::kZh), "来五万");
  EXPECT_EQ(table.ViewOf(0)->popup(Lang::kEn), "");
}

}  // namespace
}  // namespace mlf::play
