#include "logic_table.h"

#include <mlf/components/tile_set.h>
#include <mlf/flow/registry.h>

#include <gtest/gtest.h>

namespace mlf::logic {
namespace {

struct KindsCase {
  const char* text;
  int kinds;        // 0 = a fault
  const char* why;  // the reason, or a part of the fault
};

constexpr KindsCase kKinds[] = {
    {"1-9m 1-9s 1-9p", 27, "Sichuan"},
    {"1-9m 1-9p 1-9s 1-7z 1-8h", 42, "with honours and flowers"},
    {"19m 1-9p 1-9s 1-7z", 27, "sanma: wan has 1 and 9 only"},
    {"1-9m1-7z", 16, "no space between groups"},
    {"2-46m", 4, "ranges and ranks mixed"},
    {"1-1m", 1, "a range of one"},
    {"", 0, "no tiles"},
    {"   ", 0, "no tiles"},
    {"1-9", 0, "lack their suit"},
    {"1-m", 0, "rising"},
    {"9-1m", 0, "rising"},
    {"m", 0, "expected ranks"},
    {"1 9m", 0, "expected ranks"},
    {"1-9q", 0, "expected ranks"},
    {"0m", 0, "expected ranks"},
    {"8z", 0, "no tile 8z"},
    {"1-9h", 0, "no tile 9h"},
};

TEST(TileSet, ReadsKinds) {
  for (const KindsCase& row : kKinds) {
    const auto kinds = ParseKinds(row.text);
    ASSERT_EQ(kinds.ok(), row.kinds != 0) << '"' << row.text << "\": " << row.why;
    if (kinds.ok()) {
      EXPECT_EQ(std::popcount(*kinds), row.kinds) << row.text << ": " << row.why;
    } else {
      EXPECT_NE(kinds.faults().front().message.find(row.why), std::string::npos)
          << kinds.faults().front().message;
    }
  }
}

std::unique_ptr<TileSet> Make(const Value& value) {
  Params params(value, {}, nullptr);
  return std::unique_ptr<TileSet>(
      dynamic_cast<TileSet*>(test::LogicParts().Find("tile_set")->make(params).release()));
}

TEST(TileSet, CountsTheTiles) {
  const auto sichuan = Make(Value::Map({{"kinds", "1-9m 1-9s 1-9p"}, {"copies", 4}}));
  EXPECT_EQ(sichuan->Tiles().size(), 108u);  // rules/common.md#facts
  EXPECT_EQ(sichuan->Copies(test::TileOf("5p")), 4);
  EXPECT_EQ(sichuan->Copies(test::TileOf("1z")), 0);
  EXPECT_EQ(sichuan->Copies(table::kNoTile), 0);
  EXPECT_TRUE(std::is_sorted(sichuan->Tiles().begin(), sichuan->Tiles().end()));

  const auto erren = Make(Value::Map({{"kinds", "1-9m 1-7z 1-8h"}}));
  EXPECT_EQ(erren->Tiles().size(), 72u);  // 36 wan, 16 winds, 12 dragons, 8 flowers
  EXPECT_EQ(erren->Copies(test::TileOf("3h")), 1);

  EXPECT_EQ(Make(Value::Map({{"kinds", "1-9m 1-9p 1-9s 1-7z 1-8h"}}))->Tiles().size(),
            static_cast<std::size_t>(table::kMaxTiles));
}

}  // namespace
}  // namespace mlf::logic
