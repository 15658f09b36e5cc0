// Every hand of tests/data/riichi_scoring.jsonl through `mlf score`: yaku, fan, fu, yakuman and
// points as public calculators have them.
#include <mlf/variants/open.h>
#include "tools/kit/score_io.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

using RowJson = nlohmann::ordered_json;

constexpr std::string_view kWinds = "ESWN";

RowJson MeldsOf(const RowJson& row) {
  const std::map<std::string, std::string> kinds = {{"chi", "chi"},
                                                    {"pon", "peng"},
                                                    {"daiminkan", "ming_gang"},
                                                    {"ankan", "an_gang"},
                                                    {"kakan", "bu_gang"}};
  RowJson melds = RowJson::array();
  for (const RowJson& meld : row["melds"]) {
    const std::string kind = kinds.at(meld["kind"]), tiles = meld["tiles"];
    const std::string shown = kind == "chi" ? tiles : tiles.substr(0, 1) + tiles.back();
    melds.push_back(kind + "(" + shown + ")");
  }
  return melds;
}

RowJson CaseOf(const RowJson& row) {
  const RowJson& flags = row["flags"];
  const bool tsumo = row["tsumo"];
  const bool east = row["seat_wind"] == "E";
  RowJson events = RowJson::array();
  const auto event = [&](bool present, const char* id) {
    if (present) events.push_back(id);
  };
  event(flags["riichi"] == 1, "riichi");
  event(flags["riichi"] == 2, "double_riichi");
  event(flags["ippatsu"], "ippatsu");
  event(flags["rinshan"], "rinshan");
  event(flags["last_tile"], tsumo ? "haitei" : "houtei");
  event(flags["first_turn"], east ? "tenhou" : "chiihou");
  const auto joined = [](const RowJson& list) {
    std::string text;
    for (const RowJson& item : list) text += item.get<std::string>();
    return text;
  };
  RowJson one{{"id", row["id"]},
              {"hand", row["concealed"]},
              {"melds", MeldsOf(row)},
              {"win", row["win_tile"]},
              {"by", tsumo              ? "self_draw"
                     : flags["chankan"] ? "rob"
                                        : "discard"},
              {"events", events},
              {"state",
               {{"seat_wind", row["seat_wind"]},
                {"round_wind", row["round_wind"]},
                {"dora_indicators", joined(row["dora_indicators"])},
                {"ura_indicators", joined(row["ura_indicators"])},
                {"honba", row["honba"]},
                {"deposit", row["riichi_sticks"]}}}};
  if (!tsumo) one["payer"] = kWinds.find(row["loser"].get<std::string>());
  return one;
}

void Compare(const RowJson& row, const RowJson& got) {
  const RowJson& expect = row["expect"];
  if (expect.contains("error")) {
    EXPECT_EQ(got["win"], false) << row << got;
    EXPECT_EQ(got["why"]["code"], expect["error"]) << row << got;
    return;
  }
  ASSERT_EQ(got.value("win", false), true) << row << got;
  std::map<std::string, int> yaku;
  for (const RowJson& fan : got["fans"])
    yaku[fan["id"]] = fan["fan"].get<int>() * fan["count"].get<int>();
  EXPECT_EQ(yaku, (expect["yaku"].get<std::map<std::string, int>>())) << row << got;
  EXPECT_EQ(got["yakuman"], expect["yakuman"]) << row << got;
  if (expect["yakuman"] == 0) {
    EXPECT_EQ(got["han"], expect["han"]) << row << got;
    EXPECT_EQ(got["fu"], expect["fu"]) << row << got;
  }
  std::vector<int> points;
  for (const char wind : kWinds) points.push_back(expect["deltas"][std::string(1, wind)]);
  EXPECT_EQ(got["points"], RowJson(points)) << row << got;
  // With kiriage_mangan the calculator leaves a full mangan of under five han without a name.
  const bool unnamed = expect["level"] == "" && row["options"]["kiriage_mangan"] == true;
  EXPECT_EQ(unnamed && got["level"] == "mangan" ? RowJson("") : got["level"], expect["level"])
      << row << got;
}

RowJson ScoreOne(const std::string& rest) {
  const auto flow = OpenFlow("riichi");
  std::istringstream in(R"j({"id":"x","hand":"234567m345p2245s","win":"6s",)j" + rest + "}");
  std::ostringstream out;
  RunScore(**flow, in, out);
  return RowJson::parse(out.str());
}

TEST(RiichiScoring, OneAnswerExactly) {
  EXPECT_EQ(
      ScoreOne(
          R"j("by":"self_draw","events":["double_riichi"],"state":{"seat_wind":"S","round_wind":"E","honba":1,"deposit":2000})j")
          .dump(),
      R"j({"id":"x","win":true,"fans":[{"id":"double_riichi","zh":"两立直","fan":2,"count":1},)j"
      R"j({"id":"menzen_tsumo","zh":"门前清自摸和","fan":1,"count":1},{"id":"pinfu","zh":"平和","fan":1,"count":1},)j"
      R"j({"id":"tanyao","zh":"断幺九","fan":1,"count":1}],"fan":5,"han":5,"fu":20,"yakuman":0,"level":"mangan","value":2000,)j"
      R"j("points":[-4100,10300,-2100,-2100],"reading":{"pair":"22s","sets":["234m","567m","345p","456s"]}})j");
}

// The wind names the seat, counted from the dealer, unless a seat is given.
TEST(RiichiScoring, SeatsFollowTheWind) {
  const std::string rest = R"j("by":"discard","state":{"seat_wind":"N"})j";
  EXPECT_EQ(ScoreOne(rest)["points"], RowJson({0, -2000, 0, 2000}));
  EXPECT_EQ(ScoreOne(rest + R"j(,"dealer":2)j")["points"], RowJson({0, 2000, -2000, 0}));
  EXPECT_EQ(ScoreOne(rest + R"j(,"seat":0,"payer":1)j")["points"], RowJson({2000, -2000, 0, 0}));
}

// The deposit is a number of sticks or their points.
TEST(RiichiScoring, ADepositIsCountedInSticksOrPoints) {
  for (const char* deposit : {"2", "2000"}) {
    const std::string state = R"j("by":"discard","state":{"seat_wind":"S","deposit":)j";
    EXPECT_EQ(ScoreOne(state + deposit + "}")["points"], RowJson({0, 4000, -2000, 0})) << deposit;
  }
}

TEST(RiichiScoring, BadCases) {
  const std::pair<const char*, const char*> rows[] = {
      {R"j("by":"discard","events":["haitei"])j", "haitei cannot be with such a win"},
      {R"j("by":"discard","events":["ippatsu"])j", "ippatsu cannot be with such a win"},
      {R"j("by":"self_draw","events":["tenhou"],"state":{"seat_wind":"S"})j",
       "tenhou cannot be with such a win"},
      {R"j("by":"self_draw","events":["rinshan"])j", "the hand has no gang"},
      {R"j("by":"discard","state":{"dora_indicators":"1m1m1m1m1m1m"})j", "up to five tiles"},
      {R"j("by":"discard","state":{"dora_indicators":"2m2m","ura_indicators":"2m2m"})j",
       "ura_indicators: more 2m than there are in play"},
      {R"j("by":"discard","state":{"honba":-1})j", "a number in 0..255"},
      {R"j("by":"discard","state":{"deposit":"x"})j", "a number in 0..1000000"},
      {R"j("by":"discard","state":{"ura_indicator":"1s"})j", "did you mean \"ura_indicators\"?"},
  };
  for (const auto& [rest, why] : rows)
    EXPECT_THAT(ScoreOne(rest).value("error", ""), testing::HasSubstr(why)) << rest;
  const auto flow = OpenFlow("riichi");
  std::istringstream in(
      R"j({"id":"x","hand":"345678p2234s","melds":["chi(234m)"],"win":"5s","by":"discard","events":["riichi"]})j");
  std::ostringstream out;
  EXPECT_EQ(RunScore(**flow, in, out), 1);
  EXPECT_THAT(out.str(), testing::HasSubstr("riichi cannot be with such a win"));
}

TEST(RiichiScoring, EveryRow) {
  std::map<OptionValues, std::vector<RowJson>> by_options;
  std::ifstream file(MLF_SOURCE_DIR "/tests/data/riichi_scoring.jsonl");
  for (std::string line; std::getline(file, line);) {
    RowJson row = RowJson::parse(line);
    OptionValues options;
    for (const auto& [key, value] : row["options"].items())
      options[key] = value.is_boolean() ? value == true ? "on" : "off" : value.get<std::string>();
    by_options[options].push_back(std::move(row));
  }
  std::size_t rows = 0;
  for (const auto& [options, group] : by_options) {
    const auto flow = OpenFlow("riichi", options);
    ASSERT_TRUE(flow.ok());
    std::stringstream in;
    for (const RowJson& row : group) in << CaseOf(row).dump() << '\n';
    std::ostringstream out;
    EXPECT_EQ(RunScore(**flow, in, out), 0);
    std::istringstream answers(out.str());
    for (const RowJson& row : group) {
      std::string line;
      ASSERT_TRUE(std::getline(answers, line));
      Compare(row, RowJson::parse(line));
      ++rows;
    }
  }
  EXPECT_EQ(rows, 3000u);
}

}  // namespace
}  // namespace mlf::tools
