// `mlf score` and `mlf hand`: JSON objects, line by line.
#include "tools/kit/score_io.h"
#include <mlf/variants/open.h>
#include "tools/kit/hand_io.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <string_view>

namespace mlf::tools {
namespace {

using Json = nlohmann::ordered_json;

std::shared_ptr<const Flow> XueliuWith(const OptionValues& options = {}) {
  return *OpenFlow(std::string(MLF_SOURCE_DIR) + "/variants/xueliu", options);
}

Json Score(const std::string& line, const OptionValues& options = {}) {
  std::istringstream in(line);
  std::ostringstream out;
  const int status = RunScore(*XueliuWith(options), in, out);
  const Json json = Json::parse(out.str());
  EXPECT_EQ(status, json.contains("error") ? 1 : 0) << out.str();
  return json;
}

TEST(Score, OneAnswerExactly) {
  EXPECT_EQ(
      Score(
          R"j({"id":"XL14","hand":"123p456p789p2m","melds":["an_gang(5m)"],"win":"2m","by":"self_draw","events":["gang_shang_hua"]})j")
          .dump(),
      R"j({"id":"XL14","win":true,"fans":[{"id":"ping_hu","zh":"平胡","fan":0,"count":1},{"id":"gen","zh":"根","fan":1,"count":1},)j"
      R"j({"id":"zi_mo","zh":"自摸","fan":1,"count":1},{"id":"gang_shang_hua","zh":"杠上开花","fan":1,"count":1}],"fan":3,"value":8,)j"
      R"j("points":[24,-8,-8,-8],"reading":{"pair":"22m","sets":["123p","456p","789p","an_gang(5m)"]}})j");
}

TEST(Score, ALineEachAndTheStatusAfterAll) {
  std::istringstream in(
      "{\"id\":\"a\",\"hand\":\"1\"}\n\n{\"id\":\"b\",\"hand\":\"123m456m789m12p55p\",\"win\":"
      "\"3p\",\"by\":\"discard\"}\nnonsense\n");
  std::ostringstream out;
  EXPECT_EQ(RunScore(*XueliuWith(), in, out), 1);
  std::istringstream lines(out.str());
  std::vector<Json> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(Json::parse(line));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["id"], "a");
  EXPECT_TRUE(rows[0].contains("error"));
  EXPECT_EQ(rows[1]["value"], 1);
  EXPECT_TRUE(rows[2].contains("error"));
}

TEST(Score, NoWinSaysWhy) {
  const Json held = Score(
      R"j({"id":"XL22","hand":"123m456m789m12p55s","win":"3p","by":"discard","state":{"void":"s"}})j");
  EXPECT_EQ(held["win"], false);
  EXPECT_EQ(held["why"]["code"], "tiles_not_allowed");
  EXPECT_EQ(
      Score(R"j({"id":"x","hand":"123m456m789m12p55p","win":"9s","by":"discard"})j")["why"]["code"],
      "not_complete");
}

// The variant's win node decides who pays; seats, payers and options matter.
TEST(Score, Points) {
  const std::string hand =
      R"j("hand":"123p456p789p2m","melds":["ming_gang(5m)"],"win":"2m","by":"self_draw","events":["gang_shang_hua"])j";
  struct Row {
    const char* rest;
    OptionValues options;
    std::vector<int> points;
    const char* why;
  };
  const Row rows[] = {
      {R"j(,"seat":2)j", {}, {-8, -8, 24, -8}, "another winner"},
      {R"j(,"seats_won":[3])j", {}, {16, -8, -8, 0}, "who has left pays nothing"},
      {R"j(,"payer":2)j",
       {{"diangang_hua", "pao"}},
       {8, 0, -8, 0},
       "only the source of the gang pays"},
      {"", {{"zimo", "jia_di"}}, {15, -5, -5, -5}, "two fan, and one di on top"},
      {"", {{"cap", "2"}}, {12, -4, -4, -4}, "the cap"},
  };
  for (const Row& row : rows) {
    const Json json = Score("{\"id\":\"x\"," + hand + row.rest + "}", row.options);
    EXPECT_EQ(json["points"], Json(row.points)) << row.why << json;
  }
  EXPECT_EQ(
      Score(
          R"j({"id":"x","hand":"123p456p11m78p","melds":["peng(9m)"],"win":"9p","by":"rob","seat":3,"payer":0})j")
          ["points"],
      Json({-2, 0, 0, 2}));
}

TEST(Score, Readings) {
  const std::pair<const char*, const char*> rows[] = {
      {R"j("hand":"1199m3344p5566p7p","win":"7p")j",
       R"j({"pairs":["11m","99m","33p","44p","55p","66p","77p"]})j"},
      {R"j("hand":"1111222233334m","win":"4m")j",
       R"j({"pairs":["11m","11m","22m","22m","33m","33m","44m"]})j"},
      {R"j("hand":"222444m666m888m5m","win":"5m")j",
       R"j({"pair":"55m","sets":["222m","444m","666m","888m"]})j"},
      {R"j("hand":"11122233345m99p","win":"6m")j",
       R"j({"pair":"99p","sets":["111m","222m","333m","456m"]})j"},
  };
  for (const auto& [hand, reading] : rows) {
    EXPECT_EQ(
        Score(std::string("{\"id\":\"x\",") + hand + ",\"by\":\"discard\"}")["reading"].dump(),
        reading)
        << hand;
  }
}

TEST(Score, BadCases) {
  const std::pair<const char*, const char*> rows[] = {
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","wni":1)j",
       "did you mean \"win\"?"},
      {R"j("hand":"123m456m789m12p55p","win":"3p")j", "by: is missing"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"chance")j",
       "by: self_draw, discard or rob"},
      {R"j("hand":"123m456m789m12p5p","win":"3p","by":"discard")j",
       "12 tiles without the winning one"},
      {R"j("hand":"11112m456m789m55p","win":"1m","by":"discard")j",
       "more 1m than there are in play"},
      {R"j("hand":"1111m456m789m12p5z","win":"5z","by":"discard")j",
       "more 5z than there are in play"},
      {R"j("hand":"12q","win":"3p","by":"discard")j", "12q"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","events":["tian_hu"]})j",
       "not JSON"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","events":["tian_hu"])j",
       "tian_hu cannot be"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"self_draw","events":["tianhu"])j",
       "did you mean \"tian_hu\"?"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"self_draw","events":["tian_hu"],"dealer":1)j",
       "tian_hu cannot be"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"self_draw","events":["gang_shang_hua"])j",
       "the hand has no gang"},
      {R"j("hand":"456m789m12p55p","melds":["peng(1m)"],"win":"3p","by":"self_draw","events":["tian_hu"])j",
       "contradict"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","events":["qiang_gang_hu"])j",
       "qiang_gang_hu cannot be"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","payer":0)j",
       "does not pay itself"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","payer":4)j", "a number in 0..3"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","state":{"void":"x"})j",
       "void: expected m, p or s"},
      {R"j("hand":"123m456m789m12p55p","win":"3p","by":"discard","state":{"laizi":"3m"})j",
       "keeps no \"laizi\""},
      {R"j("hand":"123m456m789m12p55p","hand":"1m","win":"3p","by":"discard")j", "there twice"},
  };
  for (const auto& [body, message] : rows) {
    const Json json = Score(std::string("{\"id\":\"x\",") + body + "}");
    ASSERT_TRUE(json.contains("error")) << body << json;
    EXPECT_NE(json["error"].get<std::string>().find(message), std::string::npos) << body << json;
    EXPECT_EQ(json.size(), 2u);
  }
}

// Red fives in melds: what is read, how the reading writes it, and what cannot be. The hand is
// 234p99p34s with peng(7z), won on 2s.
TEST(Score, RedFivesInMelds) {
  struct Row {
    const char* red_fives;
    const char* meld;
    int reds;             // that count; -1 = an error
    const char* written;  // in the reading, or the error
  };
  const Row rows[] = {
      {"3", "an_gang(5m)", 1, "an_gang(5m)"},
      {"3", "an_gang(0m)", 1, "an_gang(5m)"},
      {"3", "an_gang(5555m)", 1, "an_gang(5m)"},
      {"3", "an_gang(0555m)", 1, "an_gang(5m)"},
      {"3", "ming_gang(5s)", 1, "ming_gang(5s)"},
      {"3", "bu_gang(5m)", 1, "bu_gang(5m)"},
      {"3", "an_gang(6m)", 0, "an_gang(6m)"},
      {"3", "peng(5m)", 0, "peng(5m)"},
      {"3", "peng(0m)", 1, "peng(0m)"},
      {"3", "peng(505m)", 1, "peng(0m)"},
      {"3", "chi(406m)", 1, "chi(406m)"},
      {"3", "chi(046m)", 1, "chi(406m)"},
      {"3", "chi(340m)", 1, "chi(340m)"},
      {"3", "chi(456m)", 0, "chi(456m)"},
      {"4", "an_gang(5s)", 1, "an_gang(5s)"},
      {"0", "an_gang(5m)", 0, "an_gang(5m)"},
      {"0", "peng(0m)", -1, "melds: more 0m than there are in play"},
      {"0", "an_gang(0m)", -1, "melds: more 0m than there are in play"},
      {"0", "an_gang(0000m)", -1, "melds: more 0m than there are in play"},
      {"3", "peng(005m)", -1, "melds: more 0m than there are in play"},
      {"3", "an_gang(0055m)", -1, "melds: more 0m than there are in play"},
      {"3", "chi(046p)", 1, "chi(406p)"},
      {"3", "chi(407m)", -1, "a chi is three tiles in a row"},
      {"3", "peng(06m)", -1, "peng is of one kind"},
  };
  for (const Row& row : rows) {
    const bool five_p = std::string_view(row.meld).ends_with("p)");
    const std::string hand = five_p ? "444p99p34s" : "234p99p34s";
    std::istringstream in(std::string(R"j({"id":"x","hand":")j") + hand + R"j(","melds":[")j" +
                          row.meld + R"j(","peng(7z)"],"win":"2s","by":"discard"})j");
    std::ostringstream out;
    const auto flow = *OpenFlow("riichi", {{"red_fives", row.red_fives}});
    EXPECT_EQ(RunScore(*flow, in, out), row.reds < 0 ? 1 : 0) << row.meld << out.str();
    const Json json = Json::parse(out.str());
    if (row.reds < 0) {
      EXPECT_NE(json.value("error", "").find(row.written), std::string::npos)
          << row.meld << " " << json;
      continue;
    }
    int reds = 0;
    for (const Json& fan : json["fans"]) reds += fan["id"] == "red_dora" ? int{fan["count"]} : 0;
    EXPECT_EQ(reds, row.reds) << row.meld << " " << json;
    EXPECT_NE(json["reading"].dump().find(row.written), std::string::npos) << row.meld << json;
  }
}

// Each bad line is an error of that line only; the next line is processed.
TEST(Score, DeepLinesAreErrors) {
  const auto nested = [](const std::string& open, const std::string& close, int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += open;
    text += "1";
    for (int i = 0; i < levels; ++i) text += close;
    return text;
  };
  const std::string lists = nested("[", "]", 100'000);
  const std::string objects = R"({"id":"x","state":)" + nested("{\"a\":", "}", 60'000) + "}";
  const std::string unclosed(100'000, '[');
  for (const std::string& line : {lists, objects, unclosed}) {
    for (const bool score : {true, false}) {
      std::istringstream in(
          line + "\n" +
          R"({"id":"next","tiles":"123m456m789m12p55p","hand":"123m456m789m12p55p","win":"3p","by":"discard"})" +
          "\n");
      std::ostringstream out;
      const auto flow = *OpenFlow("xueliu");
      EXPECT_EQ(score ? RunScore(*flow, in, out) : RunHand(in, out), 1);
      EXPECT_NE(out.str().find("nested too deep; at most 64 levels can be read (character "),
                std::string::npos)
          << out.str();
      EXPECT_NE(out.str().find("\"id\":\"next\""), std::string::npos) << out.str();
    }
  }
}

// The public vectors through this interface: each answer contains its row. The rows hold what is
// expected, which is not read.
TEST(Hand, TheVectors) {
  for (const char* file : {"shanten.jsonl", "wild_win.jsonl"}) {
    std::ifstream rows(std::string(MLF_SOURCE_DIR) + "/tests/data/" + file);
    std::stringstream in, out;
    std::vector<Json> expected;
    for (std::string line; std::getline(rows, line) && expected.size() < 400;) {
      in << line << '\n';
      expected.push_back(Json::parse(line));
    }
    EXPECT_EQ(RunHand(in, out), 0);
    for (const Json& row : expected) {
      std::string line;
      ASSERT_TRUE(std::getline(out, line));
      const Json answer = Json::parse(line);
      for (const auto& [key, value] : row.items()) {
        if (key == "tiles" || key == "meld_count" || key == "mcr" || key == "tile_set" ||
            key == "wild" || key == "wild_count")
          continue;
        EXPECT_EQ(answer.value(key, Json()), value) << key << " of " << row << "\n" << answer;
      }
    }
  }
}

TEST(Hand, BadRows) {
  const char* rows[] = {R"j({"id":"x"})j",
                        R"j({"id":"x","tiles":"123"})j",
                        R"j({"id":"x","tiles":"11111m456m789m12p"})j",
                        R"j({"id":"x","tiles":"1m"})j",
                        R"j({"id":"x","tiles":"05555m123p456p789p"})j",
                        R"j({"id":"x","tiles":"0m123p456p789s12s1z","wild":"5m","wild_count":1})j",
                        R"j({"tiles":"1m"})j",
                        R"j({"id":"x","tiles":"123m456m789m12p55p","wild":"1z"})j",
                        R"j([])j"};
  for (const char* row : rows) {
    std::istringstream in(row);
    std::ostringstream out;
    EXPECT_EQ(RunHand(in, out), 1) << row;
    EXPECT_TRUE(Json::parse(out.str()).contains("error")) << out.str();
  }
}

TEST(Hand, ForPeople) {
  std::ostringstream out, errors;
  EXPECT_EQ(ShowHand("123m456m789m12p55p", Lang::kEn, out, errors), 0);
  EXPECT_NE(out.str().find("waits on 3px4 (4 left)"), std::string::npos) << out.str();
  out.str("");
  EXPECT_EQ(ShowHand("123m456m789m12p55p9s", Lang::kZh, out, errors), 0);
  EXPECT_NE(out.str().find("打 9s：听牌"), std::string::npos) << out.str();
  EXPECT_EQ(errors.str(), "");
  EXPECT_EQ(ShowHand("12x", Lang::kEn, out, errors), 1);
  EXPECT_NE(errors.str(), "");
}

}  // namespace
}  // namespace mlf::tools
