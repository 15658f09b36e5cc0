// Recorded rounds of riichi through the flow: every event is possible, and wins, ends and payments
// are those of the record.
#include "tools/kit/follow.h"
#include "tests/support/json_lines.h"

#include <mlf/table/tile.h>
#include <mlf/variants/open.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

using nlohmann::json;

const Variant& Riichi() {
  static const Variant variant = *OpenVariant("riichi");
  return variant;
}

std::vector<json> Follow(const std::vector<json>& rows, const Variant& variant = Riichi()) {
  std::stringstream in, out;
  for (const json& row : rows) in << row.dump() << '\n';
  RunFollow(variant, {}, in, out);
  return test::JsonLines(out);
}

std::vector<json> RowsOf(const std::string& name) {
  std::ifstream file(std::string(MLF_SOURCE_DIR) + "/tests/data/" + name);
  return test::JsonLines(file);
}

const std::vector<json>& Rounds() {
  static const std::vector<json> rounds = RowsOf("riichi_rounds.jsonl");
  return rounds;
}

// The rows of a win with their han.
std::map<std::string, int> YakuOf(const json& win) {
  std::map<std::string, int> yaku;
  for (const json& fan : win["fans"])
    yaku[fan["id"]] = fan["fan"].get<int>() * fan["count"].get<int>();
  return yaku;
}

void ExpectPlayedAsTheyWere(const std::vector<json>& rows) {
  const std::vector<json> results = Follow(rows);
  ASSERT_EQ(results.size(), rows.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const json& row = rows[i];
    const json& result = results[i];
    ASSERT_TRUE(result.value("ok", false)) << row["id"] << result.dump();
    EXPECT_EQ(result["deltas"], row["deltas"]) << row["id"];
    std::vector<json> wins;
    std::string end = "win";
    for (const json& event : row["events"]) {
      if (event["type"] == "ron" || event["type"] == "tsumo") wins.push_back(event);
      if (event["type"] == "ryuukyoku") end = event["kind"];
    }
    EXPECT_EQ(result["end"], end) << row["id"];
    ASSERT_EQ(result["wins"].size(), wins.size()) << row["id"];
    for (std::size_t w = 0; w < wins.size(); ++w) {
      EXPECT_EQ(result["wins"][w]["seat"], wins[w]["seat"]) << row["id"];
      EXPECT_EQ(YakuOf(result["wins"][w]), (wins[w]["yaku"].get<std::map<std::string, int>>()))
          << row["id"];
      if (wins[w].contains("fu")) {
        EXPECT_EQ(result["wins"][w]["fu"], wins[w]["fu"]) << row["id"];
      }
      if (wins[w].contains("han")) {
        EXPECT_EQ(result["wins"][w]["han"], wins[w]["han"]) << row["id"];
      }
      for (const json& fan : result["wins"][w]["fans"]) {
        EXPECT_NE(fan["zh"], "") << row["id"] << fan;
        // Of the rows of riichi only dora are counted one by one.
        const bool dora = fan["id"].get<std::string>().ends_with("dora");
        EXPECT_TRUE(dora ? fan["fan"] == 1 : fan["count"] == 1) << row["id"] << fan;
      }
    }
  }
}

TEST(Follow, EveryRecordedRoundOfRiichiIsPlayedAsItWas) {
  ASSERT_EQ(Rounds().size(), 207u);
  ExpectPlayedAsTheyWere(Rounds());
}

// Our own rounds of rare cases: each tag is there.
TEST(Follow, RareRoundsArePlayedAsTheyWere) {
  const std::vector<json> rows = RowsOf("riichi_rare.jsonl");
  std::set<std::string> tags;
  for (const json& row : rows) {
    for (const json& tag : row["tags"]) tags.insert(tag);
  }
  for (const char* tag : {"ankan",       "chankan",    "daiminkan",      "double_riichi",
                          "double_ron",  "exhaustive", "four_kans",      "four_kans_one_seat",
                          "four_riichi", "four_winds", "haitei",         "houtei",
                          "ippatsu",     "kakan",      "nagashi_mangan", "nine_terminals",
                          "pao",         "rinshan",    "triple_ron",     "yakuman"})
    EXPECT_TRUE(tags.contains(tag)) << tag;
  ExpectPlayedAsTheyWere(rows);
}

// A hand of sanma in which North is set aside.
json Sanma(const std::vector<std::string>& hands, json events) {
  json row{{"id", "sanma"},
           {"round", 0},
           {"honba", 0},
           {"sticks", 0},
           {"dealer", 0},
           {"dora_indicator", "9s"},
           {"scores", {35000, 35000, 35000}}};
  for (const std::string& hand : hands) {
    json tiles = json::array();
    const auto parsed = table::ParseTiles(hand);
    for (const table::Tile tile : *parsed) tiles.push_back(table::TileName(tile));
    row["hands"].push_back(tiles);
  }
  row["events"] = std::move(events);
  return row;
}

TEST(Follow, ANorthSetAsideOfSanma) {
  const Variant sanma = *OpenVariant("sanma");
  const json draw{{"type", "draw"}, {"seat", 0}, {"tile", "4z"}};
  const json aside{{"type", "kita"}, {"seat", 0}, {"tile", "4z"}};
  const json drawn = Sanma({"1119m234567p345s", "258p258s1234567z", "147p147s1235566z"},
                           {draw,
                            aside,
                            {{"type", "draw"}, {"seat", 0}, {"tile", "9m"}, {"rinshan", true}},
                            {{"type", "tsumo"}, {"seat", 0}, {"tile", "9m"}}});
  const json robbed =
      Sanma({"1119m234567p345s", "11p999p456s44z777z", "147p147s1235566z"},
            {draw, aside, {{"type", "ron"}, {"seat", 1}, {"from", 0}, {"tile", "4z"}}});
  json kept = drawn;  // the wrong tile is set aside
  kept["events"][1]["tile"] = "9m";
  const std::vector<json> results = Follow({drawn, robbed, kept}, sanma);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["ok"], true) << results[0];
  EXPECT_EQ(YakuOf(results[0]["wins"][0]),
            (std::map<std::string, int>{{"menzen_tsumo", 1}, {"north", 1}}));
  EXPECT_EQ(results[0]["wins"][0]["fu"], 40);
  EXPECT_EQ(results[0]["deltas"], json({2600, -1300, -1300}));
  EXPECT_EQ(results[1]["ok"], true) << results[1];
  EXPECT_EQ(results[1]["wins"][0]["by"], "discard") << "no gang is robbed";
  EXPECT_EQ(YakuOf(results[1]["wins"][0]), (std::map<std::string, int>{{"yakuhai_red", 1}}));
  EXPECT_EQ(results[1]["deltas"], json({-1600, 1600, 0}));
  EXPECT_EQ(results[2]["ok"], false);
  EXPECT_EQ(results[2]["step"], 1);
}

// The tile of event 0 is drawn, that of event 1 is discarded; nobody wins on either.
TEST(Follow, WinsThatAreNotTakenAreNamed) {
  json row = Sanma({"1119m234567p345s", "11p999p456s44z777z", "147p147s1235566z"},
                   {{{"type", "draw"}, {"seat", 0}, {"tile", "9m"}},
                    {{"type", "discard"}, {"seat", 0}, {"tile", "9m"}, {"tsumogiri", true}},
                    {{"type", "draw"}, {"seat", 1}, {"tile", "2s"}},
                    {{"type", "discard"}, {"seat", 1}, {"tile", "2s"}, {"tsumogiri", true}},
                    {{"type", "draw"}, {"seat", 2}, {"tile", "1p"}},
                    {{"type", "discard"}, {"seat", 2}, {"tile", "1p"}, {"tsumogiri", true}},
                    {{"type", "draw"}, {"seat", 0}, {"tile", "8s"}}});
  const std::vector<json> results = Follow({row}, *OpenVariant("sanma"));
  EXPECT_EQ(results[0]["offered_wins"],
            json::parse(R"([{"step": 0, "seat": 0}, {"step": 5, "seat": 1}])"));
}

// A record that cannot have happened names the event and the reason.
TEST(Follow, AnImpossibleEventIsNamed) {
  json row = Rounds().front();
  const json original = row;
  row["events"][1]["tile"] = "5z";
  std::vector<json> rows = {row};
  row = original;
  row["events"][2]["seat"] = 2;
  rows.push_back(row);
  row = original;
  row["events"].erase(row["events"].size() - 1);
  rows.push_back(row);
  const std::vector<json> results = Follow(rows);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0]["ok"], false);
  EXPECT_EQ(results[0]["step"], 1);
  EXPECT_EQ(results[1]["ok"], false);
  EXPECT_EQ(results[1]["step"], 2);
  EXPECT_EQ(results[2]["ok"], false);
  EXPECT_EQ(results[2]["why"], "the hand is not over");
}

TEST(Follow, ABadRowIsAnErrorOfItsLine) {
  json row = Rounds().front();
  row["rules"]["uma"] = "50_50";
  json twice = Rounds().front();
  twice["hands"][0][0] = "6z";
  twice["hands"][0][1] = "6z";
  twice["hands"][0][2] = "6z";
  const std::vector<json> results = Follow({row, twice});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].contains("error"));
  EXPECT_TRUE(results[1].contains("error"));
}

}  // namespace
}  // namespace mlf::tools
