// The hand tables compared with public calculators; tests/data/README.md names the sources.
#include "hand.h"

#include <mlf/table/hand_report.h>

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace mlf::table {
namespace {

template <typename Visit>
int ForEachRow(const char* file, Visit&& visit) {
  std::ifstream in(std::string(MLF_SOURCE_DIR "/tests/data/") + file);
  EXPECT_TRUE(in.is_open()) << file;
  int rows = 0;
  for (std::string line; std::getline(in, line); ++rows) visit(nlohmann::json::parse(line));
  return rows;
}

Counts Tiles(const nlohmann::json& row) { return Hand(row.at("tiles").get<std::string>()); }

// Compares `key` of a row with the answer; an absent key must have no answer.
template <typename T>
void Same(const nlohmann::json& row, const char* key, const std::optional<T>& answer) {
  ASSERT_EQ(row.contains(key), answer.has_value()) << row.dump() << " " << key;
  if (!answer) return;
  ASSERT_EQ(row.at(key).get<T>(), *answer) << row.dump() << " " << key;
}
void SameKinds(const nlohmann::json& row, const char* key, const std::optional<TileMask>& answer) {
  std::optional<std::string> text;
  if (answer) text = FormatTiles(*answer);
  Same(row, key, text);
}

TEST(HandVectors, Distances) {
  const int rows = ForEachRow("shanten.jsonl", [](const nlohmann::json& row) {
    const Counts hand = Tiles(row);
    const HandReport report = ExamineHand(hand, row.at("meld_count"));
    Same(row, "standard", std::optional(report.standard));
    ASSERT_EQ(row.value("standard_structural", report.standard), report.standard_structural)
        << row.dump();
    Same(row, "seven_pairs", report.seven_pairs);
    Same(row, "thirteen_orphans", report.thirteen_orphans);
    Same(row, "riichi", std::optional(report.riichi));
    SameKinds(row, "improving", report.improving);
    Same(row, "is_win", report.is_win);
    if (row.contains("mcr")) {
      Same(row["mcr"], "standard", std::optional(report.standard_structural));
      if (row["mcr"].contains("seven_pairs")) {
        Same(row["mcr"], "seven_pairs",
             std::optional(SevenPairsDistance(hand, Pairs::kFourAreTwo)));
      }
    }
  });
  EXPECT_EQ(rows, 6000);
}

TEST(HandVectors, Wildcards) {
  const int rows = ForEachRow("wild_win.jsonl", [&](const nlohmann::json& row) {
    const auto tile_set = TileSetByName(row.at("tile_set").get<std::string>());
    ASSERT_TRUE(tile_set.has_value()) << row.dump();
    const WildReport report = ExamineWildHand(Tiles(row), row.at("meld_count"),
                                              *ParseTile(row.at("wild").get<std::string>()),
                                              row.at("wild_count"), *tile_set);
    Same(row, "standard", report.standard);
    Same(row, "seven_pairs", report.seven_pairs);
    Same(row, "hard_standard", report.hard_standard);
    SameKinds(row, "wins_on_standard", report.wins_on_standard);
    SameKinds(row, "wins_on_seven_pairs", report.wins_on_seven_pairs);
    Same(row, "wins_on_extra_wild", report.wins_on_extra_wild);
    Same(row, "any_tile", report.any_tile);
  });
  EXPECT_EQ(rows, 3000);
}

}  // namespace
}  // namespace mlf::table
