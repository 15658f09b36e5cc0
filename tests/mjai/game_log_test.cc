// Games in the formats of other programs: a match goes out and comes back the same, and an
// impossible event is named.
#include "tools/mjai/game_log.h"
#include <mlf/variants/open.h>
#include "tools/mjai/arena.h"
#include "tools/mjai/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>

namespace mlf::tools {
namespace {

using testing::HasSubstr;

const Flow& Rules() {
  static const auto flow = *OpenFlow("riichi", {{"preset", "tenhou"}, {"round_limit", "4"}});
  return *flow;
}

// Matches of bots; the shy and random ones call and gang, and miss wins.
const std::vector<Journal>& Matches() {
  static const std::vector<Journal> matches = [] {
    std::vector<Journal> journals;
    for (const std::vector<std::string>& bots :
         {std::vector<std::string>{"greedy", "greedy", "greedy", "greedy"},
          std::vector<std::string>{"shy", "greedy", "random", "careful"},
          std::vector<std::string>{"random", "random", "random", "random"}}) {
      ArenaOptions options{.bots = bots, .games = 32, .seed = 20};
      // Seat 0 is the first dealer in the files of Tenhou.
      options.on_game = [&](int, const Journal& journal) {
        const auto log = GameOfJournal(Rules(), journal);
        if (log.ok() && log->messages[1]["oya"] == 0) journals.push_back(journal);
      };
      const ArenaReport report = RunArena(Rules(), options);
      EXPECT_EQ(report.stopped, "");
    }
    return journals;
  }();
  return matches;
}

std::vector<Json> Messages(const Journal& journal) {
  auto log = GameOfJournal(Rules(), journal);
  EXPECT_TRUE(log.ok()) << FaultText(log.faults());
  return log.ok() ? log->messages : std::vector<Json>();
}

struct Format {
  const char* name;
  std::function<std::string(const GameLog&)> write;
  std::function<Result<GameLog>(std::string_view, const std::string&)> read;
};

class EveryFormat : public testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(
    Games, EveryFormat,
    testing::Values(Format{"mjai", WriteMjai, ReadMjai},
                    Format{"mjlog", [](const GameLog& log) { return *WriteMjlog(log); }, ReadMjlog},
                    Format{"tenhou6", WriteTenhou6, ReadTenhou6}),
    [](const auto& format) { return format.param.name; });

TEST_P(EveryFormat, AMatchGoesOutAndComesBack) {
  std::set<std::string> seen;
  for (const Journal& journal : Matches()) {
    const std::vector<Json> messages = Messages(journal);
    for (const Json& message : messages) seen.insert(message["type"].get<std::string>());
    const std::string text = GetParam().write({messages, {}});
    const auto log = GetParam().read(text, "game");
    ASSERT_TRUE(log.ok()) << FaultText(log.faults());
    const auto back = JournalOfGame(Rules(), *log);
    ASSERT_TRUE(back.ok()) << FaultText(back.faults()) << "\n" << text.substr(0, 3000);
    const std::vector<Json> again = Messages(*back);
    ASSERT_EQ(again.size(), messages.size());
    for (std::size_t i = 0; i < messages.size(); ++i) EXPECT_EQ(again[i], messages[i]) << i;
    EXPECT_EQ(GetParam().write({again, {}}), text);
  }
  for (const char* type : {"chi", "pon", "daiminkan", "kakan", "ankan", "reach", "reach_accepted",
                           "dora", "hora", "ryukyoku"})
    EXPECT_TRUE(seen.contains(type)) << type << " is in none of the matches";
}

// The journal that comes back replays, and ends as the match did.
TEST_P(EveryFormat, TheJournalReplays) {
  const Journal& journal = Matches().front();
  const auto log = GetParam().read(GetParam().write({Messages(journal), {}}), "game");
  ASSERT_TRUE(log.ok());
  const auto back = JournalOfGame(Rules(), *log);
  ASSERT_TRUE(back.ok());
  const auto report = Replay(Rules(), *back);
  ASSERT_TRUE(report.ok()) << FaultText(report.faults());
  EXPECT_TRUE(report->complete);
}

struct Change {
  const char* name;
  const char* type;  // the first message of this type is changed
  std::function<void(Json&)> change;
  const char* why;
};

class EveryChange : public testing::TestWithParam<Change> {};
INSTANTIATE_TEST_SUITE_P(
    Games, EveryChange,
    testing::Values(Change{"a_tile_not_held", "dahai",
                           [](Json& m) {
                             m["pai"] = "N";
                             m["tsumogiri"] = true;
                           },
                           "was not drawn"},
                    Change{"another_seat", "dahai",
                           [](Json& m) { m["actor"] = (m["actor"].get<int>() + 1) % 4; },
                           "it is not the turn of seat"},
                    Change{"another_payment", "hora",
                           [](Json& m) { m["deltas"][0] = m["deltas"][0].get<int>() + 100; },
                           "the rules pay"},
                    Change{"another_score", "start_kyoku", [](Json& m) { m["scores"][2] = 24900; },
                           "the score of seat 2 is 25000 by the rules, not 24900"},
                    Change{"no_tile", "tsumo", [](Json& m) { m["pai"] = "0x"; }, "is not a tile"},
                    Change{"an_unknown_event", "reach_accepted",
                           [](Json& m) { m["type"] = "dance"; }, "unknown event"}),
    [](const auto& change) { return change.param.name; });

TEST_P(EveryChange, IsNamedWithItsEvent) {
  GameLog log{Messages(Matches().front()), {}};
  const auto found = std::ranges::find_if(
      log.messages, [](const Json& message) { return message["type"] == GetParam().type; });
  ASSERT_NE(found, log.messages.end());
  GetParam().change(*found);
  const auto journal = JournalOfGame(Rules(), log);
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.faults()[0].code, "G01");
  const std::string text = journal.faults()[0].message;
  EXPECT_THAT(text, HasSubstr(GetParam().why));
  EXPECT_THAT(text, HasSubstr("event " + std::to_string(found - log.messages.begin() + 1)));
  EXPECT_THAT(text, HasSubstr(found->dump())) << "the event is quoted";
}

TEST(Games, TheNextHandMustFollowFromTheOneBefore) {
  GameLog log{Messages(Matches().front()), {}};
  int hands = 0;
  for (Json& message : log.messages) {
    if (message["type"] == "start_kyoku" && ++hands == 2)
      message["honba"] = message["honba"].get<int>() + 1;
  }
  const auto journal = JournalOfGame(Rules(), log);
  ASSERT_FALSE(journal.ok());
  EXPECT_THAT(journal.faults()[0].message, HasSubstr("the number of extra rounds is"));
}

// A record that begins in the middle of a match brings its state along.
TEST_P(EveryFormat, ARecordMayBeginInTheMiddle) {
  const std::vector<Json> whole = Messages(Matches().front());
  GameLog rest{{whole.front()}, {}};
  int hands = 0;
  for (const Json& message : whole) {
    if (message["type"] == "start_kyoku") ++hands;
    if (hands >= 3) rest.messages.push_back(message);
  }
  ASSERT_GT(rest.messages.size(), 1u);
  const auto log = GetParam().read(GetParam().write(rest), "game");
  ASSERT_TRUE(log.ok()) << FaultText(log.faults());
  const auto journal = JournalOfGame(Rules(), *log);
  ASSERT_TRUE(journal.ok()) << FaultText(journal.faults());
  EXPECT_EQ(Messages(*journal), rest.messages);
}

TEST(Games, TheMiddleOfAMatchNeedsItsScores) {
  std::vector<Json> messages = Messages(Matches().front());
  const auto second = std::find_if(messages.begin() + 2, messages.end(), [](const Json& message) {
    return message["type"] == "start_kyoku";
  });
  ASSERT_NE(second, messages.end());
  GameLog log{{second, messages.end()}, {}};
  log.messages.front().erase("scores");
  const auto journal = JournalOfGame(Rules(), log);
  ASSERT_FALSE(journal.ok());
  EXPECT_THAT(journal.faults()[0].message, HasSubstr("needs \"scores\""));
}

// ---- Rounds of rare cases ----

std::string NameOf(const Json& tile) {
  return MjaiTile(*table::ParseTile(tile.get<std::string>()));
}

Json NamesOf(const Json& tiles) {
  Json names = Json::array();
  for (const Json& tile : tiles) names.push_back(NameOf(tile));
  return names;
}

// The event of a row of tests/data/riichi_rare.jsonl as a message.
Json MessageOf(const Json& event, const Json& row) {
  static const std::map<std::string, std::string> names = {{"draw", "tsumo"},
                                                           {"discard", "dahai"},
                                                           {"riichi", "reach"},
                                                           {"ron", "hora"},
                                                           {"tsumo", "hora"}};
  static const std::map<std::string, std::string> reasons = {
      {"exhaustive", "fanpai"},           {"nagashi_mangan", "nagashimangan"},
      {"nine_terminals", "kyushukyuhai"}, {"four_winds", "sufonrenta"},
      {"four_riichi", "suchareach"},      {"four_kans", "sukaikan"},
      {"triple_ron", "sanchaho"}};
  const std::string type = event["type"];
  Json message{{"type", names.contains(type) ? names.at(type) : type}};
  if (event.contains("seat")) message["actor"] = event["seat"];
  if (event.contains("from")) message["target"] = event["from"];
  if (type == "tsumo") message["target"] = event["seat"];
  if (event.contains("tile"))
    message[type == "dora" ? "dora_marker" : "pai"] = NameOf(event["tile"]);
  if (event.contains("tsumogiri")) message["tsumogiri"] = event["tsumogiri"];
  if (event.contains("own")) message["consumed"] = NamesOf(event["own"]);
  if (type == "ron" || type == "tsumo") message["ura_markers"] = NamesOf(row["ura_indicators"]);
  if (type == "ryuukyoku") message = {{"type", "ryukyoku"}, {"reason", reasons.at(event["kind"])}};
  return message;
}

std::vector<Json> MessagesOf(const Json& row) {
  Json hands = Json::array();
  for (const Json& hand : row["hands"]) hands.push_back(NamesOf(hand));
  const int round = row["round"];
  std::vector<Json> messages = {{{"type", "start_game"}, {"names", {"", "", "", ""}}},
                                {{"type", "start_kyoku"},
                                 {"bakaze", MjaiWind(round)},
                                 {"kyoku", round % 4 + 1},
                                 {"honba", row["honba"]},
                                 {"kyotaku", row["sticks"]},
                                 {"oya", row["dealer"]},
                                 {"scores", row["scores"]},
                                 {"dora_marker", NameOf(row["dora_indicator"])},
                                 {"tehais", hands}}};
  for (const Json& event : row["events"]) messages.push_back(MessageOf(event, row));
  messages.push_back({{"type", "end_kyoku"}});
  return messages;
}

std::vector<Json> RareRounds() {
  std::ifstream file(MLF_SOURCE_DIR "/tests/data/riichi_rare.jsonl");
  std::vector<Json> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(Json::parse(line));
  EXPECT_GT(rows.size(), 50u);
  return rows;
}

// Each goes in as a record of one hand, out in every format, and comes back the same.
TEST_P(EveryFormat, ARareRoundGoesOutAndComesBack) {
  std::map<std::string, std::shared_ptr<const Flow>> flows;
  for (const Json& row : RareRounds()) {
    const std::string an_gang = row["rules"]["riichi_an_gang"];
    auto& flow = flows[an_gang];
    if (flow == nullptr)
      flow = *OpenFlow(
          "riichi", {{"preset", "tenhou"}, {"double_yakuman", "on"}, {"riichi_an_gang", an_gang}});
    const auto journal = JournalOfGame(*flow, {MessagesOf(row), {}});
    ASSERT_TRUE(journal.ok()) << row["id"] << FaultText(journal.faults());
    const auto out = GameOfJournal(*flow, *journal);
    ASSERT_TRUE(out.ok()) << row["id"] << FaultText(out.faults());
    const auto end = std::find_if(out->messages.rbegin(), out->messages.rend(), [](auto& message) {
      return message["type"] == "hora" || message["type"] == "ryukyoku";
    });
    ASSERT_NE(end, out->messages.rend()) << row["id"];
    for (std::size_t seat = 0; seat < 4; ++seat)
      EXPECT_EQ((*end)["scores"][seat],
                row["scores"][seat].get<int>() + row["deltas"][seat].get<int>())
          << row["id"];
    const std::string text = GetParam().write(*out);
    const auto read = GetParam().read(text, "game");
    ASSERT_TRUE(read.ok()) << row["id"] << FaultText(read.faults());
    const auto back = JournalOfGame(*flow, *read);
    ASSERT_TRUE(back.ok()) << row["id"] << FaultText(back.faults()) << text;
    const auto again = GameOfJournal(*flow, *back);
    ASSERT_TRUE(again.ok()) << row["id"];
    // The last hand of an mjlog is the last of its match.
    std::vector<Json> messages = again->messages;
    if (messages.size() == out->messages.size() + 1 && messages.back()["type"] == "end_game")
      messages.pop_back();
    EXPECT_EQ(messages, out->messages) << row["id"] << text;
  }
}

TEST(Games, ABadFileIsRefused) {
  EXPECT_EQ(ReadMjai("{\"type\":\"none\"}\nnot JSON\n", "f").faults()[0].where.line, 2);
  EXPECT_EQ(ReadMjai("", "f").faults()[0].code, "G02");
  EXPECT_EQ(ReadMjlog("<mjloggm><INIT", "f").faults()[0].code, "G03");
  EXPECT_EQ(ReadMjlog("<a/>", "f").faults()[0].code, "G03");
  EXPECT_THAT(ReadMjlog("<mjloggm>\n<GO type=\"25\"/></mjloggm>", "f").faults()[0].Text(),
              HasSubstr("f:2"));
  EXPECT_THAT(ReadMjlog("<mjloggm><TAIKYOKU oya=\"0\"/><INIT seed=\"0,0\"/></mjloggm>", "f")
                  .faults()[0]
                  .message,
              HasSubstr("six numbers"));
  EXPECT_EQ(ReadTenhou6("[]", "f").faults()[0].code, "G05");
  EXPECT_THAT(ReadTenhou6("{\"log\":[[1,2]]}", "f").faults()[0].message, HasSubstr("hand 1"));
}

TEST(Games, TheRulesOfAFileAreItsSettings) {
  const std::string init =
      "<INIT seed=\"0,0,0,1,1,0\" ten=\"250,250,250,250\" oya=\"0\" hai0=\"4\" hai1=\"8\" "
      "hai2=\"12\" hai3=\"20\"/>";
  const auto log =
      ReadMjlog("<mjloggm><GO type=\"7\"/><TAIKYOKU oya=\"0\"/>" + init + "</mjloggm>", "f");
  ASSERT_TRUE(log.ok()) << FaultText(log.faults());
  EXPECT_EQ(log->settings,
            (std::vector<std::string>{"red_fives=0", "open_tanyao=off", "round_limit=4"}));
}

}  // namespace
}  // namespace mlf::tools
