// NamesAt: who sat at a stored hand, as the replay page calls them.
#include "server/host/hand_journal.h"

#include <gtest/gtest.h>

namespace mlf::test {
namespace {

std::vector<Label> Names(const std::string& host) {
  server::StoredHand hand;
  hand.mark.host = host;
  return server::NamesAt(hand);
}

TEST(HandNames, AreThoseOfTheMark) {
  const auto names = Names(R"({"players":[{"name":"小明","robot":false},)"
                           R"({"name":"robot 12","robot":true},{"name":"robot 3","robot":false},)"
                           R"({"name":"Helper","robot":true}]})");
  ASSERT_EQ(names.size(), 4u);
  EXPECT_EQ(names[0].zh, "小明");
  EXPECT_EQ(names[0].en, "小明");
  EXPECT_EQ(names[1].zh, "机器人12");
  EXPECT_EQ(names[1].en, "robot 12");
  EXPECT_EQ(names[2].zh, "robot 3") << "a person may be called so";
  EXPECT_EQ(names[3].zh, "Helper");
}

TEST(HandNames, NoneWhereTheyCannotBeRead) {
  for (const char* host : {"", "{", "[]", "{}", R"({"players":7})"})
    EXPECT_TRUE(Names(host).empty()) << host;
}

}  // namespace
}  // namespace mlf::test
