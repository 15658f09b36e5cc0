#include <mlf/flow/result.h>
#include "flow/base/words.h"

#include <gtest/gtest.h>

namespace mlf {
namespace {

TEST(SourcePos, SaysWhatIsKnown) {
  struct Case {
    SourcePos where;
    const char* text;
  };
  const Case kCases[] = {
      {{"a.yaml", 12, 5}, "a.yaml:12:5"},
      {{"a.yaml", 12, 0}, "a.yaml:12"},
      {{"a.yaml", 0, 0}, "a.yaml"},
      {{"a.yaml", 0, 5}, "a.yaml"},
      {{"", 12, 5}, "12:5"},
      {{"", 0, 0}, ""},
  };
  for (const Case& c : kCases) EXPECT_EQ(c.where.Text(), c.text);
}

TEST(Fault, IsOneLine) {
  EXPECT_EQ((Fault{"Y03", {"a.yaml", 1, 2}, "wrong"}).Text(), "a.yaml:1:2: Y03: wrong");
  EXPECT_EQ((Fault{"", {}, "wrong"}).Text(), "wrong");
  EXPECT_EQ((Fault{"L01", {}, "碰 \"a\nb\x1b[31m\""}).Text(), "L01: 碰 \"a\\nb\\x1B[31m\"")
      << "what a file holds cannot break the line or colour it";
  EXPECT_EQ(FaultText({}), "");
  EXPECT_EQ(FaultText({{"A", {}, "x"}, {"B", {"f", 1, 1}, "y"}}), "A: x\nf:1:1: B: y\n");
}

TEST(Result, HoldsAValueOrFaults) {
  const Result<int> good = 5;
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(*good, 5);
  const Result<int> bad = Fault{"X", {}, "no"};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.faults().size(), 1u);
}

TEST(Nearest, FindsMisspellingsOnly) {
  const std::vector<std::string> kWords = {
      "peng",  "chi", "ming_gang", "an_gang",        "bu_gang", "hu",
      "zi_mo", "guo", "discard",   "exchange_three", "碰碰胡",  "七对"};
  struct Case {
    const char* word;
    const char* nearest;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"pegn", "peng", "neighbours exchanged count once"},
      {"pen", "peng", "a letter short"},
      {"penng", "peng", "a letter too many"},
      {"Peng", "peng", "letter case is no distance"},
      {"ming-gang", "ming_gang", "- for _ is no distance"},
      {"exchnge_thre", "exchange_three", "two slips in a long word"},
      {"discrad", "discard", "exchanged inside"},
      {"碰碰湖", "碰碰胡", "characters count, not bytes"},
      {"七小对", "七对", "one character too many"},
      {"ag_gang", "an_gang", "of two at the same distance the one with the same first letter"},
      {"peng", "peng", "itself"},
      {"riichi", "", "another word"},
      {"x", "", "one letter is near to nothing"},
      {"zz", "", "two wrong of two"},
      {"dora", "", "four letters allow one slip"},
      {"", "", "nothing was written"},
      {"\xff\xfe\xf0", "", "bytes that are no UTF-8"},
  };
  for (const Case& c : kCases)
    EXPECT_EQ(Nearest(c.word, kWords), c.nearest) << c.word << ": " << c.why;
  EXPECT_EQ(Nearest(std::string(1000000, 'a'), kWords), "") << "a huge word costs nothing";
  EXPECT_EQ(Nearest("peng", {}), "");
}

}  // namespace
}  // namespace mlf
