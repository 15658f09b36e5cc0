// mlf variants: one row for each variant, read from the compiled flows.
#include "cli.h"

#include <mlf/variants/open.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mlf::test {
namespace {

using ::testing::HasSubstr;

TEST(Variants, ATableOfWhatEachHas) {
  const Ran ran = Mlf({"variants", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto rows = nlohmann::json::parse(ran.out);
  EXPECT_EQ(rows.size(), VariantIds().size());
  const auto row = [&](const std::string& id) {
    for (const auto& one : rows) {
      if (one["id"] == id) return one;
    }
    ADD_FAILURE() << id << " is missing";
    return nlohmann::json::object();
  };
  const auto guobiao = row("guobiao");
  EXPECT_EQ(guobiao["seats"], 4);
  EXPECT_EQ(guobiao["tiles"], 144);
  EXPECT_EQ(guobiao["flowers"], 8);
  EXPECT_EQ(guobiao["chi"], true);
  EXPECT_EQ(guobiao["winners"], "nearest");
  EXPECT_EQ(guobiao["minimum"], 8);
  EXPECT_EQ(guobiao["shapes"].size(), 5u);
  const auto taiwan = row("taiwan");
  EXPECT_EQ(taiwan["hand"], 16);
  EXPECT_EQ(taiwan["shapes"], nlohmann::json({"standard", "flowers_laid"}));
  EXPECT_EQ(row("sanma")["seats"], 3);
  EXPECT_EQ(row("yilaidaodi")["wildcards"], "laizi");
  EXPECT_EQ(row("tuidaohu")["winners"], "") << "nobody wins on a discard";
  EXPECT_EQ(row("xueliu")["chi"], false);
}

TEST(Variants, ATableForPeople) {
  const std::string table = Mlf({"variants"}).out;
  EXPECT_THAT(table, HasSubstr("variant"));
  EXPECT_THAT(table, HasSubstr("Hong Kong old style"));
  EXPECT_THAT(Mlf({"variants", "--lang", "zh"}).out, HasSubstr("起胡番"));
}

}  // namespace
}  // namespace mlf::test
