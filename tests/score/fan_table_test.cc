#include "score_table.h"

#include <mlf/components/hand_shape.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <ostream>

namespace mlf {
namespace {

using score::Verdict;
using score::WinBy;
using score::WinCase;
using test::ScoreTable;

using enum WinBy;

struct Case {
  const char* id;
  const char* hand;
  const char* melds;
  const char* tile;
  WinBy by;
  const char* facts;    // given by name, separated by spaces
  const char* options;  // "cap=4 zimo=jia_di"
  const char* basic;    // the basic row; empty = not a win
  int gen;
  int fan;
  int value;
  const char* why;
};

// Worked cases: xueliu with its defaults, rules/xuezhan.md#fans as xueliu with cap 4 and the rows
// for terminals and 2-5-8.
#define XZ "cap=4 yaojiu_jiangdui=on"
constexpr Case kCases[] = {
    {"XL01", "123m456m789m12p55p", "", "3p", kDiscard, "", "", "ping_hu", 0, 0, 1, "plain"},
    {"XL02", "123m456m789m12p55p", "", "3p", kSelfDraw, "", "", "ping_hu", 0, 1, 2,
     "plain, self-draw"},
    {"XL03", "555m33m777p99p", "peng(2m)", "3m", kDiscard, "", "", "peng_peng_hu", 0, 1, 2,
     "all triplets"},
    {"XL04", "123m234m456m789m9m", "", "9m", kSelfDraw, "", "", "qing_yi_se", 0, 3, 8, "one suit"},
    {"XL05", "1112223334567m", "", "1m", kSelfDraw, "", "", "qing_yi_se", 1, 4, 16,
     "one suit, the winning tile makes a gen"},
    {"XL06", "1199m3344p5566p7p", "", "7p", kDiscard, "", "", "qi_dui", 0, 2, 4, "seven pairs"},
    {"XL07", "11119m3344p5566p", "", "9m", kDiscard, "", "", "long_qi_dui", 0, 3, 8,
     "the quad is the dragon, no gen left"},
    {"XL08", "111199m3333p556p", "", "6p", kDiscard, "", "", "long_qi_dui", 1, 4, 16,
     "two quads, one absorbed"},
    {"XL09", "1111223344556m", "", "6m", kSelfDraw, "", "", "qing_long_qi_dui", 0, 6, 64,
     "one suit, dragon"},
    {"XL10", "5p", "peng(1m) peng(4m) peng(9m) peng(8p)", "5p", kDiscard, "", "", "jin_gou_diao", 0,
     2, 4, "four melds"},
    {"XL11", "5p", "peng(1m) bu_gang(4m) peng(9m) peng(8p)", "5p", kDiscard, "", "", "jin_gou_diao",
     1, 3, 8, "a gang is a gen"},
    {"XL12", "5m", "an_gang(1m) an_gang(2s) an_gang(3m) an_gang(4m)", "5m", kSelfDraw, "", "",
     "shi_ba_luo_han", 0, 7, 128, "known answer"},
    {"XL13", "9m", "an_gang(1m) ming_gang(2m) an_gang(3m) bu_gang(4m)", "9m", kDiscard, "", "",
     "qing_shi_ba_luo_han", 0, 8, 256, "one suit"},
    {"XL14", "123p456p789p2m", "an_gang(5m)", "2m", kSelfDraw, "gang_shang_hua", "", "ping_hu", 1,
     3, 8, "gen, self-draw, gang"},
    {"XL15", "123p456p11m78p", "peng(9m)", "9p", kDiscard, "gang_shang_pao", "", "ping_hu", 0, 1, 2,
     "discard after a gang"},
    {"XL16", "123p456p11m78p", "peng(9m)", "9p", kRob, "", "", "ping_hu", 0, 1, 2,
     "robbing needs no name"},
    {"XL16b", "123p456p11m78p", "peng(9m)", "9p", kRob, "qiang_gang_hu", "", "ping_hu", 0, 1, 2,
     "nor does the name count twice"},
    {"XL17", "111m45m22p", "peng(3p) peng(8p)", "6m", kDiscard, "hai_di", "", "ping_hu", 0, 1, 2,
     "last discard"},
    {"XL18", "123m456m789m12p55p", "", "3p", kSelfDraw, "tian_hu", "", "tian_hu", 0, 6, 64,
     "heavenly and self-drawn"},
    {"XL19", "1112345678999m", "", "1m", kDiscard, "", "", "qing_yi_se", 1, 3, 8,
     "nine gates on 1m: a gen"},
    {"XL19b", "1112345678999m", "", "9m", kDiscard, "", "", "qing_yi_se", 1, 3, 8, "on 9m"},
    {"XL20", "1112345678999m", "", "5m", kDiscard, "", "", "qing_yi_se", 0, 2, 4,
     "on the others none"},
    {"XL21", "1111222233334m", "", "4m", kDiscard, "", "", "qing_long_qi_dui", 2, 7, 128,
     "the better of two readings"},
    {"XL22", "123m456m789m12p55s", "", "3p", kDiscard, "", "", "", 0, 0, 0, "void suit in hand"},
    {"XL23", "1199m3344p5566p7p", "", "7p", kSelfDraw, "tian_hu", "", "tian_hu", 0, 6, 64,
     "5 beats the 2 of seven pairs"},
    {"XL24", "1199m3344p5566p7p", "", "7p", kSelfDraw, "tian_hu", "tianhu_mode=multiply", "qi_dui",
     0, 8, 256, "an event then"},
    {"XL25", "222444m666m888m5m", "", "5m", kDiscard, "", "", "qing_peng", 0, 3, 8,
     "one suit, all triplets"},

    {"XZ01", "123m456m789m12p55p", "", "3p", kSelfDraw, "", XZ, "ping_hu", 0, 1, 2, "jia_fan"},
    {"XZ02", "123m456m789m12p55p", "", "3p", kSelfDraw, "", XZ " zimo=jia_di", "ping_hu", 0, 0, 2,
     "1 + 1"},
    {"XZ03", "1111223344556m", "", "6m", kSelfDraw, "", XZ, "qing_long_qi_dui", 0, 6, 16, "capped"},
    {"XZ04", "1111223344556m", "", "6m", kSelfDraw, "", XZ " zimo=jia_di", "qing_long_qi_dui", 0, 5,
     17, "the unit is beyond the cap"},
    {"XZ05", "222m555m88m22p", "peng(5p)", "2p", kDiscard, "", XZ, "jiang_dui", 0, 3, 8,
     "triplets of 2 5 8"},
    {"XZ06", "225588m2255888p", "", "8p", kDiscard, "", XZ, "jiang_qi_dui", 1, 5, 16,
     "its quad counts in full"},
    {"XZ06u", "225588m2255888p", "", "8p", kDiscard, "", "yaojiu_jiangdui=on", "jiang_qi_dui", 1, 5,
     32, "uncapped"},
    {"XZ07", "1237899m123789p", "", "9m", kDiscard, "", XZ, "dai_yao_jiu", 0, 2, 4,
     "terminals everywhere"},
    {"XZ08", "1112223337899m", "", "9m", kDiscard, "", XZ, "qing_yao_jiu", 0, 4, 16,
     "read as 123 123 123 789 99"},
    {"XZ09", "1112223337899m", "", "9m", kDiscard, "", "cap=4 yaojiu_jiangdui=off", "qing_yi_se", 0,
     2, 4, "without the option"},
    {"XZ10", "5p", "peng(2m) peng(5m) peng(8m) peng(8p)", "5p", kDiscard, "", XZ,
     "jiang_jin_gou_diao", 0, 4, 16, "hook of 2 5 8"},
    {"XZ11", "5m", "an_gang(1m) an_gang(2s) an_gang(3m) an_gang(4m)", "5m", kSelfDraw, "", XZ,
     "shi_ba_luo_han", 0, 7, 16, "capped"},
    {"XZ11u", "5m", "an_gang(1m) an_gang(2s) an_gang(3m) an_gang(4m)", "5m", kSelfDraw, "",
     "yaojiu_jiangdui=on", "shi_ba_luo_han", 0, 7, 128, "uncapped"},
    {"XZ12", "123p456p789p2m", "an_gang(5m)", "2m", kSelfDraw, "gang_shang_hua", XZ, "ping_hu", 1,
     3, 8, "after a gang"},
    {"XZ13", "234567m22p34678p", "", "5p", kDiscard, "", XZ " menqing_zhongzhang=on", "ping_hu", 0,
     1, 2, "no terminals; off a discard not concealed"},
    {"XZ14", "234567m22p34678p", "", "5p", kSelfDraw, "", XZ " menqing_zhongzhang=on", "ping_hu", 0,
     3, 8, "no terminals, concealed, self-draw"},
    {"XZ15", "55777m2233p6688p", "", "7m", kDiscard, "", XZ, "long_qi_dui", 0, 3, 8, "dragon"},
    {"XZ16", "4m", "peng(1m) bu_gang(6m) ming_gang(9m) an_gang(3m)", "4m", kSelfDraw, "",
     "yaojiu_jiangdui=on", "qing_jin_gou_diao", 3, 8, 256, "uncapped"},
    {"XZ16c", "4m", "peng(1m) bu_gang(6m) ming_gang(9m) an_gang(3m)", "4m", kSelfDraw, "", XZ,
     "qing_jin_gou_diao", 3, 8, 16, "capped"},
    {"XZ17", "123m456m789m1p", "peng(7p)", "1p", kDiscard, "", XZ, "ping_hu", 0, 0, 1, "plain"},

    // Rows and options without a worked case.
    {"qing_qi_dui", "1122334455667m", "", "7m", kDiscard, "", "", "qing_qi_dui", 0, 4, 16,
     "one suit, no quad"},
    {"qing_jin_gou_diao", "5m", "peng(1m) peng(4m) peng(9m) peng(8m)", "5m", kDiscard, "", "",
     "qing_jin_gou_diao", 0, 4, 16, "one suit"},
    {"di_hu", "123m456m789m12p55p", "", "3p", kSelfDraw, "di_hu", "", "di_hu", 0, 6, 64,
     "as tian_hu"},
    {"tian_hu gen", "1112345678999m", "", "1m", kSelfDraw, "tian_hu", "", "tian_hu", 0, 6, 64,
     "absorbs every gen: 5 beats 2 + 1"},
    {"tian_hu loses", "1111222233334m", "", "4m", kSelfDraw, "tian_hu", "", "qing_long_qi_dui", 2,
     8, 256, "5 + 2 gen beats 5"},
    {"tian_hu tie", "1111223344556m", "", "6m", kSelfDraw, "tian_hu", "", "tian_hu", 0, 6, 64,
     "equal sum and fan: the later row"},
    {"hook tie", "9m", "an_gang(1m) ming_gang(2m) an_gang(3m) bu_gang(4m)", "9m", kDiscard, "", "",
     "qing_shi_ba_luo_han", 0, 8, 256, "equal sums: the larger own fan"},
    {"tian_hu cap", "123m456m789m12p55p", "", "3p", kSelfDraw, "tian_hu", "tianhu_mode=cap cap=8",
     "tian_hu", 0, 6, 256, "worth the cap"},
    {"tian_hu cap, better hand", "1111222233334m", "", "4m", kSelfDraw, "tian_hu",
     "tianhu_mode=cap cap=10", "tian_hu", 0, 6, 1024, "named all the same"},
    {"tian_hu cap, not there", "1111222233334m", "", "4m", kSelfDraw, "", "tianhu_mode=cap cap=10",
     "qing_long_qi_dui", 2, 8, 256, "an ordinary win"},
    {"jia_di_in_cap", "1111223344556m", "", "6m", kSelfDraw, "", "cap=4 zimo=jia_di_in_cap",
     "qing_long_qi_dui", 0, 5, 16, "the unit is within the cap"},
    {"jia_di_in_cap low", "123m456m789m12p55p", "", "3p", kSelfDraw, "", "cap=4 zimo=jia_di_in_cap",
     "ping_hu", 0, 0, 2, "1 + 1"},
    {"zimo none", "123m456m789m12p55p", "", "3p", kSelfDraw, "", "zimo=none", "ping_hu", 0, 0, 1,
     "a self-draw adds nothing"},
    {"long_qi_dui 4", "11119m3344p5566p", "", "9m", kDiscard, "", "long_qi_dui=4", "long_qi_dui", 0,
     4, 16, "raised"},
    {"qing_long_qi_dui 6", "1111223344556m", "", "6m", kDiscard, "", "long_qi_dui=4",
     "qing_long_qi_dui", 0, 6, 64, "raised with it"},
    {"hai_di self", "123m456m789m12p55p", "", "3p", kSelfDraw, "hai_di", "", "ping_hu", 0, 2, 4,
     "on top of zi_mo"},
    {"hai_di replaces", "123m456m789m12p55p", "", "3p", kSelfDraw, "hai_di", "hai_di=replace_zi_mo",
     "ping_hu", 0, 1, 2, "instead of zi_mo"},
    {"hai_di replaces, gang", "123p456p789p2m", "an_gang(5m)", "2m", kSelfDraw,
     "hai_di gang_shang_hua", "hai_di=replace_zi_mo", "ping_hu", 1, 3, 8, "x4 and a gen"},
    {"duan_yao 9", "234567m22p34578p", "", "9p", kDiscard, "", "menqing_zhongzhang=on", "ping_hu",
     0, 0, 1, "a 9 in it"},
    {"men_qing an_gang", "123p456p789p2m", "an_gang(5m)", "2m", kSelfDraw, "",
     "menqing_zhongzhang=on", "ping_hu", 1, 3, 8, "an an_gang leaves it concealed"},
    {"men_qing peng", "123p456p789p2m", "peng(5m)", "2m", kSelfDraw, "", "menqing_zhongzhang=on",
     "ping_hu", 0, 1, 2, "a peng does not"},
    {"gen peng + hand", "567m123p456p2p", "peng(5m)", "2p", kDiscard, "", "", "ping_hu", 1, 1, 2,
     "three melded, one in hand"},
    {"quad is no triplet", "1111m22m333p444p5p", "", "5p", kDiscard, "", "", "", 0, 0, 0,
     "1111 is not a set and a tile"},
    {"terminals, peng 5", "123m789m99p12p", "peng(5m)", "3p", kDiscard, "", XZ, "ping_hu", 0, 0, 1,
     "the peng holds none"},
    {"terminals, peng 9", "123m789m99p12p", "peng(9m)", "3p", kDiscard, "", XZ, "dai_yao_jiu", 1, 3,
     8, "the peng holds one; the fourth 9m is a gen"},
    {"not complete", "123m456m789m12p55p", "", "4p", kDiscard, "", "", "", 0, 0, 0,
     "waits on 3p only"},
};
#undef XZ

void PrintTo(const Case& c, std::ostream* out) { *out << c.id << ": " << c.why; }

OptionValues Options(std::string_view text) {
  OptionValues values;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    values.emplace(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return values;
}

class Judging : public testing::TestWithParam<Case> {
 protected:
  // Building a flow is slower than judging, so flows are cached by options.
  static ScoreTable& Table(const std::string& options) {
    static std::map<std::string, std::unique_ptr<ScoreTable>> tables;
    std::unique_ptr<ScoreTable>& table = tables[options];
    if (table == nullptr)
      table = std::make_unique<ScoreTable>(ScoreTable::Spec{
          .options = Options(options), .judge = {}, .hu = {}, .gang = {}, .done = {}});
    return *table;
  }
};

void Deal(ScoreTable& table, const Case& c, WinCase& win) {
  table.Clear();
  const bool self_draw = c.by == kSelfDraw;
  table.Hand(0, self_draw ? std::string(c.hand) + c.tile : std::string(c.hand), self_draw);
  table.Melds(0, c.melds);
  // A suit that the hand does not hold; XL22 still holds its void suit.
  const bool no_tiao = std::string_view(c.melds).find('s') == std::string_view::npos;
  table.Void(0, no_tiao ? "s" : "p");
  win = {.seat = 0,
         .payer = static_cast<Seat>(self_draw ? kNoSeat : 1),
         .tile = *c.tile == 0 ? table::kNoTile : test::TileOf(c.tile),
         .by = c.by};
}

score::RowSet Given(const score::Judge& judge, std::string_view facts) {
  score::RowSet given;
  while (!facts.empty()) {
    const std::string_view word = facts.substr(0, facts.find(' '));
    const auto row = judge.FactRow(word);
    EXPECT_TRUE(row) << word;
    if (row) given.Add(*row);
    facts.remove_prefix(std::min(facts.size(), word.size() + 1));
  }
  return given;
}

TEST_P(Judging, GivesWhatTheCardSays) {
  const Case& c = GetParam();
  ScoreTable& table = Table(c.options);
  ASSERT_TRUE(table.ok()) << table.faults;
  const score::Judge& judge = table.judge();
  WinCase win;
  Deal(table, c, win);
  win.facts = WinCase::Facts::kGiven;
  win.given = Given(judge, c.facts);
  Verdict verdict;
  judge.Evaluate(table.records, win, verdict);
  ASSERT_EQ(verdict.win, *c.basic != 0) << c.why;
  if (!verdict.win) return;

  std::string basic;
  int gen = 0, sum = 0, last = -1;
  for (const score::FanLine& line : verdict.Lines()) {
    const std::string& id = judge.Rows()[line.row].id;
    EXPECT_GT(int{line.row}, last) << "table order";
    last = line.row;
    sum += line.count * line.fan;
    if (id == "gen") {
      gen = line.count;
    } else if (basic.empty()) {
      basic = id;  // basic rows precede events
    }
  }
  EXPECT_EQ(basic, c.basic) << c.why;
  EXPECT_EQ(gen, c.gen) << c.why;
  EXPECT_EQ(verdict.fan, c.fan) << c.why;
  EXPECT_EQ(verdict.value, c.value) << c.why;
  EXPECT_EQ(sum, verdict.fan) << "the lines are what counts";
}

INSTANTIATE_TEST_SUITE_P(Cards, Judging, testing::ValuesIn(kCases), [](const auto& named) {
  std::string name;
  for (char c : std::string_view(named.param.id))
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

// Every row of the table is reached by a case above, under the options that have it.
TEST(FanTable, EveryRowHasACase) {
  ScoreTable table({.options = Options("yaojiu_jiangdui=on menqing_zhongzhang=on"),
                    .judge = {},
                    .hu = {},
                    .gang = {},
                    .done = {}});
  ASSERT_TRUE(table.ok()) << table.faults;
  const score::Judge& judge = table.judge();
  std::map<std::string, int> seen;
  for (const score::FanRow& row : judge.Rows()) seen[row.id] = 0;
  for (const Case& c : kCases) {
    WinCase win;
    Deal(table, c, win);
    win.facts = WinCase::Facts::kGiven;
    win.given = Given(judge, c.facts);
    Verdict verdict;
    judge.Evaluate(table.records, win, verdict);
    for (const score::FanLine& line : verdict.Lines()) ++seen[judge.Rows()[line.row].id];
  }
  for (const auto& [id, count] : seen) EXPECT_GT(count, 0) << id;
}

TEST(FanTable, CountsNeitherEventsNorFactsAtTheEndOfAHand) {
  ScoreTable table(
      {.options = Options("menqing_zhongzhang=on"), .judge = {}, .hu = {}, .gang = {}, .done = {}});
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Hand(0, "234567m22p34678p");
  table.board().turn.discard_gang = table::MeldKind::kBuGang;
  table.board().wall.head = table.board().wall.tail;
  WinCase win{.seat = 0,
              .payer = kNoSeat,
              .tile = test::TileOf("5p"),
              .by = kDiscard,
              .facts = WinCase::Facts::kFromRecords,
              .given = {}};
  Verdict verdict;
  table.judge().Evaluate(table.records, win, verdict);
  EXPECT_EQ(verdict.fan, 3) << "no terminals, gang discard, last tile";
  win.facts = WinCase::Facts::kNone;
  table.judge().Evaluate(table.records, win, verdict);
  EXPECT_EQ(verdict.fan, 0);
  EXPECT_EQ(verdict.value, 1);
}

TEST(FanTable, TilesSetAsideCountForNothing) {
  ScoreTable table({});
  ASSERT_TRUE(table.ok()) << table.faults;
  table.Hand(0, "555m234m123p456p2p");
  table.board().seats[0].set_aside.Add(test::TileOf("5m"));
  Verdict verdict;
  table.judge().Evaluate(
      table.records, {.seat = 0, .payer = 1, .tile = test::TileOf("2p"), .by = kDiscard}, verdict);
  ASSERT_TRUE(verdict.win);
  EXPECT_EQ(verdict.fan, 0) << "the fourth 5m won an earlier time";
}

// 带幺九 compared with a plain search over all readings, on two-suited hands near the pattern.
TEST(HandShape, TerminalSetsAgreesWithAllReadings) {
  std::uint32_t state = 12345;
  const auto next = [&](std::uint32_t bound) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % bound;
  };
  int holds = 0, complete = 0;
  for (int round = 0; round < 40000; ++round) {
    std::array<int, 18> copies{};
    for (int set = 0; set < 4; ++set) {
      const auto suit = static_cast<table::Suit>(next(2));
      const int low = static_cast<int>(next(3)) * 3 + 1;
      if (next(3) == 0) {
        copies[table::MakeTile(suit, next(2) != 0 ? low : low + 2)] += 3;
      } else {
        for (int i = 0; i < 3; ++i) copies[table::MakeTile(suit, low + i)] += 1;
      }
    }
    copies[table::MakeTile(static_cast<table::Suit>(next(2)), next(3) == 0
                                                                  ? static_cast<int>(next(9)) + 1
                                                              : next(2) != 0 ? 1
                                                                             : 9)] += 2;
    if (*std::max_element(copies.begin(), copies.end()) > 4) continue;
    Counts hand;
    for (std::size_t tile = 0; tile < copies.size(); ++tile)
      hand.Add(static_cast<Piece>(tile), copies[tile]);
    ++complete;
    bool expected = false;
    table::ForEachReading(hand, 4, [&](const table::Reading& reading) {
      const auto end = [](table::Tile tile) { return RankOf(tile) == 0 || RankOf(tile) == 8; };
      bool all = end(reading.pair);
      for (const table::SetReading& set : reading.Sets()) all &= end(set.At(0)) || end(set.At(2));
      expected |= all;
    });
    const score::HandShape shape(hand, {}, table::kNoTile, kDiscard);
    ASSERT_EQ(shape.TerminalSets(), expected) << table::FormatTiles(hand);
    holds += expected ? 1 : 0;
  }
  EXPECT_GT(holds, 1000);
  EXPECT_GT(complete - holds, 1000);
}

struct Broken {
  const char* rows;
  const char* says;
};

TEST(FanTable, TellsEveryFault) {
  constexpr Broken kBroken[] = {
      {"[{id: a, kind: basic, fan: 1, pattern: standard_win}, {id: a, kind: basic, fan: 1, "
       "pattern: one_suit}]",
       "id already"},
      {"[{id: a, kind: event, fan: 1, fact: robbed, replaces: a}]", "replaces itself"},
      {"[{id: a, kind: event, fan: 1, fact: robbed, replaces: b}, {id: b, kind: event, fan: 1, "
       "fact: robbed, replaces: a}]",
       "replace each other"},
      {"[{id: a, kind: event, fan: 1, fact: robbed, replaces: c}]", "no fan row \"c\""},
      {"[{id: a, kind: basic, fan: 1, pattern: standard_wim}]", "standard_win"},
      {"[{id: a, kind: basic, fan: 1, fact: one_suit}]", "must be a win_fact"},
      {"[{id: a, kind: basic, fan: x, pattern: standard_win}]", "fan must be"},
      {"[{id: a, kind: basics, fan: 1, pattern: standard_win}]", "kind must be"},
      {"[{id: a, kind: basic, fan: 1}]", "needed"},
      {"[{id: a, kind: gen, fan: 1, pattern: one_suit}]", "no pattern"},
      {"[{id: a, kind: basic, fan: 1, patern: one_suit, fact: robbed}]",
       "did you mean \"pattern\""},
      {"[{id: a, kind: basic, fan: 1, absorbs: some, pattern: one_suit}]", "absorbs"},
      {"[{kind: basic, fan: 1, pattern: one_suit}]", "needs an id"},
      {"[{id: a, kind: basic, fan: 1, pattern: {only_ranks: 2x}}]", "only_ranks"},
      {"[5]", "a fan row is written"},
      {"{id: a}", "a list of fan rows"},
      {"[]", "a list of fan rows"},
  };
  for (const Broken& broken : kBroken) {
    const auto rows = ParseYaml(broken.rows, "rows.yaml");
    ASSERT_TRUE(rows.ok()) << broken.rows;
    const ScoreTable table({.options = {},
                            .judge = Value::Map({{"fan_table", Value::Map({{"rows", *rows}})}}),
                            .hu = {},
                            .gang = {},
                            .done = {}});
    EXPECT_FALSE(table.ok()) << broken.rows;
    EXPECT_NE(table.faults.find(broken.says), std::string::npos) << broken.rows << "\n"
                                                                 << table.faults;
  }
}

TEST(FanTable, CapModeNeedsACap) {
  const auto judge = ParseYaml(
      "fan_table: {value: {doubling: {cap: none, full: [a]}}, rows: [{id: a, zh: 甲, en: A, kind: "
      "basic, fan: 1, pattern: standard_win}]}",
      "judge.yaml");
  const ScoreTable table({.options = {}, .judge = *judge, .hu = {}, .gang = {}, .done = {}});
  EXPECT_FALSE(table.ok());
  EXPECT_NE(table.faults.find("cap is none"), std::string::npos) << table.faults;
}

// A gen row has no condition, so a product of conditions cannot count it.
TEST(FanTable, CombinersRefuseRowsThatNeverCount) {
  const auto faults = [](const char* text) {
    const auto judge = ParseYaml(text, "judge.yaml");
    EXPECT_TRUE(judge.ok()) << text;
    return ScoreTable({.options = {}, .judge = *judge, .hu = {}, .gang = {}, .done = {}}).faults;
  };
  EXPECT_NE(faults("fan_table: {combine: product, rows: [{id: a, kind: basic, fan: 1, pattern: "
                   "standard_win}, {id: gen, kind: gen, fan: 2}]}")
                .find("a gen row never counts in a product"),
            std::string::npos);
  EXPECT_NE(faults("fan_table: {combine: {most_paid: {flat: nope}}, value: points, rows: [{id: a, "
                   "fan: 1, pattern: standard_win}]}")
                .find("combine: there is no fan row \"nope\""),
            std::string::npos);
  EXPECT_NE(faults("fan_table: {combine: {most_paid: {rows: product}}, value: points, rows: [{id: "
                   "a, fan: 1, pattern: standard_win}]}")
                .find("walked in order"),
            std::string::npos);
}

TEST(FanTable, LabelsAreNoBehaviour) {
  const auto flow = [](const char* row) {
    const auto rows = ParseYaml(row, "rows.yaml");
    return ScoreTable({.options = {},
                       .judge = Value::Map({{"fan_table", Value::Map({{"rows", *rows}})}}),
                       .hu = {},
                       .gang = {},
                       .done = {}})
        .flow;
  };
  const auto a = flow("[{id: a, zh: 甲, en: A, kind: basic, fan: 1, pattern: standard_win}]");
  const auto b = flow("[{id: a, zh: 乙, en: B, kind: basic, fan: 1, pattern: standard_win}]");
  const auto c = flow("[{id: a, zh: 甲, en: A, kind: basic, fan: 2, pattern: standard_win}]");
  const auto d = flow("[{id: a, zh: 甲, en: A, kind: basic, fan: 1, pattern: one_suit}]");
  ASSERT_TRUE(a && b && c && d);
  EXPECT_EQ(a->fingerprint(), b->fingerprint());
  EXPECT_NE(a->fingerprint(), c->fingerprint());
  EXPECT_NE(a->fingerprint(), d->fingerprint());
}

}  // namespace
}  // namespace mlf
