// Hands and games of other programs (tests/data): every hand through `mlf score guobiao`, every
// game through `mlf follow guobiao`.
#include <mlf/variants/open.h>
#include "tests/support/json_lines.h"
#include "tools/kit/follow.h"
#include "tools/kit/score_io.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

using nlohmann::json;

std::vector<json> Rows(const std::string& name) {
  std::ifstream file(std::string(MLF_SOURCE_DIR) + "/tests/data/" + name);
  return test::JsonLines(file);
}

json CaseOf(const json& row) {
  json melds = json::array(), events = json::array();
  for (const json& meld : row["melds"]) {
    const std::string kind = meld["kind"], tiles = meld["tiles"];
    const std::string same = tiles.substr(0, 1) + tiles.back();
    melds.push_back(kind == "chow"                   ? "chi(" + tiles + ")"
                    : kind == "pung"                 ? "peng(" + same + ")"
                    : meld.value("concealed", false) ? "an_gang(" + same + ")"
                                                     : "ming_gang(" + same + ")");
  }
  const bool self = row["self_drawn"], kong = row["kong_related"];
  if (row["last_copy"]) events.push_back("last_tile");
  if (row["wall_last"]) events.push_back(self ? "last_tile_draw" : "last_tile_claim");
  if (kong && self) events.push_back("out_with_replacement_tile");
  return {{"id", row["id"]},
          {"hand", row["concealed"]},
          {"melds", melds},
          {"win", row["win_tile"]},
          {"by", self   ? "self_draw"
                 : kong ? "rob"
                        : "discard"},
          {"events", events},
          {"state",
           {{"seat_wind", row["seat_wind"]},
            {"round_wind", row["round_wind"]},
            {"flowers", row["flowers"]}}}};
}

std::map<std::string, int> FansOf(const json& fans) {
  std::map<std::string, int> counts;
  for (const json& fan : fans) {
    if (fan["id"] != "flower_tiles") counts[fan["id"]] = fan["count"];
  }
  return counts;
}

TEST(GuobiaoData, EveryHandIsCountedAsTheCalculatorsDo) {
  const std::vector<json> rows = Rows("mcr_fans.jsonl");
  ASSERT_EQ(rows.size(), 3000u);
  std::stringstream in, out;
  for (const json& row : rows) in << CaseOf(row).dump() << '\n';
  const auto flow = OpenFlow("guobiao");
  ASSERT_TRUE(flow.ok());
  EXPECT_EQ(RunScore(**flow, in, out), 0);
  const std::vector<json> answers = test::JsonLines(out);
  ASSERT_EQ(answers.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json &row = rows[i], &got = answers[i];
    EXPECT_EQ(got["win"], row["meets_minimum"]) << row << got;
    EXPECT_EQ(FansOf(got["fans"]), (row["fans"].get<std::map<std::string, int>>())) << row << got;
    EXPECT_EQ(got["fan_points"], row["fan_points"]) << row << got;
    EXPECT_EQ(got["fan"], row["total"]) << row << got;
    if (row["meets_minimum"] == false) {
      EXPECT_EQ(got["why"]["code"], "below_minimum") << row << got;
      continue;
    }
    const json& pays = row["payment"];
    std::vector<int> points = got["points"], wanted{pays["winner"]};
    if (pays.contains("each")) {
      wanted.insert(wanted.end(), 3, pays["each"]);
    } else {
      wanted.insert(wanted.end(), {pays["discarder"], pays["others"], pays["others"]});
    }
    std::ranges::sort(points);
    std::ranges::sort(wanted);
    EXPECT_EQ(points, wanted) << row << got;
  }
}

// The other three copies lie open, so none is in the hand.
TEST(GuobiaoData, TheLastCopyHasNoOtherInTheHand) {
  const auto flow = OpenFlow("guobiao");
  std::stringstream in, out;
  for (const char* hand : {"123m456p78s11199s", "123m456p78s11122s"})
    in << json{{"id", hand},
               {"hand", hand},
               {"win", "9s"},
               {"by", "discard"},
               {"events", {"last_tile"}}}
       << '\n';
  EXPECT_EQ(RunScore(**flow, in, out), 1);
  const std::vector<json> answers = test::JsonLines(out);
  EXPECT_EQ(answers[0].value("error", ""), "events: last_tile cannot be with such a win");
  EXPECT_EQ(answers[1]["win"], true) << answers[1];
}

TEST(GuobiaoData, EveryGameIsPlayedAsItWas) {
  const std::vector<json> rows = Rows("mcr_games.jsonl");
  ASSERT_EQ(rows.size(), 200u);
  std::stringstream in, out;
  for (const json& row : rows) in << row.dump() << '\n';
  const Variant variant = *OpenVariant("guobiao");
  RunFollow(variant, {}, in, out);
  const std::vector<json> results = test::JsonLines(out);
  ASSERT_EQ(results.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json &row = rows[i], &got = results[i];
    ASSERT_TRUE(got.value("ok", false)) << got;
    const bool won = !row["winner"].is_null();
    EXPECT_EQ(got["end"], won ? "win" : "draw") << got;
    // The referee drops a fan that rules/guobiao.md#flowers keeps.
    const auto& tags = row["tags"];
    if (std::ranges::find(tags, "quirk_kong_flower") != tags.end()) continue;
    EXPECT_EQ(got["deltas"], row["payment"]) << got;
    if (!won) continue;
    EXPECT_EQ(got["wins"][0]["seat"], row["winner"]) << got;
    EXPECT_EQ(FansOf(got["wins"][0]["fans"]), (row["fans"].get<std::map<std::string, int>>()))
        << got;
    EXPECT_EQ(got["wins"][0]["fan"], row["total"]) << got;
  }
}

// A record that does not fit names the event.
TEST(GuobiaoData, ADifferenceIsNamed) {
  json row = Rows("mcr_games.jsonl").front();
  for (json& event : row["events"]) {
    if (event["type"] == "discard") {
      event["tile"] = "9s";
      break;
    }
  }
  std::stringstream in(row.dump() + "\n"), out;
  RunFollow(*OpenVariant("guobiao"), {}, in, out);
  const json got = test::JsonLines(out).front();
  EXPECT_EQ(got["ok"], false);
  EXPECT_EQ(got["step"], 2) << got;
}

}  // namespace
}  // namespace mlf::tools
