// Rows of the machinery that no single variant shows, on the variants of tests/variants: MC10-MC22
// as scenarios, MC23 and the dice here.
#include "scenario_cover.h"

#include <mlf/components/reasons.h>
#include <mlf/table/find_slot.h>
#include <mlf/table/ledger.h>
#include <mlf/table/tile.h>
#include <mlf/variants/open.h>
#include "tests/support/files.h"
#include "tools/kit/checks.h"
#include "tools/kit/position.h"
#include "tools/kit/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace mlf::tools {
namespace {

const std::string kTestVariants = std::string(MLF_SOURCE_DIR) + "/tests/variants/";

std::vector<std::string> TestVariants() {
  std::vector<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(kTestVariants)) {
    if (entry.is_directory()) ids.push_back(entry.path().filename().string());
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

class TestVariant : public ::testing::TestWithParam<std::string> {};

TEST_P(TestVariant, Passes) {
  const CheckReport report = CheckVariant(kTestVariants + GetParam());
  EXPECT_TRUE(report.has_scenarios);
  ExpectPasses(report);
}

INSTANTIATE_TEST_SUITE_P(All, TestVariant, ::testing::ValuesIn(TestVariants()),
                         [](const auto& named) { return named.param; });

// rules/common.md#claims.
TEST(Machinery, EveryRowOfTheClaimsIsACase) {
  std::set<std::string> names;
  for (const ScenarioResult& result : RunScenariosOf("tests/variants/machinery").results)
    names.insert(result.name);
  for (int row = 10; row <= 22; ++row)
    EXPECT_TRUE(names.contains("MC" + std::to_string(row))) << row;
}

// rules/common.md#decisions and the switches beside it.
TEST(Machinery, EveryValueOfEverySwitchIsACase) { ExpectEveryValue("tests/variants/switches", {}); }

// MC23: an accumulator that starts at zero and is doubled gives the winner nothing: 0 / -4 / -4 /
// -4 for x = 4. The checks report such points, and the ledger cannot hold them: an entry gives the
// winner the sum of the losses.
TEST(Machinery, MC23) {
  const auto flow = OpenFlow(std::string(MLF_SOURCE_DIR) + "/variants/xueliu");
  ASSERT_TRUE(flow.ok());
  Records records = (*flow)->Blank();
  table::Ledger& ledger = (*table::FindSlot<table::Ledger>(**flow))(records);
  ledger.points = {0, -4, -4, -4};
  Findings findings;
  CheckZeroSum(**flow, records, 0, findings);
  ASSERT_GT(findings.Count("zero_sum"), 0);
  EXPECT_NE(findings.Text().find("sum to -12"), std::string::npos) << findings.Text();

  ledger.points = {};
  table::Book(ledger, 0, 0b1110, 4, 0, /*undoable=*/false);
  EXPECT_EQ((std::array<std::int32_t, 4>{ledger.points[0], ledger.points[1], ledger.points[2],
                                         ledger.points[3]}),
            (std::array<std::int32_t, 4>{12, -4, -4, -4}));
  Findings none;
  CheckZeroSum(**flow, records, 0, none);
  EXPECT_TRUE(none.empty()) << none.Text();
}

// The flow of the machinery tests for a number of seats.
std::shared_ptr<const Flow> FlowFor(int seats) {
  std::string text = test::ReadText(kTestVariants + "machinery/variant.yaml");
  const std::string four = "seats: 4";
  text.replace(text.find(four), four.size(), "seats: " + std::to_string(seats));
  const auto variant = LoadVariant(VariantText{"machinery", text}, StandardSource());
  if (!variant) return nullptr;
  const auto flow = variant->Build({}, AllParts(), &table::TileText());
  return flow ? *flow : nullptr;
}

Seat DealerBy(const Flow& flow, int first, int second) {
  Records records;
  const auto start =
      ParseYaml("{dice: [" + std::to_string(first) + ", " + std::to_string(second) + "]}", "dice");
  const auto seed = SetStart(flow, *start, records);
  EXPECT_TRUE(seed.ok());
  Response response;
  flow.Start(records, *seed, response);
  EXPECT_TRUE(response.ok());
  const table::Board& board = (*table::FindSlot<table::Board>(flow))(records);
  EXPECT_EQ(records.flow().actor, board.dealer) << "the dealer moves first";
  EXPECT_EQ(board.seats[board.dealer].HandSize(), 14);
  return board.dealer;
}

// rules/common.md#next-dealer.
TEST(Machinery, TheDiceChooseTheDealer) {
  constexpr struct {
    int seats, first, second;
    Seat dealer;
  } kRows[] = {{4, 3, 4, 2}, {4, 6, 6, 3}, {4, 1, 1, 1}, {2, 3, 4, 0}, {2, 1, 1, 1}};
  for (const auto& row : kRows) {
    const auto flow = FlowFor(row.seats);
    ASSERT_NE(flow, nullptr) << row.seats;
    EXPECT_EQ(DealerBy(*flow, row.first, row.second), row.dealer)
        << row.seats << " seats, " << row.first << " and " << row.second;
  }
}

TEST(Machinery, OverAllPairsOfDice) {
  const std::pair<int, std::vector<int>> rows[] = {{4, {8, 9, 10, 9}}, {2, {18, 18}}};
  for (const auto& [seats, counts] : rows) {
    const auto flow = FlowFor(seats);
    ASSERT_NE(flow, nullptr) << seats;
    std::vector<int> got(static_cast<std::size_t>(seats), 0);
    for (int first = 1; first <= 6; ++first) {
      for (int second = 1; second <= 6; ++second)
        ++got[static_cast<std::size_t>(DealerBy(*flow, first, second))];
    }
    EXPECT_EQ(got, counts) << seats << " seats";
  }
}

}  // namespace
}  // namespace mlf::tools
