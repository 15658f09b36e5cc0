// Recorded rounds of riichi through the flow: every event is possible, and wins, ends and payments
// are those of the record.
#include "tools/kit/follow.h"

#include <mlf/variants/open.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

using nlohmann::json;

std::vector<json> Lines(std::istream& in) {
  std::vector<json> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(json::parse(line));
  return rows;
}

const Variant& Riichi() {
  static const Variant variant = *OpenVariant("riichi");
  return variant;
}

std::vector<json> Follow(const std::vector<json>& rows) {
  std::stringstream in, out;
  for (const json& row : rows) in << row.dump() << '\n';
  RunFollow(Riichi(), {}, in, out);
  return Lines(out);
}

const std::vector<json>& Rounds() {
  static const std::vector<json> rounds = [] {
    std::ifstream file(std::string(MLF_SOURCE_DIR) + "/tests/data/riichi_rounds.jsonl");
    return Lines(file);
  }();
  return rounds;
}

// The rows of a win with their han.
std::map<std::string, int> YakuOf(const json& win) {
  std::map<std::string, int> yaku;
  for (const json& fan : win["fans"]) yaku[fan["id"]] = fan["fan"];
  return yaku;
}

TEST(Follow, EveryRecordedRoundOfRiichiIsPlayedAsItWas) {
  ASSERT_EQ(Rounds().size(), 207u);
  const std::vector<json> results = Follow(Rounds());
  ASSERT_EQ(results.size(), Rounds().size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const json& row = Rounds()[i];
    const json& result = results[i];
    ASSERT_TRUE(result.value("ok", false)) << result.dump();
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
    }
  }
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
